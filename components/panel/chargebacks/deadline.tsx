"use client";
import { useTranslations } from "use-intl/react";
import type { Urgency } from "@/server/domain/chargebacks/chargeback-rules";
import { dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import { State, type StateTone } from "../../ui/state";
import type { Chargeback } from "./chargeback-types";

/** The tone of each urgency: the nearer the last day, the stronger. */
export const urgencyTones: Readonly<Record<Urgency, StateTone>> = {
  later: "info",
  soon: "warn",
  today: "bad",
  late: "bad",
};

const weights: Readonly<Record<Urgency, string>> = { later: "", soon: "", today: "font-medium", late: "font-semibold" };

/** Returns a function that writes the last day for an answer in the page's language. */
export function useDayText() {
  const language = useLanguage();
  return (day: string): string => dateTimeText(new Date(`${day}T00:00:00+03:00`), language, "day");
}

/** The last day for an answer; while one is awaited, with how near it is. */
export function Deadline({ chargeback }: { chargeback: Pick<Chargeback, "respondBy" | "urgency"> }) {
  const { respondBy, urgency } = chargeback;
  const t = useTranslations("shared.chargeback.deadline");
  const day = useDayText()(respondBy);
  if (urgency === null) return <span className="whitespace-nowrap text-ink-soft">{day}</span>;
  return (
    <State tone={urgencyTones[urgency]}>
      <span className={weights[urgency]}>{t(urgency, { day })}</span>
    </State>
  );
}
