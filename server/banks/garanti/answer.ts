import type { BankReferences } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild, textsOf, type XmlElement } from "@/server/banks/wire";

/** A `GVPSResponse`; what is empty or absent is null. */
export interface Answer {
  readonly orderId: string | null;
  /** `GVPS` the gateway itself, `HOST` the issuer or its host. */
  readonly source: string | null;
  readonly code: string | null;
  readonly reasonCode: string | null;
  /** `Approved` or `Declined`. */
  readonly message: string | null;
  readonly errorMessage: string | null;
  readonly systemMessage: string | null;
  readonly references: BankReferences;
  /** `ProvDate`: when the bank did what was asked; of a look-up, when it looked. UTC */
  readonly at: Date | undefined;
  /** One of the transaction's own elements. */
  transaction(name: string): string | null;
  /** What look-ups found. */
  readonly order: XmlElement;
}

/** Null for anything but a `GVPSResponse` that says each thing once. */
export function readAnswer(root: XmlElement | null): Answer | null {
  if (root?.name !== "GVPSResponse" || textsOf(root) === null) return null;
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

/** The texts of an element's children by name, empty ones as null; null when it is absent or says a thing twice. */
export function readTexts(element: XmlElement | null): ((name: string) => string | null) | null {
  const texts = element === null ? null : textsOf(element);
  return texts === null ? null : (name) => texts.get(name) || null;
}

/** Approved by code, and not contradicted by what stands around it. */
export const isApproved = ({ code, reasonCode, message }: Answer): boolean =>
  code === "00" && (reasonCode ?? "00") === "00" && (message ?? "Approved") === "Approved";

/** Refused by code, and not contradicted by the word beside it. */
export const isDeclined = ({ code, message }: Answer): boolean =>
  code !== null && code !== "00" && (message ?? "Declined") === "Declined";

/** Whole kuruş; null for anything else. */
export const readKurus = (text: string | null): bigint | null =>
  text !== null && /^\d{1,15}$/.test(text) ? BigInt(text) : null;
