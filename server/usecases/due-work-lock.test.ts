import { expect, test } from "vitest";
import { createDueWorkLock } from "./due-work-lock";

/** Creates work that logs its beginning and its end, and that ends when the test calls `end`. */
function scripted(events: string[]) {
  const ends = new Map<string, () => void>();
  return {
    work: (name: string) => async () => {
      events.push(`${name} begins`);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      events.push(`${name} ends`);
      return name;
    },
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("shared work runs in parallel; exclusive work waits for it and delays later shared work", async () => {
  const lock = createDueWorkLock();
  const events: string[] = [];
  const { work, end } = scripted(events);
  const a = lock.shared(work("a"));
  const b = lock.shared(work("b"));
  const clock = lock.exclusive(work("clock"));
  const late = lock.shared(work("late"));
  await settle();
  expect(events).toEqual(["a begins", "b begins"]);
  expect(lock.isExclusiveWanted()).toBe(true);
  await end("a");
  expect(events).not.toContain("clock begins");
  await end("b");
  expect(events.at(-1)).toBe("clock begins");
  await end("clock");
  expect(events.slice(-2)).toEqual(["clock ends", "late begins"]);
  expect(lock.isExclusiveWanted()).toBe(false);
  await end("late");
  expect(await Promise.all([a, b, clock, late])).toEqual(["a", "b", "clock", "late"]);
});

test("exclusive calls run one after the other, and a failure releases the lock", async () => {
  const lock = createDueWorkLock();
  const events: string[] = [];
  const { work, end } = scripted(events);
  const first = lock.exclusive(() => Promise.reject(new Error("first")));
  const second = lock.exclusive(work("second"));
  const third = lock.exclusive(work("third"));
  await expect(first).rejects.toThrow("first");
  await settle();
  expect(events).toEqual(["second begins"]);
  await end("second");
  expect(events).toEqual(["second begins", "second ends", "third begins"]);
  await end("third");
  await Promise.all([second, third]);
  await expect(lock.shared(() => Promise.reject(new Error("shared")))).rejects.toThrow("shared");
  expect(await lock.exclusive(async () => "free")).toBe("free");
});
