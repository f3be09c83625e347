import { describe, expect, test } from "vitest";
import { type Baseline, baselineOf, type HistoryLine } from "./refund-baseline";
import { findInHistory, findLineOf, type OrderBooks } from "./refund-history";

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
/** The reading before a credit, of a bank that had what the books have. */
const asBooked = (books: OrderBooks, ...credits: bigint[]): Baseline =>
  baselineOf([sale, ...credits.map(credit)], books);

describe("a void whose answer was lost", () => {
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[]]>([
    ["the sale and its void", "done", [sale, voided]],
    ["the void before the sale", "done", [voided, sale]],
    ["a void that was refused before one that was not", "done", [sale, refused("void", 40_000n), voided]],
    ["the sale alone", "not_done", [sale]],
    ["a void that was refused", "not_done", [sale, refused("void", 40_000n)]],
    ["a credit that was taken back again", "not_done", [sale, refused("credit", 40_000n)]],
    ["a sale that was refused before the one that was taken", "not_done", [refused("sale", 40_000n), sale]],
    ["a void of another amount", "differs", [sale, line("void", 39_999n)]],
    ["two voids", "differs", [sale, voided, voided]],
    ["a credit of all of it instead", "differs", [sale, credit(40_000n)]],
    ["a credit of nobody here, and the void", "differs", [sale, credit(1n), voided]],
    ["a sale of another amount", "differs", [line("sale", 39_999n)]],
    ["two sales", "differs", [sale, sale]],
    ["two sales that add up to the amount", "differs", [line("sale", 15_000n), line("sale", 25_000n)]],
    ["a void without a sale", "differs", [voided]],
    ["a sale that was refused", "differs", [refused("sale", 40_000n)]],
    ["nothing", "differs", []],
  ])("%s: %s", (_name, expected, lines) => {
    expect(findInHistory(lines, booked(), aVoid)).toBe(expected);
  });
});

describe("a credit of 10,000 kuruş whose answer was lost", () => {
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[], bigint[]]>([
    ["the credit", "done", [sale, credit(10_000n)], []],
    ["no credit", "not_done", [sale], []],
    ["the credit as refused", "not_done", [sale, refused("credit", 10_000n)], []],
    ["one of another amount", "differs", [sale, credit(9_999n)], []],
    ["it in two parts", "differs", [sale, credit(4_000n), credit(6_000n)], []],
    ["it twice", "differs", [sale, credit(10_000n), credit(10_000n)], []],
    ["a void instead", "differs", [sale, voided], []],
    ["it and a void", "differs", [sale, credit(10_000n), voided], []],
    ["an equal one that is booked, and it", "done", [sale, credit(10_000n), credit(10_000n)], [10_000n]],
    ["only the equal one that is booked", "not_done", [sale, credit(10_000n)], [10_000n]],
    ["not even what is booked", "differs", [sale], [10_000n]],
    ["it, but not the one that is booked", "differs", [sale, credit(10_000n)], [7_000n]],
    ["the sum of the books in fewer credits", "differs", [sale, credit(12_000n)], [5_000n, 7_000n]],
    [
      "the sum with it in as many credits as are booked",
      "differs",
      [sale, credit(7_000n), credit(15_000n)],
      [5_000n, 7_000n],
    ],
    ["it to the last kuruş", "done", [sale, credit(30_000n), credit(10_000n)], [30_000n]],
    ["it on a sale of another amount", "differs", [line("sale", 40_001n), credit(10_000n)], []],
    ["it on two sales", "differs", [sale, sale, credit(10_000n)], []],
    ["it without a sale", "differs", [credit(10_000n)], []],
  ])("%s: %s", (_name, expected, lines, credits) => {
    const books = booked(...credits);
    expect(findInHistory(lines, books, aCredit(10_000n, asBooked(books, ...credits)))).toBe(expected);
  });
});

/** A credit as a bank that numbers its lines shows it. */
const numbered = (rrn: string, amountKurus = 10_000n): HistoryLine => ({
  kind: "credit",
  approved: true,
  amountKurus,
  references: { authCode: "A", rrn, transactionId: null },
});

describe("a credit of 10,000 kuruş, where the bank had credits that the books do not hold", () => {
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[], HistoryLine[]]>([
    ["an equal one by hand alone", "not_done", [credit(10_000n)], [credit(10_000n)]],
    ["an equal one by hand, and it", "done", [credit(10_000n)], [credit(10_000n), credit(10_000n)]],
    ["one by hand, and another by hand", "differs", [credit(3n)], [credit(3n), credit(4n)]],
    ["one by hand that is gone again, and it", "differs", [credit(3n)], [credit(10_000n)]],
    ["the numbered one by hand alone", "not_done", [numbered("1")], [numbered("1")]],
    ["the numbered one by hand, and it", "done", [numbered("1")], [numbered("2"), numbered("1")]],
    ["another numbered one in its place", "differs", [numbered("1")], [numbered("2")]],
    ["two that are new", "differs", [numbered("1")], [numbered("1"), numbered("2"), numbered("3")]],
    ["a new one of another amount", "differs", [numbered("1")], [numbered("1"), numbered("2", 9_999n)]],
    ["one number for all, and it", "done", [numbered("1")], [numbered("1"), numbered("1")]],
    ["one that has its number since, and it", "done", [credit(10_000n)], [numbered("1"), numbered("2")]],
  ])("%s: %s", (_name, expected, before, now) => {
    const baseline = baselineOf([sale, ...before], booked());
    expect(findInHistory([sale, ...now], booked(), aCredit(10_000n, baseline))).toBe(expected);
  });

  test("once it has ended, what was booked since is no surprise", () => {
    const baseline = baselineOf([sale, numbered("1")], booked());
    const look = (now: HistoryLine[], ...since: bigint[]) =>
      findInHistory([sale, ...now], booked(...since), aCredit(10_000n, baseline));
    expect(look([numbered("1"), numbered("2", 7n)], 7n)).toBe("not_done");
    expect(look([numbered("1"), numbered("2", 7n), numbered("3")], 7n)).toBe("done");
    expect(look([numbered("1")], 7n)).toBe("differs");
  });
});

describe("a credit of 10,000 kuruş without a reading before it", () => {
  test.each<[string, Baseline | null, ReturnType<typeof findInHistory>, HistoryLine[], bigint[]]>([
    ["sent: nothing beside the books", "unreadable", "not_done", [numbered("1")], [10_000n]],
    ["sent: one more of its amount", "unreadable", "unknown", [numbered("1")], []],
    ["sent: an order that is voided", "unreadable", "differs", [voided], []],
    ["never sent: nothing beside the books", null, "not_done", [numbered("1")], [10_000n]],
    ["never sent: one more of its amount", null, "differs", [numbered("1")], []],
  ])("%s", (_name, baseline, expected, credits, books) => {
    const lines = [sale, ...credits];
    expect(findInHistory(lines, booked(...books), aCredit(10_000n, baseline))).toBe(expected);
  });

  test("a history that shows less than the books hold is no reading to go by", () => {
    expect(baselineOf([sale], booked(10_000n))).toBe("unreadable");
    expect(baselineOf([sale, credit(1n)], booked(10_000n))).toBe("unreadable");
    expect(baselineOf([sale, credit(20_000n)], booked(10_000n, 10_000n))).toBe("unreadable");
    expect(baselineOf([sale, credit(10_000n)], booked(10_000n))).not.toBe("unreadable");
  });
});

describe("the line of a refund that is done", () => {
  test("of a credit: the newest of its amount that was not there before", () => {
    const baseline = baselineOf([sale, numbered("2")], booked());
    const lines = [sale, numbered("1"), numbered("2")];
    expect(findLineOf(lines, aCredit(10_000n, baseline))).toMatchObject({ references: { rrn: "1" } });
    expect(findLineOf([sale, numbered("2")], aCredit(10_000n, baseline))).toBeNull();
    expect(findLineOf(lines, aCredit(10_000n, "unreadable"))).toBeNull();
  });

  test("of a void: the approved void", () => {
    const at = new Date("2026-11-20T09:00:00Z");
    expect(findLineOf([sale, refused("void", 40_000n), { ...voided, at }], aVoid)).toMatchObject({ at });
    expect(findLineOf([sale], aVoid)).toBeNull();
  });
});
