"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Amount } from "../../ui/amount";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment, momentText } from "../../ui/moment";
import { More } from "../../ui/more";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { pageByPage } from "../payments/page-by-page";
import { useTRPC } from "../trpc";
import { StateOf } from "../words/state-of";
import { DueSection } from "./due-section";
import { payoutsWords } from "./payouts-words";

type Payout = PanelOutputs["payout"]["list"]["items"][number];

/** What is due to the account and when, and what it has been paid. */
export function PayoutsScreen() {
  const said = useWords(payoutsWords);
  return (
    <>
      <PageHead
        title={said.title}
        actions={<DownloadLink href="/panel/export/settlements.csv">{said.export}</DownloadLink>}
      >
        <p className="max-w-prose">{said.intro}</p>
      </PageHead>
      <DueSection />
      <Payouts />
    </>
  );
}

function Payouts() {
  const said = useWords(payoutsWords);
  const language = useLanguage();
  const pages = useInfiniteQuery(useTRPC().payout.list.infiniteQueryOptions({}, { ...pageByPage }));
  const { data, error } = pages;
  const columns: Column<Payout>[] = [
    {
      key: "created",
      head: said.created,
      cell: ({ id, createdAt }) => (
        <TextLink
          className="whitespace-nowrap"
          href={`/panel/payouts/${id}`}
          aria-label={said.open(momentText(createdAt, language, "day"))}
        >
          <Moment at={createdAt} style="day" />
        </TextLink>
      ),
    },
    { key: "state", head: said.state, cell: ({ status }) => <StateOf kind="payout" value={status} /> },
    {
      key: "iban",
      head: said.iban,
      hiddenBelow: "lg",
      cell: ({ ibanMasked }) => <span className="whitespace-nowrap">{ibanMasked}</span>,
    },
    {
      key: "sent",
      head: said.sent,
      hiddenBelow: "lg",
      cell: ({ sentAt }) => (sentAt ? <Moment at={sentAt} /> : "–"),
    },
    {
      key: "ended",
      head: said.ended,
      hiddenBelow: "sm",
      cell: ({ resolvedAt }) => (resolvedAt ? <Moment at={resolvedAt} /> : "–"),
    },
    {
      key: "amount",
      head: said.amount,
      align: "right",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
  ];
  return (
    <Section title={said.payouts}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={pages.refetch} />
      ) : (
        <Table
          caption={said.payoutsCaption}
          columns={columns}
          rows={data?.pages.flatMap(({ items }) => items)}
          keyOf={({ id }) => id}
          empty={<Empty title={said.noPayoutsTitle}>{said.noPayouts}</Empty>}
          skeletonRows={4}
        />
      )}
      <More list={pages} />
    </Section>
  );
}
