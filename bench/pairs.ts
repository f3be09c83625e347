import { type BenchSettings, percentile } from "./load";
import { width } from "./table";

/** The same query on little and on much data. Both functions return the duration in ms. */
export interface Pair {
  readonly question: string;
  /** The largest ratio of the p99s (large to small) that is aimed at. */
  readonly aim?: number;
  small(): Promise<number>;
  large(): Promise<number>;
}

export interface MeasuredPair extends Pick<Pair, "question" | "aim"> {
  readonly smallMs: readonly number[];
  readonly largeMs: readonly number[];
}

/** Measures both sides of each query alternately, in rounds. The first round is a warm-up and does not count. */
export async function measurePairs(
  pairs: readonly Pair[],
  { rounds, seconds }: BenchSettings,
): Promise<MeasuredPair[]> {
  const found = pairs.map(({ question, aim }) => ({
    question,
    ...(aim !== undefined && { aim }),
    smallMs: [] as number[],
    largeMs: [] as number[],
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, pair] of pairs.entries()) {
      const times = { small: [] as number[], large: [] as number[] };
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
        times.small.push(await pair.small());
        times.large.push(await pair.large());
      }
      if (round === 0) continue;
      found[at]?.smallMs.push(...times.small);
      found[at]?.largeMs.push(...times.large);
    }
  }
  return found;
}

/** Returns the duration of `work` in ms. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns the time in ms until the last byte of the response. Throws when the status is not 200. */
export const timeGet = (origin: string, apiKey: string, path: string): Promise<number> =>
  measureMs(async () => {
    const answer = await fetch(origin + path, { headers: { Authorization: `Bearer ${apiKey}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}.`);
  });

/** Formats the median and the p99 of each side, and their ratios. */
export const pairsReport = (title: string, measured: readonly MeasuredPair[], sides: readonly string[]) => {
  const line = (name: string, cells: readonly string[], end = "") =>
    `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join("")}${end}`;
  const [small = "", large = ""] = sides;
  const head = line(title, [small, "", large, "", "ratio", ""]);
  const units = line("", ["p50 ms", "p99 ms", "p50 ms", "p99 ms", "p50", "p99"]);
  const rows = measured.map(({ question, aim, smallMs, largeMs }) => {
    const [s50, s99] = [percentile(smallMs, 0.5), percentile(smallMs, 0.99)];
    const [l50, l99] = [percentile(largeMs, 0.5), percentile(largeMs, 0.99)];
    const verdict = aim === undefined ? "" : `   aim ${aim}: ${l99 / s99 <= aim ? "reached" : "missed"}`;
    const times = [s50, s99, l50, l99].map((ms) => ms.toFixed(1));
    return line(question, [...times, (l50 / s50).toFixed(2), (l99 / s99).toFixed(2)], verdict);
  });
  return ["", head, units, ...rows, ""].join("\n");
};
