import { afterAll, beforeAll, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changePayoutTerms } from "@/server/usecases/payouts/change-payout-terms";
import { collectPayout } from "@/server/usecases/payouts/collect-payout";
import { exportSettlements } from "@/server/usecases/payouts/settlement-queries";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, hasBrokenBooks: true });
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
    carried: { count: 0, amountKurus: 0n },
    isHeld: false,
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
  await expect(other.get({ payoutId: item ?? "" })).rejects.toThrow("not_found");
  await expect(other.settlements({ payoutId: item ?? "", part: "lines" })).rejects.toThrow("not_found");
  expect((await other.list({})).items).toEqual([]);
});

let batches = 0;

/** Creates payouts of an account at one instant, as rows without settlements. */
async function createPrepared(partnerId: string, count: number): Promise<string[]> {
  const at = world.clock.now().toISOString();
  const ids = Array.from({ length: count }, () => {
    batches += 1;
    return `pob_${String(batches).padStart(4, "0")}`;
  });
  await world.db.pool.query(
    `set session_replication_role = replica;
     insert into payout (id, partner_id, status, amount, carried_amount, line_count, value_date, root_id, created_at, updated_at)
     select id, '${partnerId}', 'prepared', 10000, 0, 1, '2027-06-04', id, '${at}', '${at}'
       from unnest(array['${ids.join("', '")}']) id;
     set session_replication_role = origin`,
  );
  return ids;
}

test("a settlement in a payout is no longer due, and is listed with the payout", async () => {
  await changePayoutTerms(world.ctx, { partnerId: "prt_ours", changes: { isAutomatic: false } });
  const before = await (await panel()).due();
  world.clock.set(plusMs(friday, hours(10)));
  await collectPayout(world.ctx, { partnerId: "prt_ours" });
  const after = await (await panel()).due();
  expect(after.days).toEqual(before.days.slice(1));
  expect(after.totalKurus).toBe(-5_000n);
  const [made] = (await (await panel()).list({})).items;
  const payoutId = made?.id ?? "";
  expect(await (await panel()).get({ payoutId })).toMatchObject({ lineCount: 3, carriedKurus: 0n, status: "prepared" });
  const { items } = await (await panel()).settlements({ payoutId, part: "lines" });
  expect(items).toHaveLength(3);
  expect(items.reduce((sum, { netKurus }) => sum + netKurus, 0n)).toBe(before.days[0]?.amountKurus);
  expect((await (await panel()).settlements({ payoutId, part: "carried" })).items).toEqual([]);
  await expect((await panel("prt_other")).settlements({ payoutId, part: "lines" })).rejects.toThrow("not_found");
});

test("what a day owes is carried over, and is listed until the next payout", async () => {
  world.clock.set(plusMs(monday, hours(10)));
  await collectPayout(world.ctx, { partnerId: "prt_ours" });
  const { carried, days: due } = await (await panel()).due();
  expect([carried, due]).toEqual([{ count: 1, amountKurus: -5_000n }, []]);
  const { items } = await (await panel()).carriedSettlements({});
  expect(items.map(({ netKurus }) => netKurus)).toEqual([-5_000n]);
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
  await world.db.pool.query(
    `set session_replication_role = replica;
     update payout set status = 'failed', approved_at = created_at, iban = '\\x00', iban_masked = 'TR', beneficiary = 'S',
            ended_at = created_at, failure = 'iban_invalid' where id = '${made[7]}';
     update payout set status = 'withdrawn', ended_at = created_at where id = '${made[8]}';
     set session_replication_role = origin`,
  );
  const found = async (filters: Parameters<typeof other.list>[0]) =>
    (await other.list(filters)).items.map(({ id }) => id);
  expect(await found({ status: ["failed", "paid_out"] })).toEqual([made[7]]);
  expect(await found({ status: ["failed"], created: "today" })).toEqual([made[7]]);
  expect(await found({ created: "yesterday" })).toEqual([]);
  expect((await other.list({ cursor: "1-pob_' or 1=1" })).items).toHaveLength(50);
  await expect(other.get({ payoutId: made[8] ?? "" })).rejects.toThrow("not_found");
});

test("the file has each settlement once, also when several are due at the same instant, the earliest booked first", async () => {
  for (let count = 0; count < 4; count += 1) {
    await journey.capture({ amountKurus: 10_000n });
    world.clock.advanceMs(1_000);
  }
  const all: string[] = [];
  const booked: Date[] = [];
  const { partnerId } = world.caller;
  for await (const row of exportSettlements(world.ctx, { partnerId, payoutId: null }, 2)) {
    all.push(row.id);
    booked.push(row.createdAt);
  }
  expect(all).toHaveLength(5);
  expect(new Set(all).size).toBe(5);
  expect(booked).toEqual([...booked].sort((a, b) => a.getTime() - b.getTime()));
});
