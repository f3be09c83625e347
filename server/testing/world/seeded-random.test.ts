import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { drawInteger } from "@/server/domain/random";
import { createSeededRandom } from "./seeded-random";

const drawHex = (seed: string, ...counts: number[]): string => {
  const random = createSeededRandom(seed);
  return counts.map((count) => random.bytes(count).toString("hex")).join("");
};

// The expected values are those of the command `openssl enc -aes-256-ctr`.
test("yields the same bytes for the same seed on every machine", () => {
  expect(drawHex("seed 1", 16)).toBe("18caeacc2abdccf928973719b7b9ead9");
  expect(createHash("sha256").update(createSeededRandom("seed 1").bytes(100_000)).digest("hex")).toBe(
    "de67b07c7e252ac61dffd09abbe1fcb0fa5535365d64ed6acc8d0ce2de0bd566",
  );
});

test("yields other bytes for another seed, also for a similar one and for none", () => {
  const drawn = ["", "seed 1", "seed 2", "seed 1 "].map((seed) => drawHex(seed, 16));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test("yields the same bytes however they are drawn, also across the end of what was computed ahead", () => {
  const whole = drawHex("seed 1", 5_000);
  expect(drawHex("seed 1", ...Array.from({ length: 5_000 }, () => 1))).toBe(whole);
  expect(drawHex("seed 1", 3, 1_020, 0, 2, 3_000, 975)).toBe(whole);
});

test("yields each integer about equally often", () => {
  const random = createSeededRandom("seed 1");
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i += 1) {
    const drawn = drawInteger(random, 10);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  // The standard deviation of each count is 30.
  expect(Math.min(...counts)).toBeGreaterThan(880);
  expect(Math.max(...counts)).toBeLessThan(1_120);
});
