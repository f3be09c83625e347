import { expect, test } from "vitest";
import { writtenJson, writtenRecord } from "./written-json";

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

test("every member of a record stands on a line of its own, what is inside one together", () => {
  expect(writtenRecord({ a: 1, b: null, c: [1, 2], d: [{ e: 3n, f: "x" }] })).toBe(
    '{\n  "a": 1,\n  "b": null,\n  "c": [1, 2],\n  "d": [\n    { "e": 3, "f": "x" }\n  ]\n}',
  );
});
