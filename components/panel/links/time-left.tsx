"use client";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";

/** Formats a remaining time, rounded up to minutes: `6 gün 4 saat`, `3 saat 20 dk`, `12 dk`. */
export function timeLeftText(leftMs: number, t: Translator<"panel.timeLeft">): string {
  const minutes = Math.max(Math.ceil(leftMs / 60_000), 0);
  const parts = [
    { unit: "day", count: Math.floor(minutes / 1440) },
    { unit: "hour", count: Math.floor(minutes / 60) % 24 },
    { unit: "minute", count: minutes % 60 },
  ] as const;
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return t("minute", { count: 0 });
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ unit, count }) => t(unit, { count })).join(" ");
}

/** @param now the server's time at which `until` was read */
export function TimeLeft({ until, now }: { until: Date; now: Date }) {
  const t = useTranslations("panel.timeLeft");
  const text = timeLeftText(until.getTime() - now.getTime(), t);
  return <span className="whitespace-nowrap">{text}</span>;
}
