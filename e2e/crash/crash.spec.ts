import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { Buying } from "./buyers";
import { createDice } from "./dice";
import { openRuns, Records, settled, stuckRuns } from "./records";
import type { Asked } from "./refunding";
import { type Target, Victim } from "./victim";

// On an instance of its own: what a product can lose by dying at the wrong moment, it would lose here.

const kills: readonly Target[] = [
  ...Array<Target>(15).fill("server"),
  ...Array<Target>(3).fill("launcher"),
  ...Array<Target>(2).fill("everything"),
];
const hours = 3_600;
const nothing = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };

const dice = createDice(Number(process.env.CRASH_SEED ?? randomInt(2 ** 31)));

let victim: Victim;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  victim = await Victim.start();
  process.env.E2E_SANDBOX = victim.sandboxFile;
});
test.afterEach(() => {
  if (test.info().status === "passed") return;
  throw new Error(
    `CRASH_SEED=${dice.seed} gives the same chances again; what is left is in ${victim.keepData()}`,
  );
});
test.afterAll(() => victim.end());

test("killed twenty times while people pay and are paid back: all ends, is told once and asked once, and the bank agrees", async () => {
  // Twenty starts, each as long as the machine takes, beside the other tests.
  test.setTimeout(420_000);
  // They read the instance's addresses when they are loaded.
  const { openMerchants } = await import("./merchants");
  const { startBuying } = await import("./buyers");
  const { startRefunding } = await import("./refunding");
  const { advance } = await import("../support/controls");
  const { expectAllToldOnce, expectLedgerToAgree, expectLinksKept, expectPromisesKept } = await import(
    "./invariants"
  );
  const { expectRefundsAskedOnce, expectRefundsKept } = await import("./refund-invariants");

  const { shops, databaseUrl } = await openMerchants(dice);
  const merchants = shops.map(({ merchant }) => merchant);
  const receivers = shops.map(({ receiver }) => receiver);
  const whenUp = () => victim.whenUp();
  const buying = startBuying({ merchants, dice, buyers: 10, whenUp });
  const refunding = startRefunding({ shops, dice, clerks: 3, whenUp });
  await killAgainAndAgain(buying);
  await buying.stop();
  await refunding.stop();
  expect([...buying.surprises, ...refunding.surprises]).toEqual([]);

  // Long enough for the links that nobody has paid, too.
  const later = [3 * hours, 48 * hours, 168 * hours, 48 * hours];
  const fired = [];
  for (const seconds of later) fired.push((await advance(seconds)).fired);
  expect(fired.at(-1), "in the end nothing is left to do").toEqual(nothing);

  const records = await Records.open(databaseUrl);
  expect(await records.findings(settled)).toEqual([]);
  await expectLedgerToAgree(records);
  await expectAllToldOnce(records, receivers);
  await expectPromisesKept(records, buying.orders);
  await expectLinksKept(records, buying.linkOrders);
  await expectRefundsAskedOnce(records);
  await expectRefundsKept(records, refunding.asked);
  await expectRunsToEnd(records);
  await expectEnoughHappened(records, buying);
  await expectEnoughRefunded(records, refunding.asked);
  await records.close();
  for (const receiver of receivers) await receiver.close();
});

/** A machine so slow that no buyer has the patience to come back is killed all the same. ms. */
const returnMs = 10_000;

/** A slow machine gets the time to sell something, but not always: some kills come right after the start. */
async function killAgainAndAgain(buying: Buying): Promise<void> {
  for (const target of dice.shuffled(kills)) {
    if (dice.falls(0.8)) await Promise.race([buying.nextReturn(), sleep(returnMs)]);
    await sleep(dice.between(0, 1_500));
    await victim.killAndRestart(target);
  }
  // The last ones are not killed any more.
  await sleep(1_000);
}

/** None is stuck; and those that still sleep, because time was moved on without them, end when they are woken. */
async function expectRunsToEnd(records: Records): Promise<void> {
  const timeout = 30_000;
  await expect.poll(() => records.findings(stuckRuns), { timeout }).toEqual([]);
  await records.wakeRuns();
  await expect.poll(() => records.findings(openRuns), { timeout }).toEqual([]);
  expect(await records.findings(stuckRuns)).toEqual([]);
}

/** A run in which next to nothing was paid would prove next to nothing. */
async function expectEnoughHappened(records: Records, { orders, linkOrders }: Buying): Promise<void> {
  const completed = [...(await records.links()).values()].filter((status) => status === "completed");
  expect(linkOrders.length).toBeGreaterThanOrEqual(5);
  expect(completed.length).toBeGreaterThanOrEqual(2);
  const payments = [...(await records.payments()).values()];
  const countOf = (wanted: string) => payments.filter(({ status }) => status === wanted).length;
  expect(orders.length).toBeGreaterThanOrEqual(20);
  expect(countOf("captured")).toBeGreaterThanOrEqual(8);
  expect(countOf("failed") + countOf("expired")).toBeGreaterThanOrEqual(3);
}

/** Of each kind some: approved ones of both methods, asked again after an answer that was lost, and open for a while. */
async function expectEnoughRefunded(records: Records, asked: readonly Asked[]): Promise<void> {
  const approved = (await records.refunds()).filter(({ status }) => status === "approved");
  const countOf = (wanted: string) => approved.filter(({ method }) => method === wanted).length;
  expect(countOf("void")).toBeGreaterThanOrEqual(2);
  expect(countOf("credit")).toBeGreaterThanOrEqual(4);
  expect(asked.filter(({ sendings, refusal }) => sendings > 1 || refusal !== null).length).toBeGreaterThan(0);
}
