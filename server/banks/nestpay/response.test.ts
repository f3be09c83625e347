import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { answer, capture, credit, history, inquire, orderId, voidIt } from "@/server/testing/banks/nestpay-order";
import { decode } from "./response";

const unknown = (cause: string) => ({ kind: "unknown", cause });
const notUnderstood = unknown("not_understood");

test("unknown for a code such as constructor or toString, which every object has as a property", () => {
  const result = { OrderId: orderId, Response: "Declined", ProcReturnCode: "constructor" };
  const declined = { kind: "declined", reason: "unknown", bankCode: "toString" };
  expect(answer(capture, result, { ERRORCODE: "toString" })).toEqual(declined);
});

describe("money calls", () => {
  const result = (Response: string, ProcReturnCode: string) => ({
    OrderId: orderId,
    Response,
    ProcReturnCode,
  });

  test("approved with the bank's references; empty references are null", () => {
    const references = { AuthCode: "P1", HostRefNum: "", TransId: "T1" };
    expect(answer(capture, { ...result("Approved", "00"), ...references })).toEqual({
      kind: "approved",
      references: { authCode: "P1", rrn: null, transactionId: "T1" },
    });
    expect(answer(voidIt, { ...result("Approved", "00"), OrderId: "" }).kind).toBe("approved");
  });

  test.each([
    ["Approved", "51"],
    ["Approved", ""],
    ["Declined", "00"],
    ["Error", "00"],
    ["", "00"],
    ["", "51"],
    ["approved", "00"],
    ["Pending", "99"],
  ])("unknown for Response %j with ProcReturnCode %j", (word, code) => {
    for (const operation of [capture, voidIt, credit]) {
      expect(answer(operation, result(word, code))).toEqual(notUnderstood);
    }
  });

  test.each([
    ["Declined", "51", "", "insufficient_funds", "51"],
    ["Declined", "43", "", "lost_or_stolen", "43"],
    ["Declined", "05", "", "do_not_honour", "05"],
    ["Declined", "91", "", "bank_unavailable", "91"],
    ["Declined", "12", "", "bank_setup", "12"],
    ["Declined", "99", "ISO8583-82", "invalid_security_code", "ISO8583-82"],
    ["Error", "99", "CORE-2603", "installment_not_accepted", "CORE-2603"],
    ["Error", "99", "CORE-2012", "invalid_card", "CORE-2012"],
    ["Error", "99", "CORE-2509", "reversal_refused", "CORE-2509"],
    ["Error", "99", "3D-1007", "bank_setup", "3D-1007"],
  ])("declined for %s %s %s: %s", (word, code, errorCode, reason, bankCode) => {
    const outcome = answer(capture, result(word, code), { ERRORCODE: errorCode });
    expect(outcome).toEqual({ kind: "declined", reason, bankCode });
  });

  test("unknown for a capture's Error without any code; declined for the same answer to a void or credit", () => {
    const outcomes = [capture, voidIt, credit].map((operation) => answer(operation, result("Error", "")));
    const refused = { kind: "declined", reason: "unknown", bankCode: "Error" };
    expect(outcomes).toEqual([notUnderstood, refused, refused]);
    const withoutCode = { kind: "declined", reason: "unknown", bankCode: "Declined" };
    expect(answer(capture, result("Declined", "")), "the host's own refusal").toEqual(withoutCode);
  });

  test.each([
    ["99", "CORE-7777"],
    ["68", "CORE-1"],
    ["96", "CORE-7777"],
    ["99", "ISO8583-06"],
    ["99", "ISO8583-91"],
    ["99", "2100"],
  ])("unknown for the gateway's Error %s %s, after which the host may have been asked", (code, errorCode) => {
    expect(answer(capture, result("Error", code), { ERRORCODE: errorCode })).toMatchObject({
      kind: "unknown",
    });
  });

  test("declined for a void that came too late and a credit that came too early or is too large", () => {
    const refused = (operation: Operation, code: string) =>
      answer(operation, result("Error", "99"), { ERRORCODE: code });
    expect(refused(voidIt, "CORE-2008")).toMatchObject({ kind: "declined", reason: "nothing_to_void" });
    expect(refused(credit, "CORE-2508")).toMatchObject({ kind: "declined", reason: "day_not_closed" });
    const onTop = answer(credit, { ...result("Error", "99"), ERRORCODE: "CORE-2508" });
    expect(onTop).toMatchObject({ kind: "declined", reason: "day_not_closed" });
    expect(refused(credit, "215021")).toMatchObject({ kind: "declined", reason: "amount_exceeds_remaining" });
  });

  test("unknown when a capture finds a successful order under its id; declined for the same answer to a void or credit", () => {
    const outcomes = [capture, voidIt, credit].map((operation) =>
      answer(operation, result("Error", "99"), { ERRORCODE: "CORE-2507" }),
    );
    const refused = { kind: "declined", reason: "duplicate", bankCode: "CORE-2507" };
    expect(outcomes).toEqual([notUnderstood, refused, refused]);
  });

  test.each([
    ["06", ""],
    ["68", ""],
    ["91", ""],
    ["96", ""],
    ["99", ""],
    ["99", "2100"],
    ["99", "992104"],
  ])("unknown when the gateway lost the connection to its host: code %s, error code %j", (code, errorCode) => {
    for (const operation of [capture, voidIt, credit]) {
      expect(answer(operation, result("Error", code), { ERRORCODE: errorCode })).toEqual(notUnderstood);
    }
  });

  test("unknown (mismatch) for another order's answer, unknown (unreadable) for repeated elements", () => {
    const other = { ...result("Declined", "51"), OrderId: "OTHER" };
    expect(answer(capture, other)).toEqual(unknown("mismatch"));
    const body = Buffer.from(
      `<CC5Response><Response>Declined</Response><Response>Approved</Response>` +
        `<ProcReturnCode>00</ProcReturnCode></CC5Response>`,
    );
    expect(decode(capture, { status: 200, contentType: "", body })).toEqual(unknown("unreadable"));
  });

  test("returns a bank code that fits the column, whatever the bank wrote", () => {
    const outcome = answer(capture, result("Declined", "x".repeat(60)), { ERRORCODE: "a b\nc" });
    expect(outcome).toMatchObject({ kind: "declined", bankCode: "abc" });
  });
});

describe("inquiry", () => {
  const found = { OrderId: orderId, Response: "Approved", ProcReturnCode: "00", TransId: "T1" };
  const sale = (state: string, more: Record<string, string> = {}, top = found) =>
    answer(inquire, top, {
      ORD_ID: orderId,
      CHARGE_TYPE_CD: "S",
      TRANS_STAT: state,
      ORIG_TRANS_AMT: "125050",
      CAPTURE_AMT: "125050",
      AUTH_CODE: "P1",
      HOST_REF_NUM: "R1",
      ...more,
    });
  const paid = {
    kind: "paid",
    amountKurus: 125050n,
    references: { authCode: "P1", rrn: "R1", transactionId: "T1" },
  };

  test("paid, in kuruş, when captured or settled", () => {
    expect(sale("C")).toEqual(paid);
    expect(sale("S")).toEqual(paid);
    expect(sale("A"), "authorised, with a captured amount").toEqual(paid);
  });

  test("unknown for a sale that is only authorised, which may be an open pre-authorisation", () => {
    for (const CAPTURE_AMT of ["", "0"]) expect(sale("A", { CAPTURE_AMT })).toEqual(notUnderstood);
  });

  test.each([
    ["a credit of a part", "C", { CAPTURE_AMT: "50" }],
    ["a credit of the whole amount", "C", {}],
    ["a settled credit", "S", {}],
    ["an authorised credit", "A", { CAPTURE_AMT: "", PROC_RET_CD: "00" }],
  ])("unknown (reversal_shown) when the bank shows %s: the history must show it too", (_, state, more) => {
    expect(sale(state, { CHARGE_TYPE_CD: "C", ...more })).toEqual(unknown("reversal_shown"));
  });

  test.each([
    ["a refused credit", "D", { CAPTURE_AMT: "", PROC_RET_CD: "51" }],
    ["a credit that is captured and refused", "C", { PROC_RET_CD: "51" }],
    ["a voided credit", "V", {}],
    ["a reversed credit", "R", {}],
    ["a record without a kind", "C", { CHARGE_TYPE_CD: "" }],
    ["a refused record of an unpublished kind", "D", { CHARGE_TYPE_CD: "X", PROC_RET_CD: "51" }],
  ])("unknown (sale_not_shown) when the bank shows %s instead of the sale", (_, state, more) => {
    expect(sale(state, { CHARGE_TYPE_CD: "C", ...more })).toEqual(unknown("sale_not_shown"));
    const unfound = { ...found, Response: "Error", ProcReturnCode: "99" };
    expect(sale(state, { CHARGE_TYPE_CD: "C", ...more }, unfound)).toEqual(notUnderstood);
  });

  test("paid by the template when the elements are missing", () => {
    const template = `ORD_ID:${orderId}\tCHARGE_TYPE_CD:S\tCAPTURE_AMT:7\tTRANS_STAT:C\tAUTH_DTTM:2026-01-01 10:00:00.1`;
    const outcome = answer(inquire, found, { ORDERSTATUS: template });
    expect(outcome).toMatchObject({ kind: "paid", amountKurus: 7n });
  });

  test("voided for voided sales; declined for technically reversed ones, and with the host's code for refused ones", () => {
    expect(sale("V")).toEqual({ kind: "voided" });
    expect(sale("R", { PROC_RET_CD: "00" })).toEqual({ kind: "declined", reason: "bank_unavailable", bankCode: "R" });
    expect(sale("D", { PROC_RET_CD: "51" })).toEqual({
      kind: "declined",
      reason: "insufficient_funds",
      bankCode: "51",
    });
    expect(sale("ERR")).toEqual({ kind: "declined", reason: "unknown", bankCode: "ERR" });
  });

  test.each([
    ["an amount that is not whole kuruş", "C", { CAPTURE_AMT: "1250.50" }],
    ["a captured amount of zero", "C", { CAPTURE_AMT: "0" }],
    ["an unknown state", "XX", {}],
    ["a planned payment", "PN", {}],
    ["a refused sale with the code of an approval", "D", { PROC_RET_CD: "00" }],
    ["a captured sale with the code of a refusal", "C", { PROC_RET_CD: "51" }],
    ["a template that contradicts the elements", "C", { ORDERSTATUS: "TRANS_STAT:V" }],
  ])("unknown for %s", (_, state, more) => expect(sale(state, more)).toEqual(notUnderstood));

  test.each(["A", "C", "S", "V", "R"])("unknown for state %s in an answer that is not approved", (state) => {
    expect(sale(state, {}, { ...found, Response: "Error", ProcReturnCode: "99" })).toEqual(notUnderstood);
  });

  test("unknown (mismatch) for a record of another order or without an order", () => {
    expect(sale("C", { ORD_ID: "OTHER" })).toEqual(unknown("mismatch"));
    const unnamed = answer(inquire, { ...found, OrderId: "" }, { TRANS_STAT: "C", CAPTURE_AMT: "1" });
    expect(unnamed).toEqual(unknown("mismatch"));
  });

  test("not found only for the template of empty values", () => {
    const template = { NUMCODE: "0", ORDERSTATUS: "ORD_ID:\tCHARGE_TYPE_CD:\tTRANS_STAT:" };
    const none = { OrderId: "", Response: "Declined", ProcReturnCode: "99", ErrMsg: "No record found" };
    expect(answer(inquire, none, template)).toEqual({ kind: "not_found" });
    expect(answer(inquire, none, { ERRORCODE: "CORE-2100" })).toEqual(notUnderstood);
    expect(answer(inquire, { ...none, Response: "Error" }, template)).toEqual(notUnderstood);
    expect(answer(inquire, { ...none, ProcReturnCode: "96" }, template)).toEqual(notUnderstood);
    expect(answer(inquire, none)).toEqual(notUnderstood);
    expect(answer(inquire, found, template)).toEqual(notUnderstood);
  });
});

describe("history", () => {
  const found = { OrderId: orderId, Response: "Approved", ProcReturnCode: "00" };
  const line = (kind: string, state: string, amount: string, day: string, code = "00") =>
    [kind, state, amount, amount, `2026-11-${day} 10:00:00.000`, "", "", "R", "A", code, "T"].join("\t");
  const listed = (...lines: string[]) =>
    answer(history, found, {
      TRXCOUNT: String(lines.length),
      ...Object.fromEntries(lines.map((text, index) => [`TRX${index + 1}`, text])),
    });

  test("returns records oldest first, and a void after the sale that it undid", () => {
    expect(listed(line("C", "C", "30", "22"), line("C", "D", "99", "21", "99"), line("S", "S", "100", "20"))).toEqual({
      kind: "history",
      records: [
        {
          kind: "sale",
          approved: true,
          amountKurus: 100n,
          references: { authCode: "A", rrn: "R", transactionId: "T" },
          at: new Date("2026-11-20T07:00:00Z"),
        },
        { kind: "credit", approved: false, amountKurus: 99n },
        {
          kind: "credit",
          approved: true,
          amountKurus: 30n,
          references: { authCode: "A", rrn: "R", transactionId: "T" },
          at: new Date("2026-11-22T07:00:00Z"),
        },
      ],
    });
    expect(listed(line("S", "V", "100", "20"))).toEqual({
      kind: "history",
      records: [
        { kind: "sale", approved: true, amountKurus: 100n, at: new Date("2026-11-20T07:00:00Z") },
        { kind: "void", approved: true, amountKurus: 100n },
      ],
    });
    expect(listed(line("C", "V", "5", "20"))).toMatchObject({
      records: [{ kind: "credit", approved: false }],
    });
  });

  test.each([
    ["an unknown kind", line("X", "C", "1", "20")],
    ["an unknown state", line("S", "PN", "1", "20")],
    ["an amount that is not whole kuruş", line("S", "C", "1.00", "20")],
    ["a booked record with a refusal's code", line("S", "C", "1", "20", "51")],
    ["an empty line", ""],
  ])("unknown for %s", (_, text) => expect(listed(text)).toEqual(notUnderstood));

  test("unknown when the lines differ from their count, or the answer is not approved", () => {
    const one = line("S", "C", "1", "20");
    expect(answer(history, found, { TRXCOUNT: "2", TRX1: one })).toEqual(notUnderstood);
    expect(answer(history, found, { TRXCOUNT: "1", TRX1: one, TRX2: one })).toEqual(notUnderstood);
    expect(answer(history, found, { TRX1: one })).toEqual(notUnderstood);
    const refused = { ...found, Response: "Error", ProcReturnCode: "99" };
    expect(answer(history, refused, { TRXCOUNT: "1", TRX1: one })).toEqual(notUnderstood);
    expect(answer(history, { ...found, OrderId: "OTHER" }, { TRXCOUNT: "0" })).toEqual(unknown("mismatch"));
  });

  test("not found when the bank declines and counts nothing", () => {
    const none = { OrderId: "", Response: "Declined", ProcReturnCode: "99" };
    expect(answer(history, none, { TRXCOUNT: "0" })).toEqual({ kind: "not_found" });
    expect(answer(history, none)).toEqual(notUnderstood);
    expect(listed()).toEqual(notUnderstood);
  });
});
