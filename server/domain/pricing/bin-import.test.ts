import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareBins, type KnownBin } from "./bin-import";
import type { BinRow } from "./bin-table";

const row = (bin: string, facts: Partial<BinRow> = {}): BinRow => ({
  bin,
  bank: "Akbank",
  brand: "axess",
  family: "credit",
  scheme: "visa",
  commercial: false,
  confidence: "high",
  ...facts,
});
const known = (bin: string, facts: Partial<KnownBin> = {}): KnownBin => ({
  ...row(bin, facts),
  origin: facts.origin ?? "imported",
});
/** Enough rows that one removed row is less than a tenth. */
const crowd = Array.from({ length: 20 }, (_, n) => String(500_000 + n));

describe("compareBins", () => {
  test("distinguishes added, changed, removed and unchanged rows", () => {
    const before = [known("400001"), known("400002"), known("400003"), ...crowd.map((bin) => known(bin))];
    const after = [
      row("400001"),
      row("400002", { family: "debit", brand: null }),
      row("400004"),
      ...crowd.map((bin) => row(bin)),
    ];
    expect(compareBins(before, after)).toEqual({
      added: [row("400004")],
      changed: [{ before: before[1], after: after[1], fields: ["brand", "family"] }],
      removed: [known("400003")],
      unchanged: 21,
      newBanks: [],
      imported: 23,
      removesMany: false,
    });
  });

  test.each([
    ["bank", { bank: "Garanti BBVA" }],
    ["brand", { brand: null }],
    ["family", { family: "debit" }],
    ["scheme", { scheme: "troy" }],
    ["commercial", { commercial: true }],
    ["confidence", { confidence: "low" }],
  ] as const)("reports a row as changed when only its %s differs", (field, facts) => {
    expect(compareBins([known("400001")], [row("400001", facts)]).changed).toMatchObject([{ fields: [field] }]);
  });

  test("keeps rows of the sandbox, unless the file has their prefix and replaces them", () => {
    const before = [known("400001", { origin: "sandbox" }), known("400002", { origin: "sandbox" })];
    expect(compareBins(before, [row("400002")])).toMatchObject({
      added: [],
      changed: [{ before: before[1], fields: ["origin"] }],
      removed: [],
      unchanged: 0,
      imported: 0,
    });
  });

  test("reports each new bank name once, in alphabetical order, and ignores rows without a bank", () => {
    const rows = [
      row("400001", { bank: "Zeta" }),
      row("400002", { bank: "Akbnak" }),
      row("400003", { bank: "Akbnak" }),
      row("400004", { bank: "" }),
      row("400005", { bank: "JPMorgan Chase" }),
    ];
    const before = [known("400009"), known("414720", { bank: "JPMorgan Chase", origin: "sandbox" })];
    expect(compareBins(before, rows).newBanks).toEqual(["Akbnak", "Zeta"]);
  });

  test("reports no changes when a table is compared with itself", () => {
    expect(
      compareBins(
        crowd.map((bin) => known(bin)),
        crowd.map((bin) => row(bin)),
      ),
    ).toMatchObject({ added: [], changed: [], removed: [], unchanged: 20, removesMany: false });
  });
});

test.each([
  [20, 2, false],
  [20, 3, true],
  [9, 1, true],
  [10, 1, false],
  [1, 1, true],
])("of %i imported rows, removing %i sets removesMany to %s", (total, gone, tooMuch) => {
  const bins = Array.from({ length: total }, (_, n) => String(500_000 + n));
  const sandbox = Array.from({ length: 50 }, (_, n) => known(String(600_000 + n), { origin: "sandbox" }));
  const before = [...bins.map((bin) => known(bin)), ...sandbox];
  expect(
    compareBins(
      before,
      bins.slice(gone).map((bin) => row(bin)),
    ).removesMany,
  ).toBe(tooMuch);
});

test("for any table and file: after the changes the table has the file's rows and the other rows of the sandbox", () => {
  const bin = fc.integer({ min: 400_000, max: 400_015 }).map(String);
  const facts = fc.record({
    bank: fc.constantFrom("A", "B"),
    family: fc.constantFrom("credit", "debit") as fc.Arbitrary<BinRow["family"]>,
  });
  const origin = fc.constantFrom("imported", "sandbox") as fc.Arbitrary<KnownBin["origin"]>;
  const tables = fc.uniqueArray(fc.tuple(bin, facts, origin), { selector: ([prefix]) => prefix });
  const files = fc.uniqueArray(fc.tuple(bin, facts), { selector: ([prefix]) => prefix });
  fc.assert(
    fc.property(tables, files, (table, file) => {
      const before = table.map(([prefix, some, from]) => known(prefix, { ...some, origin: from }));
      const rows = file.map(([prefix, some]) => row(prefix, some));
      const { added, changed, removed, unchanged } = compareBins(before, rows);
      const result = new Map(before.map((each) => [each.bin, each]));
      for (const { bin: gone } of removed) result.delete(gone);
      for (const each of [...added, ...changed.map(({ after }) => after)])
        result.set(each.bin, { ...each, origin: "imported" });
      const named = new Set(rows.map((each) => each.bin));
      const rest = before.filter((each) => each.origin === "sandbox" && !named.has(each.bin));
      const wanted = [...rows.map((each) => ({ ...each, origin: "imported" as const })), ...rest];
      expect([...result.values()].sort(byBin)).toEqual(wanted.sort(byBin));
      expect(added.length + changed.length + unchanged).toBe(rows.length);
    }),
  );
});

const byBin = (a: BinRow, b: BinRow) => (a.bin < b.bin ? -1 : 1);
