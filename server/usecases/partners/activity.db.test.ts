import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getPartnerActivity } from "./queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("the open questions of an account count its held payments, and not those of another", async () => {
  const journey = createPaymentJourney(world);
  const { paymentCode } = await journey.createAtBank();
  expect(await getPartnerActivity(world.ctx, { partnerId: "prt_ours" })).toMatchObject({ heldPayments: null });
  const client = await world.db.pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query("update payment set held_since = $1 where id = $2", [world.clock.now(), paymentCode]);
    await client.query("commit");
  } finally {
    client.release();
  }
  const held = { count: 1, at: world.clock.now() };
  expect(await getPartnerActivity(world.ctx, { partnerId: "prt_ours" })).toMatchObject({ heldPayments: held });
  expect(await getPartnerActivity(world.ctx, { partnerId: "prt_other" })).toMatchObject({ heldPayments: null });
});
