import { istanbulYearMonth } from "@/server/domain/business-day";
import { detectScheme, passesLuhn } from "../cards";

// Checks of a card that are the same at every bank.

export const isCardLength = (pan: string): boolean => /^\d{13,19}$/.test(pan);

export const isCardNumber = (pan: string): boolean => isCardLength(pan) && passesLuhn(pan);

export const isSecurityCode = (code: string, pan: string): boolean =>
  (detectScheme(pan) === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(code);

/**
 * Returns whether the card's month has not ended in Istanbul.
 * @param month two digits
 * @param year two digits
 */
export function isUnexpired(month: string, year: string, now: Date): boolean {
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^\d{2}$/.test(year)) return false;
  const today = istanbulYearMonth(now);
  const fullYear = 2000 + Number(year);
  return fullYear > today.year || (fullYear === today.year && Number(month) >= today.month);
}
