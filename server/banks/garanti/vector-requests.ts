import { formats, installmentText } from "@/server/banks/formats";
import type { XmlContent } from "@/server/banks/wire";
import { childOf, type Read, readerOf, type Vector } from "../vectors/vector";
import { cardFields, formFields, signForm } from "./form";
import {
  customerElements,
  fixedAmount,
  type Message,
  originalElements,
  proofElement,
  saleElements,
  transactionOf,
} from "./request";

/** The 3-D Secure form of a vector, with its card where it has one. */
export function requestForm(input: Vector["input"]) {
  const { account, order, card } = recordsOf(input);
  const values = {
    mode: modeOf(account),
    user: account("provUser"),
    merchantId: account("merchantId"),
    terminalId: account("terminalId"),
    type: typeOf(order),
    amount: order("amount_minor"),
    currency: currencyOf(order("currency")),
    installment: installmentOf(order),
    orderId: order("id"),
    okUrl: order("okUrl"),
    failUrl: order("failUrl"),
    ip: order("ip"),
  };
  const cardPart =
    card("pan") === "" ? [] : cardFields(card("pan"), card("month"), card("year"), card("cvv"));
  const optional = optionalFields
    .map(([field, name]) => [field, order(name)] as const)
    .filter(([, value]) => value !== "");
  const hash = signForm(values, account("storeKey"), account("provPassword"));
  const fields = [...formFields(values), ...optional, ...cardPart, ["secure3dhash", hash] as const];
  return { method: "POST", fields: Object.fromEntries(fields) };
}

/** What a form may also carry; our own has none of it. */
const optionalFields = [
  ["customeremailaddress", "email"],
  ["lang", "lang"],
  ["txntimestamp", "timestamp"],
  ["submerchantid", "subMerchantId"],
] as const;

/** A vector's request. Throws for an operation that the protocol does not have. */
export function requestMessage({ input, operation }: Vector): Message {
  const records = recordsOf(input);
  const { account, order, card, recurring } = records;
  const name = operation ?? "";
  const build = Object.hasOwn(builders, name) ? builders[name] : undefined;
  if (build === undefined && card("pan") === "") throw new RangeError(`Operation not known: ${name}`);
  const { isRefund, ...built } = build?.(records) ?? saleWithCard(records, name);
  const email = order("email");
  return {
    mode: modeOf(account),
    user: isRefund
      ? { name: account("refundUser"), password: account("refundPassword") }
      : { name: account("provUser"), password: account("provPassword") },
    terminalId: account("terminalId"),
    merchantId: account("merchantId"),
    customer: [...customerElements(order("ip")), ...(email === "" ? [] : [["EmailAddress", email] as const])],
    orderId: order("id"),
    further: recurringOf(recurring),
    ...built,
  };
}

const recordsOf = (input: Vector["input"]) => ({
  account: readerOf(input.account),
  order: readerOf(input.order),
  card: readerOf(childOf(input.order, "card")),
  recurring: readerOf(childOf(input.order, "recurring")),
  callback: readerOf(input.callback),
});

type Built = Pick<Message, "transaction" | "card" | "order"> & { readonly isRefund?: boolean };
type Build = (records: ReturnType<typeof recordsOf>) => Built;

const complete3d: Build = ({ order, callback }) => ({
  transaction: [
    ...saleOf(order, "13"),
    proofElement(Object.fromEntries(["md", "xid", "eci", "cavv"].map((name) => [name, callback(name)]))),
  ],
});

/** A sale without 3-D Secure: no payment of ours is one. */
const saleWithCard = ({ order, card }: ReturnType<typeof recordsOf>, operation: string): Built => ({
  card: {
    number: card("pan"),
    elements: [
      ["Number", card("pan")],
      ["ExpireDate", card("month") + card("year").slice(-2)],
      ["CVV2", card("cvv")],
    ],
  },
  transaction: saleOf(order, "0", operation),
});

/** A pre-authorisation is one by the order's type or by the operation's name. */
const saleOf = (order: Read, present: string, operation = ""): XmlContent =>
  saleElements({
    type: typeOf(order, operation),
    installment: installmentOf(order),
    amount: order("amount_minor"),
    currency: currencyOf(order("currency")),
    present,
  });

/** The capture of a pre-authorisation. */
const postAuth: Build = ({ order }) => ({
  transaction: [
    ["Type", "postauth"],
    ["Amount", order("amount_minor")],
    ["CurrencyCode", currencyOf(order("currency"))],
    ...originalElements(order("rrn")),
  ],
});

const question =
  (type: string): Build =>
  ({ order }) => ({ transaction: transactionOf(type, fixedAmount, currencyOf(order("currency"))) });

/** The shop's transactions of some days, page by page. */
const listOfDays: Build = ({ order }) => ({
  order: [
    ["StartDate", order("startDate")],
    ["EndDate", order("endDate")],
    ["ListPageNum", order("page") || "1"],
  ],
  transaction: transactionOf("orderlistinq", fixedAmount),
});

/** The bank's own table of cards. */
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

const refundOf =
  (type: string): Build =>
  ({ order }) => {
    const amount = type === "void" ? fixedAmount : order("amount_minor");
    const transaction = transactionOf(type, amount, currencyOf(order("currency")));
    return { isRefund: true, transaction: [...transaction, ...originalElements(order("rrn"))] };
  };

const builders: Readonly<Record<string, Build>> = {
  complete3d,
  capture: postAuth,
  postauth: postAuth,
  void: refundOf("void"),
  cancel: refundOf("void"),
  refund: refundOf("refund"),
  refund_full: refundOf("refund"),
  refund_partial: refundOf("refund"),
  partial_refund: refundOf("refund"),
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

/** After the transaction: how often it is repeated. */
function recurringOf(recurring: Read): XmlContent {
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

const typeOf = (order: Read, operation = ""): string =>
  [order("type"), order("txnType"), order("tranType"), operation].some((text) => /^(moto_)?pre/i.test(text))
    ? "preauth"
    : "sales";

const installmentOf = (order: Read): string => installmentText(formats.garanti, Number(order("installment")));

/** The published shops are those of the test system. */
const modeOf = (account: Read): string => account("mode") || "TEST";

/** ISO 4217 numbers; a vector without a currency is in lira. */
const currencies: Readonly<Record<string, string>> = { TRY: "949", USD: "840", EUR: "978", GBP: "826" };
const currencyOf = (code: string): string => currencies[code || "TRY"] ?? code;
