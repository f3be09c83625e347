import { expect, test } from "vitest";
import { moneyTime } from "./bank-time";
import { minutes, plusMs, seconds } from "./clock";

const sentAt = new Date("2026-11-20T20:59:57.161Z");
const answeredAt = plusMs(sentAt, seconds(5));
const timeOf = (bankAt: Date | undefined) => moneyTime({ bankAt, sentAt, answeredAt });

test("an answer without a time: the instant at which the request was sent", () => {
  expect(timeOf(undefined)).toEqual(sentAt);
});

test("the bank's own time counts, also on the other side of a day-end", () => {
  const bankAt = new Date("2026-11-20T21:00:01.000Z");
  expect(timeOf(bankAt)).toEqual(bankAt);
});

test("the second in which the request was sent is not before it", () => {
  expect(timeOf(new Date("2026-11-20T20:59:57.000Z"))).toEqual(sentAt);
});

test.each([
  ["the second before the request", new Date("2026-11-20T20:59:56.000Z")],
  ["the day before", new Date("2026-11-19T20:59:57.000Z")],
  ["more than two minutes after the answer", plusMs(answeredAt, minutes(2) + 1)],
])("not believed: %s", (_, bankAt) => {
  expect(timeOf(bankAt)).toEqual(sentAt);
});

test("two minutes after the answer is still believed", () => {
  const bankAt = plusMs(answeredAt, minutes(2));
  expect(timeOf(bankAt)).toEqual(bankAt);
});
