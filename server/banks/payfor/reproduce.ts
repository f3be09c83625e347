import { catalog } from "@/server/banks/catalog";
import { digestsEqual } from "@/server/banks/compare";
import { parseXml, parseXmlText, type XmlElement } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import { Secret } from "@/server/domain/secret";
import {
  createReader,
  describeLookUp,
  dispatchByKind,
  type Read,
  type Reproduce,
  toTree,
  type Vector,
} from "../vectors/vector";
import { type Answer, readElements } from "./answer";
import { readReturn } from "./callback";
import { authenticatedCode } from "./codes";
import { formHash, formPlaintext, returnHash, returnPlaintext } from "./hash";
import { readReport } from "./history";
import { buildRequest } from "./request";
import { decode } from "./response";
import { isUnknownOrder } from "./status";
import { requestElements, requestForm } from "./vector-requests";

/** Computes the values that a published vector expects, with the code of payments as far as that code covers them. */
export const reproduce: Reproduce = dispatchByKind({
  request_hash: (vector) => requestHash(vector),
  callback: (vector) => callback(vector),
  callback_shape: (vector) => callback(vector),
  security: (vector) => security(vector),
  request_form: (vector) => requestForm(vector.input),
  request_body: (vector) => requestBody(vector),
  response: (vector) => ({ ...response(vector), ...describeLookUp(vector, decode) }),
});

/** Creates a reader of the shop's values, which a vector has under `account` or at the top level of the input. */
const readAccount =
  (vector: Vector): Read =>
  (...names) =>
    createReader(vector.input.account)(...names) || createReader(vector.input)(...names);

function requestHash(vector: Vector) {
  const read = createReader(vector.input.fields);
  const form = {
    memberId: read("MbrId"),
    orderId: read("OrderId"),
    amount: read("PurchAmount"),
    okUrl: read("OkUrl"),
    failUrl: read("FailUrl"),
    type: read("TxnType"),
    installment: read("InstallmentCount"),
    nonce: read("Rnd"),
  };
  const pass = readAccount(vector)("merchantPass");
  return { hash: formHash(form, pass), plaintext: formPlaintext(form, pass) };
}

function signedReturn(vector: Vector) {
  const read = createReader(vector.input.fields);
  const account = readAccount(vector);
  const signed = {
    merchantId: account("merchantId") || read("MerchantID", "MerchantId"),
    orderId: read("OrderId"),
    authCode: read("AuthCode"),
    returnCode: read("ProcReturnCode"),
    status3d: read("3DStatus"),
    nonce: read("ResponseRnd"),
    userCode: account("userCode") || read("UserCode"),
  };
  const hash = returnHash(signed, account("merchantPass"), read("ResponseHash"));
  const valid = digestsEqual(hash, read("ResponseHash"));
  return { hash, valid, plaintext: returnPlaintext(signed, account("merchantPass")) };
}

function callback(vector: Vector) {
  const read = createReader(vector.input.fields);
  const text = (name: string): string | null => read(name) || null;
  const { hash, valid, plaintext } = signedReturn(vector);
  const returnCode = text("ProcReturnCode");
  const is3dOk = text("3DStatus") === "1" && returnCode === authenticatedCode;
  const charges = ["3DPay", "3DHost"].includes(read("SecureType"));
  const isRefused = !is3dOk && returnCode !== "00";
  return {
    hash,
    plaintext,
    hash_valid: valid,
    three_d_status: text("3DStatus"),
    proc_return_code: returnCode,
    three_d: describeThreeD(text("3DStatus")),
    proceed_to_payment: valid && is3dOk && !charges,
    final_payment_approved: charges ? valid && returnCode === "00" : null,
    order_id: text("OrderId"),
    request_guid: read("RequestGuid").replace(/^0+$/, "") || null,
    error_code: isRefused ? returnCode : null,
    error_message: isRefused ? text("ErrMsg") : null,
    masked_card: text("CardMask"),
    auth_code: text("AuthCode"),
    rrn: text("HostRefNum"),
    amount: text("PurchAmount"),
  };
}

const describeThreeD = (status: string | null): string | null =>
  status === null ? null : status === "1" ? "full" : "failed";

/** Passes the return to `readReturn`, as payments do, against the order of the vector or of the return's own fields. */
function security(vector: Vector) {
  const fields = Object.entries(vector.input.fields ?? {}).map(([name, value]) => [name, String(value)] as const);
  const read = createReader(vector.input.fields);
  const sent = createReader(vector.input.sent ?? vector.input.order);
  const account = readAccount(vector);
  const order = {
    orderId: sent("id", "orderId") || read("OrderId"),
    amountKurus: parseWireAmount(sent("amount") || read("PurchAmount"), "decimal") ?? 0n,
    installment: Number(sent("installment") || read("InstallmentCount")),
    language: read("Lang").toLowerCase() === "en" ? "en" : "tr",
    callbackUrl: sent("okUrl") || read("OkUrl"),
    nonce: sent("rnd") || read("Rnd"),
    buyerIp: "",
  } as const;
  const shop = {
    bank: toBank(account("mbrId") || read("MbrId")),
    merchantId: account("merchantId") || read("MerchantID"),
    terminalNo: "",
    user: account("userCode"),
    password: new Secret(""),
    storeKey: new Secret(account("merchantPass")),
    endpoints: { gate: "", api: "" },
  };
  return {
    digest_matches: signedReturn(vector).valid,
    must_accept: readReturn(fields, order, shop).verdict === "authenticated",
  };
}

const toBank = (memberId: string): string =>
  memberId === catalog.ziraat_katilim.quirks.memberId ? "ziraat_katilim" : "qnb";

function requestBody(vector: Vector) {
  const body = buildRequest(requestElements(vector));
  const root = parseXml(body);
  const xml = new TextDecoder().decode(body);
  const encoding = /encoding="([^"]+)"/.exec(xml)?.[1];
  return { root: root?.name, encoding, tree: toTree(root), xml };
}

function response(vector: Vector): Readonly<Record<string, unknown>> {
  const root = readDocument(createReader(vector.input)("xml", "text", "body"));
  if (root === null) return {};
  if (vector.parser === "history") return historyMeaning(root);
  const answer = readElements(root);
  if (answer === null) return {};
  const common = {
    proc_return_code: answer.returnCode,
    error_code: answer.returnCode === "00" ? null : answer.returnCode,
    error_message: answer.returnCode === "00" ? null : answer.message,
  };
  if (vector.parser === "status") return { ...common, ...recordMeaning(answer) };
  return {
    ...common,
    approved: answer.returnCode === "00",
    order_id: answer.transId ?? answer.orderId,
    transaction_id: answer.transId,
    auth_code: answer.references.authCode,
    rrn: answer.references.rrn,
  };
}

/** Reads XML, or the text `key=value;;key=value` that the form's address answers with (B-5.4). */
function readDocument(text: string): XmlElement | null {
  if (/^\s*</.test(text)) return parseXmlText(text);
  const children = text.split(";;").map((pair) => ({
    name: pair.replace(/=.*/s, "").trim(),
    text: pair.replace(/^[^=]*=?/, ""),
    children: [],
  }));
  return { name: "PayforResponse", text: "", children: children.filter(({ name }) => name !== "") };
}

function recordMeaning(record: Answer) {
  if (record.state === null || isUnknownOrder(record.orderId ?? "", record)) return { found: false };
  return {
    found: true,
    order_id: record.orderId,
    txn_type: record.type,
    state: describeState(record),
    amount: record.amount,
    auth_code: record.references.authCode,
    rrn: record.references.rrn,
    masked_card: record.cardMask,
    installment: record.installment === null ? null : Number(record.installment),
  };
}

/** Translates a record's state to the word that vectors use for all banks. */
function describeState({ state, type, isVoided }: Answer): string | null {
  if (state === "V" || isVoided === "true" || (state === "Y" && type === "Void")) return "voided";
  if (state === "P") return "pending";
  if (state === "N") return "declined";
  if (state !== "Y") return null;
  if (type === "PreAuth") return "authorized";
  return type === "Refund" ? "refunded" : "captured";
}

function historyMeaning(root: XmlElement) {
  const records = readReport(root)?.records ?? [];
  return {
    found: records.length > 0,
    order_id: records[0]?.orderId ?? null,
    count: records.length,
    transactions: records.map((record) => ({
      ...recordMeaning(record),
      proc_return_code: record.returnCode,
    })),
  };
}
