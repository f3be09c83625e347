import { describe, expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import {
  account,
  answerText,
  capture,
  credit,
  inquire,
  macAccount,
  macOrder,
  order,
  prepare,
  toResponse,
  voidIt,
} from "@/server/testing/banks/posnet-order";
import { chargeMac } from "./hash";
import { decode } from "./response";

const answer = (operation: Operation, elements: Readonly<Record<string, string>>) =>
  decode(operation, toResponse(answerText(Object.entries(elements))), account);
const refused = (operation: Operation, respCode: string, respText = "") =>
  answer(operation, { approved: "0", respCode, respText });
const declined = (reason: string, bankCode: string) => ({ kind: "declined", reason, bankCode });
const notUnderstood = { kind: "unknown", cause: "not_understood" };
const mismatch = { kind: "unknown", cause: "mismatch" };

const key = "031141873090000201";
const macOver = (hostLogKey: string, of = macOrder) => chargeMac(hostLogKey, of, macAccount);

describe("capture", () => {
  const approved = { approved: "1", hostlogkey: key, authCode: "418730", mac: macOver(key) };

  test("approved with the bank's key as reference when the bank's mac is right", () => {
    expect(answer(capture, approved)).toEqual({
      kind: "approved",
      references: { authCode: "418730", rrn: null, transactionId: key },
    });
    expect(answer(capture, { ...approved, respCode: "0000", respText: "" }).kind).toBe("approved");
    const spaced = { ...approved, approved: " 1 ", hostlogkey: ` ${key} ` };
    expect(answer(capture, spaced).kind).toBe("approved");
  });

  test.each([
    ["another order", macOver(key, { ...macOrder, xid: "ORDER000000000000009" as never })],
    ["another amount", macOver(key, { ...macOrder, amount: "125051" })],
    ["another currency", macOver(key, { ...macOrder, currency: "US" })],
    ["another key of the bank", macOver("031141873090000202")],
    ["no key, as of a refusal", macOver("")],
    ["nothing", ""],
  ])("unknown (mismatch) for an approval whose mac is over %s", (_, mac) => {
    expect(answer(capture, { ...approved, mac })).toEqual(mismatch);
  });

  test.each([
    ["an approval without the bank's key", { approved: "1", hostlogkey: "", mac: macOver("") }],
    ["an approval with an invalid key", { ...approved, hostlogkey: "a b", mac: macOver("a b") }],
    ["an approval with a refusal's code", { ...approved, respCode: "0051" }],
    ["an order that was approved before", { ...approved, approved: "2", respCode: "0127" }],
    ["an order that was approved before, with a refusal's code", { approved: "2", respCode: "0051", mac: macOver("") }],
    ["a refusal that names a booking", { ...approved, approved: "0", respCode: "0051" }],
    ["an invalid approved", { ...approved, approved: "Y" }],
    ["an empty approved", { ...approved, approved: "" }],
    ["a refusal without a code", { approved: "0", respCode: "" }],
  ])("unknown for %s", (_, elements) => expect(answer(capture, elements)).toEqual(notUnderstood));

  test("declined with no mac or with a mac over an empty key and our order; otherwise unknown (mismatch)", () => {
    const refusal = { approved: "0", respCode: "0051", respText: "RED-YETERSIZ BAKIYE 0051" };
    const reason = { ...declined("insufficient_funds", "0051"), bankMessage: "RED-YETERSIZ BAKIYE 0051" };
    expect(answer(capture, refusal)).toEqual(reason);
    expect(answer(capture, { ...refusal, mac: macOver("") })).toEqual(reason);
    expect(answer(capture, { ...refusal, mac: macOver(key) })).toEqual(mismatch);
  });

  test.each([
    ["0001", "do_not_honour"],
    ["0004", "restricted_card"],
    ["0005", "do_not_honour"],
    ["0014", "invalid_card"],
    ["0043", "lost_or_stolen"],
    ["0051", "insufficient_funds"],
    ["0054", "expired_card"],
    ["0065", "card_limit_exceeded"],
    ["0082", "invalid_security_code"],
    ["0091", "bank_unavailable"],
    ["0205", "amount_not_accepted"],
    ["0217", "lost_or_stolen"],
    ["0003", "bank_setup"],
    ["0148", "bank_setup"],
    ["E216", "bank_setup"],
    ["0600", "bank_setup"],
  ])("declined for %s: %s", (code, reason) => {
    expect(refused(capture, code)).toEqual(declined(reason, code));
  });

  test("declined (installment_not_accepted) for codes 0012, 0015 and 0057 when there are installments", () => {
    const single: Operation = { ...capture, order: { ...order, installment: 1 } } as Operation;
    expect(refused(capture, "0012")).toEqual(declined("installment_not_accepted", "0012"));
    expect(refused(capture, "0015")).toEqual(declined("installment_not_accepted", "0015"));
    expect(refused(single, "0012")).toEqual(declined("closed_to_internet", "0012"));
    expect(refused(single, "0015")).toEqual(declined("invalid_card", "0015"));
    expect(refused(capture, "0057")).toEqual(declined("installment_not_accepted", "0057"));
    expect(refused(single, "0057")).toEqual(declined("closed_to_internet", "0057"));
  });

  test.each(
    "0006 0068 0096 0099 0100 0123 0124 0125 0126 0127 0150 0400 0999 51 051 E E21 E2160 ERR OK constructor __proto__".split(
      " ",
    ),
  )("unknown for %s, after which something may have been booked", (code) =>
    expect(refused(capture, code)).toEqual(notUnderstood),
  );
});

describe("prepare", () => {
  const packets = { data1: "AEFE", data2: "69D0", sign: "9998" };
  const part = (of: Readonly<Record<string, string>>, head: Readonly<Record<string, string>> = {}) =>
    decode(
      prepare,
      toResponse(
        answerText([...Object.entries({ approved: "1", ...head }), ["oosRequestDataResponse", Object.entries(of)]]),
      ),
      account,
    );

  test("approved with the packets for the browser and without references", () => {
    expect(part(packets)).toEqual({
      kind: "approved",
      references: { authCode: null, rrn: null, transactionId: null },
      prepared: packets,
    });
  });

  test.each([
    ["a packet is missing", { data1: "AEFE", data2: "69D0" }, {}],
    ["a packet is empty", { ...packets, data2: "" }, {}],
    ["a packet contains a space", { ...packets, sign: "a b" }, {}],
    ["approved is 2", packets, { approved: "2" }],
    ["approved is empty", packets, { approved: "" }],
    ["approved is 2 with a refusal's code", packets, { approved: "2", respCode: "0054" }],
    ["approved is empty with a refusal's code", packets, { approved: "", respCode: "0054" }],
    ["approved is 1 with a refusal's code", packets, { respCode: "0051" }],
  ])("unknown when %s", (_, of, head) => expect(part(of, head)).toEqual(notUnderstood));

  test("unknown for an approval without the packets' element", () => {
    expect(answer(prepare, { approved: "1" })).toEqual(notUnderstood);
    expect(answer(prepare, { approved: "1", oosRequestDataResponse: "AEFE" })).toEqual(notUnderstood);
  });

  test.each([
    ["0014", "invalid_card"],
    ["0054", "expired_card"],
    ["0129", "suspected_fraud"],
    ["0012", "installment_not_accepted"],
    ["0127", "duplicate"],
  ])("declined for %s, a code about the card or the order: %s", (code, reason) => {
    expect(refused(prepare, code)).toEqual(declined(reason, code));
  });

  test.each([
    ["0003", "148 MID,TID,IP HATALI: 192.0.2.1"],
    ["0148", "MID,TID,IP HATALI: 192.0.2.1"],
    ["0146", "HATALI SIFRELEME"],
    ["0150", "INVALID MID TID IP"],
    ["0150", "PAKET HATALI"],
    ["0600", "MAC HATALI"],
    ["E170", "Üye işyeri numarası hatalı"],
    ["E189", "XID hatalı"],
    ["E190", "Para birimi hatalı"],
    ["E216", "Mac Doğrulama hatalı"],
    ["0400", "DB ERROR"],
    ["", ""],
  ])("unknown for %s %s, which is not about the buyer's card", (code, text) => {
    expect(refused(prepare, code, text)).toEqual(notUnderstood);
  });
});

describe("void and credit", () => {
  test("approved with the bank's key of the void or credit", () => {
    const done = { approved: "1", hostlogkey: "019799179990000191", authCode: "991799" };
    const references = { authCode: "991799", rrn: null, transactionId: "019799179990000191" };
    expect(answer(voidIt, done)).toEqual({ kind: "approved", references });
    expect(answer(credit, done)).toEqual({ kind: "approved", references });
    expect(answer(credit, { ...done, approved: "2" })).toEqual(notUnderstood);
    expect(answer(voidIt, { ...done, respCode: "0220" })).toEqual(notUnderstood);
    expect(answer(voidIt, { ...done, hostlogkey: "" })).toEqual(notUnderstood);
    expect(answer(voidIt, { ...done, approved: "0", respCode: "0220" })).toEqual(notUnderstood);
    expect(answer(credit, { ...done, approved: "" })).toEqual(notUnderstood);
  });

  test.each([
    ["0123", "nothing_to_void", "reversal_refused"],
    ["0220", "nothing_to_void", "amount_exceeds_remaining"],
    ["0205", "amount_not_accepted", "amount_exceeds_remaining"],
    ["0051", "insufficient_funds", "insufficient_funds"],
    ["0148", "bank_setup", "bank_setup"],
  ])("declined for %s: a void as %s, a credit as %s", (code, ofVoid, ofCredit) => {
    expect(refused(voidIt, code)).toEqual(declined(ofVoid, code));
    expect(refused(credit, code)).toEqual(declined(ofCredit, code));
  });

  test("declined for a void after day-end, and for a credit before it", () => {
    expect(refused(voidIt, "0211")).toEqual(declined("nothing_to_void", "0211"));
    expect(refused(credit, "0411")).toEqual(declined("day_not_closed", "0411"));
    expect(refused(voidIt, "0411")).toEqual(notUnderstood);
  });

  test.each(["", "1", "2", "Y"])("unknown for a final refusal's code with approved %j", (approved) => {
    expect(answer(voidIt, { approved, respCode: "0220" })).toEqual(notUnderstood);
    expect(answer(credit, { approved, respCode: "0205" })).toEqual(notUnderstood);
  });

  test.each(["0100", "0127", "0400", "0150", "toString", ""])("unknown for %j", (code) => {
    expect(refused(voidIt, code)).toEqual(notUnderstood);
    expect(refused(credit, code)).toEqual(notUnderstood);
  });
});

describe("documents", () => {
  const list =
    "<posnetResponse><approved>1</approved><transactions><transaction>" +
    "<orderID>TDSCABCDEFGHJK23456789ZZ</orderID><amount>1250,50</amount><state>Sale</state>" +
    "<txnStatus>1</txnStatus><hostLogKey>021450428990000191</hostLogKey>" +
    "</transaction></transactions></posnetResponse>";

  test("reads UTF-8 bytes that are declared as UTF-16; unknown (unreadable) for real UTF-16", () => {
    const labelled = `<?xml version="1.0" encoding="utf-16"?>${list}`;
    expect(decode(inquire, toResponse(labelled), account)).toMatchObject({
      kind: "paid",
      amountKurus: 125050n,
    });
    const unreadable = { kind: "unknown", cause: "unreadable" };
    expect(decode(inquire, toResponse(labelled, "utf16le"), account)).toEqual(unreadable);
    const doctype = labelled.replace("?>", "?><!DOCTYPE x>");
    expect(decode(inquire, toResponse(doctype), account)).toEqual(unreadable);
    const foreign = labelled.replace("utf-16", "utf-32");
    expect(decode(inquire, toResponse(foreign), account)).toEqual(unreadable);
    const wrongBytes = Buffer.concat([Buffer.from(labelled), Buffer.from([0xff])]);
    expect(decode(inquire, { ...toResponse(""), body: wrongBytes }, account)).toEqual(unreadable);
  });

  test("unknown (unreadable) when an element is repeated, in any case and depth", () => {
    const doubled = list.replace("<state>", "<State>Return</State><state>");
    expect(decode(inquire, toResponse(doubled), account)).toEqual({ kind: "unknown", cause: "unreadable" });
    const twice = "<posnetResponse><approved>0</approved><Approved>1</Approved></posnetResponse>";
    expect(decode(voidIt, toResponse(twice), account)).toEqual({ kind: "unknown", cause: "unreadable" });
  });
});
