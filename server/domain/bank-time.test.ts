import { expect, test } from "vitest";
import { moneyTime } from "./bank-time";
import { minutes, plusMs, seconds } from "./clock";

const sentAt = new Date("2026-11-20T20:59:57.161Z");
const answeredAt = plusMs(sentAt, seconds(5));
const toMoneyTime = (bankAt: Date | undefined) => moneyTime({ bankAt, sentAt, answeredAt });

test("uses the instant of the request when the answer has no time", () => {
  expect(toMoneyTime(undefined)).toEqual(sentAt);
});

test("uses the bank's time, also when a day-end lies between the request and it", () => {
  const bankAt = new Date("2026-11-20T21:00:01.000Z");
  expect(toMoneyTime(bankAt)).toEqual(bankAt);
});

test("accepts the second in which the request was sent", () => {
  expect(toMoneyTime(new Date("2026-11-20T20:59:57.000Z"))).toEqual(sentAt);
});

test.each([
  ["the second before the request", new Date("2026-11-20T20:59:56.000Z")],
  ["the day before", new Date("2026-11-19T20:59:57.000Z")],
  ["more than two minutes after the answer", plusMs(answeredAt, minutes(2) + 1)],
])("ignores a time that is %s", (_, bankAt) => {
  expect(toMoneyTime(bankAt)).toEqual(sentAt);
});

test("accepts a time two minutes after the answer", () => {
  const bankAt = plusMs(answeredAt, minutes(2));
  expect(toMoneyTime(bankAt)).toEqual(bankAt);
});
