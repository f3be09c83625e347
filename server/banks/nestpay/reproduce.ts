import { digestsEqual } from "@/server/banks/compare";
import { parseXml, parseXmlText } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import { Secret } from "@/server/domain/secret";
import {
  createReader,
  describeLookUp,
  describeThreeD,
  dispatchByKind,
  type Reproduce,
  toTree,
  type Vector,
} from "../vectors/vector";
import { type Answer, readAnswer } from "./answer";
import { readReturn } from "./callback";
import {
  callbackHashVersion1,
  hashVersion3,
  plaintextRequestVersion1,
  plaintextVersion3,
  requestHashVersion1,
} from "./hash";
import { readHistory } from "./history";
import { buildRequest } from "./request";
import { decode } from "./response";
import { readStatus } from "./status";
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

type Fields = readonly (readonly [string, string])[];

function signedFields(vector: Vector): { fields: Fields; storeKey: string; legacy: boolean } {
  const read = createReader(vector.input.fields);
  const fields = Object.keys(vector.input.fields ?? {}).map((name) => [name, read(name)] as const);
  const storeKey = createReader(vector.input)("storeKey");
  return { fields, storeKey, legacy: vector.scheme === "nestpay.v1" };
}

function requestHash(vector: Vector) {
  const { fields, storeKey, legacy } = signedFields(vector);
  return legacy
    ? { hash: requestHashVersion1(fields, storeKey), plaintext: plaintextRequestVersion1(fields, storeKey) }
    : { hash: hashVersion3(fields, storeKey), plaintext: plaintextVersion3(fields, storeKey) };
}

function callback(vector: Vector) {
  const { fields, storeKey, legacy } = signedFields(vector);
  const read = createReader(vector.input.fields);
  const expected = legacy ? callbackHashVersion1(fields, storeKey) : hashVersion3(fields, storeKey);
  const valid = digestsEqual(expected, read("HASH"));
  const mdStatus = read("mdStatus") || null;
  const charges = read("storetype").toLowerCase().startsWith("3d_pay");
  const charged = read("Response") === "Approved" && read("ProcReturnCode") === "00";
  return {
    hash_valid: valid,
    md_status: mdStatus,
    three_d: mdStatus === null ? null : describeThreeD(mdStatus),
    proceed_to_payment: valid && mdStatus === "1" && !charges,
    final_payment_approved: charges ? valid && charged : null,
    order_id: read("oid") || null,
    masked_card: read("maskedCreditCard") || null,
    error_code: read("ErrorCode") || null,
    error_message: read("ErrMsg") || null,
  };
}

/** Passes the return to `readReturn`, as payments do, against an order built from the return's own fields. */
function security(vector: Vector) {
  const { fields, storeKey } = signedFields(vector);
  const read = createReader(vector.input.fields);
  const order = {
    orderId: read("oid"),
    amountKurus: parseWireAmount(read("amount"), "decimal") ?? 0n,
    installment: Number(read("taksit") || 1),
    language: read("lang") === "en" ? "en" : "tr",
    callbackUrl: read("okUrl"),
    nonce: read("rnd"),
    buyerIp: "",
  } as const;
  const account = {
    bank: "",
    merchantId: read("clientid"),
    terminalNo: "",
    user: "",
    password: new Secret(""),
    storeKey: new Secret(storeKey),
    endpoints: { gate: "", api: "" },
  };
  return {
    digest_matches: digestsEqual(hashVersion3(fields, storeKey), read("HASH")),
    must_accept: readReturn(fields, order, account).verdict === "authenticated",
  };
}

function requestBody(vector: Vector) {
  const body = buildRequest(requestElements(vector));
  const root = parseXml(body);
  const xml = new TextDecoder("iso-8859-9").decode(body);
  const encoding = /encoding="([^"]+)"/.exec(xml)?.[1];
  return { root: root?.name, encoding, tree: toTree(root), xml };
}

function response(vector: Vector): Readonly<Record<string, unknown>> {
  const answer = readAnswer(parseXmlText(createReader(vector.input)("xml")));
  if (answer === null) return {};
  const common = {
    proc_return_code: answer.returnCode,
    error_code: answer.errorCode,
    error_message: answer.errorMessage,
  };
  if (vector.parser === "status") return { ...common, ...statusMeaning(answer) };
  if (vector.parser === "history") return { ...common, ...historyMeaning(answer) };
  return {
    ...common,
    approved: answer.response === "Approved" && answer.returnCode === "00",
    order_id: answer.orderId,
    transaction_id: answer.references.transactionId,
    auth_code: answer.references.authCode,
    rrn: answer.references.rrn,
  };
}

const states: Readonly<Record<string, string>> = {
  A: "authorized",
  C: "captured",
  S: "settled",
  V: "voided",
  R: "reversed",
  D: "declined",
  ERR: "error",
  PN: "planned",
  CNCL: "cancelled",
};

const describeRecord = (chargeType: string | null): string | null =>
  chargeType === "S" ? "sale" : chargeType === "C" ? "credit" : null;

/** Converts kuruş to a number, as vectors write them. */
const minor = (kurus: bigint | null): number | null => (kurus === null ? null : Number(kurus));

function statusMeaning(answer: Answer) {
  const status = readStatus(answer);
  if (status?.state == null) return { found: false };
  return {
    found: true,
    order_id: status.orderId,
    transaction_id: status.references.transactionId,
    auth_code: status.references.authCode,
    rrn: status.references.rrn,
    record: describeRecord(status.chargeType),
    state: states[status.state] ?? null,
    original_amount_minor: minor(status.originalKurus),
    captured_amount_minor: minor(status.capturedKurus),
    masked_card: status.maskedCard,
    voided_at: status.voidedAt,
  };
}

function historyMeaning(answer: Answer) {
  const lines = readHistory(answer) ?? [];
  return {
    found: lines.length > 0,
    order_id: answer.extra("ORD_ID") ?? answer.orderId,
    count: lines.length,
    transactions: lines.map((line) => ({
      record: describeRecord(line.chargeType),
      state: states[line.state ?? ""] ?? null,
      original_amount_minor: minor(line.originalKurus),
      captured_amount_minor: minor(line.capturedKurus),
      authorized_at: line.authorisedAt,
      captured_at: line.capturedAt,
      voided_at: line.voidedAt,
      rrn: line.rrn,
      auth_code: line.authCode,
      proc_return_code: line.returnCode,
      transaction_id: line.transactionId,
    })),
  };
}
