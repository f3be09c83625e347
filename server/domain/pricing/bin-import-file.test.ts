import { describe, expect, test } from "vitest";
import { describeBinProblems } from "./bin-file-problem";
import { type BinFile, createBinFileReader } from "./bin-import-file";

const header = "bin,bank,brand,family,network,commercial,confidence,sources,conflict";
const good = "435508,Akbank,axess,credit,visa,0,high,a+b,";

/** Reads lines like a file; the values here contain no commas. */
const read = (...lines: readonly string[]) => {
  const reader = createBinFileReader();
  for (const [index, line] of lines.entries()) reader.take(index + 1, line.split(","));
  return reader.end();
};
const sayFaults = ({ faults }: BinFile) =>
  faults.map(({ line, problems }) => ({ line, reason: describeBinProblems(problems) }));
const findFaults = (...lines: readonly string[]) => sayFaults(read(header, ...lines));

test("reads the network as the scheme and an empty brand as null, and ignores unknown columns", () => {
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

test("accepts the columns in any order, and a file without the conflict column", () => {
  const { rows, faults } = read(
    "confidence,commercial,network,family,brand,bank,bin",
    "low,1,troy,prepaid,,İninal,979244",
  );
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([{ bin: "979244", bank: "İninal", commercial: true, confidence: "low" }]);
});

test("imports and reports a line whose sources disagree", () => {
  const { rows, conflicts } = read(header, `${good}network: visa (a) and troy (b)`);
  expect(rows).toHaveLength(1);
  expect(conflicts).toEqual([{ line: 2, bin: "435508", conflict: "network: visa (a) and troy (b)" }]);
});

describe("faults", () => {
  test.each([
    ["five digits", "43550,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["nine digits", "435508123,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["digits of another script", "４３５５０８,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["a space before the digits", " 435508,A,,credit,visa,0,high,,", "bin must be 6 to 8 digits"],
    ["an unknown family", "435508,A,,gold,visa,0,high,,", "family must be credit | debit | prepaid | foreign"],
    ["an empty family", "435508,A,,,visa,0,high,,", "family must be credit | debit | prepaid | foreign"],
    [
      "an unknown brand",
      "435508,A,bonuscard,credit,visa,0,high,,",
      "brand must be empty or world | paraf | bonus | maximum | axess | advantage | cardfinans | saglam | vkart | bankkart",
    ],
    [
      "an unknown network",
      "435508,A,,credit,VISA,0,high,,",
      "network must be empty or visa | mastercard | troy | amex | maestro | unionpay | jcb | diners | discover",
    ],
    ["a commercial that is neither 0 nor 1", "435508,A,,credit,visa,yes,high,,", "commercial must be 0 | 1"],
    ["no confidence", "435508,A,,credit,visa,0,,,", "confidence must be low | medium | high"],
    [
      "a bank of 121 characters",
      `435508,${"A".repeat(121)},,credit,visa,0,high,,`,
      "bank must have at most 120 characters",
    ],
    [
      "a control character in the bank",
      "435508,A\u0007,,credit,visa,0,high,,",
      "bank must not hold characters that cannot be printed",
    ],
    [
      "a direction control in the bank",
      "435508,A\u202eB,,credit,visa,0,high,,",
      "bank must not hold characters that cannot be printed",
    ],
    [
      "a replacement character from another character set",
      "435508,Yap\uFFFD Kredi,,credit,visa,0,high,,",
      "bank must not hold characters that cannot be printed",
    ],
    ["a space after the bank", "435508,Akbank ,,credit,visa,0,high,,", "bank must not begin or end with a space"],
    ["too few columns", "435508,A,,credit", "has 4 columns, the header 9"],
    ["too many columns", `${good},more`, "has 10 columns, the header 9"],
  ])("refuses %s", (_, line, reason) => {
    expect(findFaults(line)).toEqual([{ line: 2, reason }]);
  });

  test("reports every fault in the order of the lines, with the faults of one line together", () => {
    expect(findFaults("1,A,,credit,visa,2,high,,", good, "2,A,,credit,visa,0,high,,")).toEqual([
      { line: 2, reason: "bin must be 6 to 8 digits; commercial must be 0 | 1" },
      { line: 4, reason: "bin must be 6 to 8 digits" },
    ]);
  });

  test("does not repeat a card number in the first column", () => {
    const pan = "4355080000000005";
    expect(JSON.stringify(findFaults(`${pan},A,,credit,visa,0,high,,`))).not.toContain(pan);
  });

  test("counts a BIN once when its lines agree except for the sources, and reports it when they differ", () => {
    expect(read(header, good, "435508,Akbank,axess,credit,visa,0,high,other,")).toMatchObject({
      rows: [{ bin: "435508" }],
      faults: [],
    });
    expect(findFaults(good, "435508,Akbank,axess,debit,visa,0,high,a+b,")).toEqual([
      { line: 3, reason: "lists BIN 435508 once more, with other facts than line 2" },
    ]);
  });

  test("treats a bank name with combining marks as the same name", () => {
    const { rows, faults } = read(
      header,
      "435508,S\u0327ekerbank,,credit,visa,0,high,,",
      "435508,Şekerbank,,credit,visa,0,high,,",
    );
    expect(faults).toEqual([]);
    expect(rows.map(({ bank }) => bank)).toEqual(["Şekerbank"]);
  });

  test("reports only the header when it lacks a column or names one twice", () => {
    expect(sayFaults(read("bin;bank;brand", good))).toEqual([
      { line: 1, reason: "the header lacks bin, bank, brand, family, network, commercial, confidence" },
    ]);
    expect(sayFaults(read(`${header},bin`, good))).toEqual([{ line: 1, reason: "the header names bin twice" }]);
  });

  test("reports a file without lines, and one with only a header", () => {
    expect(sayFaults(createBinFileReader().end())).toEqual([{ line: 1, reason: "the file is empty" }]);
    expect(findFaults()).toEqual([{ line: 1, reason: "the file lists no BIN" }]);
  });
});
