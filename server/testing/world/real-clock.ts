import { onTestFinished, vi } from "vitest";

/**
 * Stops the machine's clock until the test ends, for what the product does in real time (D-47): codes, sessions and
 * rate limits. Only `Date` stands still, so timers and the database go on. `vi.advanceTimersByTime` moves it.
 */
export function stopRealClock(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Runs some work while the machine's clock stands still, in a test or in a hook. */
export async function whileRealClockStops<T>(work: () => Promise<T>): Promise<T> {
  if (vi.isFakeTimers()) return work();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
