import { afterAll, beforeAll, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import { type Month, monthAt, monthSpan } from "@/server/domain/statements/months";
import type { StatementLine, StatementTotal } from "@/server/domain/statements/statement";
import { createPayoutJourney, type PayoutJourney } from "@/server/testing/journeys/payout";
import { longWaits } from "@/server/testing/journeys/refund";
import { writeMember } from "@/server/testing/world/panel";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { recordPayoutOutcome } from "../payouts/record-payout-outcome";
import { closeMonth } from "./close-month";
import { type FrozenMonth, getFrozenMonth, listStatementMonths } from "./month-queries";
import { getStatement, listStatementLines } from "./queries";

// Random lives over many months, with movements that are entered long after they happened, and months that are closed
// in between. Statements of any days add up, and what a closed month shows never changes.
let world: TestWorld;
let journey: PayoutJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...longWaits, asApplication: true });
  journey = await createPayoutJourney(world);
  await writeMember(world.ctx, "usr_finance", "finance");
});
afterAll(() => world.close());

/** The number of steps of a walk; `STATEMENT_STEPS` makes a longer one. */
const steps = Number(process.env.STATEMENT_STEPS ?? 90);
const seed = process.env.STATEMENT_SEED ?? "statement";

/** Takes back the settlement and the entry of a capture, and returns a function that books it again, at the present. */
async function takeBack(code: string): Promise<() => Promise<unknown>> {
  const { rows } = await world.db.pool.query<{ row: object }>(
    "select to_json(s) as row from settlement s where payment_id = $1",
    [code],
  );
  await world.db.pool.query(
    `set session_replication_role = replica;
     delete from ledger_posting where entry_id in (select id from ledger_entry where payment_id = '${code}');
     delete from ledger_entry where payment_id = '${code}'; delete from settlement where payment_id = '${code}';
     delete from ledger_day_total; delete from ledger_day;
     set session_replication_role = origin`,
  );
  return () => {
    const now = world.clock.now().toISOString();
    const row = { ...rows[0]?.row, created_at: now, updated_at: now };
    return world.ctx.db.pool.query("insert into settlement select * from json_populate_record(null::settlement, $1)", [
      JSON.stringify(row),
    ]);
  };
}

const selection = { book: "collected", kinds: null, terminalId: null } as const;
const inputOf = (from: Date, to: Date) => ({ partnerId: journey.partnerId, ...selection, from, to });

async function readLines(from: Date, to: Date): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  const { pages } = await listStatementLines(world.ctx, inputOf(from, to));
  for await (const page of pages) lines.push(...page);
  return lines;
}

const netOf = (lines: readonly Pick<StatementTotal, "amountKurus" | "commissionKurus">[]): bigint =>
  lines.reduce((sum, { amountKurus, commissionKurus }) => sum + amountKurus + commissionKurus, 0n);

/** Checks that the figures of some days are the sums of their lines, and that the lines carry the balance on. */
async function checkSpan(from: Date, to: Date, told: string): Promise<bigint> {
  const { openingKurus, closingKurus, totals } = await getStatement(world.ctx, inputOf(from, to));
  const lines = await readLines(from, to);
  expect(openingKurus, told).not.toBeNull();
  expect((openingKurus ?? 0n) + netOf(lines), told).toBe(closingKurus);
  expect(lines.at(-1)?.balanceKurus ?? closingKurus, told).toBe(closingKurus);
  for (const total of totals) {
    const some = lines.filter(({ kind }) => kind === total.kind);
    expect([some.length, netOf(some)], told).toEqual([total.count, netOf([total])]);
  }
  expect(
    totals.reduce((sum, { count }) => sum + count, 0),
    told,
  ).toBe(lines.length);
  return closingKurus ?? 0n;
}

test("statements of any days add up, and closed months never change, over a random life", async () => {
  const random = createSeededRandom(seed);
  const below = (count: number): number => random.bytes(4).readUInt32BE(0) % count;
  const begin = istanbulDayStart(world.clock.now());
  const codes: string[] = [];
  const late: (() => Promise<unknown>)[] = [];
  const frozen = new Map<Month, FrozenMonth>();

  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    async capture() {
      const mode = below(6) === 0 ? "direct_collection" : "standard";
      await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode } });
      codes.push(await journey.capture({ amountKurus: BigInt(1_000 + below(49_000)) }));
      await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { mode: "standard" } });
    },
    async captureLate() {
      const code = await journey.capture({ amountKurus: BigInt(1_000 + below(49_000)) });
      late.push(await takeBack(code));
    },
    bookLate: async () => late.shift()?.(),
    async refund() {
      const code = codes[below(Math.max(1, codes.length))];
      if (code) await journey.tryRefund(code, { amountKurus: below(2) === 0 ? null : BigInt(1 + below(900)) });
    },
    async passTime() {
      world.clock.set(plusMs(world.clock.now(), below(2) === 0 ? hours(1 + below(30)) : days(2 + below(20))));
    },
    async pay() {
      await journey.collect();
      const payout = (await journey.listPayouts()).find(({ status }) => status === "prepared");
      if (!payout) return;
      const { id } = await journey.send().catch(() => payout);
      const { status } = await journey.newest();
      if (status === "sent") await recordPayoutOutcome(world.ctx, { payoutId: id, outcome: { bankReference: "EFT" } });
    },
    async close() {
      const months = await listStatementMonths(world.ctx, { partnerId: journey.partnerId });
      const month = months.findLast(({ state }) => state === "open")?.month;
      if (month === undefined) return;
      await closeMonth(world.ctx, { partnerId: journey.partnerId, userId: "usr_finance", month });
      frozen.set(month, await getFrozenMonth(world.ctx, { partnerId: journey.partnerId, month }));
    },
  };
  const names = ["capture", "capture", "passTime", "passTime", ...Object.keys(acts)];

  for (let step = 1; step <= steps; step += 1) {
    const name = names[below(names.length)] as string;
    await acts[name]?.();
    const told = `step ${step} of seed ${seed}: ${name}`;
    const end = plusMs(istanbulDayStart(world.clock.now()), days(1));
    const length = Math.round((end.getTime() - begin.getTime()) / days(1));
    const from = plusMs(begin, days(below(length)));
    await checkSpan(from, plusMs(from, days(1 + below(40))), told);
    const { merchant = 0n, carried = 0n, in_payout = 0n, returned = 0n } = await journey.balances();
    expect(await checkSpan(begin, end, told), told).toBe(merchant + carried + in_payout + returned);
    for (const [month, figures] of frozen) {
      expect(await getFrozenMonth(world.ctx, { partnerId: journey.partnerId, month }), told).toEqual(figures);
      const { from: first, to } = monthSpan(month);
      const { openingKurus, closingKurus } = await getStatement(world.ctx, inputOf(first, to));
      expect([openingKurus, closingKurus], told).toEqual([figures.openingKurus, figures.closingKurus]);
    }
  }
  while (late.length > 0) await acts.bookLate?.();
  expect(await journey.verify()).toEqual([]);
  expect(frozen.size).toBeGreaterThan(2);
  expect(monthAt(world.clock.now()) > "2027-01").toBe(true);
}, 600_000);
