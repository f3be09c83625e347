import { isCardNumber, schemeOf } from "../card";
import { maxAmountKurus } from "../money";

/** What a text in the search box of payments may mean; null: not that. It can mean several things at once. */
export interface PaymentSearch {
  readonly paymentCode: string | null;
  readonly linkId: string | null;
  readonly cardLast4: string | null;
  readonly amountKurus: bigint | null;
  /** The whole of an order code, or its beginning. */
  readonly partnerTxCodeStart: string;
}

/** The longest text that is looked for: an order code has at most so many characters. */
export const searchMax = 64;

/** Reads the search box; null where nothing was entered. */
export function readPaymentSearch(entered: string): PaymentSearch | null {
  const text = entered.trim();
  if (text === "") return null;
  return {
    paymentCode: identifier("pay_", text),
    linkId: identifier("pl_", text),
    cardLast4: /^[0-9]{4}$/.test(text) ? text : null,
    amountKurus: parseAmountText(text),
    partnerTxCodeStart: text,
  };
}

/**
 * Whether a text holds a card's number, however it is grouped, or a Turkish IBAN: neither is looked for, and neither may be
 * written down with what was looked for (S1). Digits that only might be a part of one, as in an order's code, are none.
 */
export const holdsCardNumber = (text: string): boolean =>
  /TR\d{24}/i.test(text.replace(/[\s.-]/g, "")) ||
  [...text.matchAll(/\d(?:[\s.+_/-]{0,2}\d){12,}/g)].some(([run]) => beginsCard(run.split(/\D+/)));

/** Groups that stand beside each other, from any of them on. */
function beginsCard(groups: readonly string[]): boolean {
  return groups.some((_, from) =>
    groups.slice(from).some((_, more) => {
      const digits = groups.slice(from, from + more + 1).join("");
      return schemeOf(digits) !== null && isCardNumber(digits);
    }),
  );
}

/** Identifiers are told apart by their prefix; their 26 characters are upper-case, however they were typed. */
function identifier(prefix: string, text: string): string | null {
  const [, rest] = /^[a-z]+_([0-9a-z]{26})$/i.exec(text) ?? [];
  return rest !== undefined && text.toLowerCase().startsWith(prefix) ? prefix + rest.toUpperCase() : null;
}

const currency = /^(?:TL|TRY|₺)\s*|\s*(?:TL|TRY|₺)$/giu;
const grouped = /^\d{1,3}(?:([.,\s])\d{3})(?:\1\d{3})*(?:[.,](\d{1,2}))?$/;
const plain = /^\d{1,10}(?:[.,](\d{1,2}))?$/;

/**
 * An amount as people write it, in kuruş: `1.250,50`, `1,250.50`, `1250.50`, `1250`, with or without the currency. What stands
 * before three digits parts thousands, what stands before one or two are kuruş. Null for anything else, for zero, and for
 * more than can be charged.
 */
export function parseAmountText(entered: string): bigint | null {
  const text = entered.trim().replace(currency, "");
  const match = plain.exec(text) ?? groupedParts(text);
  if (!match) return null;
  const minor = match.at(-1) ?? "";
  const major = (minor === "" ? text : text.slice(0, -minor.length - 1)).replace(/\D/g, "");
  const kurus = BigInt(major) * 100n + BigInt(minor.padEnd(2, "0"));
  return kurus > 0n && kurus <= maxAmountKurus ? kurus : null;
}

/** Thousands and kuruş are not parted by the same sign. */
function groupedParts(text: string): RegExpExecArray | null {
  const match = grouped.exec(text);
  return match && match[2] !== undefined && text.at(-match[2].length - 1) === match[1] ? null : match;
}
