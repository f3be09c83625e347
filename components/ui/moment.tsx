"use client";
import type { Language } from "@/server/domain/errors";
import { useLanguage } from "./language";

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

const styles = {
  /** 20 Kas 2026 12:00 */
  minute: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  second: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
  day: { day: "numeric", month: "short", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type MomentStyle = keyof typeof styles;

/** An instant as it is in Türkiye, whose business days these are. */
export const momentText = (at: Date, language: Language, style: MomentStyle = "minute"): string =>
  new Intl.DateTimeFormat(locales[language], { ...styles[style], timeZone: "Europe/Istanbul" }).format(at);

export function Moment({ at, style }: { at: Date; style?: MomentStyle }) {
  const text = momentText(at, useLanguage(), style);
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {text}
    </time>
  );
}
