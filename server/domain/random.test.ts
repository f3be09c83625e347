import { expect, test } from "vitest";
import { drawCharacters, drawFraction, drawInteger, type Random, systemRandom } from "./random";

/** Draws the given bytes in their order, and zeros after them. */
function drawOf(...given: number[]): Random {
  const rest = [...given];
  return { bytes: (count) => Buffer.from(Array.from({ length: count }, () => rest.shift() ?? 0)) };
}

test("the system's random bytes are never given twice, also when their reserve is used up and by large requests", () => {
  const drawn = Array.from({ length: 600 }, () => systemRandom.bytes(20).toString("hex"));
  expect(new Set(drawn).size).toBe(drawn.length);
  const [first, second] = [systemRandom.bytes(5_000), systemRandom.bytes(5_000)];
  expect([first.length, second.length]).toEqual([5_000, 5_000]);
  expect(first.equals(second)).toBe(false);
});

test("bytes that were drawn do not change when others are drawn", () => {
  const kept = systemRandom.bytes(16);
  const before = kept.toString("hex");
  for (let n = 0; n < 1_000; n += 1) systemRandom.bytes(16);
  expect(kept.toString("hex")).toBe(before);
});

test("an integer is below its bound, and a draw that would favour some integers is made again", () => {
  expect(drawInteger(drawOf(0, 0, 0, 9), 10)).toBe(9);
  expect(drawInteger(drawOf(0, 0, 0, 13), 10)).toBe(3);
  // 2^32 - 6 is the largest multiple of ten that fits; the six numbers from it on are drawn again.
  expect(drawInteger(drawOf(255, 255, 255, 249), 10)).toBe(9);
  expect(drawInteger(drawOf(255, 255, 255, 250, 0, 0, 0, 7), 10)).toBe(7);
  expect(drawInteger(drawOf(255, 255, 255, 255), 2 ** 32)).toBe(2 ** 32 - 1);
});

test("characters are those of the alphabet, one for each byte", () => {
  expect(drawCharacters(drawOf(0, 1, 3, 4, 255), 5, "abcd")).toBe("abdad");
});

test("a fraction is at least 0 and below 1", () => {
  expect(drawFraction(drawOf(0, 0, 0, 0))).toBe(0);
  expect(drawFraction(drawOf(128, 0, 0, 0))).toBe(0.5);
  expect(drawFraction(drawOf(255, 255, 255, 255))).toBeLessThan(1);
});
