import { expect, test } from "vitest";
import { createKeyedSemaphore } from "./keyed-semaphore";

test("runs at most the given number of works per key, first come first served; other keys have their own slots", async () => {
  const semaphore = createKeyedSemaphore(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => semaphore.run(name.charAt(0), work(name)));
  await settle();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  expect([semaphore.isFull("a"), semaphore.isFull("b"), semaphore.isFull("c")]).toEqual([true, false, false]);
  ends[1]?.();
  await settle();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  while (begun.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
  expect(semaphore.isFull("a")).toBe(false);
});

test("failed work releases its slot", async () => {
  const semaphore = createKeyedSemaphore(1);
  const failed = semaphore.run("a", () => Promise.reject(new Error("failed")));
  const next = semaphore.run("a", async () => "done");
  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("done");
  expect(semaphore.isFull("a")).toBe(false);
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
