"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { DateTime, dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { RowLink } from "../../ui/list/row-link";
import { type BoardDay, bankDaysHref, toDate } from "./bank-day-types";
import { DayState, useDayWords } from "./day-words";

/** Returns the columns of the list of bank days. */
export function useDayColumns(): ListColumn<BoardDay>[] {
  const t = useTranslations("staff.bankDays");
  const language = useLanguage();
  const { toFormat, toScope, toImporter } = useDayWords();
  const amount = (key: "sold" | "back" | "commission", kurus: (day: BoardDay) => bigint, rank: number) =>
    ({
      key,
      head: t(key),
      width: 9,
      rank,
      align: "right",
      card: "line",
      cell: (day) => <Amount kurus={kurus(day)} />,
    }) satisfies ListColumn<BoardDay>;
  return [
    {
      key: "day",
      head: t("day"),
      width: 11,
      grows: true,
      card: "title",
      cell: ({ bankDayId, day, scope, format }) => (
        <>
          <RowLink href={`${bankDaysHref}/${bankDayId}`}>{dateTimeText(toDate(day), language, "day")}</RowLink>
          <span className="block">{toScope(scope)}</span>
          <span className="block font-normal text-ink-soft">{toFormat(format)}</span>
        </>
      ),
    },
    { key: "state", head: t("state"), width: 13, card: "state", cell: (day) => <DayState day={day} /> },
    {
      key: "lines",
      head: t("lines"),
      width: 6,
      rank: 3,
      align: "right",
      card: "line",
      cell: (day) => <Lines {...day} />,
    },
    amount("sold", ({ soldKurus }) => soldKurus, 1),
    amount("back", ({ backKurus }) => backKurus, 4),
    amount("commission", ({ commissionKurus }) => commissionKurus, 2),
    {
      key: "importedBy",
      head: t("importedBy"),
      width: 10,
      rank: 5,
      card: "line",
      cell: ({ importedBy, importedAt }) => (
        <span className="wrap-anywhere">
          {toImporter(importedBy)}
          <span className="block text-ink-soft">
            <DateTime at={importedAt} />
          </span>
        </span>
      ),
    },
  ];
}

/** How many lines the file has, and how many of them the books have. */
export function Lines({ lineCount, matchedCount }: Pick<BoardDay, "lineCount" | "matchedCount">) {
  const t = useTranslations("staff.bankDays");
  const format = useFormatter();
  return (
    <>
      <span className="tabular-nums">{format.number(lineCount)}</span>{" "}
      <span className="font-normal text-ink-soft">({t("matched", { count: matchedCount })})</span>
    </>
  );
}
