import { expect, test } from "vitest";
import type { Db } from "../db";
import type { BinGroup } from "./bin-rows";
import { findCardFacts } from "./bins";

const group = (bank: string, bins: string): BinGroup => ({
  bank,
  bins,
  brand: null,
  family: "credit",
  scheme: "visa",
  commercial: false,
  confidence: "high",
  origin: "imported",
});

/** Creates a database whose readings of the table end when the test says so. */
const openDb = () => {
  const readings: { answer(rows: BinGroup[]): void; fail(error: Error): void }[] = [];
  const query = () =>
    new Promise((resolve, reject) =>
      readings.push({ answer: (rows) => resolve({ rows }), fail: (error) => reject(error) }),
    );
  return { db: { pool: { query } } as unknown as Db, readings };
};

test("requests of one version share a reading, and later requests need none", async () => {
  const { db, readings } = openDb();
  const found = Promise.all([findCardFacts(db, "40000100", 1), findCardFacts(db, "40000200", 1)]);
  expect(readings).toHaveLength(1);
  readings[0]!.answer([group("A", "400001 40000200")]);
  expect(await found).toMatchObject([{ bank: "A" }, { bank: "A" }]);
  expect(await findCardFacts(db, "40000300", 1)).toBeNull();
  expect(readings).toHaveLength(1);
});

test("a request of a newer version waits for the new table, and so does a later request of the older version", async () => {
  const { db, readings } = openDb();
  const first = findCardFacts(db, "40000100", 1);
  readings[0]!.answer([group("old", "400001")]);
  await first;
  const newer = findCardFacts(db, "40000100", 2);
  const late = findCardFacts(db, "40000100", 1);
  expect(readings).toHaveLength(2);
  readings[1]!.answer([group("new", "400001")]);
  expect(await Promise.all([newer, late])).toMatchObject([{ bank: "new" }, { bank: "new" }]);
});

test("an older reading that ends after a newer one does not replace it", async () => {
  const { db, readings } = openDb();
  const older = findCardFacts(db, "40000100", 1);
  const newer = findCardFacts(db, "40000100", 2);
  readings[1]!.answer([group("new", "400001")]);
  readings[0]!.answer([group("old", "400001")]);
  expect(await Promise.all([older, newer])).toMatchObject([{ bank: "old" }, { bank: "new" }]);
  expect(await findCardFacts(db, "40000100", 2)).toMatchObject({ bank: "new" });
  expect(readings).toHaveLength(2);
});

test("a failed reading rejects for the waiting requests and is not cached", async () => {
  const { db, readings } = openDb();
  const both = [findCardFacts(db, "40000100", 1), findCardFacts(db, "40000100", 1)];
  readings[0]!.fail(new Error("connection lost"));
  for (const one of both) await expect(one).rejects.toThrow("connection lost");
  const next = findCardFacts(db, "40000100", 1);
  expect(readings).toHaveLength(2);
  readings[1]!.answer([group("A", "400001")]);
  expect(await next).toMatchObject({ bank: "A" });
});

test("a failed older reading leaves the newer one cached", async () => {
  const { db, readings } = openDb();
  const older = findCardFacts(db, "40000100", 1);
  const newer = findCardFacts(db, "40000100", 2);
  readings[0]!.fail(new Error("connection lost"));
  await expect(older).rejects.toThrow("connection lost");
  readings[1]!.answer([group("A", "400001")]);
  expect(await newer).toMatchObject({ bank: "A" });
  await findCardFacts(db, "40000100", 2);
  expect(readings).toHaveLength(2);
});
