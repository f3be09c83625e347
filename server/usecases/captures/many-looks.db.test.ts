import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { fireDue } from "../operations/fire-due";

// The looks of a day on which a bank lost many answers, at a bank that is slow now too (D-72).
let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld();
  given = givenUpIn(world);
});
afterAll(() => world.close());

/** Copies a given-up payment with its attempt, and makes the looks of all of them due. */
async function givenUpTimes(count: number): Promise<void> {
  const { paymentCode } = await given.givenUpAfter(given.nextNoon());
  const { pool } = world.db;
  const copies = `generate_series(1, ${count}) as n`;
  await pool.query(
    `insert into payment select (jsonb_populate_record(p, jsonb_build_object(
              'id', p.id || n, 'partner_tx_code', p.partner_tx_code || n, 'ref_hash', sha256((p.id || n)::bytea)))).*
       from payment p, ${copies} where p.id = $1`,
    [paymentCode],
  );
  await pool.query(
    `insert into attempt select (jsonb_populate_record(a, jsonb_build_object(
              'id', a.id || n, 'payment_id', a.payment_id || n, 'bank_order_id', a.bank_order_id || n,
              'token_hash', sha256((a.id || n)::bytea)))).*
       from attempt a, ${copies} where a.payment_id = $1`,
    [paymentCode],
  );
  await pool.query("update attempt set recheck_at = $1, looks_wanted = 1 where recheck_at is not null", [
    world.clock.now(),
  ]);
}

test("160 are looked at side by side in a round, a second 160 follow at once, and a payment that is due waits for none", async () => {
  await givenUpTimes(319);
  const { paymentCode } = await given.create();
  world.clock.advanceMs(minutes(31));
  let [hanging, together, looked] = [0, 0, 0];
  world.bank.answer("inquire", async () => {
    together = Math.max(together, ++hanging);
    looked++;
    expect(await given.look(paymentCode)).toMatchObject({ status: "expired" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    hanging--;
    return { kind: "not_found" };
  });
  await fireDue(world.ctx, { until: world.clock.now() });
  expect([looked, together]).toEqual([320, 160]);
  expect(await world.db.prisma.attempt.count({ where: { recheckAt: { not: null } } })).toBe(0);
}, 60_000);

test("while the bank gives no clear answer, each is looked at again once in a round, and none is left out", async () => {
  await givenUpTimes(159);
  const asked = new Map<string, number>();
  world.bank.answer("inquire", (operation) => {
    const orderId = "orderId" in operation ? operation.orderId : "";
    asked.set(orderId, (asked.get(orderId) ?? 0) + 1);
    return unknown;
  });
  for (let round = 0; round < 3; round++) {
    await fireDue(world.ctx, { until: world.clock.now() });
    world.clock.advanceMs(minutes(60));
  }
  expect(asked.size).toBe(160);
  expect([...asked.values()].every((count) => count === 3)).toBe(true);
}, 60_000);
