import { afterAll, beforeAll, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { hours, plusMs } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { getPayoutCalendar } from "./calendar-queries";
import { changePayoutTerms } from "./change-payout-terms";
import { recordPayoutOutcome } from "./record-payout-outcome";

let world: TestWorld;
let journey: PayoutJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, hasBrokenBooks: true });
  // Thursday, noon in Istanbul.
  world.clock.set(new Date("2027-06-03T09:00:00.000Z"));
  journey = await createPayoutJourney(world);
});
afterAll(() => world.close());

const partnerId = asPartnerId("prt_ours");
const read = (month: string | null = null) => getPayoutCalendar(world.ctx, { partnerId, month });

/** Returns the kinds and the reasons of a day's money in the calendar of its month. */
const readDay = async (date: string) =>
  (await read(date.slice(0, 7))).days
    .find((day) => day.date === date)
    ?.entries.map(({ kind, reason }) => [kind, reason] as const);

test("money is expected on its due day, then late, in a payout and paid, and the next sum is said before", async () => {
  const paymentCode = await journey.capture({ amountKurus: 30_000n });
  const netKurus = 30_000n - ((await journey.getPayment(paymentCode)).commission?.amount ?? 0n);
  const friday = "2027-06-04";
  expect(await readDay(friday)).toEqual([["expected", null]]);
  expect((await read()).next).toEqual({ date: friday, amountKurus: netKurus, isTooSmall: false });
  world.clock.set(new Date(`${friday}T09:30:00+03:00`));
  expect(await readDay(friday)).toEqual([["late", "collection"]]);
  await journey.collect();
  expect(await readDay(friday)).toEqual([["in_payout", "approval"]]);
  expect((await read()).next).toEqual({ date: friday, amountKurus: netKurus, isTooSmall: false });
  const { id } = await journey.newest();
  world.clock.set(new Date("2027-06-05T12:00:00+03:00"));
  expect(await readDay(friday)).toEqual([["late", "approval"]]);
  await journey.send();
  await recordPayoutOutcome(world.ctx, { payoutId: id, outcome: { bankReference: "EFT-1" } });
  // A payout that is approved on a later day is paid on the next business day.
  expect(await readDay(friday)).toEqual([]);
  expect(await readDay("2027-06-07")).toEqual([["paid", null]]);
});

test("a sum below the minimum is announced, and is carried over on its day; a held payment is late by itself", async () => {
  await changePayoutTerms(world.ctx, { partnerId, changes: { minimumKurus: 1_000_000n } });
  const held = await journey.capture({ amountKurus: 20_000n });
  await journey.capture({ amountKurus: 10_000n });
  const { next } = await read();
  expect(next?.isTooSmall).toBe(true);
  await world.db.prisma.payment.update({ where: { id: held }, data: { heldSince: world.clock.now() } });
  world.clock.set(plusMs(istanbulDayStart(new Date(`${next?.date}T12:00:00+03:00`)), hours(9.5)));
  await journey.collect();
  const unpaid = (await readDay(next?.date ?? ""))?.filter(([kind]) => kind !== "paid");
  expect(unpaid).toEqual([
    ["late", "payment_held"],
    ["carried", "minimum"],
  ]);
});

test("another account's money is not in the calendar, and a month without money has its days", async () => {
  const other = await getPayoutCalendar(world.ctx, { partnerId: asPartnerId("prt_other"), month: null });
  expect(other.days.flatMap(({ entries }) => entries)).toEqual([]);
  expect(other.next).toBeNull();
  expect((await read("2028-02")).days).toHaveLength(29);
});

test("the sums are read from the partial index alone, not from the account's settlements that are paid", async () => {
  await world.db.pool.query(`
    begin; set local session_replication_role = replica;
    insert into settlement (id, partner_id, payment_id, amount, bank_day, due_at, collect_at, created_at, updated_at, payout_id)
    select 'stl_' || lpad(n::text, 26, '0'), 'prt_ours', 'pay_' || lpad(n::text, 26, '0'), 1000, '2026-01-01',
           '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', case when n % 50 > 0 then 'pob_old' end
      from generate_series(1, 20000) n;
    commit`);
  await world.db.pool.query("vacuum analyze settlement");
  const { rows } = await world.db.pool.query<{ "QUERY PLAN": string }>(`
    explain select s.due_at, coalesce(s.collect_at, s.due_at), count(*)::int, sum(s.amount)::bigint from settlement s
     where s.partner_id = 'prt_ours' and s.payout_id is null and s.carry_over_id is null and s.due_at < '2027-12-01Z'
     group by s.due_at, s.collect_at order by s.due_at, s.collect_at`);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Only Scan using settlement_unpaid");
});
