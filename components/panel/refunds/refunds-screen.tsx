"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Pager } from "../../ui/pager";
import { Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { RefundDecision } from "./refund-decision";
import type { DecisionResult, RefundRequest } from "./refund-request";
import { type RefundListAddress, type RefundView, refundViews, toRefundAddress, toRefundQuery } from "./refund-view";
import { refundWords } from "./refund-words";
import { useRefundColumns } from "./use-refund-columns";

/** The refunds that need a second user's approval: the waiting ones and the decided ones. */
export function RefundsScreen({ address }: { address: RefundListAddress }) {
  const t = useWords(refundWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.refund.list.queryOptions(toRefundQuery(address), {
      refetchInterval: ({ state }) => findRefetchInterval(address.view, state.data?.items),
    }),
  );
  const [opened, setOpened] = useState<RefundRequest | null>(null);
  const [result, setResult] = useState<DecisionResult | null>(null);
  const columns = useRefundColumns(address.view, (request) => {
    setResult(null);
    setOpened(request);
  });
  const isWaiting = address.view === "waiting";
  return (
    <>
      <PageHead title={t.title}>{t.intro}</PageHead>
      <Views view={address.view} />
      <div aria-live="polite" className={result ? "mb-4" : undefined}>
        {result && <ResultNotice {...result} />}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={t.caption}
          columns={columns}
          rows={data?.items}
          rowKey={({ requestId }) => requestId}
          skeletonRows={4}
          empty={<Empty title={isWaiting ? t.emptyWaiting : t.emptyDecided}>{isWaiting && t.emptyWaitingHelp}</Empty>}
        />
      )}
      <Pager
        newest={address.after === null ? null : toRefundAddress({ ...address, after: null })}
        older={data?.nextCursor ? toRefundAddress({ ...address, after: data.nextCursor }) : null}
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
 * Returns how often the list is fetched again, in ms. Other users request and decide in the meantime; a list with a
 * pending refund is fetched more often.
 */
const findRefetchInterval = (view: RefundView, items: readonly RefundRequest[] | undefined): number | false => {
  if (items?.some(({ refundStatus }) => refundStatus === "pending")) return 4_000;
  return view === "waiting" ? 10_000 : false;
};

function Views({ view }: { view: RefundView }) {
  const t = useWords(refundWords);
  return (
    <nav aria-label={t.viewsLabel} className="mb-4 flex gap-1 border-b border-line">
      {refundViews.map((one) => (
        <Link
          key={one}
          href={toRefundAddress({ view: one, after: null })}
          aria-current={one === view ? "page" : undefined}
          className="-mb-px inline-flex min-h-9 items-center border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-11"
        >
          {t.views[one]}
        </Link>
      ))}
    </nav>
  );
}

function ResultNotice({ tone, sentence, paymentCode }: DecisionResult) {
  const t = useWords(refundWords);
  return (
    <Notice tone={tone} title={sentence}>
      <TextLink isInText href={`/panel/payments/${paymentCode}`}>
        {t.toPayment}
      </TextLink>
    </Notice>
  );
}
