import { afterAll, beforeAll, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { auditLedger } from "@/server/store/ledger/verify";
import { createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { advanceClock } from "../operations/advance-clock";
import { changePayoutTerms } from "./change-payout-terms";
import { getDue, listPayouts } from "./queries";

// The sandbox pays by itself, so that moving the clock gives payouts with their lines.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const partnerId = () => world.caller.partnerId;
const payouts = async () => {
  const filters = { status: null, created: null };
  return (await listPayouts(world.ctx, { partnerId: partnerId(), filters, cursor: null, countMax: 50 })).items;
};

test("a month of days gives a payout at 10:00 of each business day with something due, and the books are right", async () => {
  const from = istanbulDayStart(world.clock.now());
  let captured = 0;
  for (let day = 0; day < 30; day += 1) {
    const code = await journey.capture({ amountKurus: 10_000n });
    captured += 1;
    if (day % 10 === 5) await journey.refund(code);
    await advanceClock(world.ctx, { set: plusMs(from, days(day + 1) + hours(12)) });
  }
  await advanceClock(world.ctx, { set: plusMs(from, days(40)) });
  const made = await payouts();
  expect(made.length).toBeGreaterThan(15);
  for (const { status, createdAt, endedAt, bankReference, ibanMasked } of made) {
    expect([status, createdAt.toISOString().slice(11), endedAt?.toISOString().slice(11)]).toEqual([
      "paid_out",
      "06:00:00.000Z",
      "07:00:00.000Z",
    ]);
    expect(bankReference).toMatch(/^SANDBOX-/);
    expect(ibanMasked).toBe("TR33 **** **** **** **** **13 26");
  }
  const events = await world.db.prisma.outboxEvent.count({ where: { type: "payout.paid_out" } });
  expect(events).toBe(made.length);
  const settlements = await world.db.prisma.settlement.findMany({ include: { payout: { select: { status: true } } } });
  expect(settlements).toHaveLength(captured + 3);
  expect(settlements.filter(({ payout }) => payout?.status !== "paid_out")).toEqual([]);
  const netKurus = settlements.reduce((sum, { amount }) => sum + amount, 0n);
  expect(made.reduce((sum, { amountKurus }) => sum + amountKurus, 0n)).toBe(netKurus);
  expect(await getDue(world.ctx, { partnerId: partnerId() })).toMatchObject({ totalKurus: 0n, days: [] });
  expect((await auditLedger(world.db)).differences).toEqual([]);
}, 60_000);

test("an account that leaves its payouts to the back-office has them prepared and nothing more", async () => {
  await changePayoutTerms(world.ctx, { partnerId: partnerId(), changes: { isAutomatic: false } });
  await journey.capture({ amountKurus: 10_000n });
  await advanceClock(world.ctx, { set: plusMs(world.clock.now(), days(6)) });
  expect((await payouts())[0]).toMatchObject({ status: "prepared", endedAt: null, ibanMasked: null });
});
