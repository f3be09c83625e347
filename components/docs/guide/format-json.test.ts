import { expect, test } from "vitest";
import { formatJson, formatRecord } from "./format-json";

test.each([
  ["nothing in it", {}],
  ["an empty list", []],
  ["an empty list within", { a: [], b: 1n }],
  ["a list of plain values", [1n, null, "a"]],
  ["plain values before and after others", { a: 1, b: [{ c: 2n, d: true }, {}], e: "x", f: null }],
])("writes JSON that parses to the same value: %s", (_, value) => {
  const plain = JSON.stringify(value, (_, one) => (typeof one === "bigint" ? Number(one) : one));
  expect(JSON.stringify(JSON.parse(formatJson(value)))).toBe(plain);
});

test("writes consecutive plain values on one line", () => {
  expect(formatJson({ a: 1, b: 2, c: [{ d: 3n, e: 4 }], f: 5 })).toBe(
    '{\n  "a": 1, "b": 2,\n  "c": [\n    { "d": 3, "e": 4 }\n  ],\n  "f": 5\n}',
  );
});

test("writes each member of a record on its own line, and the inside of a member on one line where possible", () => {
  expect(formatRecord({ a: 1, b: null, c: [1, 2], d: [{ e: 3n, f: "x" }] })).toBe(
    '{\n  "a": 1,\n  "b": null,\n  "c": [1, 2],\n  "d": [\n    { "e": 3, "f": "x" }\n  ]\n}',
  );
});
