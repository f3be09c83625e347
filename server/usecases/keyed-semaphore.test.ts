import { expect, test } from "vitest";
import { createKeyedSemaphore } from "./keyed-semaphore";

test("so many at once for a key, in the order of their coming; other keys have their own", async () => {
  const lanes = createKeyedSemaphore(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => lanes.run(name.charAt(0), work(name)));
  await settle();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  expect([lanes.isFull("a"), lanes.isFull("b"), lanes.isFull("c")]).toEqual([true, false, false]);
  ends[1]?.();
  await settle();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  while (begun.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
  expect(lanes.isFull("a")).toBe(false);
});

test("work that fails gives its place back", async () => {
  const lanes = createKeyedSemaphore(1);
  const failed = lanes.run("a", () => Promise.reject(new Error("failed")));
  const next = lanes.run("a", async () => "done");
  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("done");
  expect(lanes.isFull("a")).toBe(false);
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
