import { expect, test } from "vitest";
import { toAscii, toFileNamePart } from "./ascii";

test("Turkish and accented letters become their base letters", () => {
  expect(toAscii("ÇĞİÖŞÜ çğıöşü âî é")).toBe("CGIOSU cgiosu ai e");
  expect(toAscii("5 €")).toBe("5  ");
});

test.each([
  ["Ege Kırtasiye A.Ş.", "ege-kirtasiye-a-s"],
  ["  İSTANBUL & Co / 2 ", "istanbul-co-2"],
  ["Канцтовары", ""],
  [`${"a".repeat(39)} son`, "a".repeat(39)],
  ['x"; filename=evil', "x-filename-evil"],
])("%j is %j in the name of a file", (text, part) => {
  expect(toFileNamePart(text)).toBe(part);
});
