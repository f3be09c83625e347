"use client";
import type { Language } from "@/server/domain/errors";
import { useLanguage } from "./language";

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

const styles = {
  /** For example `20 Kas 2026 12:00`. */
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

export type DateTimeStyle = keyof typeof styles;

/** Formats an instant in Turkish time, because the business days are those of Türkiye. */
export const dateTimeText = (at: Date, language: Language, style: DateTimeStyle = "minute"): string =>
  new Intl.DateTimeFormat(locales[language], { ...styles[style], timeZone: "Europe/Istanbul" }).format(at);

export function DateTime({ at, style }: { at: Date; style?: DateTimeStyle }) {
  const text = dateTimeText(at, useLanguage(), style);
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {text}
    </time>
  );
}
