import { expect, test } from "vitest";
import { hours, seconds } from "../clock";
import { systemTime } from "../real-time";
import { isInSendWindow, machineTime } from "./send-window";

const recordedAt = { monotonicMs: 1_000, wallMs: 1_700_000_000_000 };
const after = (monotonicMs: number, wallMs: number) =>
  isInSendWindow(recordedAt, {
    monotonicMs: () => recordedAt.monotonicMs + monotonicMs,
    now: () => new Date(recordedAt.wallMs + wallMs),
  });

test("true for 60 seconds by both clocks", () => {
  expect(after(0, 0)).toBe(true);
  expect(after(seconds(60), seconds(60))).toBe(true);
  expect(after(seconds(60) + 1, seconds(60))).toBe(false);
});

test("false after a suspension, during which the monotonic clock stopped", () => {
  expect(after(seconds(1), hours(1))).toBe(false);
});

test("false when the wall clock was set back in the meantime", () => {
  expect(after(seconds(61), -hours(1))).toBe(false);
});

test("true now by the clocks of this machine", () => {
  expect(isInSendWindow(machineTime(systemTime), systemTime)).toBe(true);
});
