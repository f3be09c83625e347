import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { Cluster } from "../cluster/cluster";
import { makeDisk } from "../cluster/disk";
import { Postgres, startRedis } from "../cluster/programs";
import { Supervisor } from "../cluster/supervisor";
import { createDice } from "../crash/dice";
import { Tally } from "./doors";
import { addRun, describeSum, readRuns } from "./sums";
import { trade } from "./trade";

/**
 * Runs `npm run chaos -- [--minutes M] [--seed S] [--load L] [--into FILE]`: three web processes behind a proxy, their
 * launcher, PostgreSQL, Redis and the disk are struck repeatedly while merchants trade at every door and the bank errs.
 * At the end books, bank and receivers have to agree, and the figures of D-334 are checked. L is the share of the load,
 * 1 without it. FILE adds up the figures of several runs.
 */
async function run(args: readonly string[]): Promise<void> {
  const { into, ...options } = readOptions(args);
  if (into !== undefined) readRuns(into);
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interrupted.abort());
  await buildIfNeeded();
  const figures = await perform({ ...options, signal: interrupted.signal });
  if (into !== undefined) for (const line of describeSum(addRun(into, figures))) say(`In all ${line}`);
  if (!figures.hasPassed) throw new LaunchFailure("A figure was missed.");
}

interface Options {
  readonly minutes: number;
  readonly seed: number;
  /** The share of the load of a whole run. */
  readonly load: number;
}

/** Room for an hour of trade and for the log of the database's writes, bytes. */
const diskBytes = 8 * 1024 ** 3;

async function perform({ minutes, seed, load, signal }: Options & { readonly signal: AbortSignal }) {
  /** What has to be ended, the last one first. */
  const ends: (() => Promise<void> | void)[] = [];
  let hasPassed = false;
  try {
    const disk = makeDisk(diskBytes);
    ends.push(() => disk?.remove());
    const postgres = await Postgres.start(disk?.folder);
    let keepIn: string | undefined;
    ends.push(() => postgres.end(keepIn === undefined ? {} : { keepIn }));
    const redis = await startRedis();
    ends.push(() => redis.end());
    const doors = new Tally();
    const addresses = { redisUrl: redis.url, databaseUrl: postgres.url };
    const cluster = await Cluster.start({
      ...addresses,
      count: 3,
      repeats: true,
      isQuiet: true,
      seen: (passed) => doors.note(passed),
    });
    ends.push(() => cluster.end({ keepsData: keepIn !== undefined }));
    const supervisor = new Supervisor(cluster);
    ends.push(() => supervisor.stop());
    ends.push(() => {
      if (hasPassed || signal.aborted) return;
      keepIn = join(cluster.dataDir, "postgres");
      say(`What is left is in ${cluster.dataDir}; its database was at ${postgres.url}`);
    });
    say(`Chaos for ${minutes} minutes with the seed ${seed}; Redis is ${redis.isReal ? "the real one" : "a fake one"}`);
    if (!disk) say("The disk is never full: this user may not mount one of its own");
    process.env.E2E_SANDBOX = cluster.sandboxFile;
    const scene = { cluster, supervisor, postgres, redis, disk, dice: createDice(seed) };
    const figures = await trade({ scene, doors, minutes, load, signal, say });
    hasPassed = figures.hasPassed;
    return figures;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function readOptions(args: readonly string[]): Options & { readonly into: string | undefined } {
  try {
    const options = {
      minutes: { type: "string", default: "20" },
      seed: { type: "string" },
      load: { type: "string", default: "1" },
      into: { type: "string" },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const [minutes, load] = [Number(values.minutes), Number(values.load)];
    const seed = Number(values.seed ?? randomInt(2 ** 31));
    if (minutes > 0 && load > 0 && Number.isSafeInteger(seed)) return { minutes, seed, load, into: values.into };
  } catch {
    // The form is said below.
  }
  throw new LaunchFailure("npm run chaos -- [--minutes M] [--seed S] [--load L] [--into FILE]");
}

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

await runCommand(() => run(process.argv.slice(2)));
// Keep-alive connections would otherwise keep the process for some seconds.
process.exit();
