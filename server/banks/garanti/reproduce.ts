import { digestsEqual } from "@/server/banks/compare";
import { parseXml, parseXmlText } from "@/server/banks/wire";
import { Secret } from "@/server/domain/secret";
import {
  createReader,
  describeLookUp,
  describeThreeD,
  dispatchByKind,
  type Read,
  type Reproduce,
  readChild,
  toTree,
  type Vector,
} from "../vectors/vector";
import { type Answer, isApproved, readAnswer } from "./answer";
import { readReturn } from "./callback";
import {
  formHash,
  formPlaintext,
  genericReturnHash,
  requestHash,
  requestPlaintext,
  returnHash,
  securityData,
} from "./hash";
import { findRecordKind, readHistory } from "./history";
import { buildRequest } from "./request";
import { decode } from "./response";
import { readStatus } from "./status";
import { requestForm, requestMessage } from "./vector-requests";

/** Computes the values that a published vector expects, with the code of payments as far as that code covers them. */
export const reproduce: Reproduce = dispatchByKind({
  intermediate: (vector) => intermediate(createReader(vector.input)),
  request_hash: (vector) =>
    readChild(vector.input, "request") === undefined ? reproduceFormHash(vector) : reproduceRequestHash(vector),
  callback: (vector) => callback(vector),
  callback_shape: (vector) => callback(vector),
  security: (vector) => security(vector),
  request_form: (vector) => requestForm(vector.input),
  request_body: (vector) => requestBody(vector),
  response: (vector) => ({ ...response(vector), ...describeLookUp(vector, decode) }),
});

const intermediate = (read: Read) => ({ securityData: securityData(read("password"), read("terminalId")) });

function reproduceFormHash({ input }: Vector) {
  const [read, fields] = [createReader(input), createReader(input.fields)];
  const form = {
    terminalId: fields("terminalid"),
    orderId: fields("orderid"),
    amount: fields("txnamount"),
    currency: fields("txncurrencycode"),
    successUrl: fields("successurl"),
    errorUrl: fields("errorurl"),
    type: fields("txntype"),
    installment: fields("txninstallmentcount"),
  };
  const security = securityData(read("provPassword") || read("password"), form.terminalId);
  const storeKey = read("storeKey");
  return { hash: formHash(form, storeKey, security), plaintext: formPlaintext(form, storeKey, security) };
}

function reproduceRequestHash({ input }: Vector) {
  const element = (name: string) => createReader(readChild(input.request, name));
  const request = {
    orderId: element("Order")("OrderID"),
    terminalId: element("Terminal")("ID"),
    cardNumber: element("Card")("Number"),
    amount: element("Transaction")("Amount"),
    currency: element("Transaction")("CurrencyCode"),
  };
  const security = securityData(createReader(input)("password"), request.terminalId);
  return { hash: requestHash(request, security), plaintext: requestPlaintext(request, security) };
}

/** Compares digests in upper case, because vectors contain them in either case. */
const matches = (expected: string, read: Read): boolean => digestsEqual(expected, read("hash").toUpperCase());

function callback({ input }: Vector) {
  const read = createReader(input.fields);
  const valid = matches(returnHash(read, createReader(input)("storeKey")), read);
  const mdStatus = read("mdstatus") || null;
  // In the other models the return is also the result of the charge.
  const charges = !["", "3d"].includes(read("secure3dsecuritylevel").toLowerCase());
  const charged = read("response") === "Approved" && read("procreturncode") === "00";
  return {
    hash_valid: valid,
    md_status: mdStatus,
    three_d: mdStatus === null ? null : describeThreeD(mdStatus),
    proceed_to_payment: valid && mdStatus === "1" && !charges,
    final_payment_approved: charges ? valid && charged : null,
    order_id: read("oid") || null,
    masked_card: read("MaskedPan") || null,
    proc_return_code: read("procreturncode") || null,
    error_message: read("errmsg") || read("mderrormessage") || null,
  };
}

/** Passes the return to `readReturn`, as payments do, against an order built from the return's own fields. */
function security({ input }: Vector) {
  const read = createReader(input.fields);
  const storeKey = createReader(input)("storeKey");
  const fields = Object.keys(input.fields ?? {}).map((name) => [name, read(name)] as const);
  const order = {
    orderId: read("oid"),
    amountKurus: /^\d{1,15}$/.test(read("txnamount")) ? BigInt(read("txnamount")) : 0n,
    installment: Number(read("txninstallmentcount") || 1),
    language: "tr",
    callbackUrl: read("successurl"),
    nonce: "",
    buyerIp: read("customeripaddress"),
  } as const;
  const account = {
    bank: "garanti",
    merchantId: read("terminalmerchantid"),
    terminalNo: read("clientid"),
    user: read("terminalprovuserid"),
    password: new Secret(createReader(input)("provPassword")),
    storeKey: new Secret(storeKey),
    isTest: read("mode") === "TEST",
    endpoints: { gate: "", api: "" },
  };
  return {
    digest_matches: matches(genericReturnHash(read, read("hashparams"), storeKey), read),
    must_accept: readReturn(fields, order, account).verdict === "authenticated",
  };
}

function requestBody(vector: Vector) {
  const body = buildRequest(requestMessage(vector));
  const root = parseXml(body);
  const xml = new TextDecoder().decode(body);
  const encoding = /encoding="([^"]+)"/.exec(xml)?.[1];
  return { root: root?.name, encoding, tree: toTree(root), xml };
}

function response({ input, parser }: Vector): Readonly<Record<string, unknown>> {
  const answer = readAnswer(parseXmlText(createReader(input)("xml")));
  if (answer === null) return {};
  const common = {
    proc_return_code: answer.code,
    reason_code: answer.reasonCode,
    error_code: answer.reasonCode,
    error_message: answer.errorMessage,
  };
  if (parser === "status") return { ...common, ...statusMeaning(answer) };
  if (parser === "history") return { ...common, ...historyMeaning(answer) };
  return {
    ...common,
    approved: isApproved(answer),
    order_id: answer.orderId,
    auth_code: answer.references.authCode,
    rrn: answer.references.rrn,
    batch: answer.transaction("BatchNum"),
    sequence: answer.transaction("SequenceNum"),
    masked_card: answer.transaction("CardNumberMasked"),
    program: answer.transaction("CardType"),
    system_message: answer.systemMessage,
  };
}

const states: ReadonlyMap<string, string> = new Map([
  ["APPROVED", "captured"],
  ["WAITINGPOSTAUTH", "authorized"],
]);

/** Converts kuruş to a number, as vectors write them. */
const minor = (kurus: bigint | null): number | null => (kurus === null ? null : Number(kurus));

function statusMeaning(answer: Answer) {
  const status = readStatus(answer);
  if (status?.state == null) return { found: false, order_id: answer.orderId };
  return {
    found: true,
    order_id: answer.orderId,
    state: states.get(status.state) ?? null,
    bank_state: status.state,
    authorized_amount_minor: minor(status.heldKurus),
    captured_amount_minor: minor(status.capturedKurus),
    auth_code: status.references.authCode,
    rrn: status.references.rrn,
    installment: status.installment === null ? null : Number(status.installment),
    masked_card: status.maskedCard,
  };
}

function historyMeaning(answer: Answer) {
  const lines = readHistory(answer) ?? [];
  return {
    found: lines.length > 0,
    order_id: answer.orderId,
    count: lines.length,
    transactions: lines.map((line) => ({
      record: findRecordKind(line),
      type: line.type,
      approved: line.status === "00" && line.returnCode === "00",
      authorized_amount_minor: minor(line.heldKurus),
      captured_amount_minor: minor(line.capturedKurus),
      authorized_at: line.authorisedAt,
      captured_at: line.capturedAt,
      voided_at: line.voidedAt,
      rrn: line.references.rrn,
      auth_code: line.references.authCode,
      proc_return_code: line.returnCode,
    })),
  };
}
