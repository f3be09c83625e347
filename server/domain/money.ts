// Every amount is a whole number of kuruş in a BigInt. Floating-point numbers are not used for money anywhere.

/** The largest amount that one payment may have (§4.1), in kuruş. */
export const maxAmountKurus = 1_000_000_000n;

/** Formats an amount in kuruş with a dot and two decimals, as banks expect it: `125050n` → `1250.50`. */
export function decimalText(amountKurus: bigint): string {
  const sign = amountKurus < 0n ? "-" : "";
  const digits = (amountKurus < 0n ? -amountKurus : amountKurus).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** How machines write amounts: `1250.50`, `125050` in kuruş, or `1.250,50` with optional thousands separators. */
export type AmountNotation = "decimal" | "kurus" | "turkish";

const wirePatterns: Readonly<Record<AmountNotation, RegExp>> = {
  decimal: /^(\d{1,15})(?:\.(\d{1,2}))?$/,
  kurus: /^(\d{0,13}?)(\d{1,2})$/,
  turkish: /^(\d{1,12}|\d{1,3}(?:\.\d{3}){1,3}(?=,))(?:,(\d{1,2}))?$/,
};

/**
 * Reads an amount that a machine wrote (a bank, an address of the panel) as kuruş, exactly. Null for any other text.
 */
export function parseWireAmount(text: string | null, format: AmountNotation): bigint | null {
  const [, whole, part = ""] = wirePatterns[format].exec(text ?? "") ?? [];
  if (whole === undefined) return null;
  if (format === "kurus") return BigInt(whole + part);
  return BigInt(whole.replaceAll(".", "")) * 100n + BigInt(part.padEnd(2, "0"));
}

/**
 * Reads an amount that a person typed as kuruş: `1.250,50` in Turkish, `1,250.50` in English, with or without the
 * currency and the thousands separators. The separator of the other language is accepted before one or two digits,
 * because it cannot separate thousands there. Null for any other text.
 */
export function parseTypedAmount(typed: string, language: "tr" | "en"): bigint | null {
  const text = typed.replace(/\s|TL|TRY|₺/gi, "");
  const [group, decimal] = language === "tr" ? [".", ","] : [",", "."];
  const isOtherWay = new RegExp(`^\\d+\\${group}\\d{1,2}$`).test(text);
  const [whole = "", part, ...more] = text.split(isOtherWay ? group : decimal);
  const digits = isOtherWay ? whole : removeThousands(whole, group);
  if (digits === null || more.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
  if (part !== undefined && !/^\d{0,2}$/.test(part)) return null;
  return BigInt(digits) * 100n + BigInt((part ?? "").padEnd(2, "0"));
}

/** Removes thousands separators. Null when one is not followed by exactly three digits: that is a typing mistake. */
function removeThousands(whole: string, group: string): string | null {
  const parts = whole.split(group);
  const isGrouped = parts.slice(1).every((part) => part.length === 3) && (parts[0] ?? "").length <= 3;
  return parts.length === 1 || isGrouped ? parts.join("") : null;
}

/** Returns whether one payment may have this amount, in kuruş (§8.1). */
export const isPaymentAmount = (kurus: bigint | null | undefined): kurus is bigint =>
  typeof kurus === "bigint" && kurus >= 1n && kurus <= maxAmountKurus;

/** Reads an amount in the address of a list, in kuruş. Null where no payment may have it or a zero leads. */
export function parseAmountParameter(text: string | null): bigint | null {
  const kurus = text?.startsWith("0") ? null : parseWireAmount(text, "kurus");
  return isPaymentAmount(kurus) ? kurus : null;
}

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const turkish = new Intl.NumberFormat("tr-TR", decimals);
const english = new Intl.NumberFormat("en-US", decimals);
const others = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount in kuruş for people: `1.250,50 TL` in Turkish, `TRY 1,250.50` in English, and as `Intl` writes the
 * code of the currency in other languages, such as `1.250,50 TRY` in German.
 * @param locale a language, with or without a region and extensions
 */
export function displayAmount(amountKurus: bigint, locale: string): string {
  // Intl formats a decimal text exactly, without converting it to a float.
  const text = decimalText(amountKurus) as `${number}`;
  const [language] = locale.split("-");
  if (language === "tr") return `${turkish.format(text)} TL`;
  return language === "en" ? `TRY ${english.format(text)}` : otherFormat(locale).format(text);
}

function otherFormat(locale: string): Intl.NumberFormat {
  const format =
    others.get(locale) ??
    new Intl.NumberFormat(locale, { style: "currency", currency: "TRY", currencyDisplay: "code" });
  others.set(locale, format);
  return format;
}

/** Converts an amount to a JSON number. Throws RangeError above 2^53, which no valid amount reaches (§8.1). */
export function jsonAmount(amountKurus: bigint): number {
  const number = Number(amountKurus);
  if (!Number.isSafeInteger(number)) throw new RangeError("Amount is not a safe integer");
  return number;
}
