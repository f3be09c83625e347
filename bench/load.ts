import { setTimeout as sleep } from "node:timers/promises";
import autocannon, { type Request } from "autocannon";
import pg from "pg";

/** The result of one round of a target. */
export type Measurement = { perSecond: number; p99Ms: number };

/** A function to measure, under the same load as all others. */
export type Target = (seconds: number) => Promise<Measurement>;

export type BenchSettings = { seconds: number; rounds: number };

/** The number of concurrent requests of every HTTP target. */
export const concurrency = 32;

export type HttpLoad = {
  origin: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  /** Returns the next request's body, for example another payment. */
  nextBody?: () => string;
  /** Returns the next request's path, for requests about different records. */
  nextPath?: () => string;
  /** The expected status. Any other status stops the run, because it would measure something else. */
  status: number;
};

/** Creates a target that sends requests over connections that are kept open. */
export const httpTarget =
  (name: string, { origin, nextBody, nextPath, status, ...request }: HttpLoad): Target =>
  async (seconds) => {
    const setupRequest = (next: Request): Request => ({
      ...next,
      ...(nextPath && { path: nextPath() }),
      ...(nextBody && { body: nextBody() }),
    });
    const { duration, latency, errors, statusCodeStats } = await autocannon({
      url: origin,
      connections: concurrency,
      duration: seconds,
      requests: [{ ...request, setupRequest }],
    });
    const { [status]: answers = { count: 0 }, ...others } = statusCodeStats;
    const unwanted = Object.keys(others);
    if (answers.count === 0 || unwanted.length > 0 || errors > 0) {
      throw new Error(`${name}: ${errors} errors, unexpected statuses: ${unwanted.join(", ") || "none"}.`);
    }
    return { perSecond: answers.count / duration, p99Ms: latency.p99 };
  };

/** Creates a target that runs `loops` concurrent loops of `work` in this process. */
export const directTarget =
  (work: () => Promise<unknown>, loops: number): Target =>
  async (seconds) => {
    const latenciesMs: number[] = [];
    const start = performance.now();
    const loop = async (): Promise<void> => {
      for (let now = performance.now(); now - start < seconds * 1000; ) {
        await work();
        const done = performance.now();
        latenciesMs.push(done - now);
        now = done;
      }
    };
    await Promise.all(Array.from({ length: loops }, loop));
    const elapsedSeconds = (performance.now() - start) / 1000;
    return { perSecond: latenciesMs.length / elapsedSeconds, p99Ms: percentile99(latenciesMs) };
  };

/** Returns the value that 99 of 100 numbers do not exceed. */
export const percentile99 = (numbers: readonly number[]): number => percentile(numbers, 0.99);

/** Returns the value that `share` of the numbers do not exceed. */
export const percentile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;

/** Measures the targets in turns, round after round, so that other load of the machine affects all of them equally. */
export const measureInTurns = async <Name extends string>(
  targets: Record<Name, Target>,
  { rounds, seconds, afterWarmUp }: BenchSettings & { afterWarmUp(): Promise<void> },
): Promise<Record<Name, Measurement>> => {
  const names = Object.keys(targets) as Name[];
  const found = new Map<Name, Measurement[]>(names.map((name) => [name, []]));
  for (const name of names) await targets[name](warmUpSeconds);
  await afterWarmUp();
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      await sleep(pauseMs);
      found.get(name)?.push(await targets[name](seconds));
    }
  }
  return Object.fromEntries([...found].map(([name, all]) => [name, computeMedians(all)])) as never;
};

/** The time until the JIT compiler has optimised the hot code. */
const warmUpSeconds = 5;
/** The time in which the requests end that were running when the load stopped. */
const pauseMs = 200;

const computeMedians = (all: readonly Measurement[]): Measurement => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
});

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** Gathers table statistics, which an older database has. Without them PostgreSQL may choose bad plans. */
export const gatherStatistics = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("analyze");
  await client.end();
};
