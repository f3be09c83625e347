"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Refreshing } from "../../ui/refreshing";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { CalendarGrid } from "./calendar-grid";
import { CalendarList } from "./calendar-list";
import { dayText, isNextDay, monthText, moveMonth } from "./calendar-month";
import { useCalendarMonth } from "./use-calendar-month";

type Calendar = PanelOutputs["payout"]["calendar"];

/** How often the calendar is read again, in ms: money moves on it a few times a day. */
const everyMs = 60_000;

/**
 * What the account gets and when: the next sum in words, and the days of a month as a grid, or as a list. The address
 * of the page names the month.
 */
export function CalendarSection() {
  const t = useTranslations("panel.payoutCalendar");
  const { month, show } = useCalendarMonth();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...useTRPC().payout.calendar.queryOptions({ month }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-96 w-full" />;
  const present = data.today.slice(0, 7);
  return (
    <Section title={t("title")}>
      <NextMoney calendar={data} />
      <MonthBar
        month={month ?? present}
        shown={data.month}
        present={present}
        onChange={(chosen) => show(chosen === present ? null : chosen)}
      />
      <Refreshing isStale={isPlaceholderData}>
        <div className="@container">
          <div className="@max-[52rem]:hidden">
            <CalendarGrid calendar={data} />
          </div>
          <div className="@[52rem]:hidden">
            <CalendarList calendar={data} />
          </div>
        </div>
      </Refreshing>
    </Section>
  );
}

/** The next sum in words: `On Monday, 30 November, TRY 1,250.50 reaches your account.` */
function NextMoney({ calendar: { next, today } }: { calendar: Calendar }) {
  const t = useTranslations("panel.payoutCalendar");
  const language = useLanguage();
  if (!next) return <p className="mb-4 text-ink-soft">{t("nothingNext")}</p>;
  const amount = displayAmount(next.amountKurus, language);
  const words = { amount, day: dayText(next.date, language, "weekday") };
  const key = next.date === today ? "today" : isNextDay(today, next.date) ? "tomorrow" : "onDay";
  return <p className="mb-4 text-lg font-semibold">{t(next.isTooSmall ? `small.${key}` : `next.${key}`, words)}</p>;
}

interface MonthBarProps {
  /** The chosen month, `YYYY-MM`, as are the others. */
  readonly month: string;
  /** The month of the days below: still the former one while the chosen one is read. */
  readonly shown: string;
  readonly present: string;
  onChange(month: string): void;
}

function MonthBar({ month, shown, present, onChange }: MonthBarProps) {
  const t = useTranslations("panel.payoutCalendar");
  const language = useLanguage();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Button aria-label={t("previous")} onClick={() => onChange(moveMonth(month, -1))}>
        <ChevronLeft aria-hidden="true" size={16} />
      </Button>
      <Button aria-label={t("following")} onClick={() => onChange(moveMonth(month, 1))}>
        <ChevronRight aria-hidden="true" size={16} />
      </Button>
      <h3 aria-live="polite" className="ml-1 font-semibold">
        {monthText(shown, language)}
      </h3>
      {month !== present && <Button onClick={() => onChange(present)}>{t("present")}</Button>}
    </div>
  );
}
