import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { decode } from "./response";

const orderId = "ABCDEFGHJK23456789ZZ";
const voidIt: Operation = { kind: "void", ...buildPlacedOrder(orderId), amountKurus: 100n };
const credit: Operation = { kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 100n, refundKey: "R" };
const inquire: Operation = { kind: "inquire", ...buildPlacedOrder(orderId) };
const order = {
  orderId,
  amountKurus: 100n,
  installment: 1,
  language: "tr",
  callbackUrl: "",
  nonce: "",
  buyerIp: "",
} as const;
const capture: Operation = { kind: "capture", order, proofs: {} };
const moneyCalls = [capture, voidIt, credit];

type Texts = Readonly<Record<string, string>>;

const elements = (texts: Texts) =>
  Object.entries(texts)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join("");

const answerXml = (response: Texts, { transaction = "", found = "", id = orderId } = {}) =>
  `<GVPSResponse><Order><OrderID>${id}</OrderID>${found}</Order>` +
  `<Transaction><Response>${elements(response)}</Response>${transaction}</Transaction></GVPSResponse>`;

const decodeXml = (operation: Operation, xml: string) =>
  decode(operation, { status: 200, contentType: "text/xml", body: Buffer.from(xml) });

const answer = (operation: Operation, response: Texts, more?: Parameters<typeof answerXml>[1]) =>
  decodeXml(operation, answerXml(response, more));

const unknown = (cause: string) => ({ kind: "unknown", cause });
const notUnderstood = unknown("not_understood");
const approved = { Source: "HOST", Code: "00", ReasonCode: "00", Message: "Approved" };
const refused = (Source: string, Code: string, ReasonCode = Code, SysErrMsg = "") => ({
  Source,
  Code,
  ReasonCode,
  Message: "Declined",
  SysErrMsg,
});

describe("money calls", () => {
  test("approved with the bank's references; empty references are null", () => {
    const transaction = "<RetrefNum> 407000985165 </RetrefNum><AuthCode></AuthCode>";
    expect(answer(capture, approved, { transaction })).toEqual({
      kind: "approved",
      references: { authCode: null, rrn: "407000985165", transactionId: null },
    });
    const bare = { Code: "00", ReasonCode: "" };
    for (const operation of moneyCalls) expect(answer(operation, bare).kind).toBe("approved");
  });

  test.each([
    ["00", "51", "Approved"],
    ["00", "0104", "Approved"],
    ["00", "00", "Declined"],
    ["00", "00", "approved"],
    ["00", "00", "Pending"],
    ["51", "51", "Approved"],
    ["51", "00", "Approved"],
    ["", "", "Approved"],
    ["", "51", "Declined"],
    ["000", "00", "Approved"],
    ["0", "00", "Approved"],
    ["XX", "XX", "Declined"],
    ["051", "51", "Declined"],
  ])("unknown for Code %j with ReasonCode %j and Message %j", (Code, ReasonCode, Message) => {
    for (const operation of moneyCalls) {
      expect(answer(operation, { Source: "HOST", Code, ReasonCode, Message })).toEqual(notUnderstood);
    }
  });

  test.each([
    ["51", "", "insufficient_funds"],
    ["05", "RPC-05 condition was raised", "do_not_honour"],
    ["12", "CVC2 HATALI", "invalid_security_code"],
    ["12", "", "bank_setup"],
    ["13", "", "amount_not_accepted"],
    ["14", "", "invalid_card"],
    ["41", "", "lost_or_stolen"],
    ["54", "", "expired_card"],
    ["57", "", "closed_to_internet"],
    ["61", "", "card_limit_exceeded"],
    ["91", "", "bank_unavailable"],
    ["92", "", "bank_unavailable"],
    ["93", "", "closed_to_internet"],
    ["96", "", "bank_unavailable"],
    ["77", "", "do_not_honour"],
    ["88", "", "unknown"],
  ])("declined for the host's code %s with SysErrMsg %j: %s", (code, systemMessage, reason) => {
    const outcome = answer(capture, refused("HOST", code, code, systemMessage));
    const words = systemMessage === "" ? {} : { bankMessage: systemMessage };
    expect(outcome).toEqual({ kind: "declined", reason, bankCode: code, ...words });
  });

  test("declined (installment_not_accepted) for installments with codes 12 and 57, which are otherwise about the card", () => {
    const inThree: Operation = { ...capture, order: { ...order, installment: 3 } };
    const refusalFor = (operation: Operation, ...codes: Parameters<typeof refused>) =>
      answer(operation, refused(...codes));
    const reason = "installment_not_accepted";
    expect(refusalFor(inThree, "HOST", "12")).toEqual({ kind: "declined", reason, bankCode: "12" });
    expect(refusalFor(inThree, "HOST", "57")).toEqual({ kind: "declined", reason, bankCode: "57" });
    expect(refusalFor(inThree, "HOST", "51")).toMatchObject({ reason: "insufficient_funds" });
    expect(refusalFor(inThree, "HOST", "12", "12", "CVC2 HATALI")).toMatchObject({
      reason: "invalid_security_code",
    });
    expect(refusalFor(capture, "HOST", "57")).toMatchObject({ reason: "closed_to_internet" });
  });

  test("declined (amount_exceeds_remaining) for a credit with code 13, as less is left than our books say", () => {
    const reasons = moneyCalls.map((operation) => answer(operation, refused("HOST", "13")));
    expect(reasons).toMatchObject([
      { reason: "amount_not_accepted" },
      { reason: "amount_not_accepted" },
      { reason: "amount_exceeds_remaining", bankCode: "13" },
    ]);
  });

  test.each([
    ["0002", "bank_setup"],
    ["0202", "reversal_refused"],
    ["0652", "bank_setup"],
    ["0753", "bank_setup"],
    ["0809", "bank_setup"],
    ["0110", "nothing_to_void"],
    ["0201", "nothing_to_void"],
    ["0210", "nothing_to_void"],
    ["0214", "amount_exceeds_remaining"],
    ["0402", "attempts_exceeded"],
    ["0104", "duplicate"],
  ])("declined for the gateway's 92 with reason %s: %s", (reasonCode, reason) => {
    for (const operation of [voidIt, credit]) {
      const outcome = answer(operation, refused("GVPS", "92", reasonCode));
      expect(outcome).toEqual({ kind: "declined", reason, bankCode: `92-${reasonCode}` });
    }
  });

  test("unknown when a capture finds a sale under its id, which can only be our own", () => {
    expect(answer(capture, refused("GVPS", "92", "0104"))).toEqual(notUnderstood);
  });

  test.each([
    ["GVPS", "92", "9998"],
    ["GVPS", "92", "9999"],
    ["GVPS", "92", "0771"],
    ["HOST", "92", "9998"],
    ["GVPS", "92", ""],
    ["GVPS", "92", "92"],
    ["GVPS", "06", "06"],
    ["GVPS", "91", "91"],
    ["GVPS", "96", "96"],
    ["GVPS", "99", "99"],
    ["GVPS", "88", "88"],
    ["", "96", "96"],
    ["MPI", "92", "toString"],
    ["HOST", "68", "68"],
  ])("unknown for %s %s %s, after which the host may have been asked", (source, code, reasonCode) => {
    for (const operation of moneyCalls) {
      expect(answer(operation, refused(source, code, reasonCode))).toEqual(notUnderstood);
    }
  });

  test("declined for an issuer's code from the gateway", () => {
    const outcome = answer(capture, refused("GVPS", "51"));
    expect(outcome).toEqual({ kind: "declined", reason: "insufficient_funds", bankCode: "51" });
  });

  test("returns a bank code that fits the column, whatever the bank wrote", () => {
    const spaced = refused("HOST", "51", "a b\u0131".repeat(20));
    expect(answer(capture, spaced)).toMatchObject({ kind: "declined", bankCode: "51" });
  });
});

describe("order and structure of the answer", () => {
  test.each(["OTHER", "", orderId.toLowerCase(), `${orderId}0`])("unknown (mismatch) for the order %j", (id) => {
    for (const operation of [...moneyCalls, inquire]) {
      expect(answer(operation, approved, { id })).toEqual(unknown("mismatch"));
      expect(answer(operation, refused("HOST", "51"), { id })).toEqual(unknown("mismatch"));
    }
  });

  const good = answerXml(approved);
  test.each([
    ["a code given twice", good.replace("<Code>00</Code>", "<Code>51</Code><Code>00</Code>")],
    ["two responses", good.replace("</Response>", "</Response><Response><Code>00</Code></Response>")],
    ["two transactions", good.replace("</GVPSResponse>", "<Transaction/></GVPSResponse>")],
    ["two orders", good.replace("<Order>", "<Order/><Order>")],
    ["no transaction", good.replace(/<Transaction>.*<\/Transaction>/, "")],
    ["no order", good.replace(/<Order>.*<\/Order>/, "")],
    ["no response", good.replace(/<Response>.*<\/Response>/, "")],
    ["our own request", good.replaceAll("GVPSResponse", "GVPSRequest")],
  ])("unknown (unreadable) for %s", (_, xml) => {
    expect(xml).not.toBe(good);
    for (const operation of [...moneyCalls, inquire]) {
      expect(decodeXml(operation, xml)).toEqual(unknown("unreadable"));
    }
  });
});

describe("inquiry", () => {
  const result = (texts: Texts) => `<OrderInqResult>${elements(texts)}</OrderInqResult>`;
  const sale = {
    ChargeType: "S",
    PreAuthAmount: "0",
    AuthAmount: "125050",
    Status: "APPROVED",
    Code: "00",
    RetrefNum: "300708704369",
    AuthCode: "304919",
    CardNumberMasked: "null",
  };
  const shown = (texts: Texts, response: Texts = approved) => answer(inquire, response, { found: result(texts) });

  test("paid with the amount in kuruş and the sale's references, not the inquiry's own reference", () => {
    const found = result(sale);
    const transaction = "<RetrefNum>999999999999</RetrefNum>";
    expect(answer(inquire, { ...approved, ReasonCode: "" }, { found, transaction })).toEqual({
      kind: "paid",
      amountKurus: 125050n,
      references: { authCode: "304919", rrn: "300708704369", transactionId: null },
    });
  });

  test.each<[string, Texts]>([
    ["an open pre-authorisation", { Status: "WAITINGPOSTAUTH" }],
    ["no state", { Status: "" }],
    ["no amount", { AuthAmount: "" }],
    ["an amount of zero", { AuthAmount: "0" }],
    ["an amount that is not whole kuruş", { AuthAmount: "1250.50" }],
    ["an approval with a refusal's code", { Code: "51" }],
    ["a refusal that took money", { Status: "DECLINED", Code: "51" }],
    ["a refusal that holds money", { Status: "DECLINED", Code: "51", AuthAmount: "0", PreAuthAmount: "1" }],
    ["a refusal's code without a state", { Status: "", Code: "51", AuthAmount: "0" }],
    ["a refusal with the code of an approval", { Status: "DECLINED", Code: "00", AuthAmount: "0" }],
    ["a refusal without a code", { Status: "DECLINED", Code: "", AuthAmount: "0" }],
    ["a refusal with 92, of gateway or host", { Status: "DECLINED", Code: "92", AuthAmount: "0" }],
    ["a refusal that came too late", { Status: "DECLINED", Code: "68", AuthAmount: "0" }],
  ])("unknown for %s", (_, changes) => expect(shown({ ...sale, ...changes })).toEqual(notUnderstood));

  test("unknown (reversal_shown) for the state that is reported after voids and after refunds", () => {
    expect(shown({ ...sale, Status: "VOID" })).toEqual(unknown("reversal_shown"));
    expect(shown({ ...sale, Status: "VOID", Code: "51", AuthAmount: "0" })).toEqual(unknown("reversal_shown"));
    expect(shown({ ...sale, ChargeType: "C" }), "a booked credit").toEqual(unknown("reversal_shown"));
  });

  test.each<[string, Texts]>([
    ["another unpublished state", { Status: "REFUNDED" }],
    ["a refused credit", { ChargeType: "C", Status: "DECLINED", Code: "51", AuthAmount: "0" }],
    ["a record without a kind", { ChargeType: "" }],
    ["a refused record without a kind", { ChargeType: "", Status: "DECLINED", Code: "51", AuthAmount: "0" }],
  ])("unknown (sale_not_shown) for %s: the history decides", (_, changes) => {
    expect(shown({ ...sale, ...changes })).toEqual(unknown("sale_not_shown"));
  });

  test("declined for a refused sale with nothing taken", () => {
    const texts = { ...sale, Status: "DECLINED", Code: "51", AuthAmount: "0" };
    expect(shown(texts)).toEqual({ kind: "declined", reason: "insufficient_funds", bankCode: "51" });
  });

  const none = refused("GVPS", "92", "0110");
  test("not found for the bank's code of it, with or without a template of empty values", () => {
    const empty = { Status: "", AuthAmount: "0", CardNumberMasked: "null", Code: "" };
    expect(shown(empty, none)).toEqual({ kind: "not_found" });
    expect(answer(inquire, none)).toEqual({ kind: "not_found" });
  });

  test.each<[string, Texts, Texts]>([
    ["the not-found code with a record", sale, none],
    ["a record in a refused answer", sale, refused("GVPS", "92", "0002")],
    ["a refused inquiry", {}, refused("GVPS", "92", "0652")],
    ["a history's code for an unknown order", {}, refused("GVPS", "92", "0108")],
    ["the host's own 92", {}, refused("HOST", "92")],
    ["the reason of an unknown order under another code", {}, refused("GVPS", "99", "0110")],
    ["a declined answer", {}, refused("HOST", "51")],
    ["an approved answer without a record", {}, approved],
    ["the not-found code with an approving message", {}, { ...none, Message: "Approved" }],
  ])("unknown for %s", (_, texts, response) => expect(shown(texts, response)).toEqual(notUnderstood));

  test("unknown without a result, with two results, or with a repeated element in it", () => {
    expect(answer(inquire, approved)).toEqual(notUnderstood);
    expect(answer(inquire, approved, { found: result(sale) + result(sale) })).toEqual(unknown("unreadable"));
    const twice = `<OrderInqResult>${elements(sale)}<AuthAmount>1</AuthAmount></OrderInqResult>`;
    expect(answer(inquire, approved, { found: twice })).toEqual(notUnderstood);
  });
});

test("unknown for an answer to resolve, which the protocol does not have", () => {
  const resolve = { kind: "resolve", order, proofs: {} } as const;
  expect(answer(resolve, approved)).toEqual(notUnderstood);
});
