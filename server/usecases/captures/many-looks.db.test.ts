import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { createGivenUpJourney } from "@/server/testing/journeys/given-up";
import { createMeeting } from "@/server/testing/world/waiting";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";

// Tests the day-end checks after a day on which a bank lost many answers, while the bank is still slow (D-72).
let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());

/** Copies a given-up payment with its attempt, and makes the checks of all copies due. */
async function givenUpTimes(count: number): Promise<void> {
  const { paymentCode } = await given.giveUpCapture(given.nextNoon());
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

test("runs 160 checks concurrently, then the next 160 at once, without delaying a payment that is due", async () => {
  await givenUpTimes(319);
  const { paymentCode } = await given.create();
  world.clock.advanceMs(minutes(31));
  const hanging = createMeeting(160);
  let looked = 0;
  world.bank.answer("inquire", async () => {
    looked++;
    const isExpired = async () => expect(await given.getPayment(paymentCode)).toMatchObject({ status: "expired" });
    await isExpired();
    await hanging.meet(isExpired);
    return { kind: "not_found" };
  });
  await doDueWork(world.ctx, { until: world.clock.now() });
  expect([looked, hanging.most]).toEqual([320, 160]);
  expect(await world.db.prisma.attempt.count({ where: { recheckAt: { not: null } } })).toBe(0);
});

test("repeats every check once per round while the bank gives no clear answer", async () => {
  await givenUpTimes(159);
  const asked = new Map<string, number>();
  world.bank.answer("inquire", (operation) => {
    const orderId = "orderId" in operation ? operation.orderId : "";
    asked.set(orderId, (asked.get(orderId) ?? 0) + 1);
    return unknown;
  });
  for (let round = 0; round < 3; round++) {
    await doDueWork(world.ctx, { until: world.clock.now() });
    world.clock.advanceMs(minutes(60));
  }
  expect(asked.size).toBe(160);
  expect([...asked.values()].every((count) => count === 3)).toBe(true);
});
