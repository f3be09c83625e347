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

test("describes an import without a change in one line", () => {
  expect(describeImport({ kind: "imported", difference: nothing }, file)).toEqual([
    "Imported: 0 added, 0 changed, 0 removed, 3 unchanged; the file lists 1 BIN.",
  ]);
});

test("describes the refusal in a dry run of a file that is too small", () => {
  const difference = { ...nothing, removed: [row, row], unchanged: 1, removesMany: true };
  expect(describeImport({ kind: "compared", difference }, file).slice(0, 2)).toEqual([
    "Nothing was written (dry run): 0 added, 0 changed, 2 removed, 1 unchanged; the file lists 1 BIN.",
    "The import would remove 2 of 3 imported rows, which is more than a tenth. If the file is the whole table, add --remove-many.",
  ]);
  expect(describeImport({ kind: "imported", difference }, file).join()).not.toContain("--remove-many");
});

test("describes the old and the new value of each changed field, also of the origin", () => {
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

test("replaces control characters in free text of a file", () => {
  const conflicts = [{ line: 2, bin: "400001", conflict: "visa \u001b[2J\u202e or troy" }];
  expect(describeImport({ kind: "imported", difference: nothing }, { ...file, conflicts }).slice(1)).toEqual([
    "1 line on which the file's sources disagree:",
    "  line 2, 400001: visa ?[2J? or troy",
  ]);
});
