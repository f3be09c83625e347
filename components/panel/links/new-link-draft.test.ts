import { describe, expect, test } from "vitest";
import {
  type DraftItem,
  emptyDraft,
  findProblems,
  hasProblems,
  type LinkDraft,
  moveItem,
  sumItems,
  toInput,
} from "./new-link-draft";

const item = (key: number, changes: Partial<DraftItem> = {}): DraftItem => ({
  key,
  name: `Item ${key}`,
  note: "",
  amountKurus: 500n,
  ...changes,
});

const draft = (changes: Partial<LinkDraft> = {}): LinkDraft => ({
  ...emptyDraft("trm_1"),
  amountKurus: 1_000n,
  ...changes,
});

describe("a draft", () => {
  test("is valid with only an amount, and sends empty texts as null", () => {
    expect(hasProblems(findProblems(draft(), []))).toBe(false);
    expect(toInput(draft({ description: " ", redirectUrl: "" }), 1_000n)).toEqual({
      amountKurus: 1_000n,
      terminalId: "trm_1",
      customerShareBps: 0,
      allowedCounts: null,
      description: null,
      payerName: null,
      redirectUrl: null,
      items: null,
    });
  });

  test.each<[string, Partial<LinkDraft>, object]>([
    ["no terminal", { terminalId: "" }, { terminal: "no_terminal" }],
    ["no amount", { amountKurus: null }, { amount: "amount" }],
    ["a zero amount", { amountKurus: 0n }, { amount: "amount" }],
    ["too large an amount", { amountKurus: 1_000_000_001n }, { amount: "amount" }],
    ["a long description", { description: "x".repeat(513) }, { description: "long" }],
    ["a card number", { description: "4355 0842 0000 0006" }, { description: "sensitive" }],
    ["an IBAN", { payerName: "TR330006100519786457841326" }, { payerName: "sensitive" }],
    ["no counts", { counts: [] }, { counts: "no_counts" }],
    ["an invalid URL", { redirectUrl: "shop.example" }, { redirectUrl: "url" }],
    ["another host", { redirectUrl: "https://elsewhere.example" }, { redirectUrl: "url_host" }],
    ["items with another sum", { items: [item(1)] }, { sum: "sum", items: [{}] }],
    [
      "invalid items",
      { items: [item(1, { name: " ", note: "4355084200000006", amountKurus: null }), item(2)] },
      { items: [{ name: "blank", note: "sensitive", amount: "amount" }, {}] },
    ],
  ])("is invalid with %s", (_what, changes, problems) => {
    const found = findProblems(draft(changes), ["shop.example"]);
    expect(found).toMatchObject(problems);
    expect(hasProblems(found)).toBe(true);
  });

  test("accepts 512 characters of more than one UTF-16 unit each, and the account's hosts", () => {
    const found = findProblems(draft({ description: "🙂".repeat(512), redirectUrl: "https://shop.example/x" }), [
      "shop.example",
    ]);
    expect(hasProblems(found)).toBe(false);
  });
});

test("sums the items, and moves an item only to an existing position", () => {
  const items = [item(1), item(2, { amountKurus: null }), item(3)];
  expect(sumItems(items)).toBe(1_000n);
  const keys = (moved: readonly DraftItem[]) => moved.map(({ key }) => key);
  expect(keys(moveItem(items, 0, 1))).toEqual([2, 1, 3]);
  expect(keys(moveItem(items, 2, 0))).toEqual([3, 1, 2]);
  expect(moveItem(items, 0, -1)).toBe(items);
  expect(moveItem(items, 2, 3)).toBe(items);
});
