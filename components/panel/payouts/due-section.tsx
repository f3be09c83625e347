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
import { State, type StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { type Figure, Figures } from "../home/figures";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { type DueDayState, formatDay, readDueDayState, sumDueDays } from "./due-day";

type Due = PanelOutputs["payout"]["due"];
type Day = Due["days"][number];

/** The due amounts that no payout has collected: in total, per day, and carried over. */
export function DueSection() {
  const t = useTranslations("panel.payouts");
  const { data, error, refetch } = useQuery(useTRPC().payout.due.queryOptions());
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-72 w-full" />;
  const isEmpty = data.days.length === 0 && data.carried.count === 0;
  return (
    <Section title={t("due")}>
      <div className="flex flex-col gap-4">
        {data.isHeld && (
          <Notice tone="warn" title={t("heldTitle")}>
            {t("held")}
          </Notice>
        )}
        {isEmpty ? <Empty title={t("nothingDueTitle")}>{t("nothingDue")}</Empty> : <DueAmounts due={data} />}
      </div>
    </Section>
  );
}

function DueAmounts({ due }: { due: Due }) {
  const t = useTranslations("panel.payouts");
  return (
    <>
      <Figures figures={useFigures(due)} />
      {due.totalKurus < 0n && (
        <Notice tone="warn" title={t("negativeTitle")}>
          {t("negative")}
        </Notice>
      )}
      {due.days.length > 0 && <DayTable due={due} />}
    </>
  );
}

function useFigures({ days, carried, totalKurus, isHeld, asOf }: Due): Figure[] {
  const t = useTranslations("panel.payouts");
  const count = days.reduce((sum, day) => sum + day.count, carried.count);
  const { dueKurus, comingKurus } = sumDueDays(days, asOf);
  const figures: Figure[] = [
    { term: t("total"), value: <Amount kurus={totalKurus} />, note: t("totalNote", { count }) },
    { term: t("dueNow"), value: <Amount kurus={dueKurus} />, note: t(isHeld ? "dueNowHeldNote" : "dueNowNote") },
    { term: t("coming"), value: <Amount kurus={comingKurus} />, note: t("comingNote") },
  ];
  if (carried.count === 0) return figures;
  const note = (
    <>
      <span className="block">{t("carriedNote")}</span>
      <TextLink href="/panel/payouts/carried">{t("showCarried")}</TextLink>
    </>
  );
  return [...figures, { term: t("carried"), value: <Amount kurus={carried.amountKurus} />, note }];
}

const dayTones: Readonly<Record<DueDayState, StateTone>> = {
  expected: "quiet",
  today: "info",
  overdue: "warn",
  negative: "warn",
};

function DayTable({ due: { days, asOf } }: { due: Due }) {
  const t = useTranslations("panel.payouts");
  return (
    <ShortList
      caption={t("daysCaption")}
      columns={useDayColumns(asOf)}
      rows={days}
      rowKey={({ dueAt }) => dueAt.toISOString()}
      empty={null}
    />
  );
}

function useDayColumns(asOf: Date): ListColumn<Day>[] {
  const t = useTranslations("panel.payouts");
  const language = useLanguage();
  return [
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
    {
      key: "state",
      head: t("state"),
      width: 13,
      card: "state",
      cell: (day) => {
        const state = readDueDayState(day, asOf);
        return <State tone={dayTones[state]}>{t(`dayStates.${state}`)}</State>;
      },
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
}
