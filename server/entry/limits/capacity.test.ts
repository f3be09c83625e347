import { expect, test, vi } from "vitest";
import { silentLog } from "@/server/testing/doors/requests";
import { createCapacity, type Load } from "./capacity";

const idle: Load = { loopDelayMs: 0, waitingPerConnection: 0 };

const open = (check: "observe" | "enforce") => {
  const log = silentLog();
  const now = { load: idle };
  const capacity = createCapacity({ check, readLoad: () => now.load, log });
  const admits = () => {
    try {
      capacity.admit();
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "service_overloaded", details: { retryAfterSeconds: 5 } });
      return false;
    }
  };
  return { log, admits, under: (load: Partial<Load>) => Object.assign(now, { load: { ...idle, ...load } }) };
};

test.each([
  ["a late event loop", { loopDelayMs: 501 }, { loopDelayMs: 400 }, { loopDelayMs: 300 }],
  [
    "a long queue for connections",
    { waitingPerConnection: 51 },
    { waitingPerConnection: 40 },
    { waitingPerConnection: 30 },
  ],
])("refuses new work at %s, and until the load has clearly fallen", (_, full, lower, low) => {
  const { admits, under } = open("enforce");
  expect(admits()).toBe(true);
  under(lower);
  expect(admits()).toBe(true);
  under(full);
  expect(admits()).toBe(false);
  under(lower);
  expect(admits()).toBe(false);
  under(low);
  expect(admits()).toBe(true);
  under(lower);
  expect(admits()).toBe(true);
});

test("only counts where it is to observe, in one line each ten seconds", () => {
  vi.useFakeTimers();
  const { log, admits, under } = open("observe");
  under({ loopDelayMs: 900 });
  for (let n = 0; n < 3; n += 1) expect(admits()).toBe(true);
  expect(log.warn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(admits()).toBe(true);
  expect(log.warn).toHaveBeenLastCalledWith(
    expect.objectContaining({ requests: 3, check: "observe" }),
    expect.anything(),
  );
  vi.useRealTimers();
});
