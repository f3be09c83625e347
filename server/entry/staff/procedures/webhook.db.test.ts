import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventTypes } from "@/server/domain/webhooks/delivery-list";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { sendTestWebhook } from "@/server/usecases/webhooks/send-test-webhook";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
const deliveries = createDeliveryHelpers(() => world);
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => deliveries.reset());

const as = async (role: "operations" | "support") =>
  createCallerFactory(staffRouter)(await createStaffContext(world.ctx, role));

/** Creates a delivery that was rejected for good, or one that waits for its second attempt. */
async function fail(status: 410 | 500, partnerId = "prt_other"): Promise<string> {
  const id = await deliveries.createPending(partnerId);
  world.receiver.answer(answered(status));
  await deliveries.attempt(id);
  world.receiver.answer(answered(200));
  return id;
}

describe("the receivers of all merchants", () => {
  test("are listed with those first that fail, with what fails and how", async () => {
    await deliveries.attempt(await deliveries.createPending("prt_ours"));
    const failedId = await fail(410);
    await world.db.prisma.webhookDelivery.update({
      where: { id: failedId },
      data: { status: "rejected", nextAttemptAt: null },
    });
    await fail(500);
    const caller = await as("support");
    const failing = await caller.webhook.receivers({});
    expect(failing.items).toMatchObject([
      { partnerId: "prt_other", failedDay: 1, failedWeek: 1, waiting: 1, statusCode: expect.any(Number) },
    ]);
    const all = await caller.webhook.receivers({ scope: "all" });
    expect(all.items).toMatchObject([
      { partnerId: "prt_other" },
      { partnerId: "prt_ours", failedDay: 0, waiting: 0, lastDeliveredAt: world.clock.now(), statusCode: null },
    ]);
    expect((await caller.webhook.receivers({ scope: "all", search: "prt_our" })).items).toHaveLength(1);
    expect((await caller.webhook.receivers({ scope: "all", search: "%" })).items).toEqual([]);
    expect((await caller.webhook.receivers({ scope: "all", cursor: "1" })).items).toMatchObject([
      { partnerId: "prt_ours" },
    ]);
  });

  test("get their failed deliveries again by one press, which both audit logs have", async () => {
    const deliveryId = await fail(410);
    await world.db.prisma.webhookDelivery.update({
      where: { id: deliveryId },
      data: { status: "rejected", nextAttemptAt: null },
    });
    const caller = await as("support");
    expect(await caller.webhook.resendFailed({ partnerId: "prt_other", span: "day" })).toEqual({
      count: 1,
      hasMore: false,
    });
    expect(await caller.webhook.resend({ partnerId: "prt_other", deliveryId })).toMatchObject({ statusCode: 200 });
    expect(await deliveries.getRow(deliveryId)).toMatchObject({ status: "delivered" });
    const entries = async (scope: string) =>
      (await world.db.prisma.auditEntry.findMany({ where: { scope }, orderBy: { number: "asc" } }))
        .map(({ action, outcome, actorName }) => `${action} ${outcome} ${scope === "staff" ? "" : actorName}`.trim())
        .slice(-4);
    expect(await entries("prt_other")).toEqual([
      "webhook.resendFailed begun Vezne",
      "webhook.resendFailed done Vezne",
      "webhook.resend begun Vezne",
      "webhook.resend done Vezne",
    ]);
    expect(await entries("staff")).toEqual([
      "webhook.resendFailed begun",
      "webhook.resendFailed done",
      "webhook.resend begun",
      "webhook.resend done",
    ]);
    const missing = { code: "NOT_FOUND" };
    await expect(caller.webhook.resend({ partnerId: "prt_ours", deliveryId })).rejects.toMatchObject(missing);
    await expect(caller.webhook.resendFailed({ partnerId: "prt_x", span: "day" })).rejects.toMatchObject(missing);
    const bad = { code: "BAD_REQUEST" };
    await expect(caller.webhook.resendFailed({ partnerId: "prt_ours", span: "year" as "day" })).rejects.toMatchObject(
      bad,
    );
  });
});

describe("a test webhook", () => {
  const by = { staffId: "usr_1", sourceIp: "127.0.0.1" };

  test.each(eventTypes)("%s can be sent in the sandbox, about a resource that does not exist", async (type) => {
    const { deliveryId } = await sendTestWebhook(world.ctx, { partnerId: "prt_ours", type, ...by });
    await relayOutbox(world.ctx);
    const row = await deliveries.getRow(deliveryId ?? "");
    expect(row.type).toBe(type);
    const body = JSON.parse(Buffer.from(row.body).toString());
    expect(await world.db.prisma.payment.count({ where: { id: body.paymentCode ?? "" } })).toBe(0);
  });

  test("is webhook.test alone in live mode, because any other type would say something untrue", async () => {
    const live = { ...world.ctx, sandboxTime: null };
    const send = (type: "webhook.test" | "payment.captured") =>
      sendTestWebhook(live, { partnerId: "prt_ours", type, ...by });
    await expect(send("payment.captured")).rejects.toMatchObject({ code: "validation_error" });
    expect((await send("webhook.test")).deliveryId).toMatch(/^whd_/);
    const caller = await as("operations");
    await expect(
      caller.partner.sendTest({ partnerId: "prt_ours", type: "payment.lost" as "payment.captured" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
