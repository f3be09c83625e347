import { formats, installmentText } from "@/server/banks/formats";
import type { XmlContent } from "@/server/banks/wire";
import { createReader, type Read, readChild, type Vector } from "../vectors/vector";
import { cardFields, computeFormHash, formFields } from "./form";
import {
  customerElements,
  fixedAmount,
  type Message,
  originalElements,
  proofElement,
  saleElements,
  transactionElements,
} from "./request";

/** Builds the 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const { account, order, card } = readRecords(input);
  const values = {
    mode: readMode(account),
    user: account("provUser"),
    merchantId: account("merchantId"),
    terminalId: account("terminalId"),
    type: transactionType(order),
    amount: order("amount_minor"),
    currency: toCurrencyCode(order("currency")),
    installment: installmentValue(order),
    orderId: order("id"),
    okUrl: order("okUrl"),
    failUrl: order("failUrl"),
    ip: order("ip"),
  };
  const cardPart = card("pan") === "" ? [] : cardFields(card("pan"), card("month"), card("year"), card("cvv"));
  const optional = optionalFields
    .map(([field, name]) => [field, order(name)] as const)
    .filter(([, value]) => value !== "");
  const hash = computeFormHash(values, account("storeKey"), account("provPassword"));
  const fields = [...formFields(values), ...optional, ...cardPart, ["secure3dhash", hash] as const];
  return { method: "POST", fields: Object.fromEntries(fields) };
}

/** Optional fields of a form, which our own forms do not contain. */
const optionalFields = [
  ["customeremailaddress", "email"],
  ["lang", "lang"],
  ["txntimestamp", "timestamp"],
  ["submerchantid", "subMerchantId"],
] as const;

/** Builds a vector's request. Throws a RangeError for an operation that the protocol does not have. */
export function requestMessage({ input, operation }: Vector): Message {
  const records = readRecords(input);
  const { account, order, card, recurring } = records;
  const name = operation ?? "";
  const build = Object.hasOwn(builders, name) ? builders[name] : undefined;
  if (build === undefined && card("pan") === "") throw new RangeError(`Operation not known: ${name}`);
  const { isRefund, ...built } = build?.(records) ?? saleWithCard(records, name);
  const email = order("email");
  return {
    mode: readMode(account),
    user: isRefund
      ? { name: account("refundUser"), password: account("refundPassword") }
      : { name: account("provUser"), password: account("provPassword") },
    terminalId: account("terminalId"),
    merchantId: account("merchantId"),
    customer: [...customerElements(order("ip")), ...(email === "" ? [] : [["EmailAddress", email] as const])],
    orderId: order("id"),
    further: recurringElements(recurring),
    ...built,
  };
}

const readRecords = (input: Vector["input"]) => ({
  account: createReader(input.account),
  order: createReader(input.order),
  card: createReader(readChild(input.order, "card")),
  recurring: createReader(readChild(input.order, "recurring")),
  callback: createReader(input.callback),
});

type Built = Pick<Message, "transaction" | "card" | "order"> & { readonly isRefund?: boolean };
type Build = (records: ReturnType<typeof readRecords>) => Built;

const complete3d: Build = ({ order, callback }) => ({
  transaction: [
    ...saleContent(order, "13"),
    proofElement(Object.fromEntries(["md", "xid", "eci", "cavv"].map((name) => [name, callback(name)]))),
  ],
});

/** Builds a sale without 3-D Secure, which the product does not use. */
const saleWithCard = ({ order, card }: ReturnType<typeof readRecords>, operation: string): Built => ({
  card: {
    number: card("pan"),
    elements: [
      ["Number", card("pan")],
      ["ExpireDate", card("month") + card("year").slice(-2)],
      ["CVV2", card("cvv")],
    ],
  },
  transaction: saleContent(order, "0", operation),
});

/** Builds a sale, or a pre-authorisation where the order's type or the operation's name says so. */
const saleContent = (order: Read, present: string, operation = ""): XmlContent =>
  saleElements({
    type: transactionType(order, operation),
    installment: installmentValue(order),
    amount: order("amount_minor"),
    currency: toCurrencyCode(order("currency")),
    present,
  });

/** Builds the capture of a pre-authorisation. */
const postAuth: Build = ({ order }) => ({
  transaction: [
    ["Type", "postauth"],
    ["Amount", order("amount_minor")],
    ["CurrencyCode", toCurrencyCode(order("currency"))],
    ...originalElements(order("rrn")),
  ],
});

const question =
  (type: string): Build =>
  ({ order }) => ({ transaction: transactionElements(type, fixedAmount, toCurrencyCode(order("currency"))) });

/** Builds the request for one page of the shop's transactions in a range of days. */
const listOfDays: Build = ({ order }) => ({
  order: [
    ["StartDate", order("startDate")],
    ["EndDate", order("endDate")],
    ["ListPageNum", order("page") || "1"],
  ],
  transaction: transactionElements("orderlistinq", fixedAmount),
});

/** Builds the request for the bank's own BIN table. */
const listOfBins: Build = ({ order }) => ({
  transaction: [
    ["Type", "bininq"],
    ["Amount", "1"],
    [
      "BINInq",
      [
        ["Group", order("group") || "A"],
        ["CardType", order("cardType") || "A"],
      ],
    ],
  ],
});

const refundOrVoid =
  (type: string): Build =>
  ({ order }) => {
    const amount = type === "void" ? fixedAmount : order("amount_minor");
    const transaction = transactionElements(type, amount, toCurrencyCode(order("currency")));
    return { isRefund: true, transaction: [...transaction, ...originalElements(order("rrn"))] };
  };

const builders: Readonly<Record<string, Build>> = {
  complete3d,
  capture: postAuth,
  postauth: postAuth,
  void: refundOrVoid("void"),
  cancel: refundOrVoid("void"),
  refund: refundOrVoid("refund"),
  refund_full: refundOrVoid("refund"),
  refund_partial: refundOrVoid("refund"),
  partial_refund: refundOrVoid("refund"),
  status: question("orderinq"),
  history: question("orderhistoryinq"),
  order_history: question("orderhistoryinq"),
  history_by_date: listOfDays,
  date_history: listOfDays,
  date_list: listOfDays,
  list: listOfDays,
  bin_list: listOfBins,
  bin_inquiry: listOfBins,
  bininq: listOfBins,
};

/** Returns the element after the transaction that holds the plan of a recurring sale. */
function recurringElements(recurring: Read): XmlContent {
  if (recurring("cycle") === "") return [];
  const plan: XmlContent = [
    ["TotalPaymentNum", recurring("count")],
    ["FrequencyType", recurring("cycle")],
    ["FrequencyInterval", recurring("interval")],
    ["Type", "R"],
    ["StartDate", recurring("startDate")],
  ];
  return [["Recurring", plan]];
}

const transactionType = (order: Read, operation = ""): string =>
  [order("type"), order("txnType"), order("tranType"), operation].some((text) => /^(moto_)?pre/i.test(text))
    ? "preauth"
    : "sales";

const installmentValue = (order: Read): string => installmentText(formats.garanti, Number(order("installment")));

/** Returns the vector's mode, by default `TEST`, because the published shops are on the test system. */
const readMode = (account: Read): string => account("mode") || "TEST";

/** ISO 4217 numbers by letter code. A vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = { TRY: "949", USD: "840", EUR: "978", GBP: "826" };
const toCurrencyCode = (code: string): string => currencies[code || "TRY"] ?? code;
