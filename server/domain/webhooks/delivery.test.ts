import { describe, expect, test } from "vitest";
import { days, hours, minutes, plusMs, seconds } from "../clock";
import { type AttemptError, type AttemptResult, attemptErrors, isTooLate, stepAfter } from "./delivery";

const first = new Date("2026-11-20T09:00:00.000Z");
const result = (errorClass: AttemptError | null): AttemptResult => ({
  statusCode: null,
  errorClass,
  durationMs: 1,
  response: new Uint8Array(),
});
const step = (number: number, errorClass: AttemptError | null, endedAt = first) =>
  stepAfter(result(errorClass), number, first, endedAt);

describe("what an attempt makes of a delivery (§6.4)", () => {
  test("2xx completes it, whichever attempt it was", () => {
    for (const number of [1, 3, 6])
      expect(step(number, null)).toEqual({ status: "delivered", nextAttemptAt: null });
  });

  test("4xx ends it, whichever attempt it was", () => {
    for (const number of [1, 3, 6])
      expect(step(number, "client_error")).toEqual({ status: "rejected", nextAttemptAt: null });
  });

  test.each(attemptErrors.filter((error) => error !== "client_error"))(
    "%s is tried again 30 s, 2 min, 10 min, 1 h, 6 h after the failed attempt, then never",
    (error) => {
      const delays = [seconds(30), minutes(2), minutes(10), hours(1), hours(6)];
      delays.forEach((delayMs, index) => {
        const endedAt = plusMs(first, index * 1_234);
        expect(step(index + 1, error, endedAt)).toEqual({
          status: "pending",
          nextAttemptAt: plusMs(endedAt, delayMs),
        });
      });
      expect(step(6, error)).toEqual({ status: "exhausted", nextAttemptAt: null });
    },
  );

  test("it is dropped when the next attempt would come a day after the first, to the millisecond", () => {
    const lastChance = plusMs(first, days(1) - hours(6));
    expect(step(5, "timeout", plusMs(lastChance, -1)).status).toBe("pending");
    expect(step(5, "timeout", lastChance)).toEqual({ status: "dropped", nextAttemptAt: null });
    expect(isTooLate(first, plusMs(first, days(1) - 1))).toBe(false);
    expect(isTooLate(first, plusMs(first, days(1)))).toBe(true);
  });
});
