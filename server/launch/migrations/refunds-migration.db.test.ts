import { afterAll, beforeAll, expect, test } from "vitest";
import { nextDayEnd, settlementDueAt } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

// The migration introduces refunds and converts existing payments.
let database: OlderDatabase;
/** The digests of the rows of every table before and after the migration, without the new columns. */
let [before, after]: Map<string, string>[] = [];

/** The day-ends, and the year at whose beginning the captures of each end. */
const dayEnds = { "00:00": 2031, "04:00": 2027, "12:00": 2027, "23:00": 2028 };
const createdAt = new Date("2025-12-01T00:00:00Z");
const newColumns = ["refunded_amount", "refund_pending_amount", "voided_at"];

beforeAll(async () => {
  database = await openDatabaseBefore("20261122074906_refunds");
  await loadAccounts();
  for (const [dayEnd, year] of Object.entries(dayEnds)) await loadCaptures(dayEnd, year);
  await loadOthers();
  before = await readTables();
  await database.migrate();
  after = await readTables();
}, 120_000);
afterAll(() => database.drop());

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.client.query<T>(sql, values)).rows;

async function loadAccounts(): Promise<void> {
  const at = createdAt.toISOString();
  await query(`insert into partner (id, name, webhook_secret, created_at) values ('prt_1', 'Shop', '', $1)`, [at]);
  const terminals = [
    ...Object.keys(dayEnds).map((dayEnd) => [`trm_${dayEnd}`, dayEnd, "standard", null]),
    ["trm_direct", "00:00", "direct_collection", null],
    ["trm_limited", "00:00", "standard", "900000000"],
  ];
  for (const [id, dayEnd, mode, limit] of terminals) {
    await query(
      `insert into terminal (id, partner_id, name, bank, mode, day_end_local, allowed_families, effective_counts, account,
                             limit_daily, limit_monthly, created_at)
       values ($1, 'prt_1', $1, 'isbank', $2::"TerminalMode", $3, '{credit}', '{1}', '', $4, $4, $5)`,
      [id, mode, dayEnd, limit, at],
    );
  }
}

interface Row {
  readonly id: string;
  readonly terminal: string;
  readonly status: string;
  readonly at: Date;
  readonly amount?: number;
  readonly commission?: number;
}

async function insertPayments(rows: readonly Row[]): Promise<void> {
  const column = <T>(read: (row: Row) => T) => rows.map(read);
  const instants = column(({ at }) => at.toISOString());
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
       ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at, captured_at, failed_at, failure_code,
       capture_started_at, card_bin, card_last4, commission_amount)
     select id, 'prt_1', terminal, id, 'api', status::"PaymentStatus", amount, 1, 'https://shop.test', id::bytea, '',
            at + interval '1 hour', at, at, at, CASE WHEN status = 'captured' THEN at END,
            CASE WHEN status = 'failed' THEN at END, CASE WHEN status = 'failed' THEN 'capture_declined' END,
            at, '552879', '0008', commission
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::bigint[], $6::bigint[])
         as given(id, terminal, status, at, amount, commission)`,
    [
      column(({ id }) => id),
      column(({ terminal }) => terminal),
      column(({ status }) => status),
      instants,
      column(({ amount }) => amount ?? 40_000),
      column(({ commission }) => commission ?? 1_001),
    ],
  );
}

/** Inserts captures at the first and the last millisecond of every bank day from 2026 until the given year. */
async function loadCaptures(dayEnd: string, year: number): Promise<void> {
  const terminal = `trm_${dayEnd}`;
  const rows: Row[] = [];
  const first = nextDayEnd(new Date("2026-01-01T00:00:00Z"), dayEnd);
  for (let end = first, n = 0; end.getUTCFullYear() < year; end = plusMs(end, days(1)), n++) {
    const [id, status] = [`pay_${dayEnd}_${n}`, "captured"];
    rows.push({ id: `${id}_a`, terminal, status, at: end }, { id: `${id}_z`, terminal, status, at: plusMs(end, -1) });
  }
  await insertPayments(rows);
}

const loadOthers = () => {
  const at = (day: string) => new Date(`2026-11-${day}T09:00:00.123Z`);
  const captured: Omit<Row, "id"> = { terminal: "trm_limited", status: "captured", at: at("20") };
  return insertPayments([
    { ...captured, id: "pay_earlier", at: at("03"), amount: 30_000, commission: 0 },
    { ...captured, id: "pay_direct", terminal: "trm_direct" },
    { ...captured, id: "pay_failed", status: "failed" },
    { ...captured, id: "pay_initiated", status: "initiated", amount: 500 },
    { ...captured, id: "pay_counted", amount: 70_000 },
    { ...captured, id: "pay_costly", amount: 1, commission: 250 },
  ]);
};

async function readTables(): Promise<Map<string, string>> {
  const tables = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('refund', 'settlement')`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [rows] = await query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest
         from (select (to_jsonb(t) - $1::text[])::text as row from "${name}" t) as rows`,
      [newColumns],
    );
    found.set(name, rows?.digest ?? "");
  }
  return found;
}

test("keeps the values of all existing rows, including the totals of bank connections", async () => {
  expect(before?.get("payment")).toMatch(/^\d{4} /);
  expect(before?.get("connection_total")).toMatch(/^3 /);
  expect(after).toEqual(before);
});

test("counts no existing payment as refunded", async () => {
  const sql = `select distinct ${newColumns.join(", ")} from payment`;
  expect(await query(sql)).toEqual([{ refunded_amount: "0", refund_pending_amount: "0", voided_at: null }]);
});

test("finds the same totals when a bank connection is counted again", async () => {
  const totals = () => query(`select span, starts_at, amount from connection_total order by 1, 2`);
  const kept = await totals();
  await query(`select count_connection('trm_limited')`);
  expect(await totals()).toEqual(kept);
});

test("adds one settlement with the net for each capture, and none for direct collection or without a capture", async () => {
  const missing = await query(
    `select p.id from payment p full join settlement s on s.payment_id = p.id
      where (p.status = 'captured' and p.terminal_id <> 'trm_direct') is distinct from (s.id is not null)
         or s.amount <> p.amount - p.commission_amount or s.partner_id <> p.partner_id or s.refund_id is not null
         or s.status <> 'pending' or s.created_at <> p.captured_at or s.updated_at <> p.captured_at`,
  );
  expect(missing).toEqual([]);
  const net = (id: string) => query(`select id, amount from settlement where payment_id = $1`, [id]);
  expect(await net("pay_counted")).toEqual([{ id: "stl_counted", amount: "68999" }]);
  expect(await net("pay_earlier")).toEqual([{ id: "stl_earlier", amount: "30000" }]);
  expect(await net("pay_costly")).toEqual([{ id: "stl_costly", amount: "-249" }]);
  expect([await net("pay_direct"), await net("pay_failed"), await net("pay_initiated")]).toEqual([[], [], []]);
});

test("computes each due time as the product does, to the millisecond, over five years of days", async () => {
  const rows = await query<{ capturedAt: Date; dayEnd: string; dueAt: Date }>(
    `select p.captured_at as "capturedAt", t.day_end_local as "dayEnd", s.due_at as "dueAt"
       from settlement s join payment p on p.id = s.payment_id join terminal t on t.id = p.terminal_id`,
  );
  expect(rows.length).toBeGreaterThan(6_500);
  const wrong = rows.filter(
    ({ capturedAt, dayEnd, dueAt }) => settlementDueAt(capturedAt, dayEnd).getTime() !== dueAt.getTime(),
  );
  expect(wrong).toEqual([]);
});
