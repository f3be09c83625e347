import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "../clock";
import { isNotFoundFinal, mayStillBeSent, moneyCallTimeoutMs, nextInquiryAt } from "./inquiry";

const since = new Date("2026-11-20T09:00:00.000Z");
const dayEnd = new Date("2026-11-20T21:00:00.000Z");
const laterBy = (ms: number) => plusMs(since, ms);

describe("nextInquiryAt (D-46)", () => {
  const plan = [seconds(5), seconds(30), minutes(2), minutes(10), hours(1)];

  test("five instants counted from the unknown outcome, then day-end, then every hour", () => {
    const asked: Date[] = [];
    for (let now = since; asked.length < 8; now = asked.at(-1) ?? now) {
      asked.push(nextInquiryAt(asked.length, since, now, dayEnd));
    }
    expect(asked).toEqual([...plan.map(laterBy), ...[0, 1, 2].map((n) => plusMs(dayEnd, hours(n)))]);
  });

  test("five seconds from now when the planned instant has already passed", () => {
    for (const [inquiries, ms] of plan.entries()) {
      expect(nextInquiryAt(inquiries, since, laterBy(ms - 1), dayEnd)).toEqual(laterBy(ms));
      expect(nextInquiryAt(inquiries, since, laterBy(ms), dayEnd)).toEqual(laterBy(ms + seconds(5)));
    }
    expect(nextInquiryAt(5, since, dayEnd, dayEnd)).toEqual(plusMs(dayEnd, hours(1)));
  });

  test("always later than now and within 24 hours, so no inquiry is doubled or lost", () => {
    const ms = fc.integer({ min: 0, max: hours(400) });
    fc.assert(
      fc.property(fc.nat(12), ms, fc.integer({ min: 1, max: hours(24) }), (inquiries, passed, untilDayEnd) => {
        const now = laterBy(passed);
        const next = nextInquiryAt(inquiries, since, now, laterBy(untilDayEnd));
        expect(next > now).toBe(true);
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(hours(24));
      }),
    );
  });
});

describe("a 'not found'", () => {
  test("is final when it is at least the second one, two minutes or more after the request", () => {
    expect(isNotFoundFinal(1, since, laterBy(minutes(2)))).toBe(true);
    expect(isNotFoundFinal(1, since, laterBy(minutes(2) - 1))).toBe(false);
    expect(isNotFoundFinal(0, since, laterBy(hours(9)))).toBe(false);
    expect(isNotFoundFinal(7, since, laterBy(minutes(2) - 1))).toBe(false);
  });

  test("cannot be final while the call may still be sent or be running", () => {
    expect(mayStillBeSent(minutes(1))).toBe(true);
    expect(mayStillBeSent(minutes(1) + 1)).toBe(false);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: minutes(2) }),
        fc.nat(5),
        fc.nat(moneyCallTimeoutMs - 1),
        (ms, seen, took) => {
          fc.pre(mayStillBeSent(ms));
          expect(isNotFoundFinal(seen, since, laterBy(ms + took))).toBe(false);
        },
      ),
    );
  });
});
