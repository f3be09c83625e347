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
import type { Became, RefundRequest } from "./refund-request";
import {
  type RefundListAddress,
  type RefundView,
  refundAddressOf,
  refundQueryOf,
  refundViews,
} from "./refund-view";
import { refundWords } from "./refund-words";
import { useRefundColumns } from "./use-refund-columns";

/** Refunds that want a second person: those to decide on, and those that were. */
export function RefundsScreen({ address }: { address: RefundListAddress }) {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.refund.list.queryOptions(refundQueryOf(address), {
      refetchInterval: ({ state }) => pauseMs(address.view, state.data?.items),
    }),
  );
  const [opened, setOpened] = useState<RefundRequest | null>(null);
  const [became, setBecame] = useState<Became | null>(null);
  const columns = useRefundColumns(address.view, (request) => {
    setBecame(null);
    setOpened(request);
  });
  const isWaiting = address.view === "waiting";
  return (
    <>
      <PageHead title={said.title}>{said.intro}</PageHead>
      <Views view={address.view} />
      <div aria-live="polite" className={became ? "mb-4" : undefined}>
        {became && <BecameNotice {...became} />}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={said.caption}
          columns={columns}
          rows={data?.items}
          keyOf={({ requestId }) => requestId}
          skeletonRows={4}
          empty={
            <Empty title={isWaiting ? said.emptyWaiting : said.emptyDecided}>
              {isWaiting && said.emptyWaitingHelp}
            </Empty>
          }
        />
      )}
      <Pager
        newest={address.after === null ? null : refundAddressOf({ ...address, after: null })}
        older={data?.nextCursor ? refundAddressOf({ ...address, after: data.nextCursor }) : null}
      />
      {opened && (
        <RefundDecision
          request={opened}
          onClose={(done) => {
            setOpened(null);
            setBecame(done ?? null);
          }}
        />
      )}
    </>
  );
}

/** Others ask and decide meanwhile; a refund whose outcome is open is looked at more often. */
const pauseMs = (view: RefundView, items: readonly RefundRequest[] | undefined): number | false => {
  if (items?.some(({ refundStatus }) => refundStatus === "pending")) return 4_000;
  return view === "waiting" ? 10_000 : false;
};

function Views({ view }: { view: RefundView }) {
  const said = useWords(refundWords);
  return (
    <nav aria-label={said.viewsLabel} className="mb-4 flex gap-1 border-b border-line">
      {refundViews.map((one) => (
        <Link
          key={one}
          href={refundAddressOf({ view: one, after: null })}
          aria-current={one === view ? "page" : undefined}
          className="-mb-px inline-flex min-h-9 items-center border-b-2 border-transparent px-3 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-11"
        >
          {said.views[one]}
        </Link>
      ))}
    </nav>
  );
}

function BecameNotice({ tone, sentence, paymentCode }: Became) {
  const said = useWords(refundWords);
  return (
    <Notice tone={tone} title={sentence}>
      <TextLink isInText href={`/panel/payments/${paymentCode}`}>
        {said.toPayment}
      </TextLink>
    </Notice>
  );
}
