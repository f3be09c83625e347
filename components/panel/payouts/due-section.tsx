"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Amount } from "../../ui/amount";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment, momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { Figures } from "../home/figures";
import type { PanelOutputs } from "../outputs";
import { pageByPage } from "../payments/page-by-page";
import { useTRPC } from "../trpc";
import { dayOf, dayText } from "./due-day";
import { payoutsWords } from "./payouts-words";
import { SettlementTable } from "./settlement-table";

type Due = PanelOutputs["payout"]["due"];

/** What is due, in all and day by day, and what is inside of one day. */
export function DueSection() {
  const said = useWords(payoutsWords);
  const shown = dayOf(useSearchParams().get("day"));
  const { data, error, refetch } = useQuery(useTRPC().payout.due.queryOptions());
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-72 w-full" />;
  return (
    <>
      <Section title={said.due}>
        {data.days.length === 0 ? (
          <Empty title={said.nothingDueTitle}>{said.nothingDue}</Empty>
        ) : (
          <DueDays due={data} shown={shown} />
        )}
      </Section>
      {shown && <DaySettlements dueAt={shown} />}
    </>
  );
}

function DueDays({ due, shown }: { due: Due; shown: Date | null }) {
  const said = useWords(payoutsWords);
  const count = due.days.reduce((sum, day) => sum + day.count, 0);
  const figures = [
    { term: said.total, value: <Amount kurus={due.totalKurus} />, note: said.totalNote(count) },
    { term: said.payable, value: <Amount kurus={due.payableKurus} />, note: said.payableNote },
    { term: said.coming, value: <Amount kurus={due.totalKurus - due.payableKurus} />, note: said.comingNote },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Figures figures={figures} />
      {due.totalKurus < 0n && (
        <Notice tone="warn" title={said.negativeTitle}>
          {said.negative}
        </Notice>
      )}
      <DayTable days={due.days} shown={shown} />
    </div>
  );
}

function DayTable({ days, shown }: { days: Due["days"]; shown: Date | null }) {
  const said = useWords(payoutsWords);
  const language = useLanguage();
  const columns: Column<Due["days"][number]>[] = [
    {
      key: "day",
      head: said.day,
      cell: ({ dueAt }) => (
        <TextLink
          className="whitespace-nowrap aria-[current=true]:font-semibold"
          href={`/panel/payouts?day=${dayText(dueAt)}`}
          scroll={false}
          aria-current={dueAt.getTime() === shown?.getTime() || undefined}
          aria-label={said.showDay(momentText(dueAt, language, "day"))}
        >
          <Moment at={dueAt} style="day" />
        </TextLink>
      ),
    },
    { key: "count", head: said.count, align: "right", cell: ({ count }) => count },
    { key: "net", head: said.net, align: "right", cell: ({ amountKurus }) => <Amount kurus={amountKurus} /> },
  ];
  return (
    <Table
      caption={said.daysCaption}
      columns={columns}
      rows={days}
      keyOf={({ dueAt }) => dueAt.toISOString()}
      empty={null}
    />
  );
}

function DaySettlements({ dueAt }: { dueAt: Date }) {
  const said = useWords(payoutsWords);
  const language = useLanguage();
  const pages = useInfiniteQuery(
    useTRPC().payout.dueSettlements.infiniteQueryOptions({ dueAt }, { ...pageByPage }),
  );
  return (
    <Section title={said.settlementsOf(momentText(dueAt, language, "day"))}>
      <SettlementTable pages={pages} empty={<p className="text-ink-soft">{said.noSettlements}</p>} />
    </Section>
  );
}
