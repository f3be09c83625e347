import type { Language } from "@/server/domain/errors";

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

/** A share of 1 in percent with one decimal, as the language writes it: `%85,7`, `85.7%`. */
export const percentText = (share: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: "percent", maximumFractionDigits: 1 }).format(share);

/** How far a sum is from an earlier one, as a share of that, to the tenth of a percent; null where that was nothing. */
export function changeOf(now: bigint, before: bigint): number | null {
  if (before === 0n) return null;
  const size = before < 0n ? -before : before;
  return Number(((now - before) * 1000n) / size) / 1000;
}

/** Captured payments as a share of those that ended, to the tenth of a percent; null where none did. */
export function successRate(captured: number, notCaptured: number): number | null {
  const ended = captured + notCaptured;
  return ended === 0 ? null : Math.round((captured * 1000) / ended) / 1000;
}

/** By how many points two shares differ, without a sign: `1,5`. */
export const pointsText = (difference: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 }).format(Math.abs(difference) * 100);
