import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { listOwnErrors } from "../support/own-errors";
import type { Buying } from "./buyers";
import { createDice } from "./dice";
import { countHappened, listTooLittle } from "./enough";
import { loadTrade } from "./load-trade";
import { Records } from "./records";
import type { Refunding } from "./refunding";
import { type Target, Victim } from "./victim";

// Runs on its own instance and checks that nothing is lost when processes are killed at any moment.

/** How often each victim is killed, by the project that runs this file. The seed decides the order. */
const kills: Readonly<Record<string, Readonly<Record<Target, number>>>> = {
  crash: { server: 3, launcher: 1, everything: 1 },
  "deep-crash": { server: 15, launcher: 3, everything: 2 },
};

const dice = createDice(Number(process.env.CRASH_SEED ?? randomInt(2 ** 31)));

/** The longest rest of a buyer after an order, ms, so that the tests beside this one have processor time too. */
const restMaxMs = 2_500;

let victim: Victim;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  victim = await Victim.start();
  process.env.E2E_SANDBOX = victim.sandboxFile;
});
test.afterEach(() => {
  if (test.info().status === "passed") return;
  throw new Error(`CRASH_SEED=${dice.seed} gives the same chances again; what is left is in ${victim.keepData()}`);
});
test.afterAll(() => victim.end());

test("after kills during payments and refunds every outcome is final, reported once, asked of the bank once, and agrees with the bank", async () => {
  // The starts take long, because other tests use the machine too.
  test.setTimeout(420_000);
  const trade = await loadTrade();
  const { openMerchants, startBuying, startRefunding, expectGoodOutcome, expectEveryOperation, letTimePass } = trade;

  const { shops, databaseUrl } = await openMerchants(dice);
  const merchants = shops.map(({ merchant }) => merchant);
  const receivers = shops.map(({ receiver }) => receiver);
  const whenUp = () => victim.whenUp();
  const buying = startBuying({ merchants, dice, buyers: 10, restMaxMs, whenUp });
  const refunding = startRefunding({ shops, dice, clerks: 3, whenUp });
  await killAgainAndAgain(buying);
  const records = await Records.open(databaseUrl);
  await goOnUntilEnough(records, buying, refunding);
  await buying.stop();
  await refunding.stop();
  expect([...buying.surprises, ...refunding.surprises]).toEqual([]);

  await letTimePass();
  await expectGoodOutcome({ records, receivers, buying, refunding });
  await expectEveryOperation();
  expect(listTooLittle(await countHappened(records, buying, refunding))).toEqual([]);
  expect(listOwnErrors(victim.logFolder)).toEqual([]);
  await records.close();
  for (const receiver of receivers) await receiver.close();
});

/** The time in ms after which the instance is killed even if no buyer has returned, for example on a slow machine. */
const returnMs = 30_000;

/**
 * Kills repeatedly. It usually waits until a buyer has returned, so that a slow machine sells something, but some kills
 * come right after the start.
 */
async function killAgainAndAgain(buying: Buying): Promise<void> {
  const counts = Object.entries(kills[test.info().project.name] ?? {});
  const targets = counts.flatMap(([target, count]) => Array<Target>(count).fill(target as Target));
  for (const target of dice.shuffled(targets)) {
    if (dice.falls(0.8)) await Promise.race([buying.nextReturn(), sleep(returnMs)]);
    // A kill comes at any moment of what runs in other processes, so this pause is in real time.
    await sleep(dice.between(0, 1_500));
    await victim.killAndRestart(target);
  }
  // After the last restart there is no further kill, and buying goes on.
  await Promise.race([buying.nextReturn(), sleep(returnMs)]);
}

/** How long buyers may go on for it, ms. */
const enoughMs = 90_000;

/** Lets buyers and clerks go on until enough has happened: the dice and the machine decide how much that is by now. */
async function goOnUntilEnough(records: Records, buying: Buying, refunding: Refunding): Promise<void> {
  const until = Date.now() + enoughMs;
  const isEnough = async () => listTooLittle(await countHappened(records, buying, refunding)).length === 0;
  while (!(await isEnough()) && Date.now() < until) await Promise.race([buying.nextReturn(), sleep(1_000)]);
}
