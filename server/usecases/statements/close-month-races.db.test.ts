import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { listMonths, monthSpan } from "@/server/domain/statements/months";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { closeMonth } from "./close-month";
import { getFrozenMonth } from "./month-queries";

// Entries and the closing of their month at once, as the application's role, which may enter a movement only by booking
// its settlement.
let world: TestWorld;
let journey: PayoutJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, asApplication: true });
  journey = await createPayoutJourney(world);
  await writeMember(world.ctx, "usr_finance", "finance");
});
afterAll(() => world.close());

const close = (month: string) => closeMonth(world.ctx, { partnerId: journey.partnerId, userId: "usr_finance", month });
const freeze = (month: string) => getFrozenMonth(world.ctx, { partnerId: journey.partnerId, month });

/** Captures payments and takes back their settlements and entries, so that they can be booked at a chosen moment. */
async function captureUnbooked(count: number): Promise<unknown[]> {
  const codes: string[] = [];
  for (let each = 0; each < count; each += 1) codes.push(await journey.capture({ amountKurus: 10_000n }));
  const { rows } = await world.db.pool.query<{ row: unknown }>(
    "select to_json(s) as row from settlement s where payment_id = any($1)",
    [codes],
  );
  const list = codes.map((code) => `'${code}'`).join(", ");
  await world.db.pool.query(
    `set session_replication_role = replica;
     delete from ledger_posting where entry_id in (select id from ledger_entry where payment_id in (${list}));
     delete from ledger_entry where payment_id in (${list});
     delete from settlement where payment_id in (${list});
     set session_replication_role = origin`,
  );
  return rows.map(({ row }) => row);
}

const book = (client: Pick<pg.ClientBase, "query">, settlement: unknown) =>
  client.query("insert into settlement select * from json_populate_record(null::settlement, $1)", [
    JSON.stringify(settlement),
  ]);

/** Waits until a statement that contains a text waits for a lock. */
const untilBlocked = (text: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await world.db.pool.query(
        `select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike $1 and datname = current_database()`,
        [`%${text}%`],
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 20_000, interval: 10 },
  );

const countOf = async (month: string) => (await freeze(month)).totals.reduce((sum, { count }) => sum + count, 0);

test("a movement that is being entered is waited for, and counted in the month that closes", async () => {
  const month = "2026-11";
  const [first, second] = await captureUnbooked(2);
  await book(world.ctx.db.pool, first);
  world.clock.set(monthSpan(month).to);
  const client = await world.ctx.db.pool.connect();
  await client.query("begin");
  await book(client, second);
  const closing = close(month);
  await untilBlocked("from partner where id");
  await client.query("commit");
  client.release();
  await closing;
  expect(await countOf(month)).toBe(2);
  expect(await journey.verify()).toEqual([]);
});

test("a movement that is entered while its month is being closed waits, and is dated after it", async () => {
  const month = "2026-12";
  const [first, second] = await captureUnbooked(2);
  await book(world.ctx.db.pool, first);
  world.clock.set(monthSpan(month).to);
  const holder = await world.db.pool.connect();
  await holder.query("begin; lock table statement_total in share mode");
  const closing = close(month);
  await untilBlocked("statement_total");
  const booking = book(world.ctx.db.pool, second);
  await untilBlocked("json_populate_record");
  await holder.query("rollback");
  holder.release();
  await Promise.all([closing, booking]);
  expect(await countOf(month)).toBe(1);
  const { rows } = await world.db.pool.query(
    "select count(*)::int as count from ledger_entry where occurred_at >= $1",
    [monthSpan(month).to],
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect(await journey.verify()).toEqual([]);
});

test("of many movements and closings at once, each movement is counted exactly once", async () => {
  const months = listMonths("2027-01", "2027-08");
  for (const month of months) {
    world.clock.set(plusMs(monthSpan(month).to, -minutes(30)));
    const settlements = await captureUnbooked(6);
    world.clock.set(monthSpan(month).to);
    const bookings = settlements.map((settlement) => () => book(world.ctx.db.pool, settlement));
    const closings = [() => close(month), () => close(month)];
    const [one, two, three, four, five, six] = bookings;
    const order = [one, two, closings[0], three, four, closings[1], five, six];
    await Promise.all(order.map((act) => act?.()));
  }
  const { rows } = await world.db.pool.query<{ entered: number; frozen: number; later: number }>(
    `select (select count(*)::int from ledger_entry where partner_id = 'prt_ours') as entered,
            (select sum(count)::int from statement_total where partner_id = 'prt_ours') as frozen,
            (select count(*)::int from ledger_entry where partner_id = 'prt_ours' and occurred_at >= $1) as later`,
    [monthSpan("2027-08").to],
  );
  const [counts] = rows;
  expect(counts?.entered).toBe(4 + 6 * months.length);
  expect((counts?.frozen ?? 0) + (counts?.later ?? 0)).toBe(counts?.entered);
  expect(await journey.verify()).toEqual([]);
});
