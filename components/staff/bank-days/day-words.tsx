"use client";
import { useTranslations } from "use-intl/react";
import type { Catalogues } from "@/messages/catalogues";
import { DateTime } from "../../ui/date-time";
import { State } from "../../ui/state";
import { type BoardDay, toDate } from "./bank-day-types";

export const Day = ({ day }: { day: string }) => <DateTime at={toDate(day)} style="day" />;

type Words = Catalogues["staff"]["bankDays"];

/** Returns the words for what a file covers, for the name of a protocol and for the name of a layout. */
export function useDayWords() {
  const t = useTranslations("staff.bankDays");
  const toProtocol = (name: string): string => {
    const known = name as keyof Words["protocols"];
    return t.has(`protocols.${known}`) ? t(`protocols.${known}`) : name;
  };
  const toFormat = (id: string): string => {
    const known = id as keyof Words["formats"];
    return t.has(`formats.${known}`) ? t(`formats.${known}`) : id;
  };
  const toScope = ({ of, name, bankName }: BoardDay["scope"]): string => {
    if (of === "all") return t("allBanks");
    return of === "bank" ? (bankName ?? name) : t("banksOf", { protocol: toProtocol(name) });
  };
  /** The operator's command has no person of staff. */
  const toImporter = (importedBy: string): string => (importedBy === "operator" ? t("commandLine") : importedBy);
  return { toProtocol, toFormat, toScope, toImporter };
}

/** The ages in whole days from which an open difference is shown as worse. */
const ages = { bad: 3, urgent: 7 } as const;

/** How long something has been open: the older, the more striking. */
export function OpenAge({ days, label }: { days: number; label?: string }) {
  const t = useTranslations("staff.bankDays");
  const age = label ?? t("age", { days });
  if (days >= ages.urgent) {
    return (
      <span className="inline-flex items-center rounded-control border border-bad px-1.5 font-semibold whitespace-nowrap text-bad">
        <span aria-hidden="true">!</span>&nbsp;{age}
      </span>
    );
  }
  const tone = days >= ages.bad ? "bad" : days >= 1 ? "warn" : "info";
  return (
    <State tone={tone}>
      <span className={tone === "bad" ? "font-medium text-bad" : undefined}>{age}</span>
    </State>
  );
}

/** The state of a day: how many differences are open and since when, or how it was closed. */
export function DayState({ day }: { day: Pick<BoardDay, "openCount" | "openDays" | "explainedCount"> }) {
  const t = useTranslations("staff.bankDays");
  const { openCount, openDays, explainedCount } = day;
  if (openCount > 0)
    return <OpenAge days={openDays ?? 0} label={t("openSince", { count: openCount, days: openDays ?? 0 })} />;
  if (explainedCount > 0) return <State tone="good">{t("closedExplained", { count: explainedCount })}</State>;
  return <State tone="good">{t("closed")}</State>;
}
