import { expect, test } from "vitest";
import { createDueWorkLock } from "./due-work-lock";

/** Work that ends when it is told to, and says when it began and ended. */
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

test("shared work runs side by side; what runs alone waits for it and holds up the rest", async () => {
  const gate = createDueWorkLock();
  const events: string[] = [];
  const { work, end } = scripted(events);
  const a = gate.shared(work("a"));
  const b = gate.shared(work("b"));
  const clock = gate.exclusive(work("clock"));
  const late = gate.shared(work("late"));
  await settle();
  expect(events).toEqual(["a begins", "b begins"]);
  expect(gate.isExclusiveWanted()).toBe(true);
  await end("a");
  expect(events).not.toContain("clock begins");
  await end("b");
  expect(events.at(-1)).toBe("clock begins");
  await end("clock");
  expect(events.slice(-2)).toEqual(["clock ends", "late begins"]);
  expect(gate.isExclusiveWanted()).toBe(false);
  await end("late");
  expect(await Promise.all([a, b, clock, late])).toEqual(["a", "b", "clock", "late"]);
});

test("two that want to be alone follow each other, and a failure opens the gate again", async () => {
  const gate = createDueWorkLock();
  const events: string[] = [];
  const { work, end } = scripted(events);
  const first = gate.exclusive(() => Promise.reject(new Error("first")));
  const second = gate.exclusive(work("second"));
  const third = gate.exclusive(work("third"));
  await expect(first).rejects.toThrow("first");
  await settle();
  expect(events).toEqual(["second begins"]);
  await end("second");
  expect(events).toEqual(["second begins", "second ends", "third begins"]);
  await end("third");
  await Promise.all([second, third]);
  await expect(gate.shared(() => Promise.reject(new Error("shared")))).rejects.toThrow("shared");
  expect(await gate.exclusive(async () => "free")).toBe("free");
});
