import { expect, test } from "vitest";
import { listChargebackActions } from "./list-chargeback-actions";

test("an open chargeback can be lost, accepted or contested, with the main action last", () => {
  expect(listChargebackActions({ status: "open" })).toEqual(["lost", "accepted", "contested"]);
});

test("a contested chargeback can only be lost by hand", () => {
  expect(listChargebackActions({ status: "contested" })).toEqual(["lost"]);
});

test.each(["accepted", "won", "lost"] as const)("nothing is recorded by hand about one that is %s", (status) => {
  expect(listChargebackActions({ status })).toEqual([]);
});
