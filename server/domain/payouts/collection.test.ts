import { describe, expect, test } from "vitest";
import { days, hours, plusMs } from "../clock";
import { automaticPayoutAt, payoutValueDay, settlementCollectAt } from "./collection";

/** The start, in Istanbul, of Monday, 30 November 2026. */
const monday = new Date("2026-11-29T21:00:00.000Z");

describe("a settlement is collected", () => {
  test("at 09:00 of its due day where it was booked before", () => {
    expect(settlementCollectAt(monday, plusMs(monday, -days(3)))).toEqual(plusMs(monday, hours(9)));
    expect(settlementCollectAt(monday, plusMs(monday, hours(9)))).toEqual(plusMs(monday, hours(9)));
  });

  test("on the next business day where it was booked after its collection", () => {
    expect(settlementCollectAt(monday, plusMs(monday, hours(9) + 1))).toEqual(plusMs(monday, days(1) + hours(9)));
    const friday = plusMs(monday, days(4));
    expect(settlementCollectAt(friday, plusMs(friday, hours(12)))).toEqual(plusMs(monday, days(7) + hours(9)));
  });

  test("never on a weekend or a holiday", () => {
    const newYear = new Date("2026-12-31T21:00:00.000Z");
    expect(settlementCollectAt(newYear, newYear)).toEqual(plusMs(newYear, days(3) + hours(9)));
  });
});

describe("a payout is paid", () => {
  test.each([
    ["on its day until 16:00", hours(15.99), 0],
    ["on the next business day from 16:00 on", hours(16), 1],
    ["on Monday where it is prepared on a Saturday", days(5), 7],
    ["on Monday where it is prepared on a Friday evening", days(4) + hours(17), 7],
  ])("%s", (_, sinceMonday, daysLater) => {
    expect(payoutValueDay(plusMs(monday, sinceMonday))).toEqual(plusMs(monday, days(daysLater)));
  });

  test("by the sandbox at 10:00", () => {
    expect(automaticPayoutAt(monday)).toEqual(plusMs(monday, hours(10)));
  });
});
