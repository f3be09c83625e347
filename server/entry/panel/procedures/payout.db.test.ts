import { afterAll, beforeAll, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { exportSettlements } from "@/server/usecases/payouts/settlement-queries";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const panel = async (partnerId = "prt_ours") =>
  createCallerFactory(panelRouter)(await createPanelContext(world.ctx, "finance", partnerId)).payout;

// Thursday, noon in Istanbul: due on Friday, which begins at 21:00Z.
const thursday = new Date("2027-06-03T09:00:00.000Z");
const friday = new Date("2027-06-03T21:00:00.000Z");
const monday = new Date("2027-06-06T21:00:00.000Z");

test("due returns signed sums per day and their settlements; a credit on a day without a capture is a debt", async () => {
  world.clock.set(thursday);
  const first = await journey.capture({ amountKurus: 30_000n });
  const second = await journey.capture({ amountKurus: 20_000n });
  const voided = await journey.refund(second);
  const commission = (await journey.getPayment(first)).commission?.amount ?? 0n;
  await journey.advanceToDayEnd();
  const credited = await journey.refund(first, { amountKurus: 5_000n });
  const due = await (await panel()).due();
  expect(due).toEqual({
    asOf: world.clock.now(),
    totalKurus: 25_000n - commission,
    payableKurus: 30_000n - commission,
    days: [
      { dueAt: friday, count: 3, amountKurus: 30_000n - commission },
      { dueAt: monday, count: 1, amountKurus: -5_000n },
    ],
  });
  const onFriday = await (await panel()).dueSettlements({ dueAt: friday });
  const onMonday = await (await panel()).dueSettlements({ dueAt: monday });
  const items = [...onFriday.items, ...onMonday.items];
  const shown = items.map(({ kind, grossKurus, paymentCode, refundId }) => ({
    kind,
    grossKurus,
    paymentCode,
    refundId,
  }));
  expect([onFriday.nextCursor, onMonday.nextCursor]).toEqual([null, null]);
  expect(shown).toHaveLength(4);
  expect(shown).toEqual(
    expect.arrayContaining([
      { kind: "capture", grossKurus: 30_000n, paymentCode: first, refundId: null },
      { kind: "capture", grossKurus: 20_000n, paymentCode: second, refundId: null },
      { kind: "void", grossKurus: -20_000n, paymentCode: second, refundId: voided.refundId },
      { kind: "credit", grossKurus: -5_000n, paymentCode: first, refundId: credited.refundId },
    ]),
  );
  expect(items.reduce((sum, { netKurus }) => sum + netKurus, 0n)).toBe(due.totalKurus);
  expect(onMonday.items.map(({ netKurus }) => netKurus)).toEqual([-5_000n]);
});

test("another account sees neither the amounts due nor the payouts, not even by their ids", async () => {
  const other = await panel("prt_other");
  expect(await other.due()).toMatchObject({ totalKurus: 0n, days: [] });
  expect((await other.dueSettlements({ dueAt: friday })).items).toEqual([]);
  const [item] = await createPrepared("prt_ours", 1);
  await expect(other.get({ payoutItemId: item ?? "" })).rejects.toThrow("not_found");
  expect((await other.settlements({ payoutItemId: item ?? "" })).items).toEqual([]);
  expect((await other.list({})).items).toEqual([]);
});

let batches = 0;

/** Creates payouts of an account at one instant, in the state before they are sent. */
async function createPrepared(partnerId: string, count: number): Promise<string[]> {
  const at = world.clock.now();
  const ids = Array.from({ length: count }, () => {
    batches += 1;
    return String(batches).padStart(4, "0");
  });
  await world.db.prisma.payoutBatch.createMany({
    data: ids.map((id) => ({ id: `pob_${id}`, createdAt: at })),
  });
  await world.db.prisma.payoutItem.createMany({
    data: ids.map((id) => ({
      id: `poi_${id}`,
      batchId: `pob_${id}`,
      partnerId,
      amount: 10_000n,
      status: "prepared",
      ibanMasked: "TR33 **** 26",
      createdAt: at,
      updatedAt: at,
    })),
  });
  return ids.map((id) => `poi_${id}`);
}

test("a settlement in a payout is no longer due, and is listed with the payout", async () => {
  const [payoutItemId = ""] = await createPrepared("prt_ours", 1);
  const before = await (await panel()).due();
  await world.db.prisma.settlement.updateMany({
    where: { partnerId: "prt_ours", dueAt: friday },
    data: { status: "in_payout", payoutItemId },
  });
  const after = await (await panel()).due();
  expect(after.days).toEqual(before.days.slice(1));
  expect(after.totalKurus).toBe(-5_000n);
  expect(await (await panel()).get({ payoutItemId })).toMatchObject({
    settlementCount: 3,
    status: "prepared",
  });
  const { items } = await (await panel()).settlements({ payoutItemId });
  expect(items).toHaveLength(3);
  expect(items.reduce((sum, { netKurus }) => sum + netKurus, 0n)).toBe(before.days[0]?.amountKurus);
  expect((await (await panel("prt_other")).settlements({ payoutItemId })).items).toEqual([]);
});

test("pages list payouts of one instant once each, newest first; an invalid cursor starts at the first page", async () => {
  world.clock.set(plusMs(thursday, days(30)));
  const made = await createPrepared("prt_other", 120);
  const other = await panel("prt_other");
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof other.list>> = await other.list({ cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([...made].reverse());
  await world.db.prisma.payoutItem.update({ where: { id: made[7] ?? "" }, data: { status: "failed" } });
  const found = async (filters: Parameters<typeof other.list>[0]) =>
    (await other.list(filters)).items.map(({ id }) => id);
  expect(await found({ status: ["failed", "paid_out"] })).toEqual([made[7]]);
  expect(await found({ status: ["failed"], created: "today" })).toEqual([made[7]]);
  expect(await found({ created: "yesterday" })).toEqual([]);
  expect((await other.list({ cursor: "1-poi_' or 1=1" })).items).toHaveLength(50);
});

test("the file has each settlement once, also when several are due at the same instant, the earliest booked first", async () => {
  for (let count = 0; count < 4; count += 1) {
    await journey.capture({ amountKurus: 10_000n });
    world.clock.advanceMs(1_000);
  }
  const all: string[] = [];
  const booked: Date[] = [];
  const { partnerId } = world.caller;
  for await (const row of exportSettlements(world.ctx, { partnerId, payoutItemId: null }, 2)) {
    all.push(row.id);
    booked.push(row.createdAt);
  }
  expect(all).toHaveLength(5);
  expect(new Set(all).size).toBe(5);
  expect(booked).toEqual([...booked].sort((a, b) => a.getTime() - b.getTime()));
});
