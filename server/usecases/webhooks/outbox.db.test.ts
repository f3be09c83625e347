import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Db, inTx, type Tx } from "@/server/store/db";
import { type NewEvent, relayEvents, writeEvent } from "@/server/store/webhooks/outbox";
import { journeyIn } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { relayOutbox } from "./relay-outbox";
import { triggeredTypes, triggerWebhook } from "./trigger-webhook";

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
  world.woken.length = 0;
});

describe("from the change to the delivery", () => {
  test("an event becomes one delivery, due at once, with its bytes", async () => {
    const deliveryId = await write();
    expect(world.woken).toEqual(["outbox"]);
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

  test("the same event of a resource is one delivery, whoever writes it again", async () => {
    await write();
    await Promise.all([write(), write(), write({ occurredAt: new Date(0) })]);
    expect(await relayOutbox(world.ctx)).toHaveLength(1);
    await write();
    expect(await relayOutbox(world.ctx)).toEqual([]);
    expect(await deliveries()).toHaveLength(1);
  });

  test("two refunds of a payment are two deliveries that name the payment", async () => {
    for (const resourceId of ["rf_1", "rf_2"])
      await write({ type: "refund.approved", resourceType: "refund", resourceId });
    await relayOutbox(world.ctx);
    const bodies = (await deliveries()).map(({ body }) => JSON.parse(Buffer.from(body).toString()));
    expect(bodies.map(({ paymentCode }) => paymentCode)).toEqual(["pay_1", "pay_1"]);
  });

  test("without an address at the time of the event there is no delivery, ever", async () => {
    await setUrl(null);
    expect(await write()).toBeNull();
    expect(world.woken).toEqual([]);
    await setUrl("http://127.0.0.1:9/hook");
    expect(await relayOutbox(world.ctx)).toEqual([]);
    expect(await write()).toBeNull();
    expect(await relayOutbox(world.ctx)).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect(await world.db.prisma.outboxEvent.count()).toBe(1);
  });

  test("a change that is rolled back tells nobody", async () => {
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
    expect(world.woken).toEqual([]);
    expect(await relayOutbox(world.ctx)).toEqual([]);
  });

  test("a relay that dies before it commits leaves the event to the next one", async () => {
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

  test("ten relays at once make each delivery once", async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `pay_${n}`);
    for (const id of ids) await write({ resourceId: id, subjectId: id });
    const made = await Promise.all(
      Array.from({ length: 10 }, () => relayEvents(world.db, world.clock.now(), 20)),
    );
    expect(made.flat()).toHaveLength(60);
    expect(new Set(made.flat().map(({ deliveryId }) => deliveryId)).size).toBe(60);
    expect(await deliveries()).toHaveLength(60);
  });
});

describe("events that are triggered by hand", () => {
  test.each(triggeredTypes)("%s goes the way of the real ones", async (type) => {
    const { deliveryId } = await triggerWebhook(world.ctx, { partnerId: "prt_ours", type });
    expect((await relayOutbox(world.ctx)).map((made) => made.deliveryId)).toEqual([deliveryId]);
    const [row] = await deliveries();
    const body = JSON.parse(Buffer.from(row?.body ?? []).toString());
    const keys = type === "webhook.test" ? [] : ["payoutBatchId", "partnerId"];
    expect(Object.keys(body)).toEqual(["id", "type", ...keys, "occurredAt"]);
    expect(body).toMatchObject({ id: deliveryId, type });
  });

  test("each is an event of its own; null without an address; not_found without an account", async () => {
    const trigger = (partnerId: string) => triggerWebhook(world.ctx, { partnerId, type: "webhook.test" });
    const [one, two] = [await trigger("prt_ours"), await trigger("prt_ours")];
    expect(one.deliveryId).not.toBe(two.deliveryId);
    expect(await trigger("prt_other")).toEqual({ deliveryId: null });
    await expect(trigger("prt_nobody")).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a payment's end wakes the relay after it is committed, and only then", async () => {
  const { atTheBank, comeBack } = journeyIn(world);
  const { token } = await atTheBank();
  expect(world.woken).toEqual([]);
  await comeBack(token);
  expect(world.woken).toEqual(["outbox"]);
  expect(await relayOutbox(world.ctx)).toHaveLength(1);
});
