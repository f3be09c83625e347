"use client";
import type { Language } from "@/server/domain/errors";
import { useLanguage } from "../../ui/language";

const units: Readonly<Record<Language, readonly [day: string, hour: string, minute: string]>> = {
  tr: ["gün", "saat", "dk"],
  en: ["d", "h", "min"],
};

/** Formats a remaining time, rounded up to minutes: `6 gün 4 saat`, `3 saat 20 dk`, `12 dk`. */
export function timeLeftText(leftMs: number, language: Language): string {
  const minutes = Math.max(Math.ceil(leftMs / 60_000), 0);
  const [day, hour, minute] = units[language];
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), day],
    [Math.floor(minutes / 60) % 24, hour],
    [minutes % 60, minute],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return `0 ${minute}`;
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/** @param now the server's time at which `until` was read */
export function TimeLeft({ until, now }: { until: Date; now: Date }) {
  const text = timeLeftText(until.getTime() - now.getTime(), useLanguage());
  return <span className="whitespace-nowrap">{text}</span>;
}
