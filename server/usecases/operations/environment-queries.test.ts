import { expect, test } from "vitest";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import { systemTime } from "@/server/domain/real-time";
import type { SandboxTime } from "@/server/store/clock";
import { getEnvironment } from "./environment-queries";

/** A sandbox whose clock is ahead of real time. */
const sandbox = (aheadMs: number) => {
  const now = () => plusMs(systemTime.now(), aheadMs);
  return { sandboxTime: { now } as SandboxTime, realTime: systemTime };
};

test("live mode has no sandbox time", () => {
  expect(getEnvironment({ sandboxTime: null, realTime: systemTime })).toEqual({ mode: "live" });
});

test("a sandbox says where its clock was moved, and nothing while it was not", () => {
  expect(getEnvironment(sandbox(0))).toEqual({ mode: "sandbox", movedTo: null });
  expect(getEnvironment(sandbox(seconds(5)))).toEqual({ mode: "sandbox", movedTo: null });
  const moved = getEnvironment(sandbox(hours(30)));
  expect(moved).toEqual({ mode: "sandbox", movedTo: expect.any(Date) });
  expect(moved.mode === "sandbox" && moved.movedTo!.getTime()).toBeGreaterThan(Date.now() + hours(29));
});
