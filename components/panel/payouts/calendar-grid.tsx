"use client";
import { useTranslations } from "use-intl/react";
import { useLanguage } from "../../ui/language";
import type { PanelOutputs } from "../outputs";
import { type CalendarDay, CalendarEntries } from "./calendar-entries";
import { dayText, monthText, toWeeks, weekdayNames } from "./calendar-month";

/** The days of a month as a table of weeks. Days on which banks are closed are shaded. */
export function CalendarGrid({ calendar: { month, days, today } }: { calendar: PanelOutputs["payout"]["calendar"] }) {
  const t = useTranslations("panel.payoutCalendar");
  const language = useLanguage();
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line">
      <caption className="sr-only">{t("caption", { month: monthText(month, language) })}</caption>
      <thead>
        <tr>
          {weekdayNames(language).map(({ short, long }) => (
            <th
              key={long}
              scope="col"
              abbr={long}
              className="bg-surface px-2 py-1.5 text-left font-medium text-ink-soft"
            >
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {toWeeks(days).map((week) => (
          <tr key={week.find((day) => day !== null)?.date}>
            {week.map((day, index) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place of an empty cell is all that it has
                <td key={index} className="border-t border-line bg-surface" />
              ) : (
                <DayCell key={day.date} day={day} isToday={day.date === today} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ day, isToday }: { day: CalendarDay; isToday: boolean }) {
  const t = useTranslations("panel.payoutCalendar");
  const language = useLanguage();
  const { date, isBusinessDay, holiday, entries } = day;
  return (
    <td
      aria-current={isToday ? "date" : undefined}
      className={`h-20 border-t border-line p-1 align-top [&:not(:first-child)]:border-l ${isBusinessDay ? "" : "bg-surface"}`}
    >
      <p className="flex items-baseline gap-1.5 px-1.5">
        <time dateTime={date} className={isToday ? "font-semibold text-accent" : "text-ink-soft"}>
          <span aria-hidden="true">{Number(date.slice(8))}</span>
          <span className="sr-only">{dayText(date, language, "weekday")}</span>
        </time>
        {isToday && <span className="text-xs font-medium text-accent">{t("todayMark")}</span>}
      </p>
      {!isBusinessDay && (
        <p className="px-1.5 text-xs text-ink-soft">{holiday ?? <span className="sr-only">{t("closed")}</span>}</p>
      )}
      <CalendarEntries entries={entries} />
    </td>
  );
}
