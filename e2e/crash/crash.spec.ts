import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { listOwnErrors } from "../support/own-errors";
import type { Buying } from "./buyers";
import { createDice } from "./dice";
import { loadTrade } from "./load-trade";
import { Records } from "./records";
import type { Asked } from "./refunding";
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
  await buyEnough(buying);
  await buying.stop();
  await refunding.stop();
  expect([...buying.surprises, ...refunding.surprises]).toEqual([]);

  await letTimePass();
  const records = await Records.open(databaseUrl);
  await expectGoodOutcome({ records, receivers, buying, refunding });
  await expectEveryOperation();
  await expectEnoughHappened(records, buying);
  await expectEnoughRefunded(records, refunding.asked);
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

const leastOrders = { payments: 20, links: 5 } as const;

/** How long buyers may go on for it, ms. */
const enoughMs = 90_000;

/**
 * Lets buyers go on until there are enough orders: the dice and the speed of the machine decide how many came before.
 */
async function buyEnough({ orders, linkOrders, nextReturn }: Buying): Promise<void> {
  const until = Date.now() + enoughMs;
  const isEnough = () => orders.length >= leastOrders.payments && linkOrders.length >= leastOrders.links;
  while (!isEnough() && Date.now() < until) await Promise.race([nextReturn(), sleep(1_000)]);
}

/** Expects enough payments, because a run with few of them would prove little. */
async function expectEnoughHappened(records: Records, { orders, linkOrders }: Buying): Promise<void> {
  const completed = [...(await records.links()).values()].filter((status) => status === "completed");
  expect(linkOrders.length).toBeGreaterThanOrEqual(leastOrders.links);
  expect(completed.length).toBeGreaterThanOrEqual(2);
  const payments = [...(await records.payments()).values()];
  const count = (wanted: string) => payments.filter(({ status }) => status === wanted).length;
  expect(orders.length).toBeGreaterThanOrEqual(leastOrders.payments);
  expect(count("captured")).toBeGreaterThanOrEqual(8);
  expect(count("failed") + count("expired")).toBeGreaterThanOrEqual(3);
}

/** Expects some refunds of each kind: approved by both methods, retried after a lost response, and open for a while. */
async function expectEnoughRefunded(records: Records, asked: readonly Asked[]): Promise<void> {
  const approved = (await records.refunds()).filter(({ status }) => status === "approved");
  const count = (wanted: string) => approved.filter(({ method }) => method === wanted).length;
  expect(count("void")).toBeGreaterThanOrEqual(2);
  expect(count("credit")).toBeGreaterThanOrEqual(4);
  expect(asked.filter(({ sendings, refusal }) => sendings > 1 || refusal !== null).length).toBeGreaterThan(0);
}
