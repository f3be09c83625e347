/** Amounts are whole kuruş in BigInt; nothing here or anywhere else is a float. */

export const maxAmountKurus = 1_000_000_000n;

/** Digits with two decimals and a dot, `125050n` → `1250.50`: what banks take. */
export function decimalText(amountKurus: bigint): string {
  const sign = amountKurus < 0n ? "-" : "";
  const digits = (amountKurus < 0n ? -amountKurus : amountKurus).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Reads a bank's decimal text (`100`, `1.1`, `1.10`) exactly; null when it is anything else. */
export function parseDecimalText(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text);
  return match?.[1] === undefined ? null : BigInt(match[1]) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
}

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const turkish = new Intl.NumberFormat("tr-TR", decimals);
const english = new Intl.NumberFormat("en-US", decimals);

/** `1.250,50 TL` in Turkish, `TRY 1,250.50` in English; always two decimals. */
export function displayAmount(amountKurus: bigint, language: "tr" | "en"): string {
  const text = decimalText(amountKurus) as `${number}`; // a decimal text is formatted exactly, not as a float
  return language === "tr" ? `${turkish.format(text)} TL` : `TRY ${english.format(text)}`;
}

/** A BigInt amount as a JSON number; amounts are bounded far below 2^53 (§8.1). */
export function jsonAmount(amountKurus: bigint): number {
  const number = Number(amountKurus);
  if (!Number.isSafeInteger(number)) throw new RangeError("Amount is not a safe integer");
  return number;
}
