import { amountText, installmentText } from "@/server/banks/formats";
import type { XmlContent } from "@/server/banks/wire";
import { childOf, type Read, readerOf, type Vector } from "../vectors/vector";
import { type MacAccount, requestMac } from "./hash";
import { format, prefixedId, usualPrefix, xidOf } from "./order";
import {
  agreementElements,
  chargeElements,
  encryptElements,
  expiryOf,
  formFields,
  headElements,
  type Place,
  resolveElements,
  returnElements,
  reverseElements,
  withTime,
} from "./request";

/** The browser's form of a vector; the bank's page knows further fields, which go along when a vector has them. */
export function requestForm({ account, order, oosResponse }: Vector["input"]) {
  const [ofAccount, ofOrder, prepared] = [readerOf(account), readerOf(order), readerOf(oosResponse)];
  const fields = formFields({
    mid: ofAccount("merchantId"),
    posnetId: ofAccount("posnetId"),
    data1: prepared("data1"),
    data2: prepared("data2"),
    sign: prepared("sign"),
    returnUrl: ofOrder("returnUrl", "okUrl"),
    language: ofOrder("lang") || "tr",
  });
  const further = ["vftCode", "useJokerVadaa", "openANewWindow"]
    .map((name) => [name, ofOrder(name)] as const)
    .filter(([, value]) => value !== "");
  return { method: "POST", fields: Object.fromEntries([...fields, ...further]) };
}

/** The elements of a vector's request. Throws for an operation that the protocol does not have. */
export function requestElements(vector: Vector): XmlContent {
  const { account, order, callback } = vector.input;
  const records = {
    account: readerOf(account),
    order: readerOf(order),
    card: readerOf(childOf(order, "card")),
    callback: readerOf(callback),
  };
  const operation = vector.operation ?? "";
  const elements = Object.hasOwn(elementsByOperation, operation) ? elementsByOperation[operation] : undefined;
  if (elements === undefined) throw new RangeError(`Operation not known: ${vector.operation}`);
  const { mid, tid } = vectorAccount(account);
  return [...headElements(mid, tid), ...elements(records)];
}

export const vectorAccount = (record: unknown): MacAccount => {
  const read = readerOf(record);
  return { mid: read("merchantId"), tid: read("terminalId"), encKey: read("encKey") };
};

type Elements = (records: Readonly<Record<"account" | "order" | "card" | "callback", Read>>) => XmlContent;

const encrypt: Elements = ({ account, order, card }) =>
  encryptElements({
    posnetId: account("posnetId"),
    pan: card("pan"),
    expiry: expiryOf(card("month"), card("year")),
    cvc: card("cvv"),
    amount: amountOf(order),
    currency: currencyOf(order("currency")),
    installment: countOf(order),
    xid: xidOf(order("id")),
    holder: card("holder"),
    type: isPreAuth(order) ? "Auth" : "Sale",
  });

const packetsOf = (callback: Read) =>
  Object.fromEntries(["BankPacket", "MerchantPacket", "Sign"].map((name) => [name, callback(name)]));

const macOf = (account: Read, order: Read): string =>
  requestMac(
    { xid: xidOf(order("id")), amount: amountOf(order), currency: currencyOf(order("currency")) },
    { mid: account("merchantId"), tid: account("terminalId"), encKey: account("encKey") },
  );

const resolve: Elements = ({ account, order, callback }) =>
  resolveElements(packetsOf(callback), macOf(account, order));

const charge: Elements = ({ account, order, callback }) =>
  chargeElements(packetsOf(callback), macOf(account, order), order("wpAmount") || "0");

/** What is paid with a card and no 3-D Secure: no payment of ours is. */
const plain =
  (element: "sale" | "auth" | null): Elements =>
  ({ order, card }) => [
    ...withTime,
    [
      element ?? (isPreAuth(order) ? "auth" : "sale"),
      [
        ["orderID", plainIdOf(order("id"))],
        ["installment", countOf(order)],
        ["amount", amountOf(order)],
        ["currencyCode", currencyOf(order("currency"))],
        ["ccno", card("pan")],
        ["expDate", expiryOf(card("month"), card("year"))],
        ["cvc", card("cvv")],
      ],
    ],
  ];

const capture: Elements = ({ order }) => [
  ...withTime,
  [
    "capt",
    [
      placeOf(order),
      ["amount", amountOf(order)],
      ["currencyCode", currencyOf(order("currency"))],
      ["installment", countOf(order)],
    ],
  ],
];

const reverse: Elements = ({ order }) => {
  const transaction = order("transaction") || (isPreAuth(order) ? "auth" : "sale");
  const elements = reverseElements(transaction, placeOf(order));
  const authCode = order("authCode", "auth_code");
  return elements.map(([name, content]) =>
    name === "reverse" && typeof content !== "string" && authCode !== ""
      ? [name, [...content, ["authCode", authCode]]]
      : [name, content],
  );
};

const giveBack: Elements = ({ order }) =>
  returnElements(amountOf(order), currencyOf(order("currency")), placeOf(order));

/** World points: how many a card has, and paying with them. */
const points: Elements = ({ card }) => [
  [
    "pointInquiry",
    [
      ["ccno", card("pan")],
      ["expDate", expiryOf(card("month"), card("year"))],
    ],
  ],
];

const payWithPoints: Elements = ({ order, card }) => [
  [
    "pointUsage",
    [
      ["amount", amountOf(order)],
      ["ccno", card("pan")],
      ["currencyCode", currencyOf(order("currency"))],
      ["expDate", expiryOf(card("month"), card("year"))],
      ["orderID", plainIdOf(order("id"))],
    ],
  ],
];

const status: Elements = ({ order }) => agreementElements(laterId(order));

/** Under the names that vectors have for operations and, beside them, the bank's own. */
const elementsByOperation: Readonly<Record<string, Elements>> = {
  oosRequestData: encrypt,
  encrypt,
  prepare: encrypt,
  enroll: encrypt,
  resolve,
  oosResolveMerchantData: resolve,
  resolve3d: resolve,
  complete3d: charge,
  oosTranData: charge,
  moto: plain(null),
  sale: plain(null),
  non3d: plain(null),
  auth: plain("auth"),
  preauth: plain("auth"),
  capture,
  capt: capture,
  postauth: capture,
  void: reverse,
  reverse,
  cancel: reverse,
  refund: giveBack,
  refund_full: giveBack,
  refund_partial: giveBack,
  partial_refund: giveBack,
  return: giveBack,
  status,
  agreement: status,
  history: status,
  pointInquiry: points,
  point_inquiry: points,
  pointUsage: payWithPoints,
  point_usage: payWithPoints,
};

const isPreAuth = (order: Read): boolean => /^(pre_?auth|auth)$/i.test(order("type", "tranType"));

const amountOf = (order: Read): string => {
  const text = order("amount_minor");
  return /^\d+$/.test(text) ? amountText(format, BigInt(text)) : text;
};

const countOf = (order: Read): string => installmentText(format, Number(order("installment")));

/** An order without 3-D Secure has no prefix, only zeros. */
const plainIdOf = (id: string): string => id.padStart(24, "0");

const laterId = (order: Read): string => {
  const id = order("id");
  if (order("threeD") === "false") return plainIdOf(id);
  return id.length === 24 ? id : prefixedId(id, order("prefix") || usualPrefix);
};

const placeOf = (order: Read): Place => {
  const key = order("rrn", "hostLogKey", "hostlogkey");
  return key === "" ? ["orderID", laterId(order)] : ["hostLogKey", key];
};

/** A vector's currency may be in ISO letters; one without is in lira. */
const currencies: Readonly<Record<string, string>> = { "": format.currency, TRY: "TL", USD: "US", EUR: "EU" };

export const currencyOf = (code: string): string => currencies[code] ?? code;
