import type { FixedClock } from "@/server/domain/clock";
import { createSandboxTime, type SandboxTime, type SandboxTimeSettings } from "@/server/store/clock";

/** Creates the time of a sandbox that stands still until it is moved: only the moves of it are real. */
export const createFixedTime = (clock: FixedClock, settings: SandboxTimeSettings): SandboxTime => ({
  ...createSandboxTime(settings),
  now: () => clock.now(),
  moveTo: async (at) => clock.set(at),
});
