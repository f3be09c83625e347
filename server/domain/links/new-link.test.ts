import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { newLinkForm, newLinkInput, sumItems } from "./new-link";

type Form = z.input<ReturnType<typeof newLinkForm>>;
type Item = Form["items"][number];

const item = (changes: Partial<Item> = {}): Item => ({ name: "Cup", note: null, amountKurus: 500n, ...changes });

const form = (changes: object = {}): Form => ({
  terminalId: "trm_1",
  amountKurus: 1_000n,
  customerShareBps: 0,
  allowedCounts: null,
  description: null,
  payerName: null,
  redirectUrl: null,
  items: [],
  ...changes,
});

/** Returns the problems by field, such as `items.0.name`. */
const findProblems = (filled: Form): Record<string, string> => {
  const { error } = newLinkForm(["shop.example"]).safeParse(filled);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
};

const amountProblem = "integer_between 1 1000000000";

describe("the form of a new link", () => {
  test("is valid with only an amount, and what it sends is valid for the procedure", () => {
    const sent = newLinkForm([]).parse(form());
    expect(sent).toEqual({ ...form(), items: null });
    expect(newLinkInput.parse(sent)).toEqual(sent);
  });

  test("sends its items in their order, where they add up to the amount", () => {
    const items = [item({ name: "Saucer", note: "blue" }), item()];
    const sent = newLinkForm([]).parse(form({ items }));
    expect(newLinkInput.parse(sent).items).toEqual(items);
  });

  test.each<[string, object, Record<string, string>]>([
    ["no terminal", { terminalId: "" }, { terminalId: "blank" }],
    ["no amount", { amountKurus: null }, { amountKurus: amountProblem }],
    ["a zero amount", { amountKurus: 0n }, { amountKurus: amountProblem }],
    ["too large an amount", { amountKurus: 1_000_000_001n }, { amountKurus: amountProblem }],
    ["a share that is no percentage", { customerShareBps: null }, { customerShareBps: "integer_between 0 10000" }],
    ["too large a share", { customerShareBps: 10_001 }, { customerShareBps: "integer_between 0 10000" }],
    ["a long description", { description: "x".repeat(513) }, { description: "max_characters 512" }],
    ["a long name of the payer", { payerName: "x".repeat(121) }, { payerName: "max_characters 120" }],
    ["a card number", { description: "4355 0842 0000 0006" }, { description: "sensitive" }],
    ["an IBAN", { payerName: "TR330006100519786457841326" }, { payerName: "sensitive" }],
    ["no counts", { allowedCounts: [] }, { allowedCounts: "list_size 1 36" }],
    ["an invalid URL", { redirectUrl: "shop.example" }, { redirectUrl: "url" }],
    ["another host", { redirectUrl: "https://elsewhere.example" }, { redirectUrl: "url_host" }],
    ["items with another sum", { items: [item()] }, { items: "items_sum" }],
    [
      "an item, while the amount is not typed yet",
      { amountKurus: null, items: [item()] },
      { amountKurus: amountProblem },
    ],
    ["too many items", { amountKurus: 25_500n, items: Array(51).fill(item()) }, { items: "list_size 0 50" }],
    [
      "a long name and note of an item",
      { items: [item({ name: "x".repeat(121), note: "x".repeat(201) }), item()] },
      { "items.0.name": "max_characters 120", "items.0.note": "max_characters 200" },
    ],
    [
      "invalid items, whose sum is wrong as well",
      { items: [{ name: "", note: "4355084200000006", amountKurus: null }, item()] },
      {
        "items.0.name": "blank",
        "items.0.note": "sensitive",
        "items.0.amountKurus": amountProblem,
        items: "items_sum",
      },
    ],
  ])("is invalid with %s", (_what, changes, problems) => {
    expect(findProblems(form(changes))).toEqual(problems);
  });

  test("accepts 512 characters of more than one UTF-16 unit each, and the account's hosts", () => {
    expect(findProblems(form({ description: "🙂".repeat(512), redirectUrl: "https://shop.example/x" }))).toEqual({});
  });
});

test("sums items, and counts an amount that is not typed yet as zero", () => {
  expect(sumItems([{ amountKurus: 500n }, { amountKurus: null }, { amountKurus: 250n }])).toBe(750n);
});
