import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, seconds } from "@/server/domain/clock";
import { signHeaders, verifyWebhook } from "@/server/domain/webhooks/webhook-signature";
import { asPartnerId } from "@/server/store/tenant";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered, timedOut } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { getDelivery, type ListDeliveriesInput, listDeliveries, listDeliveryHeaders } from "./queries";
import { relayOutbox } from "./relay-outbox";
import { triggerWebhook } from "./trigger-webhook";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
const { reset: clear, createPending: pending, attempt, setUrl } = createDeliveryHelpers(() => world);
beforeEach(clear);

const ours = asPartnerId("prt_ours");
const other = asPartnerId("prt_other");
const list = (input: Partial<ListDeliveriesInput> = {}) =>
  listDeliveries(world.ctx, {
    partnerId: ours,
    status: null,
    type: null,
    cursor: null,
    countMax: 50,
    ...input,
  });
const listIds = async (input: Partial<ListDeliveriesInput>) => (await list(input)).items.map(({ id }) => id);
const get = (deliveryId: string, partnerId = ours) => getDelivery(world.ctx, { partnerId, deliveryId });

describe("a list of deliveries", () => {
  test("has the newest first in pages, each delivery once, also when all have the same instant", async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.push(await pending());
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ cursor, countMax: 3 });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([...made].sort().reverse());
  });

  test("is filtered by state, by all that failed, and by type", async () => {
    world.receiver.answer(answered(404), answered(500), answered(200));
    const [rejected, retried, arrived] = [await pending(), await pending(), await pending()];
    for (const id of [rejected, retried, arrived]) await attempt(id);
    await triggerWebhook(world.ctx, { partnerId: ours, type: "payout.failed" });
    await relayOutbox(world.ctx);
    expect(await listIds({ status: "delivered" })).toEqual([arrived]);
    expect(await listIds({ status: "failed" })).toEqual([rejected]);
    expect(await listIds({ status: "pending" })).toHaveLength(2);
    expect(await listIds({ status: "pending", type: "webhook.test" })).toEqual([retried]);
    expect(await listIds({ type: "payout.paid_out" })).toEqual([]);
  });

  test.each(["rejected", "exhausted", "dropped"] as const)("counts %s as failed", async (status) => {
    const id = await pending();
    await pending();
    const data = { status, nextAttemptAt: null, finishedAt: world.clock.now() };
    await world.db.prisma.webhookDelivery.update({ where: { id }, data });
    expect(await listIds({ status: "failed" })).toEqual([id]);
  });

  test("shows each subject, the last attempt's result and the next attempt's time", async () => {
    world.receiver.answer(answered(500), timedOut);
    const id = await pending();
    await attempt(id);
    world.clock.advanceMs(seconds(30));
    await attempt(id);
    await triggerWebhook(world.ctx, { partnerId: ours, type: "payout.failed" });
    await relayOutbox(world.ctx);
    const { items } = await list();
    expect(items.find((one) => one.id === id)).toMatchObject({
      subject: null,
      attempts: 2,
      lastResult: { statusCode: null, errorClass: "timeout" },
      nextAttemptAt: new Date(world.clock.now().getTime() + minutes(2)),
    });
    expect(items.find(({ type }) => type === "payout.failed")).toMatchObject({
      subject: { kind: "payout", id: expect.stringMatching(/^pob_/) },
      lastResult: null,
    });
  });

  test("shows nothing of another account, not even with its cursor", async () => {
    await pending("prt_other");
    expect((await list()).items).toEqual([]);
    expect((await list({ partnerId: other })).items).toHaveLength(1);
    expect(await listIds({ cursor: `${Date.now() * 2}.whd_ZZZ` })).toEqual([]);
  });

  test.each(["x", "1.pay_1", "1.whd_1' or 1=1", `${"9".repeat(20)}.whd_1`])(
    "validation_error for the cursor %s",
    async (cursor) => {
      await expect(list({ cursor })).rejects.toMatchObject({ code: "validation_error" });
    },
  );
});

describe("one delivery", () => {
  test("has its bytes, every attempt, and until when it can be sent again", async () => {
    world.receiver.answer({ ...answered(503), response: new TextEncoder().encode("<b>\u001b[31m\0") });
    const id = await pending();
    await attempt(id);
    const delivery = await get(id);
    expect(JSON.parse(delivery.body)).toMatchObject({ id, type: "webhook.test" });
    expect(delivery).toMatchObject({
      url: "http://127.0.0.1:9/hook",
      isResendable: true,
      scheduledAttempts: 1,
    });
    expect(delivery.tries).toMatchObject([
      { number: 1, statusCode: 503, errorClass: "server_error", response: "<b>␛[31m␀", isByHand: false },
    ]);
    world.clock.advanceMs(days(30));
    expect((await get(id)).isResendable).toBe(false);
  });

  test("shows the last fifty of more attempts, oldest first", async () => {
    const id = await pending();
    await world.db.pool.query(
      `insert into webhook_attempt (delivery_id, number, url, started_at, duration_ms, status_code, response, by_hand)
       select $1, n, '', now(), 1, 204, '', true from generate_series(1, 53) n`,
      [id],
    );
    const numbers = (await get(id)).tries.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 4));
  });

  test("404 for another account's delivery and its headers", async () => {
    const id = await pending();
    const asOther = { partnerId: other, deliveryId: id };
    await expect(getDelivery(world.ctx, asOther)).rejects.toMatchObject({ code: "not_found" });
    await expect(listDeliveryHeaders(world.ctx, asOther)).rejects.toMatchObject({ code: "not_found" });
    await expect(get("whd_none")).rejects.toMatchObject({ code: "not_found" });
  });

  test("has headers that a receiver would accept, also while there is no address", async () => {
    const id = await pending();
    await setUrl(null);
    const headers = await listDeliveryHeaders(world.ctx, { partnerId: ours, deliveryId: id });
    const { body } = await get(id);
    const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    // The timestamp is real time, whatever the sandbox clock shows.
    expect(Math.abs(Number(given["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
    expect(verifyWebhook({ headers: given, body, secret: testWebhookSecret })).toMatchObject({ ok: true });
    expect(Object.keys(given)).toEqual(
      Object.keys(
        signHeaders({
          deliveryId: id,
          occurredAt: new Date(),
          sentAt: new Date(),
          body: new Uint8Array(),
          secrets: ["x"],
        }),
      ),
    );
  });
});
