import type {
  BankAccount,
  BankForm,
  BankOrder,
  Operation,
  OperationKind,
  Proofs,
  WireRequest,
} from "@/server/banks/bank";
import { amountText, installmentText } from "@/server/banks/formats";
import { buildXml, encodeForm, type XmlContent } from "@/server/banks/wire";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import type { FormFields } from "@/server/domain/web/form-body";
import { requestMac } from "./hash";
import { format, toLaterOrderId, toMacAccount, toMacOrder, toXid } from "./order";

/**
 * Builds the form that takes the buyer to the bank. It contains the result of `prepare` and no card data (B-4.3).
 * Throws a TypeError without that result, so no browser goes to the bank unprepared.
 */
export function handoff(
  order: BankOrder,
  _card: CheckedCard,
  account: BankAccount,
  prepared?: Readonly<Record<string, string>>,
): BankForm {
  const { data1, data2, sign } = prepared ?? {};
  if (!data1 || !data2 || !sign) throw new TypeError("PosNet's form needs what the bank prepared");
  const fields = formFields({
    mid: account.merchantId,
    posnetId: account.user,
    data1,
    data2,
    sign,
    returnUrl: order.callbackUrl,
    language: order.language,
  });
  return { action: account.endpoints.gate, fields };
}

export const formFields = (values: {
  readonly mid: string;
  readonly posnetId: string;
  readonly data1: string;
  readonly data2: string;
  readonly sign: string;
  readonly returnUrl: string;
  readonly language: string;
}): FormFields => [
  ["mid", values.mid],
  ["posnetID", values.posnetId],
  ["posnetData", values.data1],
  ["posnetData2", values.data2],
  ["digest", values.sign],
  ["merchantReturnURL", values.returnUrl],
  // The bank's own script would write the address of the page here.
  ["url", ""],
  ["lang", values.language],
];

export const encode = (operation: Operation, account: BankAccount): WireRequest => ({
  url: account.endpoints.api,
  headers: {
    "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    "x-merchant-id": account.merchantId,
    "x-terminal-id": account.terminalNo,
    "x-posnet-id": account.user,
    "x-correlation-id": correlationId(operation),
  },
  body: encodeForm([
    ["xmldata", buildRequest([...accountElements(account), ...operationElements(operation, account)])],
  ]),
});

/** Returns the id by which the bank's staff find a call: the order and the operation, at most 24 characters. */
const correlationId = (operation: Operation): string =>
  toXid("order" in operation ? operation.order.orderId : operation.orderId) + callNames[operation.kind];

const callNames: Readonly<Record<OperationKind, string>> = {
  prepare: "PREP",
  resolve: "RSLV",
  capture: "CAPT",
  void: "VOID",
  credit: "CRDT",
  inquire: "INQR",
  history: "HIST",
};

/** Builds the document as text. The elements have the order of the bank's own samples. */
export const buildRequest = (content: XmlContent): string =>
  new TextDecoder().decode(buildXml("posnetRequest", content, "utf-8"));

export const headElements = (mid: string, tid: string): XmlContent => [
  ["mid", mid],
  ["tid", tid],
];

const accountElements = ({ merchantId, terminalNo }: BankAccount): XmlContent => headElements(merchantId, terminalNo);

function operationElements(operation: Operation, account: BankAccount): XmlContent {
  switch (operation.kind) {
    case "prepare":
      return prepareElements(operation.order, operation.card, account);
    case "resolve":
      return resolveElements(operation.proofs, computeRequestMac(operation.order, account));
    case "capture":
      return chargeElements(operation.proofs, computeRequestMac(operation.order, account));
    case "void":
      return reverseElements("sale", toSaleReference(operation, account));
    case "credit": {
      const amount = amountText(format, operation.amountKurus);
      return returnElements(amount, format.currency, toSaleReference(operation, account));
    }
    case "inquire":
    case "history":
      return agreementElements(toLaterOrderId(operation.orderId, account));
  }
}

const computeRequestMac = (order: BankOrder, account: BankAccount): string =>
  requestMac(toMacOrder(order), toMacAccount(account));

const prepareElements = (order: BankOrder, card: CheckedCard, account: BankAccount): XmlContent =>
  encryptElements({
    posnetId: account.user,
    pan: card.pan.reveal(),
    expiry: formatExpiry(card.expireMonth, card.expireYear),
    cvc: card.cv2.reveal(),
    amount: amountText(format, order.amountKurus),
    currency: format.currency,
    installment: installmentText(format, order.installment),
    xid: toXid(order.orderId),
    holder: "",
    type: "Sale",
  });

/** Writes an expiry as `YYMM`. */
export const formatExpiry = (month: string, year: string): string => year + month;

/** Returns the request to encrypt an order and its card; the browser carries the result to the bank. */
export const encryptElements = (sale: {
  readonly posnetId: string;
  readonly pan: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly amount: string;
  readonly currency: string;
  readonly installment: string;
  readonly xid: string;
  readonly holder: string;
  readonly type: string;
}): XmlContent => [
  [
    "oosRequestData",
    [
      ["posnetid", sale.posnetId],
      ["ccno", sale.pan],
      ["expDate", sale.expiry],
      ["cvc", sale.cvc],
      ["amount", sale.amount],
      ["currencyCode", sale.currency],
      ["installment", sale.installment],
      ["XID", sale.xid],
      ["cardHolderName", sale.holder],
      ["tranType", sale.type],
    ],
  ],
];

export const resolveElements = (proofs: Proofs, mac: string): XmlContent => [
  ["oosResolveMerchantData", [...packetElements(proofs), ["mac", mac]]],
];

/** Returns the request to charge. `wpAmount` would pay a part with World points; ours is always 0. */
export const chargeElements = (proofs: Proofs, mac: string, worldPoints = "0"): XmlContent => [
  ["oosTranData", [...packetElements(proofs), ["wpAmount", worldPoints], ["mac", mac]]],
];

const packetElements = (proofs: Proofs): XmlContent => [
  ["bankData", proofs.BankPacket ?? ""],
  ["merchantData", proofs.MerchantPacket ?? ""],
  ["sign", proofs.Sign ?? ""],
];

/** The reference by which the bank finds a sale: its own key, or the order. */
export type SaleReference = readonly [name: "hostLogKey" | "orderID", value: string];

const toSaleReference = (
  { orderId, references }: Extract<Operation, { kind: "void" | "credit" }>,
  account: BankAccount,
): SaleReference =>
  references.transactionId === null
    ? ["orderID", toLaterOrderId(orderId, account)]
    : ["hostLogKey", references.transactionId];

/** Requests the time of the operation in the answer. */
export const withTime: XmlContent = [["tranDateRequired", "1"]];

export const reverseElements = (transaction: string, place: SaleReference): XmlContent => [
  ...withTime,
  ["reverse", [["transaction", transaction], place]],
];

export const returnElements = (amount: string, currency: string, place: SaleReference): XmlContent => [
  ...withTime,
  ["return", [["amount", amount], ["currencyCode", currency], place]],
];

export const agreementElements = (orderId: string): XmlContent => [["agreement", [["orderID", orderId]]]];
