/** A reproducible source of random numbers: the same seed returns the same sequence. */
export interface Dice {
  readonly seed: number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number between these, both inclusive. */
  between(least: number, most: number): number;
  /** Returns true with this probability (0 to 1). */
  falls(share: number): boolean;
  /** Returns one of these, with a probability according to its weight. */
  pick<T>(weights: ReadonlyMap<T, number>): T;
  shuffled<T>(items: readonly T[]): T[];
}

export function createDice(seed: number): Dice {
  let state = seed;
  // The Mulberry32 generator.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const once = Math.imul(state ^ (state >>> 15), 1 | state);
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once;
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    falls: (share) => next() < share,
    pick: (weights) => {
      let rest = next() * [...weights.values()].reduce((sum, weight) => sum + weight, 0);
      for (const [item, weight] of weights) {
        rest -= weight;
        if (rest < 0) return item;
      }
      throw new Error("There is nothing to pick from.");
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item),
  };
}
