import { expect, test } from "vitest";
import { queryKeyText } from "./query-key";

test("gives keys with the same members the same text, in any order", () => {
  const at = new Date("2026-11-22T00:00:00.000Z");
  const text = queryKeyText([["link", "list"], { input: { a: 1n, b: [at, null] }, type: "query" }]);
  expect(queryKeyText([["link", "list"], { type: "query", input: { b: [at, null], a: 1n } }])).toBe(text);
});

test("gives a bigint, the equal number, another bigint and the equal text different texts", () => {
  const texts = [1n, 1, 2n, "1"].map((amount) => queryKeyText([{ amount }]));
  expect(new Set(texts).size).toBe(texts.length);
});
