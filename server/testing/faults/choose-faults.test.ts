import { describe, expect, test } from "vitest";
import { chooseFaults, createRandom } from "./choose-faults";
import { type Fault, layers } from "./fault";
import { faults } from "./fault-list";

const countOf = (chosen: readonly Fault[], layer: string): number =>
  chosen.filter((fault) => fault.layer === layer).length;

describe("chosen faults", () => {
  test("the same for the same seed, others for another one", () => {
    expect(chooseFaults(faults, 60, 7)).toEqual(chooseFaults(faults, 60, 7));
    expect(new Set(chooseFaults(faults, 60, 8))).not.toEqual(new Set(chooseFaults(faults, 60, 7)));
  });

  test.each([1, 2, 3, 4, 5])("sixty different ones over all layers by the seed %i", (seed) => {
    const chosen = chooseFaults(faults, 60, seed);
    expect(new Set(chosen).size).toBe(60);
    for (const layer of layers) {
      expect(countOf(chosen, layer), layer).toBeGreaterThanOrEqual(1);
      expect(countOf(chosen, layer), layer).toBeLessThanOrEqual(countOf(faults, layer) / 3 + 2);
    }
  });

  test("one of each layer where fewer are asked for, and all where more are", () => {
    expect(chooseFaults(faults, 1, 1)).toHaveLength(layers.length);
    expect(new Set(chooseFaults(faults, 10_000, 1))).toEqual(new Set(faults));
    expect(chooseFaults([], 60, 1)).toEqual([]);
  });
});

test("random numbers lie from 0 to below 1 and are spread evenly", () => {
  const random = createRandom(2026);
  const numbers = Array.from({ length: 10_000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const inTenth = numbers.filter((number) => Math.floor(number * 10) === tenth).length;
    expect(inTenth).toBeGreaterThan(850);
    expect(inTenth).toBeLessThan(1_150);
  }
});
