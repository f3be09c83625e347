import type { Language } from "@/server/domain/errors";
import { parseTypedAmount } from "@/server/domain/money";
import { amountText } from "../amount-text";

/** How a value is read from what a person types, and written into a field. */
export interface Notation<Value> {
  read(typed: string): Value;
  write(value: Value): string;
}

export interface TextOptions {
  /** Whether the value of an empty field is null. */
  readonly isOptional?: boolean | undefined;
  /** Whether blanks around the text are kept, for texts that are compared exactly. */
  readonly keepsBlanks?: boolean | undefined;
}

export const textNotation = ({ isOptional = false, keepsBlanks = false }: TextOptions): Notation<string | null> => ({
  read: (typed) => {
    const text = typed.trim();
    if (isOptional && text === "") return null;
    return keepsBlanks ? typed : text;
  },
  write: (text) => text ?? "",
});

/** Amounts are in kuruş. A text that is no amount in the notation of the language is null. */
export const amountNotation = (language: Language): Notation<bigint | null> => ({
  read: (typed) => parseTypedAmount(typed, language),
  write: (kurus) => (kurus === null ? "" : amountText(kurus, language)),
});

/**
 * Percentages are in bps, from 0 to 10,000, and are typed with at most two decimals. Comma and dot both separate
 * decimals in every language, because no percentage has thousands. Any other text is null, also an empty one.
 */
export const percentNotation = (language: Language): Notation<number | null> => ({
  read: (typed) => {
    const [, whole, part = ""] = /^%?(\d{1,3})(?:[.,](\d{0,2}))?%?$/.exec(typed.replace(/\s/g, "")) ?? [];
    const bps = whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
    return bps !== null && bps <= 10_000 ? bps : null;
  },
  write: (bps) => (bps === null ? "" : percentText(bps, language)),
});

/** Formats bps as a percentage without its sign: `50`, `12,50`. */
export const percentText = (bps: number, language: Language): string =>
  amountText(BigInt(bps), language).replace(/[.,]00$/, "");
