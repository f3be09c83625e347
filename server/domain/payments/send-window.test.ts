import { expect, test } from "vitest";
import { hours, seconds } from "../clock";
import { isInSendWindow, machineTime } from "./send-window";

const recordedAt = { monotonicMs: 1_000, wallMs: 1_700_000_000_000 };
const after = (monotonicMs: number, wallMs: number) =>
  isInSendWindow(recordedAt, {
    monotonicMs: recordedAt.monotonicMs + monotonicMs,
    wallMs: recordedAt.wallMs + wallMs,
  });

test("open for 60 seconds by both clocks", () => {
  expect(after(0, 0)).toBe(true);
  expect(after(seconds(60), seconds(60))).toBe(true);
  expect(after(seconds(60) + 1, seconds(60))).toBe(false);
});

test("closed for a machine that was suspended: its monotonic clock stood still", () => {
  expect(after(seconds(1), hours(1))).toBe(false);
});

test("closed when the wall clock was set back meanwhile", () => {
  expect(after(seconds(61), -hours(1))).toBe(false);
});

test("the machine's own clocks open it now", () => {
  expect(isInSendWindow(machineTime())).toBe(true);
});
