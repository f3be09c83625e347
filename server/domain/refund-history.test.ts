import { describe, expect, test } from "vitest";
import { findInHistory, type HistoryLine, type OrderBooks } from "./refund-history";

const line = (kind: HistoryLine["kind"], amountKurus: bigint, approved = true): HistoryLine => ({
  ...{ kind, approved, amountKurus },
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
const aVoid = { method: "void", amountKurus: 40_000n } as const;
const aCredit = (amountKurus: bigint) => ({ method: "credit", amountKurus }) as const;

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
  const lost = aCredit(10_000n);
  test.each<[string, ReturnType<typeof findInHistory>, HistoryLine[], OrderBooks]>([
    ["the credit", "done", [sale, credit(10_000n)], booked()],
    ["no credit", "not_done", [sale], booked()],
    ["the credit as refused", "not_done", [sale, refused("credit", 10_000n)], booked()],
    ["one of another amount", "differs", [sale, credit(9_999n)], booked()],
    ["it in two parts", "differs", [sale, credit(4_000n), credit(6_000n)], booked()],
    ["it twice", "differs", [sale, credit(10_000n), credit(10_000n)], booked()],
    ["a void instead", "differs", [sale, voided], booked()],
    ["it and a void", "differs", [sale, credit(10_000n), voided], booked()],
    [
      "an equal one that is booked, and it",
      "done",
      [sale, credit(10_000n), credit(10_000n)],
      booked(10_000n),
    ],
    ["only the equal one that is booked", "not_done", [sale, credit(10_000n)], booked(10_000n)],
    ["not even what is booked", "differs", [sale], booked(10_000n)],
    ["it, but not the one that is booked", "differs", [sale, credit(10_000n)], booked(7_000n)],
    ["the sum of the books in fewer credits", "differs", [sale, credit(12_000n)], booked(5_000n, 7_000n)],
    [
      "the sum with it in as many credits as are booked",
      "differs",
      [sale, credit(7_000n), credit(15_000n)],
      booked(5_000n, 7_000n),
    ],
    ["it to the last kuruş", "done", [sale, credit(30_000n), credit(10_000n)], booked(30_000n)],
    ["it on a sale of another amount", "differs", [line("sale", 40_001n), credit(10_000n)], booked()],
    ["it on two sales", "differs", [sale, sale, credit(10_000n)], booked()],
    ["it without a sale", "differs", [credit(10_000n)], booked()],
  ])("%s: %s", (_name, expected, lines, books) => {
    expect(findInHistory(lines, books, lost)).toBe(expected);
  });
});
