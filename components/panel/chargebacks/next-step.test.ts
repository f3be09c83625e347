import { expect, test } from "vitest";
import { findNextStep } from "./next-step";

test("an open chargeback waits for the statement, and then for its way to the bank", () => {
  expect(findNextStep({ status: "open", urgency: "later", statement: null })).toBe("write");
  expect(findNextStep({ status: "open", urgency: "today", statement: "It was delivered." })).toBe("ready");
});

test("after the last day for an answer nothing is asked of the merchant, with and without a statement", () => {
  expect(findNextStep({ status: "open", urgency: "late", statement: null })).toBe("late");
  expect(findNextStep({ status: "open", urgency: "late", statement: "It was delivered." })).toBe("late");
});

test.each(["contested", "accepted", "won", "lost"] as const)("%s has its own sentence", (status) => {
  expect(findNextStep({ status, urgency: null, statement: null })).toBe(status);
});
