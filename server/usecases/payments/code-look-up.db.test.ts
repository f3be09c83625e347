import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getPaymentByCode } from "./queries";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

/** Looks up a code, and lets something happen between the statement that finds a payment and the one that reads it. */
async function lookUp(partnerTxCode: string, meanwhile: () => Promise<unknown>) {
  const { pool } = world.db;
  const original = pool.query;
  pool.query = async function (this: unknown, ...args: never[]) {
    const answer = await Reflect.apply(original, pool, args);
    pool.query = original;
    await meanwhile();
    return answer;
  } as never;
  return getPaymentByCode(world.ctx, { partnerId: world.caller.partnerId, partnerTxCode });
}

const letExpire = () => world.clock.advanceMs(minutes(31));

test("finds the payment that has taken the code over from one that ended during the look-up", async () => {
  const first = await journey.create({ partnerTxCode: "taken-over" });
  let second = first;
  const found = await lookUp("taken-over", async () => {
    letExpire();
    second = await journey.create({ partnerTxCode: "taken-over" });
  });
  expect(second.paymentCode).not.toBe(first.paymentCode);
  expect(found).toMatchObject({ paymentCode: second.paymentCode, status: "initiated" });
});

test("finds no payment where the only one ended during the look-up", async () => {
  const { paymentCode } = await journey.create({ partnerTxCode: "ended" });
  const found = lookUp("ended", () =>
    world.db.pool.query(
      `update payment set status = 'failed', failed_at = created_at, failure_code = 'three_d_secure_failed' where id = $1`,
      [paymentCode],
    ),
  );
  await expect(found).rejects.toMatchObject({ code: "payment_not_found" });
});
