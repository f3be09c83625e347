import { setTimeout as sleep } from "node:timers/promises";
import autocannon, { type Request } from "autocannon";
import pg from "pg";

/** What one round says about a target. */
export type Measurement = { perSecond: number; p99Ms: number };

/** Something to be measured, under the same load as all others. */
export type Target = (seconds: number) => Promise<Measurement>;

export type BenchSettings = { seconds: number; rounds: number };

/** How many requests are under way at any moment, for every target of payments. */
export const concurrency = 32;

export type HttpLoad = {
  origin: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  /** The next request's body; each one is another payment. */
  nextBody?: () => string;
  /** The next request's path, where each one is about another thing. */
  nextPath?: () => string;
  /** The only status that counts; any other one stops the run, since it would measure something else. */
  status: number;
};

/** Load over HTTP, on connections that are kept open. */
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

/** Load of this process's own making: so many loops, each awaiting its own work. */
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

/** What 99 of 100 do not exceed. */
export const percentile99 = (numbers: readonly number[]): number => percentile(numbers, 0.99);

/** What such a share of them does not exceed. */
export const percentile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;

/** Every target in turn, round after round, so that whatever else the machine does meets all of them alike. */
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
  return Object.fromEntries([...found].map(([name, all]) => [name, medianOf(all)])) as never;
};

/** Until the compiler has settled. */
const warmUpSeconds = 5;
/** Lets the requests end that were under way when the load stopped. */
const pauseMs = 200;

const medianOf = (all: readonly Measurement[]): Measurement => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
});

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** A database of some age has statistics. Without them PostgreSQL guesses, for some connections badly. */
export const gatherStatistics = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("analyze");
  await client.end();
};
