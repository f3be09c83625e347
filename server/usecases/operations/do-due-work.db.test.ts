import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { type DueKind, listDue, listDueOfEach } from "@/server/store/operations/due";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { activateWebhookSecret } from "../webhooks/activate-webhook-secret";
import { eraseWebhookSecret } from "../webhooks/erase-webhook-secret";
import { prepareWebhookSecret } from "../webhooks/prepare-webhook-secret";
import { relayOutbox } from "../webhooks/relay-outbox";
import { webhookSecretPurpose } from "../webhooks/shared/webhook-secret";
import { triggerWebhook } from "../webhooks/trigger-webhook";
import { advanceClock } from "./advance-clock";
import { doDueWork } from "./do-due-work";
import { noteSweep } from "./note-sweep";
import { getSweepAges } from "./sweep-queries";

const busy = Array.from({ length: 60 }, (_, n) => `prt_busy${n}`);

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  const seal = (id: string) => world.ctx.vault.seal(webhookSecretPurpose(id), testWebhookSecret);
  const webhookUrl = "https://busy.test/hook";
  await world.db.prisma.partner.createMany({
    data: busy.map((id) => ({
      id,
      name: id,
      createdAt: world.clock.now(),
      webhookUrl,
      webhookSecret: seal(id),
    })),
  });
  await world.db.prisma.partner.updateMany({
    where: { id: { in: ["prt_ours", "prt_other"] } },
    data: { webhookUrl: "https://healthy.test/hook" },
  });
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.db.prisma.webhookAttempt.deleteMany();
  await world.db.prisma.webhookDelivery.deleteMany();
  await world.db.prisma.outboxEvent.deleteMany();
  world.receiver.sent.length = 0;
  world.receiver.answer(answered(200));
  world.signalled.length = 0;
});

const fire = () => doDueWork(world.ctx, { until: world.clock.now() });
const trigger = async (): Promise<string> => {
  const { deliveryId } = await triggerWebhook(world.ctx, { partnerId: "prt_ours", type: "webhook.test" });
  return deliveryId ?? "";
};
const isSent = (id: string) => world.receiver.sent.some(({ deliveryId }) => deliveryId === id);

/** Creates `count` deliveries per account that fell due ten minutes ago. */
const makeOverdue = (partnerIds: readonly string[], count: number) =>
  world.db.pool.query(
    `insert into webhook_delivery
       (id, partner_id, type, resource_type, resource_id, body, occurred_at, status, created_at, next_attempt_at)
     select concat('whd_', partner, '_', n), partner, 'webhook.test', 'test', n, '', $3, 'pending', $3,
            $3::timestamptz + n * interval '1 ms'
       from unnest($1::text[]) as partner, generate_series(1, $2) as n`,
    [partnerIds, count, plusMs(world.clock.now(), -minutes(10))],
  );

function createBarrier() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("sixty accounts whose receivers hang", () => {
  test("do not keep a healthy account, whose delivery is the newest, out of the round", async () => {
    const { open, opened } = createBarrier();
    await makeOverdue(busy, 20);
    const healthy = await trigger();
    await relayOutbox(world.ctx);
    world.receiver.answer(async ({ url }) => {
      if (url.includes("busy")) await opened;
      return answered(200);
    });
    const round = fire();
    await expect.poll(() => isSent(healthy)).toBe(true);
    open();
    expect((await round).deliveriesAttempted).toBe(60 * 20 + 1);
  });

  test("do not delay a healthy account when they use all of their parallel requests", async () => {
    const { open, opened } = createBarrier();
    await makeOverdue(busy, 4);
    const healthy = await trigger();
    await relayOutbox(world.ctx);
    const held = busy.flatMap((id) => [1, 2].map(() => world.ctx.receiverSlots.run(id, () => opened)));
    await fire();
    expect(world.receiver.sent.map(({ deliveryId }) => deliveryId)).toEqual([healthy]);
    open();
    await Promise.all(held);
  });
});

test("a round creates deliveries of events, signals them, and sends them itself", async () => {
  const id = await trigger();
  world.signalled.length = 0;
  expect((await fire()).deliveriesAttempted).toBe(1);
  expect(world.signalled).toEqual([id]);
  expect(isSent(id)).toBe(true);
});

test("a sweep expires payments and links whose time has ended, each at its own instant, and sends their events", async () => {
  const link = createLinkJourney(world);
  const created = await link.create();
  const { paymentCode } = await createPaymentJourney(world).createAtBank();
  world.clock.advanceMs(days(7));
  const due = await listDue(world.db, world.clock.now(), 10);
  expect(due.map(({ kind }) => kind)).toEqual(["payment_expiry", "link_expiry"]);
  expect(await fire()).toMatchObject({ paymentsExpired: 1, linksExpired: 1, deliveriesAttempted: 2 });

  expect((await link.getRow(created)).status).toBe("expired");
  expect(await world.db.prisma.payment.findUnique({ where: { id: paymentCode } })).toMatchObject({ status: "expired" });
  const events = world.receiver.sent.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
  expect(events).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: "payment.expired", paymentCode, occurredAt: due[0]?.at.toISOString() }),
      expect.objectContaining({ type: "payment_link.expired", occurredAt: created.expiresAt.toISOString() }),
    ]),
  );
  expect(await fire()).toMatchObject({ paymentsExpired: 0, linksExpired: 0 });
});

describe("the secret before a rotation (D-37)", () => {
  const partnerId = "prt_ours";
  const row = () => world.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } });
  const rotate = async () => {
    await prepareWebhookSecret(world.ctx, { partnerId });
    await activateWebhookSecret(world.ctx, { partnerId });
  };
  const erased = { webhookSecretPrevious: null, webhookSecretPreviousUntil: null };

  test("is erased after 24 hours, not a millisecond before, and signs nothing afterwards", async () => {
    await rotate();
    const { webhookSecret } = await row();
    world.clock.advanceMs(hours(24) - 1);
    await fire();
    expect(await eraseWebhookSecret(world.ctx, { partnerId })).toBe(false);
    expect((await row()).webhookSecretPrevious).not.toBeNull();
    world.clock.advanceMs(1);
    await fire();
    expect(await row()).toMatchObject({ ...erased, webhookSecret });
    await trigger();
    await fire();
    expect(world.receiver.sent[0]?.secrets).toHaveLength(1);
  });

  test("is erased by a jump of the sandbox clock, at its instant", async () => {
    await rotate();
    const until = (await row()).webhookSecretPreviousUntil;
    expect(await listDue(world.db, plusMs(world.clock.now(), days(40)), 10)).toEqual([
      { kind: "secret_expiry", id: partnerId, at: until, partnerId },
    ]);
    await advanceClock(world.ctx, { advanceSeconds: days(40) / 1000 });
    expect(await row()).toMatchObject(erased);
    expect(await listDue(world.db, world.clock.now(), 10)).toEqual([]);
  });

  test("is erased once by ten concurrent calls", async () => {
    await rotate();
    world.clock.advanceMs(hours(24));
    const all = await Promise.all(Array.from({ length: 10 }, () => eraseWebhookSecret(world.ctx, { partnerId })));
    expect(all.filter(Boolean)).toHaveLength(1);
  });
});

test("much due work of one kind takes no place of another kind in a list of each", async () => {
  await makeOverdue(busy, 1);
  await prepareWebhookSecret(world.ctx, { partnerId: "prt_ours" });
  await activateWebhookSecret(world.ctx, { partnerId: "prt_ours" });
  world.clock.advanceMs(hours(24));
  const kindsOf = (due: readonly { kind: DueKind }[]) => due.map(({ kind }) => kind);
  const kinds: readonly DueKind[] = ["delivery", "secret_expiry"];
  const now = world.clock.now();
  expect(kindsOf(await listDue(world.db, now, 2, kinds))).toEqual(["delivery", "delivery"]);
  const each = await listDueOfEach(world.db, now, new Map(kinds.map((kind) => [kind, 2])));
  expect(kindsOf(each)).toEqual(["delivery", "delivery", "secret_expiry"]);
  await eraseWebhookSecret(world.ctx, { partnerId: "prt_ours" });
});

test("finds what is due by indexes among 20,000 due deliveries of one account", async () => {
  await makeOverdue(["prt_other"], 20_000);
  await world.db.pool.query("vacuum analyze webhook_delivery");
  const plan = await explainLastQuery(world.db, async () => {
    expect(await listDue(world.db, world.clock.now(), 1_000)).toHaveLength(2);
  });
  expect(plan).toContain("delivery_due_of_partner");
  expect(plan).not.toContain("Seq Scan on webhook_delivery");
  // The number of pages read; reading all the due rows would take hundreds.
  const [, pages] = /^[^\n]*\n +Buffers: shared hit=(\d+)/.exec(plan) ?? [];
  expect(Number(pages)).toBeLessThan(50);
});

test("a process learns from the database when due work was last looked for, by the cron and by other processes", async () => {
  const [ours, theirs] = [1, 2].map((processNumber) => ({ ...world.ctx, processNumber }));
  const never = Number.POSITIVE_INFINITY;
  const isLately = (ms: number) => ms >= 0 && ms < 60_000;
  expect(await getSweepAges(ours!)).toEqual({ cronMs: never, otherWatchMs: never });
  await noteSweep(theirs!, { by: "watch" });
  expect(isLately((await getSweepAges(ours!)).otherWatchMs)).toBe(true);
  expect(await getSweepAges(theirs!)).toEqual({ cronMs: never, otherWatchMs: never });
  await noteSweep(theirs!, { by: "cron" });
  for (const ctx of [ours!, theirs!]) expect(isLately((await getSweepAges(ctx)).cronMs)).toBe(true);
});
