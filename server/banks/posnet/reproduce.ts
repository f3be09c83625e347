import type { BankOrder } from "@/server/banks/bank";
import { parseXml, parseXmlText } from "@/server/banks/wire";
import { Secret } from "@/server/domain/secret";
import {
  createReader,
  describeLookUp,
  describeThreeD,
  dispatchByKind,
  type Read,
  type Reproduce,
  toTree,
  type Vector,
} from "../vectors/vector";
import { type Answer, isDone, readAnswer } from "./answer";
import { chargeMac, chargePlaintext, firstHash, requestMac, requestPlaintext } from "./hash";
import { toXid } from "./order";
import { buildRequest } from "./request";
import { decodeResolve, isGenuine, readResolved } from "./resolve";
import { decode } from "./response";
import { type Entry, readEntries } from "./status";
import { requestElements, requestForm, toCurrencyCode, vectorAccount } from "./vector-requests";

/** Computes the values that a published vector expects, with the code of payments as far as that code covers them. */
export const reproduce: Reproduce = dispatchByKind({
  intermediate: (vector) => ({ firstHash: firstHash(macAccount(vector)) }),
  request_hash: (vector) => requestHash(vector),
  response_mac: (vector) => responseMac(vector),
  resolve: (vector) => resolve(vector),
  security: (vector) => security(vector),
  request_form: (vector) => requestForm(vector.input),
  request_body: (vector) => requestBody(vector),
  response: (vector) => ({
    ...response(vector),
    ...describeLookUp(vector, (operation, answer) => decode(operation, answer, lookUpAccount)),
  }),
});

/** An account whose bank prefixes order ids as the catalogue says. A look-up uses nothing else of it. */
const lookUpAccount = {
  bank: "yapikredi",
  merchantId: "",
  terminalNo: "",
  user: "",
  password: new Secret(""),
  storeKey: new Secret(""),
  endpoints: { gate: "", api: "" },
};

/** Reads the account. Vectors of a single hash have its values at the top level of the input. */
const macAccount = ({ input }: Vector) => vectorAccount(input.account ?? input);

const macOrder = (read: Read) => ({
  xid: toXid(read("xid") || read("id")),
  amount: read("amount_minor") || read("amount"),
  currency: toCurrencyCode(read("currency")),
});

function requestHash(vector: Vector) {
  const [order, account] = [macOrder(createReader(vector.input)), macAccount(vector)];
  return { mac: requestMac(order, account), plaintext: requestPlaintext(order, account) };
}

function responseMac(vector: Vector) {
  const read = createReader(vector.input);
  const [key, order, account] = [read("hostlogkey"), macOrder(read), macAccount(vector)] as const;
  return { mac: chargeMac(key, order, account), plaintext: chargePlaintext(key, order, account) };
}

const readVectorAnswer = (vector: Vector): Answer | null => readAnswer(parseXmlText(createReader(vector.input)("xml")));

const errorFields = ({ code, message }: Answer) => ({ error_code: code, error_message: message });

function resolve(vector: Vector): Readonly<Record<string, unknown>> {
  const answer = readVectorAnswer(vector);
  if (answer === null) return {};
  const content = isDone(answer) ? readResolved(answer.part("oosResolveMerchantDataResponse")) : null;
  if (content === null) return { resolved: false, proceed_to_payment: false, ...errorFields(answer) };
  const mac_valid = isGenuine(content, macAccount(vector));
  return {
    resolved: true,
    mac_valid,
    ...errorFields(answer),
    md_status: content.mdStatus,
    three_d: describeThreeD(content.mdStatus),
    xid: content.xid,
    amount_minor: /^\d+$/.test(content.amount) ? Number(content.amount) : null,
    currency: content.currency,
    installment: content.installment,
    tx_status: content.txStatus,
    proceed_to_payment: mac_valid && content.mdStatus === "1",
  };
}

/** Passes an answer to `decodeResolve`, as payments do, for the order that the vector names as sent. */
function security(vector: Vector) {
  const answer = readVectorAnswer(vector);
  if (answer === null) return { digest_matches: false, mac_valid: false, must_accept: false };
  const content = readResolved(answer.part("oosResolveMerchantDataResponse"));
  const account = macAccount(vector);
  const matches = content !== null && isGenuine(content, account);
  const outcome = decodeResolve(sentOrder(vector), {}, answer, {
    bank: "yapikredi",
    merchantId: account.mid,
    terminalNo: account.tid,
    user: "",
    password: new Secret(""),
    storeKey: new Secret(account.encKey),
    endpoints: { gate: "", api: "" },
  });
  const accepted = outcome.kind === "resolved" && outcome.authentication.verdict === "authenticated";
  return { digest_matches: matches, mac_valid: matches, must_accept: accepted };
}

function sentOrder({ input }: Vector): BankOrder {
  const order = createReader(input.order ?? input.stored ?? input.sent ?? input.attempt ?? input);
  const amount = order("amount_minor");
  return {
    orderId: order("id") || order("xid"),
    amountKurus: /^\d+$/.test(amount) ? BigInt(amount) : -1n,
    installment: Number(order("installment")) || 1,
    language: "tr",
    callbackUrl: "",
    nonce: "",
    buyerIp: "",
  };
}

function requestBody(vector: Vector) {
  const xml = buildRequest(requestElements(vector));
  const root = parseXml(Buffer.from(xml, "utf8"));
  const encoding = /encoding="([^"]+)"/.exec(xml)?.[1];
  return { root: root?.name, encoding, tree: toTree(root), xml };
}

function response(vector: Vector): Readonly<Record<string, unknown>> {
  const answer = readVectorAnswer(vector);
  if (answer === null) return {};
  if (vector.parser === "status" || vector.parser === "history") {
    return { ...errorFields(answer), ...statusMeaning(answer) };
  }
  return {
    ...errorFields(answer),
    approved: isDone(answer),
    outcome: outcomes.get(answer.approved ?? "") ?? "unknown",
    hostlogkey: answer.hostLogKey,
    auth_code: answer.authCode,
    mac: answer.mac,
    ...preparedMeaning(answer),
  };
}

const outcomes: ReadonlyMap<string, string> = new Map([
  ["0", "declined"],
  ["1", "approved"],
  ["2", "already_done"],
]);

function preparedMeaning(answer: Answer) {
  const part = answer.part("oosRequestDataResponse");
  const read = (name: string) => part?.children.find((child) => child.name === name)?.text.trim() ?? null;
  return { data1: read("data1"), data2: read("data2"), sign: read("sign") };
}

/** Returns the first of an order's transactions, and the list of all. */
function statusMeaning(answer: Answer) {
  const transactions = (readEntries(answer) ?? []).map(entryMeaning);
  const found = answer.approved === "1" && transactions.length > 0;
  return { ...(found && transactions[0]), found, count: transactions.length, transactions };
}

const entryMeaning = (entry: Entry) => ({
  order_id: entry.orderId,
  state: entry.state,
  ok: entry.counts,
  amount_minor: entry.amountKurus === null ? null : Number(entry.amountKurus),
  currency: entry.currency,
  auth_code: entry.authCode,
  hostlogkey: entry.hostLogKey,
  masked_card: entry.maskedCard,
  date: entry.at,
});
