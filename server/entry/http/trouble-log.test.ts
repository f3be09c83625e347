import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "@/server/testing/doors/requests";
import { noteTrouble } from "./trouble-log";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one line when trouble begins and one when no request has met it for ten seconds", () => {
  const log = silentLog();
  for (let n = 0; n < 50; n += 1) {
    noteTrouble("57P01", log);
    vi.advanceTimersByTime(500);
  }
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ cause: "57P01" }, expect.stringContaining("answered 503"));
  vi.advanceTimersByTime(10_000);
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ requests: 50, seconds: expect.any(Number) }, expect.anything());
  noteTrouble("ECONNREFUSED", log);
  expect(log.error).toHaveBeenCalledTimes(2);
});
