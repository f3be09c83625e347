import type { XmlContent } from "@/server/banks/wire";
import { childOf, type Read, readerOf, type Vector } from "../vectors/vector";
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

/** The 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const { account, order, card } = recordsOf(input);
  const fields = formFields({
    clientId: account("clientId"),
    amount: order("amount"),
    orderId: order("id"),
    okUrl: order("okUrl"),
    failUrl: order("failUrl"),
    nonce: order("rnd"),
    currency: currencyOf(order("currency")),
    installment: Number(order("installment")),
    type: order("type") || "Auth",
    language: order("lang") || "tr",
  });
  const cardPart =
    card("pan") === "" ? [] : cardFields(card("pan"), card("month"), card("year"), card("cvv"));
  const signed = signForm([...fields, ...cardPart], account("storeKey"));
  return { method: "POST", fields: Object.fromEntries(signed) };
}

/** The elements of a vector's request. Throws for an operation that the protocol does not have. */
export function requestElements(vector: Vector): XmlContent {
  const records = recordsOf(vector.input);
  const { account, card } = records;
  const elements = elementsByOperation[vector.operation ?? ""] ?? (card("pan") === "" ? null : saleWithCard);
  if (elements === null) throw new RangeError(`Operation not known: ${vector.operation}`);
  return [
    ...credentialElements(account("apiUser"), account("apiPassword"), account("clientId")),
    ...elements(records),
  ];
}

const recordsOf = (input: Vector["input"]) => ({
  account: readerOf(input.account),
  order: readerOf(input.order),
  card: readerOf(childOf(input.order, "card")),
  recurring: readerOf(childOf(input.order, "recurring")),
  callback: readerOf(input.callback),
});

type Elements = (records: ReturnType<typeof recordsOf>) => XmlContent;

const complete3d: Elements = ({ order, callback, recurring }) => [
  ...saleOf(order),
  ...proofElements(Object.fromEntries(["md", "xid", "eci", "cavv"].map((name) => [name, callback(name)]))),
  ["Mode", "P"],
  ...recurringOf(recurring),
];

/** A sale without 3-D Secure: no payment of ours is one. */
const saleWithCard: Elements = ({ order, card, recurring }) => [
  ...saleOf(order),
  ["Number", card("pan")],
  ["Expires", `${card("month")}/${card("year")}`],
  ["Cvv2Val", card("cvv")],
  ["Mode", "P"],
  ...recurringOf(recurring),
];

/** The capture of a pre-authorisation; the held amount goes along when more than it is captured. */
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

/** Without an amount it is the full one. */
const credit: Elements = ({ order }) =>
  creditElements(order("id"), order("amount"), currencyOf(order("currency"))).filter(
    ([name, text]) => name !== "Total" || text !== "",
  );

const status: Elements = ({ order }) =>
  order("recurringId") === ""
    ? queryElements(order("id"), "ORDERSTATUS")
    : recurringStatus(order("recurringId"));

const recurringStatus = (recurringId: string): XmlContent => {
  const question = ["ORDERSTATUS", "QUERY"] as const;
  return [["Extra", [question, ["RECURRINGID", recurringId]]]];
};

/** Cancels one planned payment of a recurring order. */
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

const saleOf = (order: Read): XmlContent =>
  saleElements({
    type: order("type") || "Auth",
    ip: order("ip"),
    orderId: order("id"),
    total: order("amount"),
    currency: currencyOf(order("currency")),
    installment: Number(order("installment")),
  });

function recurringOf(recurring: Read): XmlContent {
  if (recurring("cycle") === "") return [];
  const plan: XmlContent = [
    ["OrderType", "0"],
    ["OrderFrequencyInterval", recurring("interval")],
    ["OrderFrequencyCycle", recurring("cycle")],
    ["TotalNumberPayments", recurring("count")],
  ];
  return [["PbOrder", plan]];
}

/** ISO 4217 numbers; a vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = { TRY: "949", USD: "840", EUR: "978", GBP: "826" };
const currencyOf = (code: string): string => currencies[code || "TRY"] ?? code;
