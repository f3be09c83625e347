import type { XmlContent } from "@/server/banks/wire";
import { createReader, type Read, readChild, type Vector } from "../vectors/vector";
import {
  cardFields,
  credentialElements,
  creditElements,
  formFields,
  proofElements,
  queryElements,
  saleElements,
  signForm,
  voidElements,
} from "./request";

/** Builds the 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const { account, order, card } = readRecords(input);
  const fields = formFields({
    clientId: account("clientId"),
    amount: order("amount"),
    orderId: order("id"),
    okUrl: order("okUrl"),
    failUrl: order("failUrl"),
    nonce: order("rnd"),
    currency: toCurrencyCode(order("currency")),
    installment: Number(order("installment")),
    type: order("type") || "Auth",
    language: order("lang") || "tr",
  });
  const cardPart = card("pan") === "" ? [] : cardFields(card("pan"), card("month"), card("year"), card("cvv"));
  const signed = signForm([...fields, ...cardPart], account("storeKey"));
  return { method: "POST", fields: Object.fromEntries(signed) };
}

/** Builds the elements of a vector's request. Throws a RangeError for an operation that the protocol does not have. */
export function requestElements(vector: Vector): XmlContent {
  const records = readRecords(vector.input);
  const { account, card } = records;
  const elements = elementsByOperation[vector.operation ?? ""] ?? (card("pan") === "" ? null : saleWithCard);
  if (elements === null) throw new RangeError(`Operation not known: ${vector.operation}`);
  return [...credentialElements(account("apiUser"), account("apiPassword"), account("clientId")), ...elements(records)];
}

const readRecords = (input: Vector["input"]) => ({
  account: createReader(input.account),
  order: createReader(input.order),
  card: createReader(readChild(input.order, "card")),
  recurring: createReader(readChild(input.order, "recurring")),
  callback: createReader(input.callback),
});

type Elements = (records: ReturnType<typeof readRecords>) => XmlContent;

const complete3d: Elements = ({ order, callback, recurring }) => [
  ...saleContent(order),
  ...proofElements(Object.fromEntries(["md", "xid", "eci", "cavv"].map((name) => [name, callback(name)]))),
  ["Mode", "P"],
  ...recurringElements(recurring),
];

/** Builds a sale without 3-D Secure, which the product does not use. */
const saleWithCard: Elements = ({ order, card, recurring }) => [
  ...saleContent(order),
  ["Number", card("pan")],
  ["Expires", `${card("month")}/${card("year")}`],
  ["Cvv2Val", card("cvv")],
  ["Mode", "P"],
  ...recurringElements(recurring),
];

/** Builds the capture of a pre-authorisation; it names the held amount (`PREAMT`) when it captures more (B-2.6). */
const postAuth: Elements = ({ order }) => {
  const held = order("preauth_amount");
  const elements: XmlContent = [
    ["Type", "PostAuth"],
    ["OrderId", order("id")],
    ["Total", order("amount")],
  ];
  return held !== "" && Number(order("amount")) > Number(held)
    ? [...elements, ["Extra", [["PREAMT", held]]]]
    : elements;
};

/** Builds a credit; without an amount it credits everything. */
const credit: Elements = ({ order }) =>
  creditElements(order("id"), order("amount"), toCurrencyCode(order("currency"))).filter(
    ([name, text]) => name !== "Total" || text !== "",
  );

const status: Elements = ({ order }) =>
  order("recurringId") === "" ? queryElements(order("id"), "ORDERSTATUS") : recurringStatus(order("recurringId"));

const recurringStatus = (recurringId: string): XmlContent => {
  const question = ["ORDERSTATUS", "QUERY"] as const;
  return [["Extra", [question, ["RECURRINGID", recurringId]]]];
};

/** Builds the cancellation of one planned payment of a recurring order. */
const cancelRecurring: Elements = ({ order }) => {
  const record = ["RECORDTYPE", "Order"] as const;
  const operation = ["RECURRINGOPERATION", "Cancel"] as const;
  const number = order("recurringNumber") || order("number");
  return [["Extra", [record, operation, ["RECORDID", `${order("id")}-${number}`]]]];
};

const elementsByOperation: Readonly<Record<string, Elements>> = {
  complete3d,
  capture: postAuth,
  void: ({ order }) => voidElements({ orderId: order("id") }),
  refund: credit,
  status,
  history: ({ order }) => queryElements(order("id"), "ORDERHISTORY"),
  cancel_recurring: cancelRecurring,
};

const saleContent = (order: Read): XmlContent =>
  saleElements({
    type: order("type") || "Auth",
    ip: order("ip"),
    orderId: order("id"),
    total: order("amount"),
    currency: toCurrencyCode(order("currency")),
    installment: Number(order("installment")),
  });

function recurringElements(recurring: Read): XmlContent {
  if (recurring("cycle") === "") return [];
  const plan: XmlContent = [
    ["OrderType", "0"],
    ["OrderFrequencyInterval", recurring("interval")],
    ["OrderFrequencyCycle", recurring("cycle")],
    ["TotalNumberPayments", recurring("count")],
  ];
  return [["PbOrder", plan]];
}

/** ISO 4217 numbers by letter code. A vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = { TRY: "949", USD: "840", EUR: "978", GBP: "826" };
const toCurrencyCode = (code: string): string => currencies[code || "TRY"] ?? code;
