import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { findInstallmentOptions } from "./queries";
import { replaceTariff } from "./replace-tariff";
import { withdrawTariff } from "./withdraw-tariff";

// A tariff is committed after the instant at which it begins. Tests that the buyer is still charged the shown price.

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const terminalId = testTerminals.ours;
const replaceNow = (rateBps: number) => {
  const kind = { family: "credit" as const, onUs: null, brand: null, installmentCount: 1 };
  const prices = [{ ...kind, rateBps, fixedFee: null }];
  return replaceTariff(world.ctx, { terminalId, validFrom: "now", validTo: null, prices });
};

/** Returns the rate that a look-up shows for a single charge of the test card. */
async function listedRate(): Promise<number | undefined> {
  const { options } = await findInstallmentOptions(world.ctx, {
    caller: await world.signIn(),
    terminalId,
    bin8: "55287900",
    baseAmountKurus: null,
    customerShareBps: 0,
  });
  return options.find(({ installmentCount }) => installmentCount === 1)?.rateBps;
}

async function chargedRate({ paymentRef, paymentCode }: Awaited<ReturnType<typeof journey.create>>) {
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  return (await journey.getAttempt(paymentCode)).rateBps;
}

/** Keeps a change of tariffs uncommitted until `work` is done, by a lock on its account's row. */
async function whileUncommitted<T>(change: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const holder = await world.db.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from partner where id = 'prt_ours' for no key update");
    const changed = change();
    await expect.poll(countWaiting).toBe(1);
    const done = await work();
    await holder.query("commit");
    await changed;
    return done;
  } finally {
    holder.release();
  }
}

/** Counts the changes of tariffs that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await world.db.pool.query(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"tariff%'`,
  );
  return rows[0].n;
}

test("charges the price shown at creation for a payment between a replacement's instant and its commit", async () => {
  world.clock.advanceMs(60_000);
  const seen = await whileUncommitted(
    () => replaceNow(999),
    async () => {
      world.clock.advanceMs(2_000);
      return { listed: await listedRate(), payment: await journey.create() };
    },
  );
  expect(seen.listed).toBe(250);
  expect(await listedRate()).toBe(999);
  expect(await chargedRate(seen.payment)).toBe(250);
  expect(await chargedRate(await journey.create())).toBe(999);
});

test("charges the price shown at creation for a payment before a withdrawal's commit", async () => {
  world.clock.advanceMs(60_000);
  const { id: tariffId } = await replaceNow(888);
  const seen = await whileUncommitted(
    () => withdrawTariff(world.ctx, { tariffId }),
    async () => ({ listed: await listedRate(), payment: await journey.create() }),
  );
  expect(seen.listed).toBe(888);
  expect(await listedRate()).toBe(999);
  expect(await chargedRate(seen.payment)).toBe(888);
});

test("charges each payment a price listed before or after its creation during many replacements", async () => {
  const replacements = 20;
  const first = 1_000;
  world.clock.advanceMs(1);
  await replaceNow(first);
  const seen: { before: number; charged: number; after: number }[] = [];
  let isOver = false;
  const shop = async () => {
    while (!isOver) {
      const before = await listedRate();
      const payment = await journey.create();
      const after = await listedRate();
      seen.push({ before: before ?? 0, charged: await chargedRate(payment), after: after ?? 0 });
    }
  };
  const change = async () => {
    for (let n = 1; n <= replacements; n++) {
      await sleep(20);
      world.clock.advanceMs(5);
      await whileUncommitted(
        () => replaceNow(first + n),
        async () => {
          world.clock.advanceMs(5);
          await sleep(20);
        },
      );
    }
    isOver = true;
  };
  await Promise.all([change(), ...Array.from({ length: 6 }, shop)]);

  // Rates only rise, so a payment with the same rate before and after its creation must be charged that rate.
  const wrong = seen.filter(({ before, charged, after }) => charged < before || charged > after);
  expect(wrong).toEqual([]);
  expect(new Set(seen.map(({ charged }) => charged)).size).toBeGreaterThan(replacements / 2);
  expect(seen.some(({ before, after }) => before < after)).toBe(true);
  expect(await listedRate()).toBe(first + replacements);
});
