import { holdsCard } from "../card-texts";
import { isPaymentAmount, parseTypedAmount } from "../money";

/**
 * The meanings that a text in the search box of payments may have. It can have several at once; null means not that
 * one.
 */
export interface PaymentSearch {
  readonly paymentCode: string | null;
  readonly linkId: string | null;
  readonly cardLast4: string | null;
  readonly amountKurus: bigint | null;
  /** The number of an order at the bank, an authorisation code, or a retrieval reference number (RRN). */
  readonly bankReference: string | null;
  /** An order code or its beginning. */
  readonly partnerTxCodeStart: string;
}

/** The maximum length of a search, which is the maximum length of an order code. */
export const searchMax = 64;

/** Reads the text of the search box. Returns null when it is blank. */
export function readPaymentSearch(entered: string): PaymentSearch | null {
  const text = entered.trim();
  if (text === "") return null;
  return {
    paymentCode: readIdentifier("pay_", text),
    linkId: readIdentifier("pl_", text),
    cardLast4: /^[0-9]{4}$/.test(text) ? text : null,
    amountKurus: parseAmountText(text),
    bankReference: /^[A-Za-z0-9]{4,24}$/.test(text) ? text.toUpperCase() : null,
    partnerTxCodeStart: text,
  };
}

/**
 * Returns whether a text contains a card number in any grouping, or a Turkish IBAN. Such a text is not searched for,
 * and it must not be recorded with a search (S1). Digits inside a longer number, such as an order code, do not count:
 * only whole groups of digits are combined.
 */
export const holdsCardNumber = (text: string): boolean =>
  /TR\d{24}/i.test(text.replace(/[\s.-]/g, "")) || holdsCard(text);

/** Reads an identifier with the given prefix in any case, and returns it as it is stored; null for any other text. */
function readIdentifier(prefix: string, text: string): string | null {
  const [, rest] = /^[a-z]+_([0-9a-z]{26})$/i.exec(text) ?? [];
  return rest !== undefined && text.toLowerCase().startsWith(prefix) ? prefix + rest.toUpperCase() : null;
}

const currency = /^(?:TL|TRY|₺)\s*|\s*(?:TL|TRY|₺)$/giu;
/** Digits and separators, or groups of three digits with spaces. Other spaced digits are rather an order code. */
const writtenAmount = /^(?:\d[\d.,]*|\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?)$/;

/**
 * Reads an amount as people of either language write it and returns it in kuruş. Null for any other text, for an amount
 * that ends with a separator, for zero, and for more than one payment may have.
 */
export function parseAmountText(entered: string): bigint | null {
  const text = entered.trim().replace(currency, "");
  if (!writtenAmount.test(text) || /[.,]$/.test(text)) return null;
  const kurus = parseTypedAmount(text, "tr") ?? parseTypedAmount(text, "en");
  return isPaymentAmount(kurus) ? kurus : null;
}
