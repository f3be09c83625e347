import { expect, test } from "vitest";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import type { SandboxTime } from "@/server/store/clock";
import { getEnvironment } from "./environment-queries";

const sandboxTime = (aheadMs: number) => {
  const now = () => plusMs(new Date(), aheadMs);
  return { now } as SandboxTime;
};

test("live mode has no sandbox time", () => {
  expect(getEnvironment({ sandboxTime: null })).toEqual({ mode: "live" });
});

test("a sandbox says where its clock was moved, and nothing while it was not", () => {
  expect(getEnvironment({ sandboxTime: sandboxTime(0) })).toEqual({ mode: "sandbox", movedTo: null });
  expect(getEnvironment({ sandboxTime: sandboxTime(seconds(5)) })).toEqual({ mode: "sandbox", movedTo: null });
  const moved = getEnvironment({ sandboxTime: sandboxTime(hours(30)) });
  expect(moved).toEqual({ mode: "sandbox", movedTo: expect.any(Date) });
  expect(moved.mode === "sandbox" && moved.movedTo!.getTime()).toBeGreaterThan(Date.now() + hours(29));
});
