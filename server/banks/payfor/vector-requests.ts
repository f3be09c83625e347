import type { XmlContent } from "@/server/banks/wire";
import { createReader, type Read, readChild, type Vector } from "../vectors/vector";
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

/** Builds the 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const { credentials, order, card, secrets } = readRecords(input);
  const values = {
    ...credentials,
    secureType: toSecureType(order("secureType", "SecureType", "model", "storeType", "paymentModel")),
    orderId: order("id"),
    amount: order("amount"),
    currency: toCurrencyCode(order("currency")),
    installment: installmentValue(order),
    okUrl: order("okUrl"),
    failUrl: order("failUrl"),
    nonce: order("rnd"),
    type: transactionType(order("type", "txnType", "TxnType")),
    language: order("lang") || "tr",
  };
  const hash = ["Hash", formHash(values, secrets.merchantPass)] as const;
  const cardPart = card.pan === "" ? [] : cardFields(card);
  return { method: "POST", fields: Object.fromEntries([...formFields(values), ...cardPart, hash]) };
}

/** Builds the elements of a vector's request. Throws a RangeError for an operation that the protocol does not have. */
export function requestElements(vector: Vector): XmlContent {
  const records = readRecords(vector.input);
  const operation = vector.operation ?? "";
  if (Object.hasOwn(elementsByOperation, operation)) return elementsByOperation[operation]?.(records) ?? [];
  if (records.card.pan !== "") return saleWithCard(records, operation);
  throw new RangeError(`Operation not known: ${operation}`);
}

const readRecords = (input: Vector["input"]) => {
  const account = createReader(input.account);
  return {
    credentials: {
      memberId: account("mbrId"),
      merchantId: account("merchantId"),
      userCode: account("userCode"),
      userPass: account("userPass"),
    },
    secrets: { merchantPass: account("merchantPass") || createReader(input)("merchantPass") },
    order: createReader(input.order),
    card: readCard(createReader(readChild(input.order, "card") ?? input.card)),
    callback: createReader(input.callback),
  };
};

type Elements = (records: ReturnType<typeof readRecords>) => XmlContent;

const readCard = (card: Read): CardText => ({
  holder: card("holder", "name"),
  pan: card("pan"),
  month: card("month"),
  year: card("year"),
  cvv: card("cvv"),
});

/** Builds a sale without 3-D Secure, which the product does not use. */
const saleWithCard = ({ credentials, order, card }: ReturnType<typeof readRecords>, operation: string) =>
  [
    ...credentialElements(credentials),
    ["MOTO", "0"],
    ["OrderId", order("id")],
    ["SecureType", "NonSecure"],
    ["TxnType", transactionType(order("type", "txnType", "TxnType") || operation)],
    ["PurchAmount", order("amount")],
    ["Currency", toCurrencyCode(order("currency"))],
    ["InstallmentCount", installmentValue(order)],
    ["Lang", order("lang") || "tr"],
    ...cardFields(card),
  ] as const;

/** Creates the builder of an operation on a booked order; without an amount it covers the whole order. */
const booked =
  (type: "Void" | "Refund" | "PostAuth"): Elements =>
  ({ credentials, order }) =>
    bookedElements(credentials, {
      orderId: order("id"),
      type,
      ...(type !== "Void" && order("amount") !== "" && { amount: order("amount") }),
      currency: toCurrencyCode(order("currency")),
      language: order("lang") || "tr",
    });

const status: Elements = ({ credentials, order }) => inquiryElements(credentials, order("id"), order("lang") || "tr");

/** Builds the request for the history of an order, or of a day in any of the notations that vectors use. */
const history: Elements = ({ credentials, order }) => {
  const day = order("date", "reqDate", "ReqDate", "transaction_date", "transactionDate", "day");
  const subject = order("id") === "" ? (["ReqDate", dayText(day)] as const) : (["OrderId", order("id")] as const);
  return historyElements(credentials, subject, order("lang") || "tr");
};

/** Writes a day as `yyyyMMdd`. */
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

/** ISO 4217 numbers by letter code. A vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = {
  TRY: "949",
  USD: "840",
  EUR: "978",
  GBP: "826",
  JPY: "392",
  RUB: "643",
};
const toCurrencyCode = (code: string): string => currencies[code || "TRY"] ?? code;

/** Writes the number of installments; 0, 1 and none are a single charge. */
const installmentValue = (order: Read): string =>
  Number(order("installment")) > 1 ? String(Number(order("installment"))) : "0";

const transactionType = (text: string): string => (/^pre/i.test(text) ? "PreAuth" : "Auth");

const toSecureType = (model: string): string =>
  /host/i.test(model) ? "3DHost" : /pay/i.test(model) ? "3DPay" : "3DModel";
