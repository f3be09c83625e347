import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { createTemporaryFolder } from "@/server/launch/temporary-folder";
import type { Blow } from "../chaos/errors";
import { Cluster } from "../cluster/cluster";
import { Postgres, startRedis } from "../cluster/programs";
import { createDice } from "../crash/dice";
import { loadTrade } from "../crash/load-trade";
import { findHaproxy, type Haproxy, startHaproxy } from "./haproxy";
import { createReport } from "./report";

/** The number of web processes, which is that of the recommended configuration. */
const processes = 3;

/**
 * Runs `npm run rolling -- [--minutes M] [--rounds N] [--rate R]`: three web processes behind HAProxy with the
 * recommended configuration are restarted one after another under R requests a second (100), then each of them is
 * killed once. It fails when a restart costs a request, or a kill more than is allowed (D-336).
 */
async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const version = findHaproxy();
  await buildIfNeeded();
  const folder = await createTemporaryFolder("vezne-rolling-");
  const postgres = await Postgres.start();
  const redis = await startRedis();
  let haproxy: Haproxy | undefined;
  const cluster = await Cluster.start({
    count: processes,
    redisUrl: redis.url,
    databaseUrl: postgres.url,
    // The value of live mode.
    webVariables: { STOP_PAUSE_SECONDS: "5" },
    openProxy: async (backends) => {
      haproxy = await startHaproxy(backends, folder);
      return haproxy;
    },
  });
  let hasPassed = false;
  try {
    const kind = redis.isReal ? "the real one" : "a fake one";
    say(`${options.rate} requests a second; HAProxy ${version}, PostgreSQL that writes durably, Redis: ${kind}`);
    process.env.E2E_SANDBOX = cluster.sandboxFile;
    hasPassed = await trade({ cluster, postgres, haproxy: haproxy as Haproxy, folder }, options);
  } finally {
    if (!hasPassed) say(`What is left is in ${cluster.dataDir} and ${folder}`);
    await cluster.end({ keepsData: !hasPassed });
    await redis.end();
    await postgres.end();
    if (hasPassed) await rm(folder, { recursive: true, force: true });
  }
  if (!hasPassed) throw new LaunchFailure("A request was lost that should not be, or errors lasted too long.");
}

interface Scene {
  readonly cluster: Cluster;
  readonly postgres: Postgres;
  readonly haproxy: Haproxy;
  /** The folder of HAProxy's files, and of what was sent. */
  readonly folder: string;
}

interface Options {
  /** How long restarts go on at least, minutes. */
  readonly minutes: number;
  /** How often each process is restarted at least. */
  readonly rounds: number;
  /** The number of requests per second. */
  readonly rate: number;
}

/** Returns whether the figures hold. @throws Error when the books, the bank and the receivers do not agree */
async function trade(scene: Scene, options: Options): Promise<boolean> {
  const { openMerchants, startBuying, startRefunding, Records, expectGoodOutcome, letMuchEnd } = await loadTrade();
  // These modules read the instance's addresses when they are loaded.
  const { startMix } = await import("./mix");
  const { expect } = await import("@playwright/test");

  const dice = createDice(randomInt(2 ** 31));
  const { shops } = await openMerchants(dice);
  const merchants = shops.map(({ merchant }) => merchant);
  const [watched] = merchants;
  if (!watched) throw new Error("There is no merchant.");
  const startedAt = Date.now();
  const whenUp = (): Promise<void> => sleep(pauseMs);
  const buying = startBuying({ merchants, dice, buyers: 4, whenUp });
  const refunding = startRefunding({ shops, dice, clerks: 1, whenUp });
  // The code of a process that has just started is not compiled yet, so all three at once do not get the whole rate.
  const warmUp = await startMix(watched, options.rate / 4);
  await sleep(warmUpMs);
  const warmedUp = warmUp.stop();
  const mix = await startMix(watched, options.rate);
  const rounds = await restart(scene, options);
  const kills = await killEach(scene);
  for (const work of [mix, buying, refunding]) await work.stop();
  await warmedUp;
  const sent = [...warmUp.sent, ...mix.sent];
  writeFileSync(join(scene.folder, "rolling.json"), JSON.stringify({ kills, sent }));
  say("Nothing is sent any more; the clock moves on until everything has ended");
  expect([...buying.surprises, ...refunding.surprises]).toEqual([]);
  await letMuchEnd(shops, startedAt);
  const records = await Records.open(scene.postgres.url);
  await expectGoodOutcome({ records, receivers: shops.map(({ receiver }) => receiver), buying, refunding });
  // The product asks for its own pages while it starts, before any process is ready.
  const passed = scene.haproxy.readLog().filter(({ at }) => at >= startedAt);
  const payments = await records.payments();
  const report = createReport({ restarts: rounds * processes, kills, sent, passed, payments });
  for (const line of report.lines) say(line);
  const captured = (await records.bankOrders()).reduce((sum, order) => sum + order.captured, 0);
  say(`Books, bank and receivers agree: ${(captured / 100).toFixed(2)} TL captured`);
  await records.close();
  for (const { receiver } of shops) await receiver.close();
  return report.hasPassed;
}

/** The pause of buyers and merchants' servers before each call, ms. */
const pauseMs = 50;

/** How long requests come at a quarter of the rate at the beginning, ms. */
const warmUpMs = 20_000;

/** How long requests go on undisturbed before the first restart and around the kills, ms; longer than a slow one. */
const calmMs = 10_000;

/** Restarts the processes one after another, round after round. Returns the number of rounds. */
async function restart({ cluster }: Scene, { minutes, rounds }: Options): Promise<number> {
  await sleep(calmMs);
  const until = Date.now() + minutes * 60_000;
  let done = 0;
  while (done < rounds || Date.now() < until) {
    await cluster.restartOneByOne();
    done += 1;
    say(`${done} rounds of restarts`);
  }
  await sleep(calmMs);
  return done;
}

/** Kills each process once without warning. */
async function killEach({ cluster }: Scene): Promise<Blow[]> {
  const kills: Blow[] = [];
  for (let n = 0; n < processes; n += 1) {
    kills.push({ kind: "web", at: Date.now() });
    await cluster.killOne(n);
    await sleep(calmMs / 2);
  }
  say(`${kills.length} kills`);
  return kills;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: "string", default: "5" },
        rounds: { type: "string", default: "1" },
        rate: { type: "string", default: "100" },
      },
    });
    const [minutes, rounds, rate] = [Number(values.minutes), Number(values.rounds), Number(values.rate)];
    if (minutes >= 0 && Number.isSafeInteger(rounds) && rounds > 0 && rate > 0) return { minutes, rounds, rate };
  } catch {
    // The form is said below.
  }
  throw new LaunchFailure("npm run rolling -- [--minutes M] [--rounds N] [--rate R]");
}

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

await runCommand(() => run(process.argv.slice(2)));
// Keep-alive connections would otherwise keep the process for some seconds.
process.exit();
