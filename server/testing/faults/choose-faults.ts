import { type Fault, layers } from "./fault";

/** Returns a generator of numbers from 0 to below 1 that gives the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Chooses faults at random: at least one of each layer, and of each layer about the same part. The same seed gives the
 * same choice. Returns more than `countMin` where there are more layers, and all faults where there are fewer.
 */
export function chooseFaults(faults: readonly Fault[], countMin: number, seed: number): Fault[] {
  const random = createRandom(seed);
  const ranked = layers.flatMap((layer) => {
    const ofLayer = faults.filter((fault) => fault.layer === layer);
    return shuffle(ofLayer, random).map((fault, index) => ({
      fault,
      // The first one of a layer is always chosen; the ranks of the others are spread evenly from 0 to 1.
      rank: index === 0 ? -1 : (index + random()) / ofLayer.length,
    }));
  });
  const first = ranked.filter(({ rank }) => rank === -1).length;
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Math.max(countMin, first))
    .map(({ fault }) => fault);
}

/** Returns the faults in a random order (Fisher-Yates). */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[chosen]] = [shuffled[chosen] as T, shuffled[last] as T];
  }
  return shuffled;
}
