"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { istanbulDate } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { monthSpan } from "@/server/domain/statements/months";
import { statementBooks } from "@/server/domain/statements/statement";
import { Amount } from "../../ui/amount";
import { ButtonLink } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { Figures } from "../home/figures";
import { useTRPC } from "../trpc";
import { InvoiceTable } from "./invoice-table";
import { monthText } from "./month-text";
import { TotalsTable } from "./totals-table";

/** A closed month: its balances, its totals and the figures of its commission invoice. */
export function MonthScreen({ month }: { month: string }) {
  const t = useTranslations("panel.statement");
  const language = useLanguage();
  const { data, error, refetch } = useQuery(useTRPC().statement.month.queryOptions({ month }));
  const title = t("monthTitle", { month: monthText(month, language) });
  const back = { href: "/panel/statement/months", label: t("back") };
  const { from, to } = monthSpan(month);
  const lines = `/panel/statement?from=${istanbulDate(from)}&to=${istanbulDate(plusMs(to, -1))}`;
  if (!data) {
    return (
      <>
        <PageHead title={title} back={back} />
        {error ? <FailureNotice error={error} onRetry={refetch} /> : <Skeleton className="h-72 w-full" />}
      </>
    );
  }
  const { openingKurus, closingKurus, closedAt, closedBy } = data;
  return (
    <>
      <PageHead title={title} back={back} actions={<ButtonLink href={lines}>{t("showLines")}</ButtonLink>}>
        <p>{t("frozen", { at: dateTimeText(closedAt, language), name: closedBy })}</p>
      </PageHead>
      <div className="mb-8">
        <Figures
          figures={[
            { term: t("opening"), value: <Amount kurus={openingKurus} /> },
            { term: t("change"), value: <Amount kurus={closingKurus - openingKurus} /> },
            { term: t("closing"), value: <Amount kurus={closingKurus} /> },
          ]}
        />
      </div>
      {statementBooks.map((book) => {
        const totals = data.totals.filter((total) => total.book === book);
        if (book === "direct" && totals.length === 0) return null;
        return (
          <Section key={book} title={book === "direct" ? t("directTitle") : t("totals")}>
            <TotalsTable caption={book === "direct" ? t("directTitle") : t("totalsCaption")} totals={totals} />
          </Section>
        );
      })}
      <Section title={t("invoice")}>
        <InvoiceTable month={month} figures={data.figures} />
      </Section>
    </>
  );
}
