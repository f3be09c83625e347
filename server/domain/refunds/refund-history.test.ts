import { describe, expect, test } from "vitest";
import { type Baseline, type HistoryLine, toBaseline } from "./refund-baseline";
import { findInHistory, findRefundLine, type OrderBooks } from "./refund-history";

const line = (kind: HistoryLine["kind"], amountKurus: bigint, approved = true): HistoryLine => ({
  kind,
  approved,
  amountKurus,
});
const sale = line("sale", 40_000n);
const voided = line("void", 40_000n);
const credit = (amountKurus: bigint) => line("credit", amountKurus);
const refused = (kind: HistoryLine["kind"], amountKurus: bigint) => line(kind, amountKurus, false);

const booked = (...credits: bigint[]): OrderBooks => ({
  capturedKurus: 40_000n,
  creditCount: credits.length,
  creditedKurus: credits.reduce((sum, amount) => sum + amount, 0n),
});
const aVoid = { method: "void", amountKurus: 40_000n, baseline: null } as const;
const aCredit = (amountKurus: bigint, baseline: Baseline | null) =>
  ({ method: "credit", amountKurus, baseline }) as const;
/** The baseline of a bank that has these credits. */
const asBooked = (books: OrderBooks, ...credits: bigint[]): Baseline =>
  toBaseline([sale, ...credits.map(credit)], books);

describe("a void whose answer was lost", () => {
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[]]>([
    ["the sale and its void", "done", [sale, voided]],
    ["the void before the sale", "done", [voided, sale]],
    ["a refused void before an approved one", "done", [sale, refused("void", 40_000n), voided]],
    ["the sale alone", "not_done", [sale]],
    ["a refused void", "not_done", [sale, refused("void", 40_000n)]],
    ["a refused credit", "not_done", [sale, refused("credit", 40_000n)]],
    ["a refused sale before the approved one", "not_done", [refused("sale", 40_000n), sale]],
    ["a void of another amount", "differs", [sale, line("void", 39_999n)]],
    ["two voids", "differs", [sale, voided, voided]],
    ["a credit of the whole amount instead", "differs", [sale, credit(40_000n)]],
    ["a credit that is not ours, and the void", "differs", [sale, credit(1n), voided]],
    ["a sale of another amount", "differs", [line("sale", 39_999n)]],
    ["two sales", "differs", [sale, sale]],
    ["two sales that add up to the amount", "differs", [line("sale", 15_000n), line("sale", 25_000n)]],
    ["a void without a sale", "differs", [voided]],
    ["only a refused sale", "differs", [refused("sale", 40_000n)]],
    ["no lines", "differs", []],
  ])("%s: %s", (_name, expected, lines) => {
    expect(findInHistory(lines, booked(), aVoid)).toBe(expected);
  });
});

describe("a credit of 10,000 kuruş whose answer was lost", () => {
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[], bigint[]]>([
    ["the credit", "done", [sale, credit(10_000n)], []],
    ["no credit", "not_done", [sale], []],
    ["the credit, refused", "not_done", [sale, refused("credit", 10_000n)], []],
    ["a credit of another amount", "differs", [sale, credit(9_999n)], []],
    ["the credit in two parts", "differs", [sale, credit(4_000n), credit(6_000n)], []],
    ["the credit twice", "differs", [sale, credit(10_000n), credit(10_000n)], []],
    ["a void instead", "differs", [sale, voided], []],
    ["the credit and a void", "differs", [sale, credit(10_000n), voided], []],
    ["the credit and an equal booked one", "done", [sale, credit(10_000n), credit(10_000n)], [10_000n]],
    ["only an equal booked one", "not_done", [sale, credit(10_000n)], [10_000n]],
    ["no line of the booked credit", "differs", [sale], [10_000n]],
    ["the credit, but not the booked one", "differs", [sale, credit(10_000n)], [7_000n]],
    ["the booked sum in fewer credits", "differs", [sale, credit(12_000n)], [5_000n, 7_000n]],
    [
      "the booked sum and the credit, in as many lines as are booked",
      "differs",
      [sale, credit(7_000n), credit(15_000n)],
      [5_000n, 7_000n],
    ],
    ["the credit of the remaining amount", "done", [sale, credit(30_000n), credit(10_000n)], [30_000n]],
    ["the credit on a sale of another amount", "differs", [line("sale", 40_001n), credit(10_000n)], []],
    ["the credit on two sales", "differs", [sale, sale, credit(10_000n)], []],
    ["the credit without a sale", "differs", [credit(10_000n)], []],
  ])("%s: %s", (_name, expected, lines, credits) => {
    const books = booked(...credits);
    expect(findInHistory(lines, books, aCredit(10_000n, asBooked(books, ...credits)))).toBe(expected);
  });
});

/** A credit in the history of a bank whose lines have references. */
const numbered = (rrn: string, amountKurus = 10_000n): HistoryLine => ({
  kind: "credit",
  approved: true,
  amountKurus,
  references: { authCode: "A", rrn, transactionId: null },
});

describe("a credit of 10,000 kuruş, when the bank had manual credits before that the books do not have", () => {
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[], HistoryLine[]]>([
    ["only an equal manual credit", "not_done", [credit(10_000n)], [credit(10_000n)]],
    ["an equal manual credit, and ours", "done", [credit(10_000n)], [credit(10_000n), credit(10_000n)]],
    ["a manual credit, and another one", "differs", [credit(3n)], [credit(3n), credit(4n)]],
    ["a manual credit has disappeared, and ours", "differs", [credit(3n)], [credit(10_000n)]],
    ["only a manual credit with a reference", "not_done", [numbered("1")], [numbered("1")]],
    ["a manual credit with a reference, and ours", "done", [numbered("1")], [numbered("2"), numbered("1")]],
    ["another reference instead", "differs", [numbered("1")], [numbered("2")]],
    ["two new ones", "differs", [numbered("1")], [numbered("1"), numbered("2"), numbered("3")]],
    ["a new one of another amount", "differs", [numbered("1")], [numbered("1"), numbered("2", 9_999n)]],
    ["the same reference for both", "done", [numbered("1")], [numbered("1"), numbered("1")]],
    ["an old one that has a reference now, and ours", "done", [credit(10_000n)], [numbered("1"), numbered("2")]],
  ])("%s: %s", (_name, expected, before, now) => {
    const baseline = toBaseline([sale, ...before], booked());
    expect(findInHistory([sale, ...now], booked(), aCredit(10_000n, baseline))).toBe(expected);
  });

  test("after the credit has ended, credits that were booked since are expected", () => {
    const baseline = toBaseline([sale, numbered("1")], booked());
    const look = (now: HistoryLine[], ...since: bigint[]) =>
      findInHistory([sale, ...now], booked(...since), aCredit(10_000n, baseline));
    expect(look([numbered("1"), numbered("2", 7n)], 7n)).toBe("not_done");
    expect(look([numbered("1"), numbered("2", 7n), numbered("3")], 7n)).toBe("done");
    expect(look([numbered("1")], 7n)).toBe("differs");
  });
});

describe("a credit of 10,000 kuruş without a baseline", () => {
  test.each<[string, Baseline | null, ReturnType<typeof findInHistory>, HistoryLine[], bigint[]]>([
    ["not_done when it was sent and the bank equals the books", "unreadable", "not_done", [numbered("1")], [10_000n]],
    ["unknown when it was sent and the bank has one more of its amount", "unreadable", "unknown", [numbered("1")], []],
    ["differs when it was sent and the order is voided", "unreadable", "differs", [voided], []],
    ["not_done when it was never sent and the bank equals the books", null, "not_done", [numbered("1")], [10_000n]],
    ["differs when it was never sent and the bank has one more of its amount", null, "differs", [numbered("1")], []],
  ])("%s", (_name, baseline, expected, credits, books) => {
    const lines = [sale, ...credits];
    expect(findInHistory(lines, booked(...books), aCredit(10_000n, baseline))).toBe(expected);
  });

  test("a history that shows less than the books have makes an unreadable baseline", () => {
    expect(toBaseline([sale], booked(10_000n))).toBe("unreadable");
    expect(toBaseline([sale, credit(1n)], booked(10_000n))).toBe("unreadable");
    expect(toBaseline([sale, credit(20_000n)], booked(10_000n, 10_000n))).toBe("unreadable");
    expect(toBaseline([sale, credit(10_000n)], booked(10_000n))).not.toBe("unreadable");
  });
});

describe("findRefundLine", () => {
  test("returns the newest credit of the amount that is not in the baseline", () => {
    const baseline = toBaseline([sale, numbered("2")], booked());
    const lines = [sale, numbered("1"), numbered("2")];
    expect(findRefundLine(lines, aCredit(10_000n, baseline))).toMatchObject({ references: { rrn: "1" } });
    expect(findRefundLine([sale, numbered("2")], aCredit(10_000n, baseline))).toBeNull();
    expect(findRefundLine(lines, aCredit(10_000n, "unreadable"))).toBeNull();
  });

  test("returns the approved void", () => {
    const at = new Date("2026-11-20T09:00:00Z");
    expect(findRefundLine([sale, refused("void", 40_000n), { ...voided, at }], aVoid)).toMatchObject({ at });
    expect(findRefundLine([sale], aVoid)).toBeNull();
  });
});
