import { expect, test } from "vitest";
import { writtenJson } from "./written-json";

test.each([
  ["nothing in it", {}],
  ["an empty list", []],
  ["an empty list within", { a: [], b: 1n }],
  ["a list of plain values", [1n, null, "a"]],
  ["plain values before and after others", { a: 1, b: [{ c: 2n, d: true }, {}], e: "x", f: null }],
])("the same value, whatever the lines: %s", (_, value) => {
  const plain = JSON.stringify(value, (_, one) => (typeof one === "bigint" ? Number(one) : one));
  expect(JSON.stringify(JSON.parse(writtenJson(value)))).toBe(plain);
});

test("plain values that follow each other stand on one line", () => {
  expect(writtenJson({ a: 1, b: 2, c: [{ d: 3n, e: 4 }], f: 5 })).toBe(
    '{\n  "a": 1, "b": 2,\n  "c": [\n    { "d": 3, "e": 4 }\n  ],\n  "f": 5\n}',
  );
});
