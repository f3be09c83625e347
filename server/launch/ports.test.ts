import { expect, test } from "vitest";
import { freePort } from "./ports";

test("no two programs of a process get the same free port, although none of them listens yet", async () => {
  const ports: number[] = [];
  for (let n = 0; n < 1_000; n += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(1_000);
});
