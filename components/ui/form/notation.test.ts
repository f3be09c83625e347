import { expect, test } from "vitest";
import { amountNotation, percentNotation, textNotation } from "./notation";

test.each([
  [{}, "  Tea set ", "Tea set"],
  [{}, "  ", ""],
  [{ isOptional: true }, " Tea set ", "Tea set"],
  [{ isOptional: true }, " \t", null],
  [{ keepsBlanks: true }, " A 1 ", " A 1 "],
  [{ keepsBlanks: true }, "  ", "  "],
  [{ isOptional: true, keepsBlanks: true }, " A 1 ", " A 1 "],
  [{ isOptional: true, keepsBlanks: true }, "  ", null],
])("a text with %o: %j means %j", (options, typed, value) => {
  const notation = textNotation(options);
  expect(notation.read(typed)).toBe(value);
  expect(notation.read(notation.write(value))).toBe(value);
});

test.each([
  ["tr", "1.250,50", 125_050n, "1250,50"],
  ["tr", "1250", 125_000n, "1250,00"],
  ["en", "1,250.50", 125_050n, "1250.50"],
  ["en", "0", 0n, "0.00"],
] as const)("an amount in %s: %j means %s kuruş, which is written %j", (language, typed, kurus, written) => {
  const notation = amountNotation(language);
  expect(notation.read(typed)).toBe(kurus);
  expect(notation.write(kurus)).toBe(written);
  expect(notation.read(written)).toBe(kurus);
});

test("what is no amount is null, and null is written as an empty field", () => {
  for (const typed of ["", "1.2.3", "12,345", "-5", "ten"]) expect(amountNotation("tr").read(typed)).toBeNull();
  expect(amountNotation("tr").write(null)).toBe("");
});

test.each([
  ["tr", "50", 5_000, "50"],
  ["en", "0", 0, "0"],
  ["en", "100", 10_000, "100"],
  ["tr", " % 37,5", 3_750, "37,50"],
  ["en", "37,5 %", 3_750, "37.50"],
  ["tr", "0.05", 5, "0,05"],
  ["tr", "12,", 1_200, "12"],
  ["en", "100.00", 10_000, "100"],
] as const)("a percentage in %s: %j means %s bps, which is written %j", (language, typed, bps, written) => {
  const notation = percentNotation(language);
  expect(notation.read(typed)).toBe(bps);
  expect(notation.write(bps)).toBe(written);
  expect(notation.read(written)).toBe(bps);
});

test("what is no percentage from 0 to 100 is null, and null is written as an empty field", () => {
  for (const language of ["tr", "en"] as const) {
    const { read, write } = percentNotation(language);
    const wrong = ["", " ", "%", "abc", "150", "100,01", "-5", "1e1", "0.050", "12,345", "5,5,5", "50 TL"];
    expect(wrong.map(read)).toEqual(wrong.map(() => null));
    expect(write(null)).toBe("");
  }
});
