import { afterAll, beforeAll, expect, test } from "vitest";
import { answered } from "@/server/launch/test-scripted-receiver";
import { openTestWorld, type TestWorld } from "@/server/launch/test-world";
import { attemptDelivery } from "./attempt-delivery";
import { relayOutbox } from "./relay-outbox";
import { resendDelivery } from "./resend-delivery";
import { triggerWebhook } from "./trigger-webhook";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("what is sent by hand is in the log, and on record as that", async () => {
  await world.db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
  world.receiver.answer(answered(503), answered(404));
  await triggerWebhook(world.ctx, { partnerId: "prt_ours", type: "webhook.test" });
  const [made] = await relayOutbox(world.ctx);
  const deliveryId = made?.deliveryId ?? "";
  await attemptDelivery(world.ctx, { deliveryId });
  const told: unknown[] = [];
  const log = {
    ...world.ctx.log,
    info: (facts: object, message: string) => void told.push([message, facts]),
  };
  await resendDelivery({ ...world.ctx, log }, { deliveryId });
  expect(told).toEqual([
    [
      "Delivery sent by hand",
      { deliveryId, partnerId: "prt_ours", statusCode: 404, errorClass: "client_error" },
    ],
  ]);
  const orderBy = { number: "asc" } as const;
  expect(await world.db.prisma.webhookAttempt.findMany({ where: { deliveryId }, orderBy })).toMatchObject([
    { statusCode: 503, byHand: false },
    { statusCode: 404, byHand: true },
  ]);
});
