import { afterAll, beforeAll, expect, test } from "vitest";
import { auditBooks } from "@/server/store/ledger/verify";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

// The migration enters into the ledger what was booked before, and changes no amount.
let database: OlderDatabase;
const at = "2026-11-20T20:30:00.000Z";
const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.client.query<T>(sql, values)).rows;

beforeAll(async () => {
  database = await openDatabaseBefore("20261128170000_ledger_and_payouts");
  await query("set session_replication_role = replica");
  await query(`insert into partner (id, name, webhook_secret, created_at) values ('prt_1', 'Shop', '', $1)`, [at]);
  for (const [id, mode] of [
    ["trm_1", "standard"],
    ["trm_direct", "direct_collection"],
  ]) {
    await query(
      `insert into terminal (id, partner_id, name, bank, mode, day_end_local, allowed_families, effective_counts, created_at)
       values ($1::text, 'prt_1', $1::text, 'isbank', $2::"TerminalMode", '00:00', '{credit}', '{1}', $3)`,
      [id, mode, at],
    );
  }
  await capture("pay_1", "trm_1");
  await capture("pay_2", "trm_direct", false);
  await capture("pay_3", "trm_1", false);
  await refund("rf_11", "pay_1", "credit", 10_000);
  await refund("rf_12", "pay_2", "void", 40_000);
  await query("set session_replication_role = origin");
  await database.migrate();
}, 120_000);
afterAll(() => database.drop());

async function capture(id: string, terminal: string, isBooked = true): Promise<void> {
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
       ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at, captured_at, capture_started_at, card_bin,
       card_last4, commission_amount, commission_fixed_fee, customer_share_amount)
     values ($1::text, 'prt_1', $2, $1::text, 'api', 'captured', 40000, 1, 'https://shop.test', $1::text::bytea, '', $3::timestamptz + interval '1 hour', $3, $3, $3, $3, $3,
             '552879', '0008', 1000, 200, 500)`,
    [id, terminal, at],
  );
  if (!isBooked) return;
  await query(
    `insert into settlement (id, partner_id, payment_id, amount, bank_day, due_at, status, created_at, updated_at)
     values ('stl_' || substr($1::text, 5), 'prt_1', $1::text, 39000, '2026-11-20', $2, 'pending', $2, $2)`,
    [id, at],
  );
}

async function refund(id: string, payment: string, method: "void" | "credit", amount: number): Promise<void> {
  await query(
    `insert into refund (id, partner_id, payment_id, attempt_id, partner_refund_code, method, way, status, amount, bank_key,
                         created_at, updated_at, sent_at, resolved_at, done_at)
     values ($1::text, 'prt_1', $2, 'att_1', $1::text, $3::"RefundMethod", 'automatic', 'approved', $4, $1::text, $5, $5, $5, $5, $5)`,
    [id, payment, method, amount, at],
  );
  if (method === "void") return;
  await query(
    `insert into settlement (id, partner_id, payment_id, refund_id, amount, bank_day, due_at, status, created_at, updated_at)
     values ('stl_' || $1::text, 'prt_1', $2, $1::text, - $3::bigint, '2026-11-20', $4, 'pending', $4, $4)`,
    [id, payment, amount, at],
  );
}

test("enters every settlement, and what direct collection took and gave back, with its postings", async () => {
  expect(
    await query(
      `select e.book, e.kind, e.payment_id as payment, e.amount::int as amount, e.commission_amount::int as commission,
              (select array_agg(p.debit || ' → ' || p.credit || ' ' || p.amount order by position)
                 from ledger_posting p where p.entry_id = e.id) as postings
         from ledger_entry e order by e.payment_id, e.kind`,
    ),
  ).toEqual([
    {
      book: "collected",
      kind: "capture",
      payment: "pay_1",
      amount: 40_000,
      commission: -1_000,
      postings: [
        "bank → merchant 39500",
        "bank → merchant 500",
        "merchant → commission 800",
        "merchant → fixed_fees 200",
      ],
    },
    {
      book: "collected",
      kind: "credit",
      payment: "pay_1",
      amount: -10_000,
      commission: 0,
      postings: ["merchant → bank 10000"],
    },
    {
      book: "direct",
      kind: "capture",
      payment: "pay_2",
      amount: 40_000,
      commission: -1_000,
      postings: [
        "bank → merchant 39500",
        "bank → merchant 500",
        "merchant → commission 800",
        "merchant → fixed_fees 200",
      ],
    },
    {
      book: "direct",
      kind: "void",
      payment: "pay_2",
      amount: -40_000,
      commission: 1_000,
      postings: [
        "merchant → bank 39500",
        "merchant → bank 500",
        "commission → merchant 800",
        "fixed_fees → merchant 200",
      ],
    },
  ]);
});

test("leaves the amounts as they were, and plans the collection of each settlement", async () => {
  expect(
    await query("select amount::int as amount, collect_at = due_at + interval '9 hours' as planned from settlement"),
  ).toEqual([
    { amount: 39_000, planned: true },
    { amount: -10_000, planned: true },
  ]);
});

test("leaves a capture that was never booked out, which the verification names", async () => {
  await database.migrateToNewest();
  const { differences } = await auditBooks(database.client);
  expect(differences.map(({ count, examples }) => [count, ...examples])).toEqual([[1, "pay_3"]]);
});
