import { amountText, installmentText } from "@/server/banks/formats";
import type { XmlContent } from "@/server/banks/wire";
import { createReader, type Read, readChild, type Vector } from "../vectors/vector";
import { type MacAccount, requestMac } from "./hash";
import { format, prefixedId, toXid, usualPrefix } from "./order";
import {
  agreementElements,
  chargeElements,
  encryptElements,
  formatExpiry,
  formFields,
  headElements,
  resolveElements,
  returnElements,
  reverseElements,
  type SaleReference,
  withTime,
} from "./request";

/** Builds the browser's form of a vector, with those optional fields of the bank's page that the vector contains. */
export function requestForm({ account, order, oosResponse }: Vector["input"]) {
  const [ofAccount, ofOrder, prepared] = [createReader(account), createReader(order), createReader(oosResponse)];
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

/** Builds the elements of a vector's request. Throws a RangeError for an operation that the protocol does not have. */
export function requestElements(vector: Vector): XmlContent {
  const { account, order, callback } = vector.input;
  const records = {
    account: createReader(account),
    order: createReader(order),
    card: createReader(readChild(order, "card")),
    callback: createReader(callback),
  };
  const operation = vector.operation ?? "";
  const elements = Object.hasOwn(elementsByOperation, operation) ? elementsByOperation[operation] : undefined;
  if (elements === undefined) throw new RangeError(`Operation not known: ${vector.operation}`);
  const { mid, tid } = vectorAccount(account);
  return [...headElements(mid, tid), ...elements(records)];
}

export const vectorAccount = (record: unknown): MacAccount => {
  const read = createReader(record);
  return { mid: read("merchantId"), tid: read("terminalId"), encKey: read("encKey") };
};

type Elements = (records: Readonly<Record<"account" | "order" | "card" | "callback", Read>>) => XmlContent;

const encrypt: Elements = ({ account, order, card }) =>
  encryptElements({
    posnetId: account("posnetId"),
    pan: card("pan"),
    expiry: formatExpiry(card("month"), card("year")),
    cvc: card("cvv"),
    amount: readAmount(order),
    currency: toCurrencyCode(order("currency")),
    installment: installmentValue(order),
    xid: toXid(order("id")),
    holder: card("holder"),
    type: isPreAuth(order) ? "Auth" : "Sale",
  });

const readPackets = (callback: Read) =>
  Object.fromEntries(["BankPacket", "MerchantPacket", "Sign"].map((name) => [name, callback(name)]));

const computeMac = (account: Read, order: Read): string =>
  requestMac(
    { xid: toXid(order("id")), amount: readAmount(order), currency: toCurrencyCode(order("currency")) },
    { mid: account("merchantId"), tid: account("terminalId"), encKey: account("encKey") },
  );

const resolve: Elements = ({ account, order, callback }) =>
  resolveElements(readPackets(callback), computeMac(account, order));

const charge: Elements = ({ account, order, callback }) =>
  chargeElements(readPackets(callback), computeMac(account, order), order("wpAmount") || "0");

/** Creates the builder of a sale or pre-authorisation without 3-D Secure, which the product does not use. */
const plain =
  (element: "sale" | "auth" | null): Elements =>
  ({ order, card }) => [
    ...withTime,
    [
      element ?? (isPreAuth(order) ? "auth" : "sale"),
      [
        ["orderID", toPlainOrderId(order("id"))],
        ["installment", installmentValue(order)],
        ["amount", readAmount(order)],
        ["currencyCode", toCurrencyCode(order("currency"))],
        ["ccno", card("pan")],
        ["expDate", formatExpiry(card("month"), card("year"))],
        ["cvc", card("cvv")],
      ],
    ],
  ];

const capture: Elements = ({ order }) => [
  ...withTime,
  [
    "capt",
    [
      toSaleReference(order),
      ["amount", readAmount(order)],
      ["currencyCode", toCurrencyCode(order("currency"))],
      ["installment", installmentValue(order)],
    ],
  ],
];

const reverse: Elements = ({ order }) => {
  const transaction = order("transaction") || (isPreAuth(order) ? "auth" : "sale");
  const elements = reverseElements(transaction, toSaleReference(order));
  const authCode = order("authCode", "auth_code");
  return elements.map(([name, content]) =>
    name === "reverse" && typeof content !== "string" && authCode !== ""
      ? [name, [...content, ["authCode", authCode]]]
      : [name, content],
  );
};

const giveBack: Elements = ({ order }) =>
  returnElements(readAmount(order), toCurrencyCode(order("currency")), toSaleReference(order));

/** Builds the inquiry for the World points of a card. */
const points: Elements = ({ card }) => [
  [
    "pointInquiry",
    [
      ["ccno", card("pan")],
      ["expDate", formatExpiry(card("month"), card("year"))],
    ],
  ],
];

const payWithPoints: Elements = ({ order, card }) => [
  [
    "pointUsage",
    [
      ["amount", readAmount(order)],
      ["ccno", card("pan")],
      ["currencyCode", toCurrencyCode(order("currency"))],
      ["expDate", formatExpiry(card("month"), card("year"))],
      ["orderID", toPlainOrderId(order("id"))],
    ],
  ],
];

const status: Elements = ({ order }) => agreementElements(readLaterOrderId(order));

/** The builders by operation, under the names of the vectors and under the bank's own names. */
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

const readAmount = (order: Read): string => {
  const text = order("amount_minor");
  return /^\d+$/.test(text) ? amountText(format, BigInt(text)) : text;
};

const installmentValue = (order: Read): string => installmentText(format, Number(order("installment")));

/** Returns the id of an order without 3-D Secure, which has zeros in place of a prefix. */
const toPlainOrderId = (id: string): string => id.padStart(24, "0");

const readLaterOrderId = (order: Read): string => {
  const id = order("id");
  if (order("threeD") === "false") return toPlainOrderId(id);
  return id.length === 24 ? id : prefixedId(id, order("prefix") || usualPrefix);
};

const toSaleReference = (order: Read): SaleReference => {
  const key = order("rrn", "hostLogKey", "hostlogkey");
  return key === "" ? ["orderID", readLaterOrderId(order)] : ["hostLogKey", key];
};

/** The bank's currency codes by ISO letter code. A vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = { "": format.currency, TRY: "TL", USD: "US", EUR: "EU" };

export const toCurrencyCode = (code: string): string => currencies[code] ?? code;
