"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { DateTime, dateTimeText } from "@/components/ui/date-time";
import { LoadMore } from "@/components/ui/load-more";
import { Amount } from "../../ui/amount";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { cursorPaging } from "../payments/cursor-paging";
import { useTRPC } from "../trpc";
import { StateBadge } from "../words/state-badge";
import { DueSection } from "./due-section";
import { payoutsWords } from "./payouts-words";

type Payout = PanelOutputs["payout"]["list"]["items"][number];

/** The amounts due to the account and the payouts made so far. */
export function PayoutsScreen() {
  const t = useWords(payoutsWords);
  return (
    <>
      <PageHead title={t.title} actions={<DownloadLink href="/panel/export/settlements.csv">{t.export}</DownloadLink>}>
        <p className="max-w-prose">{t.intro}</p>
      </PageHead>
      <DueSection />
      <Payouts />
    </>
  );
}

function Payouts() {
  const t = useWords(payoutsWords);
  const language = useLanguage();
  const pages = useInfiniteQuery(useTRPC().payout.list.infiniteQueryOptions({}, { ...cursorPaging }));
  const { data, error } = pages;
  const columns: Column<Payout>[] = [
    {
      key: "created",
      head: t.created,
      cell: ({ id, createdAt }) => (
        <TextLink
          className="whitespace-nowrap"
          href={`/panel/payouts/${id}`}
          aria-label={t.open(dateTimeText(createdAt, language, "day"))}
        >
          <DateTime at={createdAt} style="day" />
        </TextLink>
      ),
    },
    { key: "state", head: t.state, cell: ({ status }) => <StateBadge kind="payout" value={status} /> },
    {
      key: "iban",
      head: t.iban,
      hiddenBelow: "lg",
      cell: ({ ibanMasked }) => <span className="whitespace-nowrap">{ibanMasked}</span>,
    },
    {
      key: "sent",
      head: t.sent,
      hiddenBelow: "lg",
      cell: ({ sentAt }) => (sentAt ? <DateTime at={sentAt} /> : "–"),
    },
    {
      key: "ended",
      head: t.ended,
      hiddenBelow: "sm",
      cell: ({ resolvedAt }) => (resolvedAt ? <DateTime at={resolvedAt} /> : "–"),
    },
    {
      key: "amount",
      head: t.amount,
      align: "right",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
  ];
  return (
    <Section title={t.payouts}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={pages.refetch} />
      ) : (
        <Table
          caption={t.payoutsCaption}
          columns={columns}
          rows={data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          empty={<Empty title={t.noPayoutsTitle}>{t.noPayouts}</Empty>}
          skeletonRows={4}
        />
      )}
      <LoadMore list={pages} />
    </Section>
  );
}
