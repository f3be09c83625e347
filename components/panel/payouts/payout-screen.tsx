"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Amount } from "../../ui/amount";
import { DownloadLink } from "../../ui/download-link";
import { type Fact, Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PanelOutputs } from "../outputs";
import { pageByPage } from "../payments/page-by-page";
import { useTRPC } from "../trpc";
import { StateOf } from "../words/state-of";
import { payoutsWords } from "./payouts-words";
import { SettlementTable } from "./settlement-table";

type Payout = PanelOutputs["payout"]["get"];

/** One payout: where it is, and what it collects. */
export function PayoutScreen({ payoutItemId }: { payoutItemId: string }) {
  const said = useWords(payoutsWords);
  const { data, error, refetch } = useQuery(useTRPC().payout.get.queryOptions({ payoutItemId }));
  const back = { href: "/panel/payouts", label: said.back };
  if (!data) {
    return (
      <>
        <PageHead title={said.payoutTitle} back={back} />
        {error ? <FailureNotice error={error} onRetry={refetch} /> : <Skeleton className="h-72 w-full" />}
      </>
    );
  }
  const hasSettlements = data.settlementCount > 0;
  const file = `/panel/export/settlements.csv?payout=${encodeURIComponent(payoutItemId)}`;
  return (
    <>
      <PageHead
        title={
          <>
            {said.payoutTitle} <Amount kurus={data.amountKurus} />
          </>
        }
        back={back}
        actions={hasSettlements && <DownloadLink href={file}>{said.export}</DownloadLink>}
      >
        <StateOf kind="payout" value={data.status} />
        <p className="mt-1 max-w-prose">{said.stateHelp[data.status]}</p>
      </PageHead>
      <div className="mb-8">
        <PayoutFacts payout={data} />
      </div>
      {hasSettlements ? (
        <Inside payoutItemId={payoutItemId} />
      ) : (
        <Notice tone="info" title={said.exampleTitle}>
          {said.example}
        </Notice>
      )}
    </>
  );
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const said = useWords(payoutsWords);
  const { id, batchId, status, amountKurus, ibanMasked, createdAt, sentAt, resolvedAt } = payout;
  const facts: Fact[] = [
    { term: said.amount, value: <Amount kurus={amountKurus} /> },
    { term: said.iban, value: ibanMasked },
    { term: said.created, value: <Moment at={createdAt} /> },
    ...(sentAt ? [{ term: said.sent, value: <Moment at={sentAt} /> }] : []),
    ...(resolvedAt
      ? [{ term: status === "failed" ? said.failedAt : said.paidOut, value: <Moment at={resolvedAt} /> }]
      : []),
    { term: said.payoutId, value: <span className="font-mono text-xs">{id}</span> },
    { term: said.batch, value: <span className="font-mono text-xs">{batchId}</span> },
  ];
  return <Facts facts={facts} />;
}

function Inside({ payoutItemId }: { payoutItemId: string }) {
  const said = useWords(payoutsWords);
  const pages = useInfiniteQuery(
    useTRPC().payout.settlements.infiniteQueryOptions({ payoutItemId }, { ...pageByPage }),
  );
  return (
    <Section title={said.inside}>
      <SettlementTable pages={pages} empty={<p className="text-ink-soft">{said.noSettlements}</p>} />
    </Section>
  );
}
