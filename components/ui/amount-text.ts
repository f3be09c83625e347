import type { Language } from "@/server/domain/errors";
import { decimalText, maxAmountKurus } from "@/server/domain/money";

/**
 * The kuruş of an amount as somebody types it: `1.250,50` in Turkish, `1,250.50` in English, with or without the signs between
 * thousands. A sign that can only stand before kuruş is taken as such in either language. Null: no amount.
 */
export function readAmount(typed: string, language: Language): bigint | null {
  const text = typed.replace(/\s|TL|TRY|₺/gi, "");
  const [group, decimal] = language === "tr" ? [".", ","] : [",", "."];
  const isOtherWay = new RegExp(`^\\d+\\${group}\\d{1,2}$`).test(text);
  const [whole = "", part, ...more] = text.split(isOtherWay ? group : decimal);
  const digits = isOtherWay ? whole : withoutGroups(whole, group);
  if (digits === null || more.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
  if (part !== undefined && !/^\d{0,2}$/.test(part)) return null;
  return BigInt(digits) * 100n + BigInt((part ?? "").padEnd(2, "0"));
}

/** Whether it can be charged at all (§8.1). */
export const isAmount = (kurus: bigint | null | undefined): kurus is bigint =>
  typeof kurus === "bigint" && kurus >= 1n && kurus <= maxAmountKurus;

/** Signs between thousands stand before three digits each; anything else is a slip of the finger. */
function withoutGroups(whole: string, group: string): string | null {
  const parts = whole.split(group);
  const isGrouped = parts.slice(1).every((part) => part.length === 3) && (parts[0] ?? "").length <= 3;
  return parts.length === 1 || isGrouped ? parts.join("") : null;
}

/** An amount as it is written into a field: without the currency, nothing between thousands. */
export const amountText = (kurus: bigint, language: Language): string =>
  language === "tr" ? decimalText(kurus).replace(".", ",") : decimalText(kurus);
