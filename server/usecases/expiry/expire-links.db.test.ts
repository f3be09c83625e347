import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { days, minutes, plusMs, seconds } from "@/server/domain/clock";
import { closeDb, createDb } from "@/server/store/db";
import { listDue } from "@/server/store/operations/due";
import { createLinkJourney, deferAnswer } from "@/server/testing/journeys/link";
import { lockLink, writeLinks, writeManyLinks } from "@/server/testing/journeys/link-rows";
import { countCases } from "@/server/testing/run/cases";
import { approved, declined, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { expireLinks, linksPerBatch } from "./expire-links";

let world: TestWorld;
beforeEach(async () => {
  world = await openTestWorld();
});
afterEach(() => world.close());

const fire = () => doDueWork(world.ctx, { until: world.clock.now() });
const weekAgo = () => plusMs(world.clock.now(), -days(7));

/** Counts the links, the expired links, and the expired links that have exactly one event, dated when they were due. */
async function tally() {
  const { rows } = await world.db.pool.query(`
    select count(*)::int as links, count(*) filter (where status = 'expired')::int as expired,
           count(*) filter (where status = 'expired' and events = 1 and occurred_at = expires_at)::int as notified
      from payment_link
      left join (select resource_id, count(*) as events, max(occurred_at) as occurred_at from outbox_event
                  where type = 'payment_link.expired' group by resource_id) e on e.resource_id = payment_link.id`);
  return rows[0];
}

describe("due at once", () => {
  test("expires more than a batch completely, in the order of the due instants", async () => {
    await writeManyLinks(world, { count: linksPerBatch + 500, lastAt: weekAgo() });
    expect(await expireLinks(world.ctx)).toBe(linksPerBatch);
    const { _max } = await world.db.prisma.paymentLink.aggregate({
      where: { status: "expired" },
      _max: { partnerReference: true },
    });
    expect(Number(_max.partnerReference)).toBe(linksPerBatch);
    expect((await fire()).linksExpired).toBe(500);
    expect(await expireLinks(world.ctx)).toBe(0);
    expect(await tally()).toEqual({ links: 1_500, expired: 1_500, notified: 1_500 });
  });

  test("two processes at once expire each link once, and both expire some", async () => {
    await writeManyLinks(world, { count: 2_500, lastAt: weekAgo() });
    const databaseUrl = world.db.pool.options.connectionString ?? "";
    const other = createDb({ databaseUrl });
    const counts = await Promise.all([fire(), doDueWork({ ...world.ctx, db: other }, { until: world.clock.now() })]);
    await closeDb(other);
    expect(counts.reduce((sum, { linksExpired }) => sum + linksExpired, 0)).toBe(2_500);
    expect(counts.every(({ linksExpired }) => linksExpired > 0)).toBe(true);
    expect(await tally()).toEqual({ links: 2_500, expired: 2_500, notified: 2_500 });
  });

  test("skips a locked link, and expires it after the lock is released", async () => {
    const [held = ""] = await writeLinks(
      world,
      [0, 1, 2].map((n) => ({ createdAt: plusMs(weekAgo(), n - 2) })),
    );
    const release = await lockLink(world, held);
    expect(await expireLinks(world.ctx)).toBe(2);
    expect(await expireLinks(world.ctx)).toBe(0);
    const waiting = expireLinks(world.ctx, { partnerId: world.caller.partnerId, waits: true });
    await release();
    expect(await waiting).toBe(1);
    expect(await tally()).toEqual({ links: 3, expired: 3, notified: 3 });
  });

  test("expires only the given account's links, and none a millisecond early", async () => {
    await writeLinks(world, [
      { createdAt: weekAgo() },
      { createdAt: plusMs(weekAgo(), 1) },
      { createdAt: weekAgo(), partnerId: "prt_other" },
    ]);
    expect(await expireLinks(world.ctx, { partnerId: world.caller.partnerId })).toBe(1);
    expect(await tally()).toMatchObject({ expired: 1 });
    expect((await fire()).linksExpired).toBe(1);
    world.clock.advanceMs(1);
    expect((await fire()).linksExpired).toBe(1);
  });
});

const count = countCases(8_000, 100_000);
test(`${count} links that are due at once delay other due work by one batch at most`, async () => {
  await writeManyLinks(world, { count, lastAt: weekAgo() });
  await world.db.pool.query("analyze payment_link");
  await world.db.prisma.partner.update({
    where: { id: "prt_other" },
    data: { webhookUrl: "https://shop.test/hook" },
  });
  const dueDelivery = (n: number) =>
    world.db.pool.query(
      `insert into webhook_delivery
         (id, partner_id, type, resource_type, resource_id, body, occurred_at, status, created_at, next_attempt_at)
       values ($1, 'prt_other', 'webhook.test', 'test', $1, '', $2, 'pending', $2, $2)`,
      [`whd_${n}`, world.clock.now()],
    );
  const seen: { expired: number; delivery: string }[] = [];
  await dueDelivery(0);
  world.receiver.answer(async ({ deliveryId }) => {
    seen.push({ delivery: deliveryId, expired: await tallyExpired() });
    if (seen.length < 5) await dueDelivery(seen.length);
    return { statusCode: 200, errorClass: null, durationMs: 1, response: new Uint8Array() };
  });
  let linksExpired = 0;
  while (linksExpired < count) linksExpired += (await doDueWork(world.ctx, { until: world.clock.now() })).linksExpired;
  // Each delivery fell due during the one before it.
  expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => ({ delivery: `whd_${n}`, expired: (n + 1) * linksPerBatch })));
  expect(linksExpired).toBe(count);
  expect(await tally()).toEqual({ links: count, expired: count, notified: count });
});

const tallyExpired = async (): Promise<number> => world.db.prisma.paymentLink.count({ where: { status: "expired" } });

describe("the merchant's webhook", () => {
  test("is never sent without an address, and once with one", async () => {
    await world.db.prisma.partner.update({
      where: { id: "prt_other" },
      data: { webhookUrl: "https://shop.test/hook" },
    });
    await writeLinks(world, [{ createdAt: weekAgo() }, { createdAt: weekAgo(), partnerId: "prt_other" }]);
    world.signalled.length = 0;
    expect(await expireLinks(world.ctx)).toBe(2);
    expect(world.signalled).toEqual(["outbox"]);
    const events = await world.db.prisma.outboxEvent.findMany({ orderBy: { partnerId: "asc" } });
    expect(events).toMatchObject([
      { partnerId: "prt_other", resourceType: "payment_link", subjectId: "pl_prt_other_1", relayedAt: null },
      { partnerId: "prt_ours", subjectId: "pl_prt_ours_1", relayedAt: world.clock.now() },
    ]);
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(world.receiver.sent.map(({ url }) => url)).toEqual(["https://shop.test/hook"]);
  });
});

describe("a link in 3-D Secure", () => {
  test("expires with its payment, among others of the batch", async () => {
    const link = createLinkJourney(world);
    await writeLinks(world, [{ createdAt: world.clock.now() }]);
    const { expiresAt, ...created } = await link.create();
    world.clock.set(plusMs(expiresAt, -minutes(1)));
    await link.sendToBank(created);
    world.clock.set(plusMs(expiresAt, seconds(1)));
    expect((await fire()).linksExpired).toBe(2);
    expect(await link.listPayments(created)).toMatchObject([
      { status: "failed", failureCode: "link_expired", failedAt: expiresAt },
    ]);
    expect(await tally()).toEqual({ links: 2, expired: 2, notified: 2 });
  });

  test.each([
    ["declined", "expired"],
    ["approved", "completed"],
  ])("whose capture runs is not due until the capture is %s: %s", async (outcome, status) => {
    const link = createLinkJourney(world);
    const { expiresAt, ...created } = await link.create();
    world.clock.set(plusMs(expiresAt, -minutes(1)));
    const { callback } = await link.sendToBank(created);
    const { asked, answer } = deferAnswer(world, "capture");
    const back = link.returnFromBank(callback);
    await asked;
    world.clock.set(plusMs(expiresAt, minutes(1)));
    expect(await listDue(world.db, world.clock.now(), 10, ["link_expiry"])).toEqual([]);
    // The sweep also inquires the capture, so it waits for the bank's answer.
    const sweep = fire();
    expect(await expireLinks(world.ctx, { partnerId: world.caller.partnerId, waits: true })).toBe(0);
    answer(outcome === "declined" ? declined : approved);
    await back;
    await world.settled();
    expect((await sweep).linksExpired).toBe(0);
    expect(await link.getRow(created)).toMatchObject({ status });
    expect((await fire()).linksExpired).toBe(0);
    if (status === "expired") expect(await tally()).toMatchObject({ notified: 1 });
  });
});

describe("the sandbox clock", () => {
  test("expires each link at its own instant, in order with the other due work", async () => {
    const link = createLinkJourney(world);
    const first = await link.create();
    world.clock.advanceMs(seconds(10));
    const second = await link.create();
    world.clock.set(plusMs(second.expiresAt, -minutes(1)));
    await link.sendToBank(second);
    const { fired } = await link.advance(days(1));
    expect(fired).toMatchObject({ linksExpired: 2, paymentsExpired: 0 });
    const events = await world.db.prisma.outboxEvent.findMany({
      orderBy: [{ createdAt: "asc" }, { type: "asc" }],
    });
    const notified = events.map(({ type, createdAt, occurredAt }) => ({ type, createdAt, occurredAt }));
    const at = ({ expiresAt }: { expiresAt: Date }) => ({ createdAt: expiresAt, occurredAt: expiresAt });
    expect(notified).toEqual([
      { type: "payment_link.expired", ...at(first) },
      { type: "payment.failed", ...at(second) },
      { type: "payment_link.expired", ...at(second) },
    ]);
  });

  test("expires more than a batch at one instant", async () => {
    const lastAt = world.clock.now();
    await writeManyLinks(world, { count: linksPerBatch + 1, lastAt, apartMs: 0 });
    const { fired } = await createLinkJourney(world).advance(days(8));
    expect(fired.linksExpired).toBe(linksPerBatch + 1);
    expect(await tally()).toMatchObject({ notified: linksPerBatch + 1 });
    expect((await world.db.prisma.outboxEvent.findFirst())?.createdAt).toEqual(plusMs(lastAt, days(7)));
  });
});
