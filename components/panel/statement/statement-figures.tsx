"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { plusMs } from "@/server/domain/clock";
import type { ListQuery } from "@/server/domain/lists";
import { statementDaysMax } from "@/server/domain/statements/statement";
import type { statementList } from "@/server/domain/statements/statement-list";
import { Amount } from "../../ui/amount";
import { dateTimeText } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Refreshing } from "../../ui/refreshing";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { type Figure, Figures } from "../home/figures";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { TotalsTable } from "./totals-table";

type Statement = PanelOutputs["statement"]["figures"];

/** The balances and the totals of a period. */
export function StatementFigures({ query }: { query: ListQuery<typeof statementList> }) {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...useTRPC().statement.figures.queryOptions(query),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-72 w-full" />;
  const [from, to] = [data.from, lastDay(data)].map((at) => dateTimeText(at, language, "day")) as [string, string];
  return (
    <Refreshing isStale={isPlaceholderData}>
      <Section title={t("period", { from, to })}>
        <div className="flex flex-col gap-4">
          {data.isCut && <Notice tone="info">{t("periodCut", { days: statementDaysMax })}</Notice>}
          {data.book === "direct" && (
            <Notice tone="info" title={t("directTitle")}>
              {t("direct")}
            </Notice>
          )}
          <Balances statement={data} />
          {(query.kind !== null || query.terminal !== null) && data.book === "collected" && (
            <p className="text-ink-soft">{t("selection")}</p>
          )}
        </div>
      </Section>
      <Section title={t("totals")}>
        <TotalsTable caption={t("totalsCaption")} totals={data.totals} />
      </Section>
    </Refreshing>
  );
}

/** Returns an instant of the last day of a statement. */
const lastDay = ({ to }: Statement): Date => plusMs(to, -1);

function Balances({ statement }: { statement: Statement }) {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  const { openingKurus, closingKurus, from, to, asOf } = statement;
  if (openingKurus === null || closingKurus === null) return null;
  const figures: Figure[] = [
    {
      term: t("opening"),
      value: <Amount kurus={openingKurus} />,
      note: t("openingNote", { day: dateTimeText(from, language, "day") }),
    },
    { term: t("change"), value: <Amount kurus={closingKurus - openingKurus} />, note: t("changeNote") },
    {
      term: t("closing"),
      value: <Amount kurus={closingKurus} />,
      note: to > asOf ? t("closingNow") : t("closingNote", { day: dateTimeText(lastDay(statement), language, "day") }),
    },
  ];
  return <Figures figures={figures} />;
}
