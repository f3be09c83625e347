import type { Language } from "@/server/domain/errors";

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

/** Formats a share (0 to 1) as a percentage with one decimal: `%85,7` in Turkish, `85.7%` in English. */
export const percentText = (share: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: "percent", maximumFractionDigits: 1 }).format(share);

/**
 * Returns the relative change of a sum, truncated to a tenth of a percent. Returns null when the earlier sum was
 * zero.
 */
export function relativeChange(now: bigint, before: bigint): number | null {
  if (before === 0n) return null;
  const size = before < 0n ? -before : before;
  return Number(((now - before) * 1000n) / size) / 1000;
}

/**
 * Returns the share of captured payments among all that ended, to a tenth of a percent. Returns null when none ended.
 */
export function successRate(captured: number, notCaptured: number): number | null {
  const ended = captured + notCaptured;
  return ended === 0 ? null : Math.round((captured * 1000) / ended) / 1000;
}

/** Formats the difference of two shares in percentage points, without a sign: `1,5`. */
export const pointsText = (difference: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 }).format(Math.abs(difference) * 100);
