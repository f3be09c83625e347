import type { BankAccount, BankOrder, Operation, PlacedOrder, Proofs, WireRequest } from "@/server/banks/bank";
import { amountText, formats, installmentText } from "@/server/banks/formats";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { apiVersion, toMode } from "./form";
import { requestHash, securityData } from "./hash";

const format = formats.garanti;

export const encode = (operation: Operation, account: BankAccount): WireRequest => ({
  url: account.endpoints.api,
  headers: { "content-type": "text/xml; charset=UTF-8" },
  body: buildRequest(toMessage(operation, account)),
});

/** A `GVPSRequest` before its signature. The gateway requires the elements in the order of `buildRequest`. */
export interface Message {
  readonly mode: string;
  readonly user: { readonly name: string; readonly password: string };
  readonly terminalId: string;
  readonly merchantId: string;
  readonly customer: XmlContent;
  /** The card of a sale without 3-D Secure; its number is signed. */
  readonly card?: { readonly number: string; readonly elements: XmlContent };
  readonly orderId: string;
  /** Further elements of `Order`. */
  readonly order?: XmlContent;
  readonly transaction: XmlContent;
  /** Elements after the transaction. */
  readonly further?: XmlContent;
}

export function buildRequest(message: Message): Uint8Array {
  const { user, terminalId, merchantId, orderId, transaction, card } = message;
  const read = (name: string): string => textNamed(transaction, name);
  const signed = { orderId, terminalId, amount: read("Amount"), currency: read("CurrencyCode") };
  const security = securityData(user.password, terminalId);
  const terminal: XmlContent = [
    ["ProvUserID", user.name],
    ["UserID", user.name],
    ["HashData", requestHash({ ...signed, cardNumber: card?.number ?? "" }, security)],
    ["ID", terminalId],
    ["MerchantID", merchantId],
  ];
  const content: XmlContent = [
    ["Mode", message.mode],
    ["Version", apiVersion],
    ["Terminal", terminal],
    ["Customer", message.customer],
    ...(card === undefined ? [] : [["Card", card.elements] as const]),
    ["Order", [["OrderID", orderId], ...(message.order ?? [])]],
    ["Transaction", transaction],
    ...(message.further ?? []),
  ];
  return buildXml("GVPSRequest", content, "utf-8");
}

const textNamed = (content: XmlContent, name: string): string => {
  const text = content.find(([candidate]) => candidate === name)?.[1];
  return typeof text === "string" ? text : "";
};

function toMessage(operation: Operation, account: BankAccount): Message {
  switch (operation.kind) {
    case "capture":
      return captureMessage(operation.order, operation.proofs, account);
    case "void":
      return refundMessage(operation, account, transactionElements("void", fixedAmount));
    case "credit":
      return refundMessage(
        operation,
        account,
        transactionElements("refund", amountText(format, operation.amountKurus)),
      );
    case "inquire":
      return questionMessage(operation, account, "orderinq");
    case "history":
      return questionMessage(operation, account, "orderhistoryinq");
    case "prepare":
    case "resolve":
      throw new TypeError(
        `Garanti has no operation ${operation.kind}: its form needs no preparation, its return no request`,
      );
  }
}

const captureMessage = (order: BankOrder, proofs: Proofs, account: BankAccount): Message => ({
  ...messageHead(account, { name: account.user, password: account.password.reveal() }),
  customer: customerElements(order.buyerIp),
  orderId: order.orderId,
  transaction: [
    ...saleElements({
      type: "sales",
      installment: installmentText(format, order.installment),
      amount: amountText(format, order.amountKurus),
      currency: format.currency,
      present: "13",
    }),
    proofElement(proofs),
  ],
});

/** Builds a void or refund with the refund user. An account without one uses its only user (B-3.1). */
function refundMessage(
  { orderId, buyerIp, references }: PlacedOrder,
  account: BankAccount,
  transaction: XmlContent,
): Message {
  const { name, password } = account.refundUser ?? { name: account.user, password: account.password };
  return {
    ...messageHead(account, { name, password: password.reveal() }),
    customer: customerElements(buyerIp),
    orderId,
    transaction: [...transaction, ...originalElements(references.rrn ?? "")],
  };
}

const questionMessage = (
  { orderId, buyerIp }: PlacedOrder,
  account: BankAccount,
  question: "orderinq" | "orderhistoryinq",
): Message => ({
  ...messageHead(account, { name: account.user, password: account.password.reveal() }),
  customer: customerElements(buyerIp),
  orderId,
  transaction: transactionElements(question, fixedAmount),
});

const messageHead = (account: BankAccount, user: Message["user"]) => ({
  mode: toMode(account),
  user,
  terminalId: account.terminalNo,
  merchantId: account.merchantId,
});

/** Returns the buyer's IP address, which is mandatory (otherwise 92/0002), unchanged in IPv4 or IPv6. */
export const customerElements = (ip: string): XmlContent => [["IPAddress", ip]];

/** The amount, in kuruş, of an operation that has none of its own. It is signed, and the bank ignores it (B-3.5). */
export const fixedAmount = "100";

/** Returns the transaction of an operation on an existing order or of a look-up. */
export const transactionElements = (type: string, amount: string, currency = format.currency): XmlContent =>
  saleElements({ type, installment: "", amount, currency, present: "0" });

export const saleElements = (sale: {
  readonly type: string;
  readonly installment: string;
  readonly amount: string;
  readonly currency: string;
  /** `CardholderPresentCode`: 13 with the proofs of 3-D Secure, otherwise 0. */
  readonly present: string;
}): XmlContent => [
  ["Type", sale.type],
  ["InstallmentCnt", sale.installment],
  ["Amount", sale.amount],
  ["CurrencyCode", sale.currency],
  ["CardholderPresentCode", sale.present],
  ["MotoInd", "N"],
];

/** Returns the element of the 3-D Secure proofs, which replace the card. */
export const proofElement = (proofs: Proofs): readonly [name: string, content: XmlContent] => [
  "Secure3D",
  [
    ["AuthenticationCode", proofs.cavv ?? ""],
    ["SecurityLevel", proofs.eci ?? ""],
    ["TxnID", proofs.xid ?? ""],
    ["Md", proofs.md ?? ""],
  ],
];

/** Returns the reference of the sale. Without a known reference it is left out, and the bank goes by the order. */
export const originalElements = (rrn: string): XmlContent => (rrn === "" ? [] : [["OriginalRetrefNum", rrn]]);
