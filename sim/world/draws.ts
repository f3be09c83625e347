import { drawFraction, drawInteger, type Random } from "@/server/domain/random";
import { createSeededRandom } from "@/server/testing/world/seeded-random";

/**
 * The chances of one part of a simulation. Each part draws from a stream of its own, so that a part that is left out
 * does not change what the others draw.
 */
export class Draws {
  private readonly random: Random;

  /** @param seed the same text draws the same */
  constructor(readonly seed: string) {
    this.random = createSeededRandom(seed);
  }

  /** Opens the stream of a part. */
  of(part: string): Draws {
    return new Draws(`${this.seed}/${part}`);
  }

  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean {
    return drawFraction(this.random) < probability;
  }

  /** Returns a whole number between these, both inclusive. */
  between(least: number, most: number): number {
    return least + drawInteger(this.random, most - least + 1);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[drawInteger(this.random, items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  }

  /** Returns one of these, with a probability according to its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries<number>(weights) as [T, number][];
    let rest = drawFraction(this.random) * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of entries) {
      rest -= weight;
      if (rest < 0) return item;
    }
    throw new Error("There is nothing to pick from.");
  }
}
