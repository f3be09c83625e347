import { describe, expect, test } from "vitest";
import { days, hours, minutes, plusMs, seconds } from "../clock";
import {
  type DeliveryAttemptError,
  type DeliveryAttemptResult,
  deliveryAttemptErrors,
  isPastDeliveryWindow,
  nextDeliveryStep,
} from "./delivery";

const first = new Date("2026-11-20T09:00:00.000Z");
const result = (errorClass: DeliveryAttemptError | null): DeliveryAttemptResult => ({
  statusCode: null,
  errorClass,
  durationMs: 1,
  response: new Uint8Array(),
});
const step = (number: number, errorClass: DeliveryAttemptError | null, endedAt = first) =>
  nextDeliveryStep(result(errorClass), number, first, endedAt);

describe("the status of a delivery after an attempt (§6.4)", () => {
  test("delivered after a 2xx response, at any attempt", () => {
    for (const number of [1, 3, 6]) expect(step(number, null)).toEqual({ status: "delivered", nextAttemptAt: null });
  });

  test("rejected after a 4xx response, at any attempt", () => {
    for (const number of [1, 3, 6])
      expect(step(number, "client_error")).toEqual({ status: "rejected", nextAttemptAt: null });
  });

  test.each(deliveryAttemptErrors.filter((error) => error !== "client_error"))(
    "after %s: retried 30 s, 2 min, 10 min, 1 h and 6 h after the failed attempt, then exhausted",
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

  test("dropped when the next attempt would come a day or more after the first, exactly to the millisecond", () => {
    const lastChance = plusMs(first, days(1) - hours(6));
    expect(step(5, "timeout", plusMs(lastChance, -1)).status).toBe("pending");
    expect(step(5, "timeout", lastChance)).toEqual({ status: "dropped", nextAttemptAt: null });
    expect(isPastDeliveryWindow(first, plusMs(first, days(1) - 1))).toBe(false);
    expect(isPastDeliveryWindow(first, plusMs(first, days(1)))).toBe(true);
  });
});
