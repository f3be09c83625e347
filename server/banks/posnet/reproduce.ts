import type { BankOrder } from "@/server/banks/bank";
import { parseXml, parseXmlText } from "@/server/banks/wire";
import { Secret } from "@/server/domain/secret";
import { byKind, type Read, type Reproduce, readerOf, threeD, treeOf, type Vector } from "../vectors/vector";
import { type Answer, isDone, readAnswer } from "./answer";
import { chargeMac, chargePlaintext, firstHash, requestMac, requestPlaintext } from "./hash";
import { xidOf } from "./order";
import { buildRequest } from "./request";
import { decodeResolve, isGenuine, readResolved } from "./resolve";
import { type Entry, readEntries } from "./status";
import { currencyOf, requestElements, requestForm, vectorAccount } from "./vector-requests";

/** Computes what a published vector expects, with the code that payments use wherever that code reaches. */
export const reproduce: Reproduce = byKind({
  intermediate: (vector) => ({ firstHash: firstHash(macAccount(vector)) }),
  request_hash: (vector) => requestHash(vector),
  response_mac: (vector) => responseMac(vector),
  resolve: (vector) => resolve(vector),
  security: (vector) => security(vector),
  request_form: (vector) => requestForm(vector.input),
  request_body: (vector) => requestBody(vector),
  response: (vector) => response(vector),
});

/** Vectors of a single hash have the account's values beside the others. */
const macAccount = ({ input }: Vector) => vectorAccount(input.account ?? input);

const macOrder = (read: Read) => ({
  xid: xidOf(read("xid") || read("id")),
  amount: read("amount_minor") || read("amount"),
  currency: currencyOf(read("currency")),
});

function requestHash(vector: Vector) {
  const [order, account] = [macOrder(readerOf(vector.input)), macAccount(vector)];
  return { mac: requestMac(order, account), plaintext: requestPlaintext(order, account) };
}

function responseMac(vector: Vector) {
  const read = readerOf(vector.input);
  const [key, order, account] = [read("hostlogkey"), macOrder(read), macAccount(vector)] as const;
  return { mac: chargeMac(key, order, account), plaintext: chargePlaintext(key, order, account) };
}

const answerOf = (vector: Vector): Answer | null => readAnswer(parseXmlText(readerOf(vector.input)("xml")));

const errorOf = ({ code, message }: Answer) => ({ error_code: code, error_message: message });

function resolve(vector: Vector): Readonly<Record<string, unknown>> {
  const answer = answerOf(vector);
  if (answer === null) return {};
  const said = isDone(answer) ? readResolved(answer.part("oosResolveMerchantDataResponse")) : null;
  if (said === null) return { resolved: false, proceed_to_payment: false, ...errorOf(answer) };
  const mac_valid = isGenuine(said, macAccount(vector));
  return {
    resolved: true,
    mac_valid,
    ...errorOf(answer),
    md_status: said.mdStatus,
    three_d: threeD(said.mdStatus),
    xid: said.xid,
    amount_minor: /^\d+$/.test(said.amount) ? Number(said.amount) : null,
    currency: said.currency,
    installment: said.installment,
    tx_status: said.txStatus,
    proceed_to_payment: mac_valid && said.mdStatus === "1",
  };
}

/** Runs an answer through the door that payments use, as the answer to the order that the vector says was sent. */
function security(vector: Vector) {
  const answer = answerOf(vector);
  if (answer === null) return { digest_matches: false, mac_valid: false, must_accept: false };
  const said = readResolved(answer.part("oosResolveMerchantDataResponse"));
  const account = macAccount(vector);
  const matches = said !== null && isGenuine(said, account);
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
  const order = readerOf(input.order ?? input.stored ?? input.sent ?? input.attempt ?? input);
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
  return { root: root?.name, encoding, tree: treeOf(root), xml };
}

function response(vector: Vector): Readonly<Record<string, unknown>> {
  const answer = answerOf(vector);
  if (answer === null) return {};
  if (vector.parser === "status" || vector.parser === "history") {
    return { ...errorOf(answer), ...statusMeaning(answer) };
  }
  return {
    ...errorOf(answer),
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

/** The first of an order's transactions, and all of them. */
function statusMeaning(answer: Answer) {
  const transactions = (readEntries(answer) ?? []).map(meaningOf);
  const found = answer.approved === "1" && transactions.length > 0;
  return { ...(found && transactions[0]), found, count: transactions.length, transactions };
}

const meaningOf = (entry: Entry) => ({
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
