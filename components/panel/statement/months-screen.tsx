"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { istanbulDate } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { monthSpan } from "@/server/domain/statements/months";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { RowLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { PageHead } from "../../ui/page-head";
import { State, type StateTone } from "../../ui/state";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { CloseMonthDialog } from "./close-month-dialog";
import { monthText } from "./month-text";
import { StatementTabs } from "./statement-tabs";

type Month = PanelOutputs["statement"]["months"][number];

/** The months of the account's statement, and how they are closed. */
export function MonthsScreen() {
  const t = useTranslations("panel.statement");
  const { data, error, refetch } = useQuery(useTRPC().statement.months.queryOptions());
  const [closing, setClosing] = useState<string | null>(null);
  const columns = useMonthColumns(data, setClosing);
  return (
    <>
      <PageHead title={t("title")}>
        <p className="max-w-prose">{t("monthsIntro")}</p>
      </PageHead>
      <StatementTabs />
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("monthsCaption")}
          columns={columns}
          rows={data}
          rowKey={({ month }) => month}
          empty={<Empty title={t("noMonthsTitle")}>{t("noMonths")}</Empty>}
        />
      )}
      {closing !== null && <CloseMonthDialog month={closing} onClose={() => setClosing(null)} />}
    </>
  );
}

const tones: Readonly<Record<Month["state"], StateTone>> = {
  running: "info",
  open: "warn",
  closed: "good",
  passed: "quiet",
};

/** Returns where a month's figures are: on its own page once it is closed, on the statement of its days until then. */
function monthPath({ month, state }: Month): string {
  if (state === "closed") return `/panel/statement/months/${month}`;
  const { from, to } = monthSpan(month);
  return `/panel/statement?from=${istanbulDate(from)}&to=${istanbulDate(plusMs(to, -1))}`;
}

function useMonthColumns(months: readonly Month[] | undefined, onClose: (month: string) => void): ListColumn<Month>[] {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  const mayClose = useMay("month.close");
  // Months are closed in their order, so only the oldest open one has a button.
  const next = months?.findLast(({ state }) => state === "open")?.month;
  return [
    {
      key: "month",
      head: t("month"),
      width: 10,
      grows: true,
      card: "title",
      cell: (month) => <RowLink href={monthPath(month)}>{monthText(month.month, language)}</RowLink>,
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "state",
      cell: ({ state }) => <State tone={tones[state]}>{t(`states.${state}`)}</State>,
    },
    {
      key: "closed",
      head: t("states.closed"),
      width: 16,
      rank: 2,
      card: "note",
      cell: ({ closed }) =>
        closed && t("closedBy", { name: closed.closedBy, at: dateTimeText(closed.closedAt, language, "day") }),
    },
    {
      key: "commission",
      head: t("monthCommission"),
      width: 10,
      align: "right",
      rank: 1,
      card: "line",
      cell: ({ commissionKurus }) => (commissionKurus === null ? "–" : <Amount kurus={commissionKurus} />),
    },
    {
      key: "closing",
      head: t("closing"),
      width: 11,
      align: "right",
      card: "value",
      cell: ({ closed }) => (closed === null ? "–" : <Amount kurus={closed.closingKurus} />),
    },
    {
      key: "close",
      head: t("close"),
      isHeadHidden: true,
      width: 9,
      align: "right",
      card: "action",
      cell: ({ month }) =>
        mayClose &&
        month === next && (
          <Button
            aria-label={t("closeNamed", { month: monthText(month, language) })}
            aria-haspopup="dialog"
            onClick={() => onClose(month)}
          >
            {t("close")}
          </Button>
        ),
    },
  ];
}
