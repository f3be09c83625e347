import { expect, test } from "vitest";
import { sleepEnd } from "./duration";
import { retryAt } from "./retry";

const now = new Date("2026-11-21T12:00:00.000Z");
const delayS = (attempt: number, retryAfter: string | null = null, random = 0) =>
  (retryAt(attempt, retryAfter, { now, random }).getTime() - now.getTime()) / 1_000;

test("uses the table plus up to half a minute", () => {
  const minutes = [1, 2, 5, 10, 20, 40, 60, 120, 120].map((count) => count * 60);
  expect(Array.from({ length: 11 }, (_, attempt) => delayS(attempt))).toEqual([15, 30, ...minutes]);
  expect(delayS(0, null, 0.5)).toBe(30);
});

test("uses what the SDK requests: seconds or a date, from 1 s to 24 h", () => {
  expect(delayS(3, "7")).toBe(7);
  expect(delayS(3, "2026-11-21T12:00:09.000Z")).toBe(9);
  expect(delayS(3, "0")).toBe(1);
  expect(delayS(3, "2020-01-01T00:00:00.000Z")).toBe(1);
  expect(delayS(3, "999999")).toBe(86_400);
  expect(delayS(0, "soon")).toBe(15);
});

test("reads durations in the SDK's notation, and instants", () => {
  const ms = (text: string) => (sleepEnd(text, now)?.getTime() ?? Number.NaN) - now.getTime();
  expect(["500ms", "1s", "1m30s", "2h", "1d", "1w", "1w2d3h4m5s"].map(ms)).toEqual([
    500, 1_000, 90_000, 7_200_000, 86_400_000, 604_800_000, 788_645_000,
  ]);
  expect(ms("2026-11-21T12:00:00.250Z")).toBe(250);
  expect(sleepEnd("soon", now)).toBeNull();
});
