import { describe, expect, test } from "vitest";
import type { Answer } from "./answer";
import { decodeHistory } from "./history";

// A refund of unknown outcome is compared with the history, so a line that is read wrongly would count money wrongly.

const orderId = "ABCDEFGHJK23456789ZZ";
const found = { orderId, response: "Approved", returnCode: "00" };

const decode = (extra: Readonly<Record<string, string>>, head: Partial<Answer> = found) =>
  decodeHistory(orderId, {
    orderId: null,
    response: null,
    returnCode: null,
    errorCode: null,
    errorMessage: null,
    references: { authCode: null, rrn: null, transactionId: null },
    at: undefined,
    ...head,
    extra: (name) => extra[name] || null,
  });

interface Line {
  readonly kind?: string;
  readonly state?: string;
  readonly original?: string;
  readonly captured?: string;
  readonly minute?: number;
  readonly code?: string;
}

const line = ({ kind = "S", state = "C", original = "100", captured = original, minute = 0, code = "00" }: Line) => {
  const at = `2026-11-20 12:${String(minute).padStart(2, "0")}:00.000`;
  return [kind, state, original, captured, at, "", "", "R", "A", code, "T"].join("\t");
};
const listing = (lines: readonly Line[]) => ({
  TRXCOUNT: String(lines.length),
  ...Object.fromEntries(lines.map((one, index) => [`TRX${index + 1}`, line(one)])),
});
const listed = (...lines: readonly Line[]) => decode(listing(lines));

const notUnderstood = { kind: "unknown", cause: "not_understood" };
const mismatch = { kind: "unknown", cause: "mismatch" };
/** The references of booked records; other records have none. */
const references = { authCode: "A", rrn: "R", transactionId: "T" };
const ofOne = (kind: string, approved: boolean, amountKurus: bigint) => ({
  kind: "history",
  records: [
    approved
      ? { kind, approved, amountKurus, references, at: new Date("2026-11-20T09:00:00Z") }
      : { kind, approved, amountKurus },
  ],
});

test("returns the captured amount, or the original amount of a record that took nothing", () => {
  expect(listed({ original: "100", captured: "40" })).toEqual(ofOne("sale", true, 40n));
  for (const captured of ["", "0"]) {
    expect(listed({ kind: "C", state: "D", captured, code: "05" })).toEqual(ofOne("credit", false, 100n));
  }
});

test("unknown for a record that is only authorised, because it may be an open pre-authorisation", () => {
  for (const captured of ["", "0"]) {
    expect(listed({ state: "A", captured })).toEqual(notUnderstood);
    expect(listed({}, { kind: "C", state: "A", captured, minute: 1 })).toEqual(notUnderstood);
  }
});

test("returns the time of capture for a booked record, and also the time of the void for a voided sale", () => {
  const times = (authorised: string, captured: string, voided: string, state: string) => {
    const text = ["S", state, "100", "100", authorised, captured, voided, "R", "A", "00", "T"].join("\t");
    const outcome = decode({ TRXCOUNT: "1", TRX1: text });
    return outcome.kind === "history" ? outcome.records.map(({ at }) => at?.toISOString()) : outcome;
  };
  const captured = "2026-11-20 12:00:01.999";
  const voided = "2026-11-20 23:59:59.000";
  expect(times("2026-11-20 12:00:00.000", captured, "", "C")).toEqual(["2026-11-20T09:00:01.000Z"]);
  expect(times("", captured, voided, "V")).toEqual(["2026-11-20T09:00:01.000Z", "2026-11-20T20:59:59.000Z"]);
  expect(times("", captured, "", "V")).toEqual(["2026-11-20T09:00:01.000Z", undefined]);
  expect(times("20261120", "", "", "S")).toEqual([undefined]);
});

test("unknown for a record with an amount of zero", () => {
  expect(listed({ original: "0" })).toEqual(notUnderstood);
  expect(listed({}, { kind: "C", original: "0", captured: "" })).toEqual(notUnderstood);
});

describe.each([
  ["S", "sale"],
  ["C", "credit"],
])("of kind %s", (kind, name) => {
  test.each(["A", "C", "S"])("approved in state %s, also when the bank gives no code", (state) => {
    for (const code of ["00", ""]) expect(listed({ kind, state, code })).toEqual(ofOne(name, true, 100n));
    expect(listed({ kind, state, code: "51" })).toEqual(notUnderstood);
  });
  test.each(["R", "D", "ERR"])("not approved in state %s with any code", (state) => {
    for (const code of ["51", "00", ""]) {
      expect(listed({ kind, state, code })).toEqual(ofOne(name, false, 100n));
    }
  });
  test("unknown when the record is both voided and refused", () => {
    expect(listed({ kind, state: "V", code: "51" })).toEqual(notUnderstood);
  });
});

test("unknown as a whole when one line among others is not understood", () => {
  expect(listed({}, { kind: "C", state: "CNCL" }, { kind: "C", minute: 1 })).toEqual(notUnderstood);
});

test("unknown (mismatch) for another order's history, by ORD_ID or by OrderId", () => {
  const own = listing([{}]);
  expect(decode({ ...own, ORD_ID: "OTHER" })).toEqual(mismatch);
  expect(decode(own, { ...found, orderId: "OTHER" })).toEqual(mismatch);
  expect(decode({ ...own, ORD_ID: orderId })).toEqual(ofOne("sale", true, 100n));
});

test.each([
  ["Approved", "99"],
  ["Approved", null],
  ["Declined", "00"],
  ["Error", "00"],
  [null, "00"],
])("unknown for lines in an answer with Response %s and ProcReturnCode %s", (response, returnCode) => {
  expect(decode(listing([{}]), { orderId, response, returnCode })).toEqual(notUnderstood);
});

test("reads a long history completely, oldest first", () => {
  const lines = Array.from({ length: 12 }, (_, minute) => ({
    kind: minute ? "C" : "S",
    minute,
    original: `${100 - minute}`,
  }));
  const outcome = listed(...lines.toReversed());
  const amounts = outcome.kind === "history" ? outcome.records.map(({ amountKurus }) => amountKurus) : null;
  expect(amounts).toEqual(lines.map(({ original }) => BigInt(original)));
});
