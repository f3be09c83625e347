import type { XmlContent } from "@/server/banks/wire";
import type { Vector } from "../vectors/vector";
import { formHash } from "./hash";
import {
  bookedElements,
  type CardText,
  cardFields,
  completionElements,
  credentialElements,
  formFields,
  historyElements,
  inquiryElements,
} from "./request";

/** Reads a value of a vector's record as text; empty when the value or the record is absent. */
export type Read = (...names: string[]) => string;

/** The first of some names that has a value. */
export const readerOf =
  (record: unknown): Read =>
  (...names) =>
    names.map((name) => String(childOf(record, name) ?? "")).find((text) => text !== "") ?? "";

/** The 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const { credentials, order, card, secrets } = recordsOf(input);
  const values = {
    ...credentials,
    secureType: secureTypeOf(order("secureType", "SecureType", "model", "storeType", "paymentModel")),
    orderId: order("id"),
    amount: order("amount"),
    currency: currencyOf(order("currency")),
    installment: countOf(order),
    okUrl: order("okUrl"),
    failUrl: order("failUrl"),
    nonce: order("rnd"),
    type: typeOf(order("type", "txnType", "TxnType")),
    language: order("lang") || "tr",
  };
  const hash = ["Hash", formHash(values, secrets.merchantPass)] as const;
  const cardPart = card.pan === "" ? [] : cardFields(card);
  return { method: "POST", fields: Object.fromEntries([...formFields(values), ...cardPart, hash]) };
}

/** The elements of a vector's request. Throws for an operation that the protocol does not have. */
export function requestElements(vector: Vector): XmlContent {
  const records = recordsOf(vector.input);
  const operation = vector.operation ?? "";
  if (Object.hasOwn(elementsByOperation, operation)) return elementsByOperation[operation]?.(records) ?? [];
  if (records.card.pan !== "") return saleWithCard(records, operation);
  throw new RangeError(`Operation not known: ${operation}`);
}

const recordsOf = (input: Vector["input"]) => {
  const account = readerOf(input.account);
  return {
    credentials: {
      memberId: account("mbrId"),
      merchantId: account("merchantId"),
      userCode: account("userCode"),
      userPass: account("userPass"),
    },
    secrets: { merchantPass: account("merchantPass") || readerOf(input)("merchantPass") },
    order: readerOf(input.order),
    card: cardOf(readerOf(childOf(input.order, "card") ?? input.card)),
    callback: readerOf(input.callback),
  };
};

type Elements = (records: ReturnType<typeof recordsOf>) => XmlContent;

const cardOf = (card: Read): CardText => ({
  holder: card("holder", "name"),
  pan: card("pan"),
  month: card("month"),
  year: card("year"),
  cvv: card("cvv"),
});

/** A sale without 3-D Secure: no payment of ours is one. */
const saleWithCard = ({ credentials, order, card }: ReturnType<typeof recordsOf>, operation: string) =>
  [
    ...credentialElements(credentials),
    ["MOTO", "0"],
    ["OrderId", order("id")],
    ["SecureType", "NonSecure"],
    ["TxnType", typeOf(order("type", "txnType", "TxnType") || operation)],
    ["PurchAmount", order("amount")],
    ["Currency", currencyOf(order("currency"))],
    ["InstallmentCount", countOf(order)],
    ["Lang", order("lang") || "tr"],
    ...cardFields(card),
  ] as const;

/** An operation on a booked order; one without an amount is of the whole. */
const booked =
  (type: "Void" | "Refund" | "PostAuth"): Elements =>
  ({ credentials, order }) =>
    bookedElements(credentials, {
      orderId: order("id"),
      type,
      ...(type !== "Void" && order("amount") !== "" && { amount: order("amount") }),
      currency: currencyOf(order("currency")),
      language: order("lang") || "tr",
    });

const status: Elements = ({ credentials, order }) =>
  inquiryElements(credentials, order("id"), order("lang") || "tr");

/** Of an order, or of a day that is written in whatever way. */
const history: Elements = ({ credentials, order }) => {
  const day = order("date", "reqDate", "ReqDate", "transaction_date", "transactionDate", "day");
  const subject =
    order("id") === "" ? (["ReqDate", dayText(day)] as const) : (["OrderId", order("id")] as const);
  return historyElements(credentials, subject, order("lang") || "tr");
};

/** `yyyyMMdd` */
const dayText = (text: string): string =>
  text
    .replace(/^(\d\d)\.(\d\d)\.(\d{4}).*$/, "$3$2$1")
    .replace(/\D/g, "")
    .slice(0, 8);

const elementsByOperation: Readonly<Record<string, Elements>> = {
  complete3d: ({ credentials, order, callback }) =>
    completionElements(credentials, order("id"), callback("RequestGuid", "requestGuid")),
  capture: booked("PostAuth"),
  void: booked("Void"),
  refund: booked("Refund"),
  refund_full: booked("Refund"),
  refund_partial: booked("Refund"),
  partial_refund: booked("Refund"),
  status,
  history,
  order_history: history,
  date_history: history,
  date_list: history,
  history_by_date: history,
};

const childOf = (record: unknown, name: string): unknown =>
  typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;

/** ISO 4217 numbers; a vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = {
  TRY: "949",
  USD: "840",
  EUR: "978",
  GBP: "826",
  JPY: "392",
  RUB: "643",
};
const currencyOf = (code: string): string => currencies[code || "TRY"] ?? code;

/** A count of 0 or 1, or none, is a single charge. */
const countOf = (order: Read): string =>
  Number(order("installment")) > 1 ? String(Number(order("installment"))) : "0";

const typeOf = (text: string): string => (/^pre/i.test(text) ? "PreAuth" : "Auth");

const secureTypeOf = (model: string): string =>
  /host/i.test(model) ? "3DHost" : /pay/i.test(model) ? "3DPay" : "3DModel";
