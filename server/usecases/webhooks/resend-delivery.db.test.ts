import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes } from "@/server/domain/clock";
import { systemRandom } from "@/server/domain/random";
import { createVault, UnknownKey } from "@/server/store/vault";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered, timedOut } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { prepareWebhookSecret } from "./prepare-webhook-secret";
import { listFailedDeliveries } from "./queries";
import { resendDelivery } from "./resend-delivery";
import { webhookSecretPurpose } from "./shared/webhook-secret";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const { reset: clear, createPending: pending, getRow: rowOf, attempt, advance } = createDeliveryHelpers(() => world);
beforeEach(clear);
const resend = (deliveryId: string, partnerId: string | null = "prt_ours") =>
  resendDelivery(world.ctx, { partnerId, deliveryId });

describe("a manual attempt (D-35)", () => {
  test("sends the same bytes, and a success completes a failed delivery", async () => {
    world.receiver.answer(answered(404), answered(200));
    const id = await pending();
    await attempt(id);
    await advance(days(29));
    expect((await resend(id)).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 2, scheduledAttempts: 1 });
    const [first, second] = world.receiver.sent;
    expect(second?.body).toEqual(first?.body);
  });

  test("changes nothing when it fails, and the schedule continues", async () => {
    world.receiver.answer(answered(500));
    const id = await pending();
    await attempt(id);
    const { nextAttemptAt } = await rowOf(id);
    await resend(id);
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      nextAttemptAt,
      attempts: 2,
      scheduledAttempts: 1,
    });
    expect((await advance(days(2))).fired.deliveriesAttempted).toBe(5);
  });

  test("is logged and recorded as manual", async () => {
    world.receiver.answer(answered(503), answered(404));
    const deliveryId = await pending();
    await attempt(deliveryId);
    const lines: unknown[] = [];
    const log = {
      ...world.ctx.log,
      info: (facts: object, message: string) => void lines.push([message, facts]),
    };
    await resendDelivery({ ...world.ctx, log }, { partnerId: "prt_ours", deliveryId });
    const facts = { deliveryId, partnerId: "prt_ours", statusCode: 404, errorClass: "client_error" };
    expect(lines).toEqual([["Delivery sent manually", facts]]);
    expect((await rowOf(deliveryId)).tries).toMatchObject([
      { statusCode: 503, byHand: false },
      { statusCode: 404, byHand: true },
    ]);
  });

  test("404 after thirty days, and for an unknown delivery", async () => {
    const id = await pending();
    await attempt(id);
    world.clock.advanceMs(days(30));
    await expect(resend(id)).rejects.toMatchObject({ code: "not_found" });
    await expect(resend("whd_no")).rejects.toMatchObject({ code: "not_found" });
  });

  test("404 for another account's delivery, and nothing is sent; staff can send any delivery", async () => {
    world.receiver.answer(answered(404));
    const id = await pending();
    await attempt(id);
    await expect(resend(id, "prt_other")).rejects.toMatchObject({ code: "not_found" });
    expect(world.receiver.sent).toHaveLength(1);
    await resend(id, null);
    expect(world.receiver.sent).toHaveLength(2);
  });
});

test("lists what has not arrived with the reason, newest first", async () => {
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
  const missing = listFailedDeliveries(world.ctx, { partnerId: "prt_nobody" });
  await expect(missing).rejects.toMatchObject({ code: "not_found" });
});

test("lists what has been due for minutes, because a fault of ours delays it", async () => {
  const id = await pending();
  expect(await listFailedDeliveries(world.ctx, { partnerId: "prt_ours" })).toEqual([]);
  world.clock.advanceMs(minutes(3));
  expect(await listFailedDeliveries(world.ctx, { partnerId: "prt_ours" })).toMatchObject([
    { id, status: "pending", attempts: 0, lastResult: "none" },
  ]);
});

test("attempts a delivery as soon as possible when no attempt could be made for a day", async () => {
  const id = await pending();
  world.receiver.answer(() => Promise.reject(new Error("no key for the secret")), answered(200));
  await expect(attempt(id)).rejects.toThrow("no key");
  world.clock.advanceMs(days(1));
  await attempt(id);
  expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 1 });
});

test("refuses a rotation with other encryption keys, and delivers although a secret of a rotation cannot be opened", async () => {
  const { ctx } = world;
  const others = { ...ctx, vault: createVault(systemRandom, [{ id: "other", key: Buffer.alloc(32, 9) }]) };
  await expect(prepareWebhookSecret(others, { partnerId: "prt_ours" })).rejects.toBeInstanceOf(UnknownKey);
  const webhookSecretNext = others.vault.seal(webhookSecretPurpose("prt_ours"), testWebhookSecret);
  await world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { webhookSecretNext } });
  const id = await pending();
  await attempt(id);
  expect(world.receiver.sent[0]?.secrets).toEqual([testWebhookSecret]);
  expect((await rowOf(id)).status).toBe("delivered");
});
