import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { Cluster } from "../cluster/cluster";
import { Postgres, type Redis, startRedis } from "../cluster/programs";
import { createDice, type Dice } from "../crash/dice";
import { loadTrade } from "../crash/load-trade";
import type { Blow, BlowKind } from "./errors";
import { createReport } from "./report";

/**
 * Runs `npm run chaos -- [--minutes M] [--seed S]`: three web processes behind a proxy, PostgreSQL and Redis are killed
 * repeatedly while merchants sell and refund. At the end books, bank and receivers have to agree, and the figures of
 * D-334 are checked.
 */
async function run(args: readonly string[]): Promise<void> {
  const { minutes, seed } = readOptions(args);
  const dice = createDice(seed);
  await buildIfNeeded();
  const postgres = await Postgres.start();
  const redis = await startRedis();
  const cluster = await Cluster.start({ count: 3, redisUrl: redis.url, databaseUrl: postgres.url, repeats: true });
  let hasPassed = false;
  try {
    say(`Chaos for ${minutes} minutes with the seed ${seed}; Redis is ${redis.isReal ? "the real one" : "a fake one"}`);
    process.env.E2E_SANDBOX = cluster.sandboxFile;
    hasPassed = await trade({ cluster, postgres, redis, dice }, minutes);
  } finally {
    if (!hasPassed) say(`What is left is in ${cluster.dataDir}`);
    await cluster.end({ keepsData: !hasPassed });
    await redis.end();
    await postgres.end();
  }
  if (!hasPassed) throw new LaunchFailure("A figure was missed.");
}

interface Scene {
  readonly cluster: Cluster;
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly dice: Dice;
}

/** The number of payments that are created per second beside those of the buyers. */
const creationsPerSecond = 10;

/** Returns whether the figures hold. @throws Error when the books, the bank and the receivers do not agree */
async function trade(scene: Scene, minutes: number): Promise<boolean> {
  const { openMerchants, startBuying, startRefunding, Records, expectGoodOutcome, letMuchEnd } = await loadTrade();
  // These modules read the instance's addresses when they are loaded.
  const { startCreating } = await import("./creating");
  const { expect } = await import("@playwright/test");

  const { dice } = scene;
  const { shops } = await openMerchants(dice);
  const merchants = shops.map(({ merchant }) => merchant);
  const [watched] = merchants;
  if (!watched) throw new Error("There is no merchant.");
  const startedAt = Date.now();
  const whenUp = (): Promise<void> => sleep(pauseMs);
  const buying = startBuying({ merchants, dice, buyers: 10, whenUp });
  const refunding = startRefunding({ shops, dice, clerks: 3, whenUp });
  const creating = startCreating(watched, creationsPerSecond);
  const blows = await strike(scene, minutes * 60_000);
  for (const work of [creating, buying, refunding]) await work.stop();
  const { creations } = creating;
  writeFileSync(join(scene.cluster.dataDir, "chaos.json"), JSON.stringify({ blows, creations }));
  say("The last blow has fallen; the clock moves on until everything has ended");
  expect([...buying.surprises, ...refunding.surprises]).toEqual([]);
  await letMuchEnd(shops, startedAt);
  const records = await Records.open(scene.postgres.url);
  await expectGoodOutcome({ records, receivers: shops.map(({ receiver }) => receiver), buying, refunding });
  const report = createReport({ blows, creations, payments: await records.payments() });
  for (const line of report.lines) say(line);
  const captured = (await records.bankOrders()).reduce((sum, order) => sum + order.captured, 0);
  say(`Books, bank and receivers agree: ${(captured / 100).toFixed(2)} TL captured`);
  await records.close();
  for (const { receiver } of shops) await receiver.close();
  return report.hasPassed;
}

/** The pause of buyers and merchants' servers before each call, ms. */
const pauseMs = 50;

/** How often each kind of blow falls. */
const blowWeights = new Map<BlowKind, number>([
  ["web", 64],
  ["connection", 12],
  ["redis", 10],
  ["postmaster", 7],
  ["immediate", 7],
]);

/** Strikes until the time is over, then waits until everything is up. Returns the blows in their order. */
async function strike(scene: Scene, ms: number): Promise<Blow[]> {
  const blows: Blow[] = [];
  for (const until = Date.now() + ms; Date.now() < until; ) {
    await sleep(scene.dice.between(500, 4_000));
    const kind = scene.dice.pick(blowWeights);
    blows.push({ kind, at: Date.now() });
    await strikeOnce(scene, kind);
    scene.cluster.assertBanksRun();
    if (blows.length % 10 === 0) say(`${blows.length} blows`);
  }
  await sleep(5_000);
  scene.cluster.assertBanksRun();
  return blows;
}

async function strikeOnce({ cluster, postgres, redis, dice }: Scene, kind: BlowKind): Promise<void> {
  if (kind === "web") await cluster.killOne(dice.between(0, 2));
  if (kind === "connection") postgres.killConnection(dice.between(0, 50));
  if (kind === "postmaster") await postgres.kill();
  if (kind === "immediate") await postgres.stopAtOnce();
  if (kind === "redis") await redis.kill(dice.between(0, 3_000));
  // Killed processes are only replaced one at a time, as an orchestrator does it.
  while (cluster.readyCount < 2) await sleep(100);
}

function readOptions(args: readonly string[]): { minutes: number; seed: number } {
  try {
    const options = { minutes: { type: "string", default: "20" }, seed: { type: "string" } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const minutes = Number(values.minutes);
    const seed = Number(values.seed ?? randomInt(2 ** 31));
    if (minutes > 0 && Number.isSafeInteger(seed)) return { minutes, seed };
  } catch {
    // The form is said below.
  }
  throw new LaunchFailure("npm run chaos -- [--minutes M] [--seed S]");
}

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

await runCommand(() => run(process.argv.slice(2)));
// Keep-alive connections would otherwise keep the process for some seconds.
process.exit();
