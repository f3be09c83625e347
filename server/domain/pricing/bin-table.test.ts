import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type BinRow, createBinTable } from "./bin-table";
import { cardBrands, cardFamilies } from "./installments";

type Row = Omit<BinRow, "commercial">;

const row = (bin: string, changes: Partial<Row> = {}): Row => ({
  bin,
  bank: "Halkbank",
  brand: "paraf",
  family: "credit",
  scheme: "visa",
  confidence: "high",
  ...changes,
});
const toFacts = ({ bank, brand, family, scheme, confidence }: Row) => ({
  bank: bank === "" ? null : bank,
  brand,
  family,
  scheme,
  trusted: confidence === "medium" || confidence === "high",
});

test("finds the longest prefix: eight digits, seven, six or none", () => {
  const table = createBinTable([
    row("123456", { bank: "Akbank" }),
    row("12345678", { bank: "Garanti BBVA" }),
    row("1234567", { bank: "QNB" }),
  ]);
  const findBank = (bin8: string) => table.find(bin8)?.bank;
  expect(findBank("12345678")).toBe("Garanti BBVA");
  expect(findBank("12345679")).toBe("QNB");
  expect(findBank("12345690")).toBe("Akbank");
  expect(table.find("12345790")).toBeNull();
  expect(table.find("00000000")).toBeNull();
  expect(table.size).toBe(3);
  expect(createBinTable([]).find("12345678")).toBeNull();
});

test("returns null for an empty bank, and trusts every row except those of low confidence", () => {
  const find = (changes: Partial<Row>) => createBinTable([row("123456", changes)]).find("12345678");
  expect(find({ bank: "" })).toEqual({
    bank: null,
    brand: "paraf",
    family: "credit",
    scheme: "visa",
    trusted: true,
  });
  expect(find({ confidence: "low" })?.trusted).toBe(false);
  expect(find({ confidence: "medium" })?.trusted).toBe(true);
});

test("rows with equal facts share one object, and rows that differ in any fact do not", () => {
  const others = [
    row("200000", { bank: "Akbank" }),
    row("200001", { brand: null }),
    row("200002", { family: "debit" }),
    row("200003", { scheme: "troy" }),
    row("200004", { confidence: "low" }),
  ];
  const table = createBinTable([row("100000"), row("100001", { confidence: "medium" }), ...others]);
  const facts = table.find("10000000");
  expect(table.find("10000100")).toBe(facts);
  for (const { bin } of others) expect(table.find(`${bin}00`)).not.toEqual(facts);
});

test("the last row of a prefix wins, and the prefix counts once", () => {
  const table = createBinTable([row("123456"), row("123456", { bank: "Akbank" })]);
  expect(table.find("12345600")?.bank).toBe("Akbank");
  expect(table.size).toBe(1);
});

/** Texts of the digits 1 and 2, so that prefixes often overlap. */
const digits = (length: number) =>
  fc.array(fc.constantFrom("1", "1", "1", "2"), { minLength: length, maxLength: length }).map((list) => list.join(""));

const rows: fc.Arbitrary<Row[]> = fc.uniqueArray(
  fc.record({
    bin: fc.oneof(digits(6), digits(7), digits(8)),
    bank: fc.constantFrom("", "Akbank", "Halkbank"),
    brand: fc.constantFrom(null, ...cardBrands),
    family: fc.constantFrom(...cardFamilies),
    scheme: fc.constantFrom("visa", "troy"),
    confidence: fc.constantFrom("low" as const, "medium" as const, "high" as const),
  }),
  { selector: ({ bin }) => bin, maxLength: 40, size: "max" },
);

test("finds the same row as a linear search for the longest prefix", () => {
  fc.assert(
    fc.property(rows, fc.array(digits(8), { minLength: 1, maxLength: 30 }), (all, cards) => {
      const table = createBinTable(all);
      for (const bin8 of cards) {
        let longest: Row | null = null;
        for (const one of all) {
          if (bin8.startsWith(one.bin) && one.bin.length > (longest?.bin.length ?? 0)) longest = one;
        }
        expect(table.find(bin8)).toEqual(longest && toFacts(longest));
      }
      expect(table.size).toBe(all.length);
    }),
    { numRuns: 200 },
  );
});

test("finds each row of the seeded table, or a row with a longer prefix", () => {
  const file = readFileSync(new URL("../../../prisma/seed/bins.csv", import.meta.url), "utf8");
  const seeded = parse<Record<string, string>>(file, { columns: true }).map((line) => ({
    ...line,
    scheme: line.network,
    brand: line.brand || null,
  })) as unknown as Row[];
  const table = createBinTable(seeded);
  const byPrefix = new Map(seeded.map((one) => [one.bin, one]));
  expect(table.size).toBe(seeded.length);
  expect(seeded.length).toBeGreaterThan(4_000);
  const cards = seeded.flatMap(({ bin }) => [
    { bin, bin8: bin.padEnd(8, "0") },
    { bin, bin8: bin.padEnd(8, "9") },
  ]);
  const holders = cards.map(({ bin8 }) => [8, 7, 6].map((length) => byPrefix.get(bin8.slice(0, length))).find(Boolean));
  expect(cards.filter(({ bin }, n) => !holders[n]?.bin.startsWith(bin))).toEqual([]);
  expect(cards.map(({ bin8 }) => table.find(bin8))).toEqual(holders.map((holder) => holder && toFacts(holder)));
});
