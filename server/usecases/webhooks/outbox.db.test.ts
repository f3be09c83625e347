import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Db, inTx, type Tx } from "@/server/store/db";
import { type NewEvent, relayEvents, writeEvent } from "@/server/store/webhooks/outbox";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { relayOutbox } from "./relay-outbox";
import { triggerableTypes, triggerWebhook } from "./trigger-webhook";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const setUrl = (webhookUrl: string | null, id = "prt_ours") =>
  world.db.prisma.partner.update({ where: { id }, data: { webhookUrl } });
const write = (changes: Partial<NewEvent> = {}) => {
  const event: NewEvent = {
    partnerId: "prt_ours",
    type: "payment.captured",
    resourceType: "payment",
    resourceId: "pay_1",
    subjectId: "pay_1",
    occurredAt: world.clock.now(),
    ...changes,
  };
  return inTx(world.db, (tx) => writeEvent(tx, event, world.clock.now()));
};
const deliveries = () => world.db.prisma.webhookDelivery.findMany({ orderBy: { id: "asc" } });

beforeEach(async () => {
  await world.db.prisma.webhookAttempt.deleteMany();
  await world.db.prisma.webhookDelivery.deleteMany();
  await world.db.prisma.outboxEvent.deleteMany();
  await setUrl("http://127.0.0.1:9/hook");
  world.signalled.length = 0;
});

describe("from the change to the delivery", () => {
  test("turns an event into one delivery that is due immediately", async () => {
    const deliveryId = await write();
    expect(world.signalled).toEqual(["outbox"]);
    expect(await relayOutbox(world.ctx)).toEqual([{ deliveryId, partnerId: "prt_ours" }]);
    const [row, ...others] = await deliveries();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: deliveryId,
      status: "pending",
      attempts: 0,
      nextAttemptAt: world.clock.now(),
    });
    expect(JSON.parse(Buffer.from(row?.body ?? []).toString())).toEqual({
      id: deliveryId,
      type: "payment.captured",
      paymentCode: "pay_1",
      occurredAt: "2026-11-20T09:00:00.000Z",
    });
    expect(await relayOutbox(world.ctx)).toEqual([]);
  });

  test("creates one delivery for the same event of a resource, however often it is written", async () => {
    await write();
    await Promise.all([write(), write(), write({ occurredAt: new Date(0) })]);
    expect(await relayOutbox(world.ctx)).toHaveLength(1);
    await write();
    expect(await relayOutbox(world.ctx)).toEqual([]);
    expect(await deliveries()).toHaveLength(1);
  });

  test("creates two deliveries that name the payment for two refunds of it", async () => {
    for (const resourceId of ["rf_1", "rf_2"])
      await write({ type: "refund.approved", resourceType: "refund", resourceId });
    await relayOutbox(world.ctx);
    const bodies = (await deliveries()).map(({ body }) => JSON.parse(Buffer.from(body).toString()));
    expect(bodies.map(({ paymentCode }) => paymentCode)).toEqual(["pay_1", "pay_1"]);
  });

  test("never creates a delivery when there was no address at the time of the event", async () => {
    await setUrl(null);
    expect(await write()).toBeNull();
    expect(world.signalled).toEqual([]);
    await setUrl("http://127.0.0.1:9/hook");
    expect(await relayOutbox(world.ctx)).toEqual([]);
    expect(await write()).toBeNull();
    expect(await relayOutbox(world.ctx)).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect(await world.db.prisma.outboxEvent.count()).toBe(1);
  });

  test("sends no signal and no event when the change is rolled back", async () => {
    const event: NewEvent = {
      partnerId: "prt_ours",
      type: "payment.failed",
      resourceType: "payment",
      resourceId: "pay_2",
      subjectId: "pay_2",
      occurredAt: world.clock.now(),
    };
    const change = inTx(world.db, async (tx) => {
      await writeEvent(tx, event, world.clock.now());
      throw new Error("rolled back");
    });
    await expect(change).rejects.toThrow("rolled back");
    expect(world.signalled).toEqual([]);
    expect(await relayOutbox(world.ctx)).toEqual([]);
  });

  test("leaves the event to the next relay when one dies before its commit", async () => {
    await write();
    const { db } = world;
    const $transaction = (work: (tx: Tx) => Promise<unknown>) =>
      db.prisma.$transaction(async (tx) => {
        expect(await work(tx)).toHaveLength(1);
        throw new Error("died");
      });
    const dying = { ...db, prisma: { $transaction } } as unknown as Db;
    await expect(relayEvents(dying, world.clock.now(), 10)).rejects.toThrow("died");
    expect(await deliveries()).toEqual([]);
    expect(await relayOutbox(world.ctx)).toHaveLength(1);
  });

  test("creates each delivery once when ten relays run in parallel", async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `pay_${n}`);
    for (const id of ids) await write({ resourceId: id, subjectId: id });
    const made = await Promise.all(Array.from({ length: 10 }, () => relayEvents(world.db, world.clock.now(), 20)));
    expect(made.flat()).toHaveLength(60);
    expect(new Set(made.flat().map(({ deliveryId }) => deliveryId)).size).toBe(60);
    expect(await deliveries()).toHaveLength(60);
  });
});

describe("events that are triggered manually", () => {
  test.each(triggerableTypes)("%s is delivered like a real event", async (type) => {
    const { deliveryId } = await triggerWebhook(world.ctx, { partnerId: "prt_ours", type });
    expect((await relayOutbox(world.ctx)).map((made) => made.deliveryId)).toEqual([deliveryId]);
    const [row] = await deliveries();
    const body = JSON.parse(Buffer.from(row?.body ?? []).toString());
    const keys = type === "webhook.test" ? [] : ["payoutBatchId", "partnerId"];
    expect(Object.keys(body)).toEqual(["id", "type", ...keys, "occurredAt"]);
    expect(body).toMatchObject({ id: deliveryId, type });
  });

  test("each is a separate event; null without an address; not_found without an account", async () => {
    const trigger = (partnerId: string) => triggerWebhook(world.ctx, { partnerId, type: "webhook.test" });
    const [one, two] = [await trigger("prt_ours"), await trigger("prt_ours")];
    expect(one.deliveryId).not.toBe(two.deliveryId);
    expect(await trigger("prt_other")).toEqual({ deliveryId: null });
    await expect(trigger("prt_nobody")).rejects.toMatchObject({ code: "not_found" });
  });
});

test("signals the relay after a payment's end is committed, and not before", async () => {
  const { createAtBank: atTheBank, returnFromBank: comeBack } = createPaymentJourney(world);
  const { token } = await atTheBank();
  expect(world.signalled).toEqual([]);
  await comeBack(token);
  expect(world.signalled).toEqual(["outbox"]);
  expect(await relayOutbox(world.ctx)).toHaveLength(1);
});
