import { expect, test } from "vitest";
import { queryKeyText } from "./query-key";

test("keys of the same members are the same text, whatever their order", () => {
  const at = new Date("2026-11-22T00:00:00.000Z");
  const text = queryKeyText([["link", "list"], { input: { a: 1n, b: [at, null] }, type: "query" }]);
  expect(queryKeyText([["link", "list"], { type: "query", input: { b: [at, null], a: 1n } }])).toBe(text);
});

test("an amount is not the number, and not another amount", () => {
  const texts = [1n, 1, 2n, "1"].map((amount) => queryKeyText([{ amount }]));
  expect(new Set(texts).size).toBe(texts.length);
});
