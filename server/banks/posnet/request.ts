import type {
  BankAccount,
  BankOrder,
  CardInput,
  HandoffForm,
  Operation,
  OperationKind,
  Proofs,
  WireRequest,
} from "@/server/banks/bank";
import { amountText, installmentText } from "@/server/banks/formats";
import { buildXml, encodeForm, type XmlContent } from "@/server/banks/wire";
import type { FormFields } from "@/server/domain/web/form-body";
import { requestMac } from "./hash";
import { format, laterIdOf, macAccountOf, macOrderOf, xidOf } from "./order";

/**
 * The form that takes the buyer to the bank: what `prepare` gave, and nothing of the card.
 * Throws a TypeError without it: nobody goes to the bank unprepared.
 */
export function handoff(
  order: BankOrder,
  _card: CardInput,
  account: BankAccount,
  prepared?: Readonly<Record<string, string>>,
): HandoffForm {
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
  // The bank's own script would write the page's address here.
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
  body: encodeForm([["xmldata", buildRequest([...headOf(account), ...elementsOf(operation, account)])]]),
});

/** What the bank's staff find a call by: the order, and which of its calls it is; 24 characters at most. */
const correlationId = (operation: Operation): string =>
  xidOf("order" in operation ? operation.order.orderId : operation.orderId) + callNames[operation.kind];

const callNames: Readonly<Record<OperationKind, string>> = {
  prepare: "PREP",
  resolve: "RSLV",
  capture: "CAPT",
  void: "VOID",
  credit: "CRDT",
  inquire: "INQR",
  history: "HIST",
};

/** The document as text. Elements stand in the order in which the bank's own samples have them. */
export const buildRequest = (content: XmlContent): string =>
  new TextDecoder().decode(buildXml("posnetRequest", content, "utf-8"));

export const headElements = (mid: string, tid: string): XmlContent => [
  ["mid", mid],
  ["tid", tid],
];

const headOf = ({ merchantId, terminalNo }: BankAccount): XmlContent => headElements(merchantId, terminalNo);

function elementsOf(operation: Operation, account: BankAccount): XmlContent {
  switch (operation.kind) {
    case "prepare":
      return prepareElements(operation.order, operation.card, account);
    case "resolve":
      return resolveElements(operation.proofs, macOf(operation.order, account));
    case "capture":
      return chargeElements(operation.proofs, macOf(operation.order, account));
    case "void":
      return reverseElements("sale", placeOf(operation, account));
    case "credit": {
      const amount = amountText(format, operation.amountKurus);
      return returnElements(amount, format.currency, placeOf(operation, account));
    }
    case "inquire":
    case "history":
      return agreementElements(laterIdOf(operation.orderId, account));
  }
}

const macOf = (order: BankOrder, account: BankAccount): string =>
  requestMac(macOrderOf(order), macAccountOf(account));

const prepareElements = (order: BankOrder, card: CardInput, account: BankAccount): XmlContent =>
  encryptElements({
    posnetId: account.user,
    pan: card.pan.reveal(),
    expiry: expiryOf(card.expireMonth, card.expireYear),
    cvc: card.cv2.reveal(),
    amount: amountText(format, order.amountKurus),
    currency: format.currency,
    installment: installmentText(format, order.installment),
    xid: xidOf(order.orderId),
    holder: "",
    type: "Sale",
  });

/** `YYMM` */
export const expiryOf = (month: string, year: string): string => year + month;

/** Has the bank encrypt an order and its card for the browser to carry. */
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

/** `wpAmount` would pay a part with World points: none of ours is. */
export const chargeElements = (proofs: Proofs, mac: string, worldPoints = "0"): XmlContent => [
  ["oosTranData", [...packetElements(proofs), ["wpAmount", worldPoints], ["mac", mac]]],
];

const packetElements = (proofs: Proofs): XmlContent => [
  ["bankData", proofs.BankPacket ?? ""],
  ["merchantData", proofs.MerchantPacket ?? ""],
  ["sign", proofs.Sign ?? ""],
];

/** By which of its two names the bank finds a sale: its own key, or the order. */
export type Place = readonly [name: "hostLogKey" | "orderID", value: string];

const placeOf = (
  { orderId, references }: Extract<Operation, { kind: "void" | "credit" }>,
  account: BankAccount,
): Place =>
  references.transactionId === null
    ? ["orderID", laterIdOf(orderId, account)]
    : ["hostLogKey", references.transactionId];

/** The bank shall tell when it did what is asked. */
export const withTime: XmlContent = [["tranDateRequired", "1"]];

export const reverseElements = (transaction: string, place: Place): XmlContent => [
  ...withTime,
  ["reverse", [["transaction", transaction], place]],
];

export const returnElements = (amount: string, currency: string, place: Place): XmlContent => [
  ...withTime,
  ["return", [["amount", amount], ["currencyCode", currency], place]],
];

export const agreementElements = (orderId: string): XmlContent => [["agreement", [["orderID", orderId]]]];
