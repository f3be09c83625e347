/**
 * The meanings that a text may have by which staff search the payments of all accounts. It can have several at once;
 * null means not that one.
 */
export interface AllPaymentSearch {
  readonly paymentCode: string | null;
  readonly linkId: string | null;
  readonly refundId: string | null;
  readonly partnerId: string | null;
  readonly terminalId: string | null;
  /** The last four digits of a card, and its first six where the text has them. */
  readonly card: { readonly bin: string | null; readonly last4: string } | null;
  /** The number of an order at the bank, an approval code, or a retrieval reference number (RRN), also of a refund. */
  readonly bankReference: string | null;
  /** An order code or its beginning. */
  readonly orderCode: string;
}

/** Reads the text of the search box. Returns null when it is blank. */
export function readAllPaymentSearch(entered: string): AllPaymentSearch | null {
  const text = entered.trim();
  if (text === "") return null;
  return {
    paymentCode: readUlid("pay_", text),
    linkId: readUlid("pl_", text),
    refundId: readUlid("rf_", text),
    partnerId: /^prt_\w{1,60}$/.test(text) ? text : null,
    terminalId: /^trm_\w{1,60}$/.test(text) ? text : null,
    card: readCard(text),
    bankReference: /^[A-Za-z0-9]{4,24}$/.test(text) ? text.toUpperCase() : null,
    orderCode: text,
  };
}

/** Reads an identifier with the given prefix in any case, and returns it as it is stored; null for any other text. */
function readUlid(prefix: string, text: string): string | null {
  const rest = text.slice(prefix.length);
  const isOne = text.toLowerCase().startsWith(prefix) && /^[0-9a-z]{26}$/i.test(rest);
  return isOne ? prefix + rest.toUpperCase() : null;
}

/** Reads `1234`, and a masked number such as `454360******1234` or `454360 1234`. */
function readCard(text: string): AllPaymentSearch["card"] {
  if (/^\d{4}$/.test(text)) return { bin: null, last4: text };
  const [, bin, last4] = /^(\d{6})[\s*•.…xX-]{1,12}(\d{4})$/.exec(text) ?? [];
  return bin === undefined || last4 === undefined ? null : { bin, last4 };
}
