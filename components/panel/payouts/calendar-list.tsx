"use client";
import { useTranslations } from "use-intl/react";
import { useLanguage } from "../../ui/language";
import type { PanelOutputs } from "../outputs";
import { CalendarEntries } from "./calendar-entries";
import { dayText } from "./calendar-month";

/** The days of a month that have money, and its holidays, for narrow screens. */
export function CalendarList({ calendar: { days, today } }: { calendar: PanelOutputs["payout"]["calendar"] }) {
  const t = useTranslations("panel.payoutCalendar");
  const language = useLanguage();
  const shown = days.filter(({ entries, holiday }) => entries.length > 0 || holiday !== null);
  if (shown.length === 0) return <p className="text-ink-soft">{t("emptyMonth")}</p>;
  return (
    <ol className="divide-y divide-line rounded-card border border-line">
      {shown.map(({ date, holiday, entries }) => (
        <li key={date} className="grid grid-cols-[6.5rem_1fr] gap-2 px-3 py-2">
          <p className="pt-1">
            <time dateTime={date} className={date === today ? "font-semibold text-accent" : ""}>
              {dayText(date, language, "short")}
            </time>
            {date === today && <span className="block text-xs font-medium text-accent">{t("todayMark")}</span>}
            {holiday && <span className="block text-xs text-ink-soft">{holiday}</span>}
          </p>
          <CalendarEntries entries={entries} />
        </li>
      ))}
    </ol>
  );
}
