"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { type Column, Table } from "../../ui/table";
import type { HomeData } from "./home-figures";
import { percentText, successRate } from "./home-statistics";

type Day = HomeData["days"][number];

/** The chart, loaded on demand. A skeleton of the same size is shown until then. */
const DaysChart = dynamic(() => import("./days-chart").then((loaded) => loaded.DaysChart), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});

/** The last 30 days as a chart or as a table. Screen readers always get the table. */
export function DaysSection({ days }: { days: readonly Day[] }) {
  const t = useTranslations("panel.home");
  const [isTable, setTable] = useState(false);
  const view = (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{t("chart.view")}</legend>
      <Button aria-pressed={!isTable} className={isTable ? "" : "bg-surface"} onClick={() => setTable(false)}>
        {t("chart.showChart")}
      </Button>
      <Button aria-pressed={isTable} className={isTable ? "bg-surface" : ""} onClick={() => setTable(true)}>
        {t("chart.showTable")}
      </Button>
    </fieldset>
  );
  return (
    <Section title={t("chart.title")} actions={view}>
      {!isTable && (
        <>
          <Legend />
          <div className="h-64 w-full">{days.some(hasMoney) ? <DaysChart days={days} /> : <NothingToDraw />}</div>
        </>
      )}
      <div className={isTable ? "" : "sr-only"}>
        <DaysTable days={days} />
      </div>
    </Section>
  );
}

const hasMoney = ({ capturedCount, refundedCount }: Day): boolean => capturedCount + refundedCount > 0;

function NothingToDraw() {
  return (
    <p className="flex h-full items-center justify-center rounded-card border border-dashed border-line text-ink-soft">
      {useTranslations("panel.home")("chart.nothing")}
    </p>
  );
}

function Legend() {
  const t = useTranslations("panel.home");
  return (
    <p aria-hidden="true" className="mb-2 flex gap-4 text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-xs bg-accent" /> {t("captured")}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-xs bg-warn" /> {t("refunded")}
      </span>
    </p>
  );
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const t = useTranslations("panel.home");
  const language = useLanguage();
  const rate = ({ capturedCount, notCapturedCount }: Day) => {
    const share = successRate(capturedCount, notCapturedCount);
    return share === null ? "–" : percentText(share, language);
  };
  const amount = (key: string, head: string, select: (day: Day) => bigint): Column<Day> => ({
    key,
    head,
    align: "right",
    cell: (day) => <Amount kurus={select(day)} />,
  });
  const columns: Column<Day>[] = [
    { key: "day", head: t("chart.day"), cell: ({ day }) => <DateTime at={day} style="day" /> },
    { key: "count", head: t("chart.count"), align: "right", cell: ({ capturedCount }) => capturedCount },
    amount("captured", t("captured"), ({ capturedKurus }) => capturedKurus),
    amount("refunded", t("refunded"), ({ refundedKurus }) => refundedKurus),
    { ...amount("commission", t("commission"), (day) => day.commissionKurus), hiddenBelow: "sm" },
    amount("net", t("net"), ({ netKurus }) => netKurus),
    { key: "rate", head: t("successRate"), align: "right", cell: rate, hiddenBelow: "sm" },
  ];
  return (
    <Table
      caption={t("chart.caption")}
      columns={columns}
      rows={[...days].reverse()}
      rowKey={({ day }) => day.toISOString()}
      empty={null}
    />
  );
}
