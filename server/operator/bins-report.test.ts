import { expect, test } from "vitest";
import type { BinDifference } from "../domain/pricing/bin-import";
import type { BinFile } from "../domain/pricing/bin-import-file";
import type { BinRow } from "../domain/pricing/bin-table";
import { describeImport } from "./bins-report";

const nothing: BinDifference = {
  added: [],
  changed: [],
  removed: [],
  unchanged: 3,
  newBanks: [],
  imported: 3,
  removesMany: false,
};
const row: BinRow = {
  bin: "400001",
  bank: "Akbank",
  brand: "axess",
  family: "credit",
  scheme: "visa",
  commercial: false,
  confidence: "high",
};
const file: BinFile = { rows: [row], conflicts: [], faults: [] };

test("an import that changes nothing is one line", () => {
  expect(describeImport({ kind: "imported", difference: nothing }, file)).toEqual([
    "Imported: 0 added, 0 changed, 0 removed, 3 unchanged; the file lists 1 BIN.",
  ]);
});

test("a dry run of too small a file says what the import would answer", () => {
  const difference = { ...nothing, removed: [row, row], unchanged: 1, removesMany: true };
  expect(describeImport({ kind: "compared", difference }, file).slice(0, 2)).toEqual([
    "Not written (dry run): 0 added, 0 changed, 2 removed, 1 unchanged; the file lists 1 BIN.",
    "It would remove 2 of 3 imported rows, more than a tenth: if the file is the whole table, say --remove-many.",
  ]);
  expect(describeImport({ kind: "imported", difference }, file).join()).not.toContain("--remove-many");
});

test("changes say each field, old and new; a row of the sandbox that is the file's now says so", () => {
  const before = { ...row, brand: null, commercial: true, origin: "sandbox" } as const;
  const difference = {
    ...nothing,
    changed: [{ before, after: row, fields: ["brand", "commercial", "origin"] as const }],
  };
  expect(describeImport({ kind: "imported", difference }, file).slice(1)).toEqual([
    "Changed:",
    "  400001: brand none → axess, commercial yes → no, origin sandbox → imported",
  ]);
});

test("free text of a file cannot steer the terminal that it is printed on", () => {
  const conflicts = [{ line: 2, bin: "400001", conflict: "visa \u001b[2J\u202e or troy" }];
  expect(describeImport({ kind: "imported", difference: nothing }, { ...file, conflicts }).slice(1)).toEqual([
    "1 line on which the file's sources disagree:",
    "  line 2, 400001: visa ?[2J? or troy",
  ]);
});
