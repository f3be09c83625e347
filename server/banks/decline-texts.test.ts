import { expect, test } from "vitest";
import { declineReasons } from "./bank";
import { declineTexts } from "./decline-texts";

/** Answers to a void or refund, and the one order that may have been paid. */
const saysNothingOfMoney = [
  "duplicate_order",
  "day_not_closed",
  "nothing_to_void",
  "amount_exceeds_remaining",
];

test.each(declineReasons)("%s has its sentence in both languages", (reason) => {
  const { tr, en } = declineTexts[reason];
  for (const text of [tr, en]) {
    expect(text).toMatch(/^\S.*\.$/);
    expect(text).not.toMatch(/!|\s\s/);
  }
  expect(tr.includes("Kartınızdan ödeme alınmadı.")).toBe(!saysNothingOfMoney.includes(reason));
  expect(en.includes("No money was taken.")).toBe(!saysNothingOfMoney.includes(reason));
});
