import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes } from "@/server/domain/clock";
import { answered, timedOut } from "@/server/launch/test-scripted-receiver";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/launch/test-world";
import { createVault, UnknownKey } from "@/server/store/vault";
import { advanceClock } from "./advance-clock";
import { attemptDelivery } from "./attempt-delivery";
import { listFailedDeliveries } from "./list-failed-deliveries";
import { prepareWebhookSecret } from "./prepare-webhook-secret";
import { relayOutbox } from "./relay-outbox";
import { resendDelivery } from "./resend-delivery";
import { triggerWebhook } from "./trigger-webhook";
import { webhookSecretPurpose } from "./webhook-secret";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const setUrl = (webhookUrl: string | null, id = "prt_ours") =>
  world.db.prisma.partner.update({ where: { id }, data: { webhookUrl } });

beforeEach(async () => {
  await world.db.prisma.webhookAttempt.deleteMany();
  await world.db.prisma.webhookDelivery.deleteMany();
  await world.db.prisma.outboxEvent.deleteMany();
  await setUrl("http://127.0.0.1:9/hook");
  await setUrl("http://127.0.0.1:9/other", "prt_other");
  world.receiver.sent.length = 0;
  world.receiver.answer(answered(200));
});

/** A delivery that waits for its first attempt. */
const pending = async (partnerId = "prt_ours"): Promise<string> => {
  const { deliveryId } = await triggerWebhook(world.ctx, { partnerId, type: "webhook.test" });
  await relayOutbox(world.ctx);
  return deliveryId ?? "";
};
const rowOf = (id: string) =>
  world.db.prisma.webhookDelivery.findUniqueOrThrow({
    where: { id },
    include: { tries: { orderBy: { number: "asc" } } },
  });
const attempt = (deliveryId: string) => attemptDelivery(world.ctx, { deliveryId });
const advance = (ms: number) => advanceClock(world.ctx, { advanceSeconds: ms / 1000 });

describe("sent again by hand (D-35)", () => {
  test("the same bytes; a success completes what had failed", async () => {
    world.receiver.answer(answered(404), answered(200));
    const id = await pending();
    await attempt(id);
    await advance(days(29));
    expect((await resendDelivery(world.ctx, { deliveryId: id })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 2, scheduledAttempts: 1 });
    const [first, second] = world.receiver.sent;
    expect(second?.body).toEqual(first?.body);
  });

  test("a failure changes nothing, and the schedule goes on where it was", async () => {
    world.receiver.answer(answered(500));
    const id = await pending();
    await attempt(id);
    const { nextAttemptAt } = await rowOf(id);
    await resendDelivery(world.ctx, { deliveryId: id });
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      nextAttemptAt,
      attempts: 2,
      scheduledAttempts: 1,
    });
    expect((await advance(days(2))).fired.deliveriesAttempted).toBe(5);
  });

  test("not_found after thirty days, and for what never was", async () => {
    const id = await pending();
    await attempt(id);
    world.clock.advanceMs(days(30));
    await expect(resendDelivery(world.ctx, { deliveryId: id })).rejects.toMatchObject({ code: "not_found" });
    await expect(resendDelivery(world.ctx, { deliveryId: "whd_no" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("what has not arrived is listed with why, the newest first", async () => {
  world.receiver.answer(answered(404), timedOut, answered(200));
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    world.clock.advanceMs(1);
    ids.push(await pending());
  }
  for (const id of ids) await attempt(id);
  const failed = await listFailedDeliveries(world.ctx, { partnerId: "prt_ours" });
  expect(failed.map(({ id, status, lastResult }) => [id, status, lastResult])).toEqual([
    [ids[1], "pending", "timeout"],
    [ids[0], "rejected", "404"],
  ]);
  expect(await listFailedDeliveries(world.ctx, { partnerId: "prt_other" })).toEqual([]);
  const nobody = listFailedDeliveries(world.ctx, { partnerId: "prt_nobody" });
  await expect(nobody).rejects.toMatchObject({ code: "not_found" });
});

test("what has been due for minutes is listed too: something of ours holds it up", async () => {
  const id = await pending();
  expect(await listFailedDeliveries(world.ctx, { partnerId: "prt_ours" })).toEqual([]);
  world.clock.advanceMs(minutes(3));
  expect(await listFailedDeliveries(world.ctx, { partnerId: "prt_ours" })).toMatchObject([
    { id, status: "pending", attempts: 0, lastResult: "none" },
  ]);
});

test("a delivery that could not even be tried for a day is tried as soon as it can be", async () => {
  const id = await pending();
  world.receiver.answer(() => Promise.reject(new Error("no key for the secret")), answered(200));
  await expect(attempt(id)).rejects.toThrow("no key");
  world.clock.advanceMs(days(1));
  await attempt(id);
  expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 1 });
});

test("a rotation from a shell with other keys is refused, and a secret that does not open stops no delivery", async () => {
  const { ctx } = world;
  const others = { ...ctx, vault: createVault([{ id: "other", key: Buffer.alloc(32, 9) }]) };
  await expect(prepareWebhookSecret(others, { partnerId: "prt_ours" })).rejects.toBeInstanceOf(UnknownKey);
  const webhookSecretNext = others.vault.seal(webhookSecretPurpose("prt_ours"), testWebhookSecret);
  await world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { webhookSecretNext } });
  const id = await pending();
  await attempt(id);
  expect(world.receiver.sent[0]?.secrets).toEqual([testWebhookSecret]);
  expect((await rowOf(id)).status).toBe("delivered");
});
