import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, hours, plusMs } from "@/server/domain/clock";
import { type StatementLine, statementKinds } from "@/server/domain/statements/statement";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { recordPayoutOutcome } from "../payouts/record-payout-outcome";
import { getStatement, listStatementLines, listStatementPage, type StatementPage } from "./queries";

// Friday 20 November: a capture of 1,000 TL, and one of 300 TL that is voided. They are paid on the Tuesday, when
// another capture comes, of which a part is refunded on the Wednesday.
let world: TestWorld;
let journey: PayoutJourney;
const friday = new Date("2026-11-19T21:00:00.000Z");
let codes: { paid: string; voided: string; second: string; payoutId: string };
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, asApplication: true });
  journey = await createPayoutJourney(world);
  const paid = await journey.capture({ amountKurus: 100_000n });
  world.clock.advanceMs(hours(1));
  const voided = await journey.capture({ amountKurus: 30_000n });
  world.clock.advanceMs(hours(1));
  await journey.refund(voided);
  world.clock.set(plusMs(friday, days(4) + hours(9.5)));
  const { id: payoutId } = await journey.send();
  await recordPayoutOutcome(world.ctx, { payoutId, outcome: { bankReference: "EFT-1" } });
  world.clock.advanceMs(hours(1));
  const second = await journey.capture({ amountKurus: 50_000n });
  world.clock.set(plusMs(friday, days(5) + hours(12)));
  await journey.refund(second, { way: "credit", amountKurus: 10_000n });
  codes = { paid, voided, second, payoutId };
});
afterAll(() => world.close());

const selection = { book: "collected", kinds: null, terminalId: null } as const;
const spanOf = (fromDay: number, toDay: number) => ({
  from: plusMs(friday, days(fromDay)),
  to: plusMs(friday, days(toDay)),
});
const inputOf = (fromDay: number, toDay: number) => ({
  partnerId: journey.partnerId,
  ...selection,
  ...spanOf(fromDay, toDay),
});

async function listAll(input: Parameters<typeof listStatementLines>[1]): Promise<StatementLine[]> {
  const { pages } = await listStatementLines(world.ctx, input);
  const lines: StatementLine[] = [];
  for await (const page of pages) lines.push(...page);
  return lines;
}

describe("a statement", () => {
  test("lists captures, refunds and payouts of its days with the balance after each", async () => {
    const lines = await listAll(inputOf(0, 30));
    expect(lines.map(({ kind }) => kind)).toEqual(["capture", "capture", "void", "payout_paid", "capture", "credit"]);
    const commission = -(lines[0]?.commissionKurus ?? 0n);
    expect(commission).toBeGreaterThan(0n);
    let balanceKurus = 0n;
    for (const line of lines) {
      balanceKurus += line.netKurus;
      expect(line.balanceKurus).toBe(balanceKurus);
      expect(line.netKurus).toBe(line.amountKurus + line.commissionKurus);
    }
    expect(lines[3]).toMatchObject({ netKurus: commission - 100_000n, balanceKurus: 0n, payoutId: codes.payoutId });
    expect(lines[0]).toMatchObject({
      paymentCode: codes.paid,
      payoutId: codes.payoutId,
      installment: 3,
      terminalId: testTerminals.ours,
      cardLast4: expect.stringMatching(/^\d{4}$/),
      bankOrderId: expect.any(String),
    });
  });

  test("begins with the balance before its first day and ends with the one after its last", async () => {
    const whole = await getStatement(world.ctx, inputOf(0, 30));
    const first = await getStatement(world.ctx, inputOf(0, 1));
    const rest = await getStatement(world.ctx, inputOf(1, 30));
    expect(whole.openingKurus).toBe(0n);
    expect(rest.openingKurus).toBe(first.closingKurus);
    expect(rest.closingKurus).toBe(whole.closingKurus);
    const { merchant = 0n, carried = 0n, in_payout = 0n, returned = 0n } = await journey.balances();
    expect(whole.closingKurus).toBe(merchant + carried + in_payout + returned);
  });

  test("adds up each kind, also of a selection, whose lines have no balance", async () => {
    const { totals } = await getStatement(world.ctx, inputOf(0, 30));
    expect(totals.map(({ kind, count, amountKurus }) => [kind, count, amountKurus])).toEqual([
      ["capture", 3, 180_000n],
      ["void", 1, -30_000n],
      ["credit", 1, -10_000n],
      ["payout_paid", 1, expect.any(BigInt)],
    ]);
    const input = { ...inputOf(0, 30), kinds: ["credit", "void"] as const };
    const { totals: some } = await getStatement(world.ctx, input);
    expect(some.map(({ kind }) => kind)).toEqual(["void", "credit"]);
    const { items } = await listStatementPage(world.ctx, { ...input, cursor: null, countMax: 50 });
    expect(items.map(({ kind, balanceKurus }) => [kind, balanceKurus])).toEqual([
      ["void", null],
      ["credit", null],
    ]);
    expect((await getStatement(world.ctx, { ...inputOf(0, 30), terminalId: testTerminals.limited })).totals).toEqual(
      [],
    );
    expect(await listAll({ ...inputOf(0, 30), terminalId: testTerminals.limited })).toEqual([]);
    const ofOurs = { ...inputOf(0, 30), terminalId: testTerminals.ours };
    const ours = (await listAll(ofOurs)).map(({ id }) => id);
    expect(ours.length).toBe(5);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: StatementPage = await listStatementPage(world.ctx, { ...ofOurs, cursor, countMax: 1 });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(ours);
  });

  test("is paged without a gap or a repetition, with the same balances", async () => {
    const input = inputOf(0, 30);
    const lines: StatementLine[] = [];
    let cursor: string | null = null;
    do {
      const page: StatementPage = await listStatementPage(world.ctx, {
        ...input,
        cursor,
        countMax: 2,
      });
      lines.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(lines).toEqual(await listAll(input));
  });

  test("of direct collection has its lines, and neither balance nor payout", async () => {
    const set = (mode: "direct_collection" | "standard") =>
      world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode } });
    const before = await getStatement(world.ctx, inputOf(0, 30));
    await set("direct_collection");
    const code = await journey.capture({ amountKurus: 20_000n });
    await set("standard");
    const input = { ...inputOf(0, 30), book: "direct" } as const;
    expect(await getStatement(world.ctx, input)).toMatchObject({
      openingKurus: null,
      closingKurus: null,
      totals: [{ kind: "capture", count: 1, amountKurus: 20_000n }],
    });
    expect(await listAll(input)).toMatchObject([
      { paymentCode: code, balanceKurus: null, payoutId: null, valueDate: null },
    ]);
    expect(await getStatement(world.ctx, inputOf(0, 30))).toEqual(before);
  });

  test("of another account has none of its lines", async () => {
    const input = { ...inputOf(0, 30), partnerId: "prt_other" as typeof journey.partnerId };
    expect(await listAll(input)).toEqual([]);
    expect(await getStatement(world.ctx, input)).toEqual({ openingKurus: 0n, closingKurus: 0n, totals: [] });
  });
});

describe("the sums of a day", () => {
  const listDays = async () =>
    (
      await world.db.pool.query(
        "select day::text from ledger_day where book = 'collected' and partner_id = 'prt_ours' order by day",
      )
    ).rows.map(({ day }) => day);

  test("are stored for days that have ended, and removed by an entry that comes later", async () => {
    await getStatement(world.ctx, inputOf(0, 30));
    const stored = await listDays();
    expect(stored).toEqual(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"]);
    const { rows } = await world.db.pool.query("select count(*)::int as count from ledger_day_total");
    expect(rows[0].count).toBeGreaterThan(3);
    // Bookings of a day that has ended, as when the answer of a bank comes late.
    const before = await getStatement(world.ctx, inputOf(0, 1));
    await world.db.pool.query(
      `insert into ledger_entry (id, book, kind, partner_id, amount, occurred_at, day, created_at)
       values ('txn_late', 'collected', 'capture', 'prt_ours', 700, $1, '2026-11-20', $2)`,
      [plusMs(friday, hours(12)), world.clock.now()],
    );
    expect(await listDays()).toEqual(stored.slice(1));
    const after = await getStatement(world.ctx, inputOf(0, 1));
    expect((after.closingKurus ?? 0n) - (before.closingKurus ?? 0n)).toBe(700n);
    expect(await listDays()).toEqual(stored);
  });

  test("are not stored while a movement of the account is being entered", async () => {
    await world.db.pool.query("delete from ledger_day");
    const client = await world.db.pool.connect();
    try {
      await client.query("begin");
      await client.query("select 1 from partner where id = 'prt_ours' for key share");
      const { closingKurus } = await getStatement(world.ctx, inputOf(0, 30));
      expect(closingKurus).toBeGreaterThan(0n);
      expect(await listDays()).toEqual([]);
    } finally {
      await client.query("rollback");
      client.release();
    }
    await getStatement(world.ctx, inputOf(0, 30));
    expect((await listDays()).length).toBe(5);
  });
});

test("the kinds of lines are those that change the merchant's claim", async () => {
  const { rows } = await world.db.pool.query<{ kind: string }>(
    `select distinct e.kind::text as kind from ledger_entry e where e.id <> 'txn_late' and e.book = 'collected' and (
       select coalesce(sum(case when p.credit in ('merchant', 'carried', 'in_payout', 'returned') then p.amount else 0 end
                         - case when p.debit in ('merchant', 'carried', 'in_payout', 'returned') then p.amount else 0 end), 0)
         from ledger_posting p where p.entry_id = e.id) <> 0`,
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { kind } of rows) expect(statementKinds).toContain(kind);
});
