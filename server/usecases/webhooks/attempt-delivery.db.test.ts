import { afterAll, beforeAll, expect, test } from "vitest";
import { seconds } from "@/server/domain/clock";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { attemptDelivery } from "./attempt-delivery";
import { relayOutbox } from "./relay-outbox";
import { triggerWebhook } from "./trigger-webhook";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("records the last attempt twice when its process was suspended for 31 s and it was made twice", async () => {
  await world.db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
  await triggerWebhook(world.ctx, { partnerId: "prt_ours", type: "webhook.test" });
  const [made] = await relayOutbox(world.ctx);
  const deliveryId = made?.deliveryId ?? "";
  const before = { attempts: 5, scheduledAttempts: 5, firstAttemptAt: world.clock.now() };
  await world.db.prisma.webhookDelivery.update({ where: { id: deliveryId }, data: before });
  const ends: (() => void)[] = [];
  world.receiver.answer(() => new Promise((resolve) => ends.push(() => resolve(answered(500)))));

  const first = attemptDelivery(world.ctx, { deliveryId });
  await expect.poll(() => ends.length).toBe(1);
  world.clock.advanceMs(seconds(31));
  const second = attemptDelivery(world.ctx, { deliveryId });
  await expect.poll(() => ends.length).toBe(2);
  for (const end of ends) end();
  await Promise.all([first, second]);

  const where = { id: deliveryId };
  expect(await world.db.prisma.webhookDelivery.findUnique({ where, include: { tries: true } })).toMatchObject({
    status: "exhausted",
    attempts: 7,
    tries: [{ number: 6 }, { number: 7 }],
  });
});
