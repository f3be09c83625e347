import { describe, expect, test } from "vitest";
import { isTariffFile, readBlock, readTable, readTariffFile } from "./read-table";

const columns = "family,onUs,brand,installmentCount,rateBps,fixedFee";

describe("a file of prices", () => {
  test.each([",", ";", "\t"])("is read with %j between its columns, with a byte order mark and quotes", (separator) => {
    const lines = [columns, 'credit,,"bonus",3,450,100', "debit,,,1,104,"].map((line) =>
      line.replaceAll(",", separator),
    );
    const table = readTable(`\uFEFF${lines.join("\r\n")}\r\n`);
    expect(table && isTariffFile(table)).toBe(true);
    expect(readTariffFile(table ?? [])).toEqual({
      faults: [],
      prices: [
        { family: "credit", onUs: null, brand: "bonus", installmentCount: 3, rateBps: 450, fixedFee: 100n },
        { family: "debit", onUs: null, brand: null, installmentCount: 1, rateBps: 104, fixedFee: null },
      ],
    });
  });

  test("names the lines of its faults, and has one when it has no line or no columns", () => {
    const read = (text: string) => readTariffFile(readTable(text) ?? []).faults.map(({ line, code }) => [line, code]);
    expect(read(`${columns}\ngold,,,1,250,\ncredit,,,1,2.5,`)).toEqual([
      [2, "family"],
      [3, "not_a_number"],
    ]);
    expect(read(columns)).toEqual([[null, "columns"]]);
    expect(read("")).toEqual([[null, "columns"]]);
    expect(isTariffFile(readTable("a,b\n1,2") ?? [])).toBe(false);
  });
});

test("a block of a spreadsheet keeps decimal commas and empty cells", () => {
  expect(readBlock("2,50\t\t3,00\r\n\t4\r\n")).toEqual([
    ["2,50", "", "3,00"],
    ["", "4"],
  ]);
});
