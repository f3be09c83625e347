import type { Vector } from "@/server/banks/vector";
import type { XmlContent } from "@/server/banks/wire";
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

/** Reads one value of a vector as text; absent or null is undefined. */
export const textReader =
  (record: unknown) =>
  (name: string): string | undefined => {
    const value = typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
    return value === undefined || value === null ? undefined : String(value);
  };

/** The 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const [account, order] = [textReader(input.account), textReader(input.order)];
  const fields = formFields({
    clientId: account("clientId") ?? "",
    amount: order("amount") ?? "",
    orderId: order("id") ?? "",
    okUrl: order("okUrl") ?? "",
    failUrl: order("failUrl") ?? "",
    nonce: order("rnd") ?? "",
    currency: currencyOf(order("currency")),
    installment: Number(order("installment") ?? 0),
    type: order("type") ?? "Auth",
    language: order("lang") ?? "tr",
  });
  const card = textReader(childOf(input.order, "card"));
  const withCard = [
    ...fields,
    ...cardFields(card("pan") ?? "", card("month") ?? "", card("year") ?? "", card("cvv") ?? ""),
  ];
  const signed = signForm(card("pan") === undefined ? fields : withCard, account("storeKey") ?? "");
  return { method: "POST", fields: Object.fromEntries(signed) };
}

/** The elements of a vector's request; several of these operations exist for vectors only. */
export function requestElements(vector: Vector): XmlContent {
  const account = textReader(vector.input.account);
  return [
    ...credentialElements(account("apiUser") ?? "", account("apiPassword") ?? "", account("clientId") ?? ""),
    ...(elementsByOperation[vector.operation ?? ""]?.(vector.input) ?? []),
  ];
}

type Elements = (input: Vector["input"]) => XmlContent;

const complete3d: Elements = (input) => {
  const read = textReader(input.callback);
  const proofs = ["md", "xid", "eci", "cavv"].map((name) => [name, read(name) ?? ""]);
  return [
    ...saleOf(input),
    ...proofElements(Object.fromEntries(proofs)),
    ["Mode", "P"],
    ...recurringOf(input),
  ];
};

/** A sale without 3-D Secure: no payment of ours is one. */
const saleWithCard: Elements = (input) => {
  const card = textReader(childOf(input.order, "card"));
  return [
    ...saleOf(input),
    ["Number", card("pan") ?? ""],
    ["Expires", `${card("month") ?? ""}/${card("year") ?? ""}`],
    ["Cvv2Val", card("cvv") ?? ""],
    ["Mode", "P"],
    ...recurringOf(input),
  ];
};

/** The capture of a pre-authorisation; the held amount goes along when more than it is captured. */
const postAuth: Elements = (input) => {
  const order = textReader(input.order);
  const held = order("preauth_amount");
  const captured = order("amount") ?? "";
  return [
    ["Type", "PostAuth"],
    ["OrderId", order("id") ?? ""],
    ["Total", captured],
    ...(held !== undefined && Number(captured) > Number(held)
      ? ([["Extra", [["PREAMT", held]]]] as const)
      : []),
  ];
};

const voidOrder: Elements = (input) => voidElements(textReader(input.order)("id") ?? "");

const credit: Elements = (input) => {
  const order = textReader(input.order);
  return creditElements(order("id") ?? "", order("amount") ?? "", currencyOf(order("currency")));
};

const status: Elements = (input) => {
  const order = textReader(input.order);
  const recurringId = order("recurringId") ?? order("recurring_id");
  return recurringId === undefined
    ? queryElements(order("id") ?? "", "ORDERSTATUS")
    : [
        [
          "Extra",
          [
            ["ORDERSTATUS", "QUERY"],
            ["RECURRINGID", recurringId],
          ],
        ],
      ];
};

const history: Elements = (input) => queryElements(textReader(input.order)("id") ?? "", "ORDERHISTORY");

/** Cancels one planned payment of a recurring order. */
const cancelRecurring: Elements = (input) => {
  const order = textReader(input.order);
  const number =
    order("recurringNumber") ?? order("recurring_number") ?? order("number") ?? order("installment");
  return [
    [
      "Extra",
      [
        ["RECORDTYPE", "Order"],
        ["RECURRINGOPERATION", "Cancel"],
        ["RECORDID", `${order("id") ?? ""}-${number ?? ""}`],
      ],
    ],
  ];
};

const elementsByOperation: Readonly<Record<string, Elements>> = {
  complete3d,
  sale: saleWithCard,
  moto: saleWithCard,
  non3d: saleWithCard,
  capture: postAuth,
  postauth: postAuth,
  void: voidOrder,
  cancel: voidOrder,
  refund: credit,
  credit,
  status,
  history,
  recurring: saleWithCard,
  cancel_recurring: cancelRecurring,
};

function saleOf(input: Vector["input"]): XmlContent {
  const order = textReader(input.order);
  return saleElements({
    type: order("type") ?? "Auth",
    ip: order("ip") ?? "",
    orderId: order("id") ?? "",
    total: order("amount") ?? "",
    currency: currencyOf(order("currency")),
    installment: Number(order("installment") ?? 0),
  });
}

function recurringOf(input: Vector["input"]): XmlContent {
  const recurring = textReader(childOf(input.order, "recurring"));
  const cycle = recurring("cycle");
  if (cycle === undefined) return [];
  return [
    [
      "PbOrder",
      [
        ["OrderType", "0"],
        ["OrderFrequencyInterval", recurring("interval") ?? ""],
        ["OrderFrequencyCycle", cycle],
        ["TotalNumberPayments", recurring("count") ?? ""],
      ],
    ],
  ];
}

const childOf = (record: unknown, name: string): unknown =>
  typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;

const currencies: Readonly<Record<string, string>> = { TRY: "949", USD: "840", EUR: "978", GBP: "826" };
const currencyOf = (code: string | undefined): string => currencies[code ?? "TRY"] ?? code ?? "";
