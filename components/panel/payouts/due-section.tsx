"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime, dateTimeText } from "@/components/ui/date-time";
import { Amount } from "../../ui/amount";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { RowLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { Figures } from "../home/figures";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { formatDay } from "./due-day";

type Due = PanelOutputs["payout"]["due"];

/** The due amounts, in total and per day. */
export function DueSection() {
  const t = useTranslations("panel.payouts");
  const { data, error, refetch } = useQuery(useTRPC().payout.due.queryOptions());
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-72 w-full" />;
  return (
    <Section title={t("due")}>
      {data.days.length === 0 ? <Empty title={t("nothingDueTitle")}>{t("nothingDue")}</Empty> : <DueDays due={data} />}
    </Section>
  );
}

function DueDays({ due }: { due: Due }) {
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
      <DayTable days={due.days} />
    </div>
  );
}

function DayTable({ days }: { days: Due["days"] }) {
  const t = useTranslations("panel.payouts");
  const language = useLanguage();
  const columns: ListColumn<Due["days"][number]>[] = [
    {
      key: "day",
      head: t("day"),
      width: 10,
      grows: true,
      card: "title",
      cell: ({ dueAt }) => (
        <RowLink
          href={`/panel/payouts/due/${formatDay(dueAt)}`}
          aria-label={t("showDay", { day: dateTimeText(dueAt, language, "day") })}
        >
          <DateTime at={dueAt} style="day" />
        </RowLink>
      ),
    },
    { key: "count", head: t("count"), width: 8, align: "right", card: "line", cell: ({ count }) => count },
    {
      key: "net",
      head: t("net"),
      width: 12,
      align: "right",
      card: "value",
      cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
    },
  ];
  return (
    <ShortList
      caption={t("daysCaption")}
      columns={columns}
      rows={days}
      rowKey={({ dueAt }) => dueAt.toISOString()}
      empty={null}
    />
  );
}
