import { expect, test } from "vitest";
import { needsHeadInCard, sortDirection } from "./columns";

test.each([
  ["amount", "amount", "ascending"],
  ["amount", "-amount", "descending"],
  ["amount", "-created", undefined],
  [undefined, "amount", undefined],
  ["amount", undefined, undefined],
  // A list without an order has heads without one: neither equals the other's order.
  [undefined, undefined, undefined],
])("a column that sorts by %s, in a list sorted by %s, is %s", (by, sort, direction) => {
  expect(sortDirection(by, sort)).toBe(direction);
});

test("in a card, values that do not say what they are get their heads", () => {
  const withPlace = (["title", "value", "state", "note", "time", "action"] as const).filter((card) =>
    needsHeadInCard({ key: "one", head: "One", width: 8, card, cell: () => null }),
  );
  expect(withPlace).toEqual(["state", "note", "time"]);
  expect(needsHeadInCard({ key: "one", head: "One", width: 8, cell: () => null })).toBe(false);
});
