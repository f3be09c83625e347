"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { DateTime, dateTimeText } from "@/components/ui/date-time";
import { Amount } from "../../ui/amount";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { cursorPaging } from "../../ui/list/list-pages";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { Figures } from "../home/figures";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { formatDay, parseDay } from "./due-day";
import { SettlementTable } from "./settlement-table";

type Due = PanelOutputs["payout"]["due"];

/** The due amounts, in total and per day, and the settlements of the selected day. */
export function DueSection() {
  const t = useTranslations("panel.payouts");
  const selectedDay = parseDay(useSearchParams().get("day"));
  const { data, error, refetch } = useQuery(useTRPC().payout.due.queryOptions());
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-72 w-full" />;
  return (
    <>
      <Section title={t("due")}>
        {data.days.length === 0 ? (
          <Empty title={t("nothingDueTitle")}>{t("nothingDue")}</Empty>
        ) : (
          <DueDays due={data} selectedDay={selectedDay} />
        )}
      </Section>
      {selectedDay && <DaySettlements dueAt={selectedDay} />}
    </>
  );
}

function DueDays({ due, selectedDay }: { due: Due; selectedDay: Date | null }) {
  const t = useTranslations("panel.payouts");
  const count = due.days.reduce((sum, day) => sum + day.count, 0);
  const figures = [
    { term: t("total"), value: <Amount kurus={due.totalKurus} />, note: t("totalNote", { count }) },
    { term: t("payable"), value: <Amount kurus={due.payableKurus} />, note: t("payableNote") },
    { term: t("coming"), value: <Amount kurus={due.totalKurus - due.payableKurus} />, note: t("comingNote") },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Figures figures={figures} />
      {due.totalKurus < 0n && (
        <Notice tone="warn" title={t("negativeTitle")}>
          {t("negative")}
        </Notice>
      )}
      <DayTable days={due.days} selectedDay={selectedDay} />
    </div>
  );
}

function DayTable({ days, selectedDay }: { days: Due["days"]; selectedDay: Date | null }) {
  const t = useTranslations("panel.payouts");
  const language = useLanguage();
  const columns: Column<Due["days"][number]>[] = [
    {
      key: "day",
      head: t("day"),
      cell: ({ dueAt }) => (
        <TextLink
          className="whitespace-nowrap aria-[current=true]:font-semibold"
          href={`/panel/payouts?day=${formatDay(dueAt)}`}
          scroll={false}
          aria-current={dueAt.getTime() === selectedDay?.getTime() || undefined}
          aria-label={t("showDay", { day: dateTimeText(dueAt, language, "day") })}
        >
          <DateTime at={dueAt} style="day" />
        </TextLink>
      ),
    },
    { key: "count", head: t("count"), align: "right", cell: ({ count }) => count },
    { key: "net", head: t("net"), align: "right", cell: ({ amountKurus }) => <Amount kurus={amountKurus} /> },
  ];
  return (
    <Table
      caption={t("daysCaption")}
      columns={columns}
      rows={days}
      rowKey={({ dueAt }) => dueAt.toISOString()}
      empty={null}
    />
  );
}

function DaySettlements({ dueAt }: { dueAt: Date }) {
  const t = useTranslations("panel.payouts");
  const language = useLanguage();
  const pages = useInfiniteQuery(useTRPC().payout.dueSettlements.infiniteQueryOptions({ dueAt }, { ...cursorPaging }));
  return (
    <Section title={t("settlementsOf", { day: dateTimeText(dueAt, language, "day") })}>
      <SettlementTable pages={pages} empty={<p className="text-ink-soft">{t("noSettlements")}</p>} />
    </Section>
  );
}
