import { describe, expect, test } from "vitest";
import { createBinFileReader } from "./bin-import-file";

const header = "bin,bank,brand,family,network,commercial,confidence,sources,conflict";
const good = "435508,Akbank,axess,credit,visa,0,high,a+b,";

/** Reads lines as a file would be read; values hold no comma here. */
const read = (...lines: readonly string[]) => {
  const reader = createBinFileReader();
  for (const [index, line] of lines.entries()) reader.take(index + 1, line.split(","));
  return reader.end();
};
const faultsOf = (...lines: readonly string[]) => read(header, ...lines).faults;

test("rows: the network is the scheme, an empty brand none, further columns are passed over", () => {
  expect(read(header, good, "41847800,,,debit,,1,low,b,")).toEqual({
    rows: [
      {
        bin: "435508",
        bank: "Akbank",
        brand: "axess",
        family: "credit",
        scheme: "visa",
        commercial: false,
        confidence: "high",
      },
      {
        bin: "41847800",
        bank: "",
        brand: null,
        family: "debit",
        scheme: "",
        commercial: true,
        confidence: "low",
      },
    ],
    conflicts: [],
    faults: [],
  });
});

test("columns may stand in any order, and the column of conflicts may be missing", () => {
  const { rows, faults } = read(
    "confidence,commercial,network,family,brand,bank,bin",
    "low,1,troy,prepaid,,İninal,979244",
  );
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([{ bin: "979244", bank: "İninal", commercial: true, confidence: "low" }]);
});

test("a line whose sources disagree is imported and told", () => {
  const { rows, conflicts } = read(header, `${good}network: visa (a) and troy (b)`);
  expect(rows).toHaveLength(1);
  expect(conflicts).toEqual([{ line: 2, bin: "435508", conflict: "network: visa (a) and troy (b)" }]);
});

describe("faults", () => {
  test.each([
    ["five digits", "43550,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["nine digits", "435508123,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["digits of another script", "４３５５０８,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["a space beside the digits", " 435508,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["an unknown family", "435508,A,,gold,visa,0,high,,", "family must be credit, debit, prepaid or foreign"],
    ["an empty family", "435508,A,,,visa,0,high,,", "family must be credit, debit, prepaid or foreign"],
    [
      "an unknown brand",
      "435508,A,bonuscard,credit,visa,0,high,,",
      "brand must be empty, world, paraf, bonus, maximum, axess, advantage, cardfinans, saglam, vkart or bankkart",
    ],
    [
      "an unknown network",
      "435508,A,,credit,VISA,0,high,,",
      "network must be empty, visa, mastercard, troy, amex, maestro, unionpay, jcb, diners or discover",
    ],
    ["a commercial that is neither", "435508,A,,credit,visa,yes,high,,", "commercial must be 0 or 1"],
    ["no confidence", "435508,A,,credit,visa,0,,,", "confidence must be low, medium or high"],
    [
      "a bank of 121 characters",
      `435508,${"A".repeat(121)},,credit,visa,0,high,,`,
      "bank must have at most 120 characters",
    ],
    [
      "a control in the bank",
      "435508,A\u0007,,credit,visa,0,high,,",
      "bank must not hold characters that cannot be printed",
    ],
    [
      "a mark that turns the writing round",
      "435508,A\u202eB,,credit,visa,0,high,,",
      "bank must not hold characters that cannot be printed",
    ],
    [
      "what is left of another character set",
      "435508,Yap\uFFFD Kredi,,credit,visa,0,high,,",
      "bank must not hold characters that cannot be printed",
    ],
    [
      "a space after the bank",
      "435508,Akbank ,,credit,visa,0,high,,",
      "bank must not begin or end with a space",
    ],
    ["too few columns", "435508,A,,credit", "has 4 columns, the header 9"],
    ["too many columns", `${good},more`, "has 10 columns, the header 9"],
  ])("refused: %s", (_, line, reason) => {
    expect(faultsOf(line)).toEqual([{ line: 2, reason }]);
  });

  test("every one is told, those of one line together, in the order of the lines", () => {
    expect(faultsOf("1,A,,credit,visa,2,high,,", good, "2,A,,credit,visa,0,high,,")).toEqual([
      { line: 2, reason: "bin must be 6 to 8 digits; commercial must be 0 or 1" },
      { line: 4, reason: "bin must be 6 to 8 digits" },
    ]);
  });

  test("a card number in the first column is not repeated", () => {
    const pan = "4355080000000005";
    expect(JSON.stringify(faultsOf(`${pan},A,,credit,visa,0,high,,`))).not.toContain(pan);
  });

  test("a BIN listed twice is one when its lines say the same, whatever their sources; otherwise a fault", () => {
    expect(read(header, good, "435508,Akbank,axess,credit,visa,0,high,other,")).toMatchObject({
      rows: [{ bin: "435508" }],
      faults: [],
    });
    expect(faultsOf(good, "435508,Akbank,axess,debit,visa,0,high,a+b,")).toEqual([
      { line: 3, reason: "lists BIN 435508 once more, with other facts than line 2" },
    ]);
  });

  test("a name written with combining marks is the same name", () => {
    const { rows, faults } = read(
      header,
      "435508,S\u0327ekerbank,,credit,visa,0,high,,",
      "435508,Şekerbank,,credit,visa,0,high,,",
    );
    expect(faults).toEqual([]);
    expect(rows.map(({ bank }) => bank)).toEqual(["Şekerbank"]);
  });

  test("a header that lacks a column or names one twice is the only fault", () => {
    expect(read("bin;bank;brand", good).faults).toEqual([
      { line: 1, reason: "the header lacks bin, bank, brand, family, network, commercial, confidence" },
    ]);
    expect(read(`${header},bin`, good).faults).toEqual([{ line: 1, reason: "the header names bin twice" }]);
  });

  test("a file without lines, or with nothing but its header, is a fault", () => {
    expect(createBinFileReader().end().faults).toEqual([{ line: 1, reason: "the file is empty" }]);
    expect(faultsOf()).toEqual([{ line: 1, reason: "the file lists no BIN" }]);
  });
});
