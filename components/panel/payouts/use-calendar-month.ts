"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { readCalendarMonth } from "@/server/domain/payouts/calendar-month";
import { writeMonth } from "./calendar-month";

/** The month that the calendar shows, and how it is changed. */
interface CalendarMonth {
  /** `YYYY-MM`; null for the present month. */
  readonly month: string | null;
  /** Shows another month, which the browser's back button undoes; null for the present one. */
  show(month: string | null): void;
}

/**
 * Reads the month of the calendar from the address of the page, which the list of payouts uses too. A change adds an
 * entry to the browser's history without a request for the page.
 */
export function useCalendarMonth(): CalendarMonth {
  const path = usePathname();
  const parameters = useSearchParams();
  return {
    month: readCalendarMonth(parameters.get("month")),
    show(month) {
      const next = writeMonth(parameters, month);
      if (next === parameters.toString()) return;
      window.history.pushState(null, "", next === "" ? path : `${path}?${next}`);
    },
  };
}
