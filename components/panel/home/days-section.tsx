"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { type Column, Table } from "../../ui/table";
import { percentText, successRate } from "./change";
import type { HomeData } from "./home-figures";
import { homeWords } from "./home-words";

type Day = HomeData["days"][number];

/** Takes the room of the chart until that is there. */
const DaysChart = dynamic(() => import("./days-chart").then((loaded) => loaded.DaysChart), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});

/** The 30 days one by one: as bars, or as a table of the same numbers, which who listens always has. */
export function DaysSection({ days }: { days: readonly Day[] }) {
  const said = useWords(homeWords);
  const [isTable, setTable] = useState(false);
  const view = (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{said.chart.view}</legend>
      <Button aria-pressed={!isTable} className={isTable ? "" : "bg-surface"} onClick={() => setTable(false)}>
        {said.chart.showChart}
      </Button>
      <Button aria-pressed={isTable} className={isTable ? "bg-surface" : ""} onClick={() => setTable(true)}>
        {said.chart.showTable}
      </Button>
    </fieldset>
  );
  return (
    <Section title={said.chart.title} actions={view}>
      {!isTable && (
        <>
          <Legend />
          <div className="h-64 w-full">
            {days.some(hasMoney) ? <DaysChart days={days} /> : <NothingToDraw />}
          </div>
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
      {useWords(homeWords).chart.nothing}
    </p>
  );
}

function Legend() {
  const said = useWords(homeWords);
  return (
    <p aria-hidden="true" className="mb-2 flex gap-4 text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-xs bg-accent" /> {said.captured}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-xs bg-warn" /> {said.refunded}
      </span>
    </p>
  );
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const said = useWords(homeWords);
  const language = useLanguage();
  const rate = ({ capturedCount, notCapturedCount }: Day) => {
    const share = successRate(capturedCount, notCapturedCount);
    return share === null ? said.noRate : percentText(share, language);
  };
  const amount = (key: string, head: string, of: (day: Day) => bigint): Column<Day> => ({
    key,
    head,
    align: "right",
    cell: (day) => <Amount kurus={of(day)} />,
  });
  const columns: Column<Day>[] = [
    { key: "day", head: said.chart.day, cell: ({ day }) => <Moment at={day} style="day" /> },
    { key: "count", head: said.chart.count, align: "right", cell: ({ capturedCount }) => capturedCount },
    amount("captured", said.captured, ({ capturedKurus }) => capturedKurus),
    amount("refunded", said.refunded, ({ refundedKurus }) => refundedKurus),
    { ...amount("commission", said.commission, (day) => day.commissionKurus), hiddenBelow: "sm" },
    amount("net", said.net, ({ netKurus }) => netKurus),
    { key: "rate", head: said.successRate, align: "right", cell: rate, hiddenBelow: "sm" },
  ];
  return (
    <Table
      caption={said.chart.caption}
      columns={columns}
      rows={[...days].reverse()}
      keyOf={({ day }) => day.toISOString()}
      empty={null}
    />
  );
}
