import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limitTime, systemTime } from "./real-time";

describe("the time of the machine", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("moves `now` and the monotonic time by a pause", async () => {
    const [now, monotonicMs] = [systemTime.now().getTime(), systemTime.monotonicMs()];
    const ended = vi.fn();
    const pause = systemTime.sleep(500).then(ended);
    await vi.advanceTimersByTimeAsync(499);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await pause;
    expect([systemTime.now().getTime() - now, systemTime.monotonicMs() - monotonicMs]).toEqual([500, 500]);
  });

  test("calls the work once, and not when it was withdrawn", async () => {
    const [kept, withdrawn] = [vi.fn(), vi.fn()];
    systemTime.after(500, kept);
    systemTime.after(500, withdrawn)();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([kept.mock.calls.length, withdrawn.mock.calls.length]).toEqual([1, 0]);
  });
});

describe("a time limit", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const limited = (work: Promise<string>) => limitTime(systemTime, work, { ms: 500, late: () => "late" });

  test("gives the result of work that ends in time, and leaves no timer", async () => {
    expect(await limited(Promise.resolve("done"))).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("gives what `late` returns when the work takes longer", async () => {
    const result = limited(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(500);
    expect(await result).toBe("late");
  });

  test("rejects as the work does, and leaves no timer", async () => {
    await expect(limited(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a timer keeps the process alive, except with `holdsProcess: false`", () => {
  const countTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = countTimers();
  const withdrawFree = systemTime.after(60_000, () => undefined, { holdsProcess: false });
  expect(countTimers()).toBe(before);
  const withdraw = systemTime.after(60_000, () => undefined);
  expect(countTimers()).toBe(before + 1);
  withdraw();
  withdrawFree();
});
