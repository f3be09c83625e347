import type { BankReferences } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild, readChildTexts, type XmlElement } from "@/server/banks/wire";

/** A `GVPSResponse` (B-3.5). Empty and absent values are null. */
export interface Answer {
  readonly orderId: string | null;
  /** `GVPS` for the gateway itself, `HOST` for the issuer or its host. */
  readonly source: string | null;
  readonly code: string | null;
  readonly reasonCode: string | null;
  /** `Approved` or `Declined`. */
  readonly message: string | null;
  readonly errorMessage: string | null;
  readonly systemMessage: string | null;
  readonly references: BankReferences;
  /** `ProvDate`: the time of the operation (UTC); for a look-up it is the time of the look-up. */
  readonly at: Date | undefined;
  /** Returns the text of one of the transaction's own elements, or null. */
  transaction(name: string): string | null;
  /** The element `Order`, which contains the results of look-ups. */
  readonly order: XmlElement;
}

/** Reads a `GVPSResponse`; returns null for any other document and for one with missing or repeated elements. */
export function readAnswer(root: XmlElement | null): Answer | null {
  if (root?.name !== "GVPSResponse" || readChildTexts(root) === null) return null;
  const order = findChild(root, "Order");
  const transaction = findChild(root, "Transaction");
  const orders = readTexts(order);
  const transactions = readTexts(transaction);
  if (order === null || transaction === null || orders === null || transactions === null) return null;
  const response = readTexts(findChild(transaction, "Response"));
  if (response === null) return null;
  return {
    orderId: orders("OrderID"),
    source: response("Source"),
    code: response("Code"),
    reasonCode: response("ReasonCode"),
    message: response("Message"),
    errorMessage: response("ErrorMsg"),
    systemMessage: response("SysErrMsg"),
    references: { authCode: transactions("AuthCode"), rrn: transactions("RetrefNum"), transactionId: null },
    at: readBankTime(transactions("ProvDate")),
    transaction: transactions,
    order,
  };
}

/**
 * Returns a reader of the texts of an element's children, which gives null for an empty text. Returns null when the
 * element is absent or one of its children occurs twice.
 */
export function readTexts(element: XmlElement | null): ((name: string) => string | null) | null {
  const texts = element === null ? null : readChildTexts(element);
  return texts === null ? null : (name) => texts.get(name) || null;
}

/** Returns whether the code is an approval that `ReasonCode` and `Message` do not contradict. */
export const isApproved = ({ code, reasonCode, message }: Answer): boolean =>
  code === "00" && (reasonCode ?? "00") === "00" && (message ?? "Approved") === "Approved";

/** Returns whether the code is a refusal that `Message` does not contradict. */
export const isDeclined = ({ code, message }: Answer): boolean =>
  code !== null && code !== "00" && (message ?? "Declined") === "Declined";
