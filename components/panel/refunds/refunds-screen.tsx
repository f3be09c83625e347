"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type RefundView, refundRequestList, refundViews } from "@/server/domain/refunds/refund-request-list";
import { Empty } from "../../ui/empty";
import { Link } from "../../ui/link";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { TextLink } from "../../ui/text-link";
import { useTRPC, useTRPCClient } from "../trpc";
import type { DecisionResult, RefundRequest } from "./refund-request";
import { useRefundColumns } from "./use-refund-columns";

/** Loaded when it is opened, with the form library. */
const RefundDecision = dynamic(async () => (await import("./refund-decision")).RefundDecision);

/** The refunds that need a second user's approval: the waiting ones and the decided ones. */
export function RefundsScreen() {
  const t = useTranslations("panel.refundRequests");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(refundRequestList);
  const { query } = address;
  const view = query.view ?? "waiting";
  const pages = useInfiniteQuery({ ...trpc.refund.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const [opened, setOpened] = useState<RefundRequest | null>(null);
  const [result, setResult] = useState<DecisionResult | null>(null);
  const columns = useRefundColumns(view, (request) => {
    setResult(null);
    setOpened(request);
  });
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <Views view={view} />
      <div aria-live="polite" className={result ? "mb-4" : undefined}>
        {result && <ResultNotice {...result} />}
      </div>
      <List
        name="refundRequests"
        caption={t("caption")}
        address={address}
        filters={{ view: null }}
        columns={columns}
        pages={pages}
        live={{
          pagesKey: trpc.refund.list.infiniteQueryKey(query),
          readFirst: () => client.refund.list.query(query),
          everyMs: (rows) => findInterval(view, rows),
        }}
        rowKey={({ requestId }) => requestId}
        empty={
          <Empty title={view === "waiting" ? t("emptyWaiting") : t("emptyDecided")}>
            {view === "waiting" && t("emptyWaitingHelp")}
          </Empty>
        }
      />
      {opened && (
        <RefundDecision
          request={opened}
          onClose={(done) => {
            setOpened(null);
            setResult(done ?? null);
          }}
        />
      )}
    </>
  );
}

/**
 * Returns how often the first page is read again, in ms. Other users request and decide in the meantime; a list with a
 * pending refund is read more often.
 */
const findInterval = (view: RefundView, rows: readonly RefundRequest[]): number => {
  if (rows.some(({ refundStatus }) => refundStatus === "pending")) return 4_000;
  return view === "waiting" ? 10_000 : 30_000;
};

function Views({ view }: { view: RefundView }) {
  const t = useTranslations("panel.refundRequests");
  return (
    <nav aria-label={t("viewsLabel")} className="mb-4 flex gap-1 border-b border-line">
      {refundViews.map((one) => (
        <Link
          key={one}
          href={one === "waiting" ? "/panel/refunds" : `/panel/refunds?view=${one}`}
          aria-current={one === view ? "page" : undefined}
          className="-mb-px inline-flex min-h-9 items-center border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-11"
        >
          {t(`views.${one}`)}
        </Link>
      ))}
    </nav>
  );
}

function ResultNotice({ tone, sentence, paymentCode }: DecisionResult) {
  const t = useTranslations("panel.refundRequests");
  return (
    <Notice tone={tone} title={sentence}>
      <TextLink isInText href={`/panel/payments/${paymentCode}`}>
        {t("toPayment")}
      </TextLink>
    </Notice>
  );
}
