import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { Buying } from "./buyers";
import { createDice } from "./dice";
import { openRuns, Records, settled, stuckRuns } from "./records";
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

test("killed twenty times while people pay: all payments and links end, each is told once, and the bank agrees", async () => {
  // Twenty starts, each as long as the machine takes, beside the other tests.
  test.setTimeout(420_000);
  // They read the instance's addresses when they are loaded.
  const { openMerchants } = await import("./merchants");
  const { startBuying } = await import("./buyers");
  const { advance } = await import("../support/controls");
  const { expectAllToldOnce, expectLedgerToAgree, expectLinksKept, expectPromisesKept } = await import(
    "./invariants"
  );

  const { merchants, receivers, databaseUrl } = await openMerchants(dice);
  const buying = startBuying({ merchants, dice, buyers: 10, whenUp: () => victim.whenUp() });
  await killAgainAndAgain(buying);
  await buying.stop();
  expect(buying.surprises).toEqual([]);

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
  await expectRunsToEnd(records);
  await expectEnoughHappened(records, buying);
  await records.close();
  for (const receiver of receivers) await receiver.close();
});

/** A slow machine gets the time to sell something, but not always: some kills come right after the start. */
async function killAgainAndAgain(buying: Buying): Promise<void> {
  for (const target of dice.shuffled(kills)) {
    if (dice.falls(0.8)) await buying.nextReturn();
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
