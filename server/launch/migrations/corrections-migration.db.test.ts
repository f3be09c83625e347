import { afterAll, beforeAll, expect, test } from "vitest";
import { bankDay } from "@/server/domain/business-day";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

// The migration introduces corrections and converts existing payments, settlements and alerts.
let database: OlderDatabase;
const at = "2026-11-20T20:30:00.000Z";
const dayEnds = { trm_midnight: "00:00", trm_eleven: "23:00", trm_direct: "00:00" };

beforeAll(async () => {
  database = await openDatabaseBefore("20261123050300_corrections");
  await query(`insert into partner (id, name, webhook_secret, created_at) values ('prt_1', 'Shop', '', $1)`, [at]);
  for (const [id, dayEnd] of Object.entries(dayEnds)) {
    const mode = id === "trm_direct" ? "direct_collection" : "standard";
    await query(
      `with connected as (
         insert into bank_connection (id, terminal_id, bank, account, created_at)
         values ('bcn_' || $1::text, $1::text, 'isbank', '', $4))
       insert into terminal (id, partner_id, name, bank, mode, day_end_local, allowed_families, effective_counts, created_at)
       values ($1::text, 'prt_1', $1::text, 'isbank', $2::"TerminalMode", $3, '{credit}', '{1}', $4)`,
      [id, mode, dayEnd, at],
    );
  }
  await capture("pay_1", "trm_midnight");
  await capture("pay_2", "trm_eleven");
  await capture("pay_3", "trm_midnight", false);
  await query(
    `insert into staff_alert (id, kind, subject, detail, created_at)
     values ('alr_3', 'booked_on_wrong_day', 'pay_3', 'told by the migration before', $1)`,
    [at],
  );
  await capture("pay_4", "trm_direct", false);
  await capture("pay_5", "trm_midnight");
  await refund("rfd_1", "pay_5", 10_000, "approved");
  await refund("rfd_2", "pay_5", 5_000, "approved");
  await refund("rfd_3", "pay_5", 1_000, "declined");
  await query(
    `insert into staff_alert (id, kind, subject, detail, created_at)
     values ('alr_1', 'late_approval', 'pay_1', 'x', $1), ('alr_2', 'capture_unknown', 'pay_2', 'x', $1)`,
    [at],
  );
  await database.migrate();
}, 120_000);
afterAll(() => database.drop());

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.client.query<T>(sql, values)).rows;

async function capture(id: string, terminal: string, isBooked = true): Promise<void> {
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
       ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at, captured_at, capture_started_at, card_bin,
       card_last4, commission_amount)
     values ($1::text, 'prt_1', $2, $1::text, 'api', 'captured', 40000, 1, 'https://shop.test', $1::text::bytea, '', $3::timestamptz + interval '1 hour', $3, $3, $3, $3, $3,
             '552879', '0008', 1000)`,
    [id, terminal, at],
  );
  if (!isBooked) return;
  await query(
    `insert into settlement (id, partner_id, payment_id, amount, due_at, status, created_at, updated_at)
     values ('stl_' || $1::text, 'prt_1', $1::text, 39000, $2::timestamptz + interval '3 days', 'pending', $2::timestamptz,
             $2::timestamptz)`,
    [id, at],
  );
}

/** Inserts a credit of the next day, and its settlement when it was approved. */
async function refund(id: string, payment: string, amount: number, status: "approved" | "declined") {
  const doneAt = "2026-11-21T20:30:00.000Z";
  await query(
    `insert into attempt (id, payment_id, partner_id, status, bank_order_id, token_hash, token_cipher, nonce, language,
                          buyer_ip, card_bin, card_last4, commission_basis, rate_bps, created_at, updated_at,
                          capture_sent_at, connection_id)
     select 'att_' || p.id, p.id, p.partner_id, 'captured', 'att_' || p.id, p.id::bytea, '', '', 'tr', '', '552879',
            '0008', 'gross', 250, $2, $2, $2, 'bcn_' || p.terminal_id from payment p where p.id = $1
         on conflict do nothing`,
    [payment, at],
  );
  await query(
    `insert into refund (id, partner_id, payment_id, attempt_id, partner_refund_code, method, way, status, amount, bank_key,
                         created_at, updated_at, sent_at)
     values ($1::text, 'prt_1', $2::text, 'att_' || $2::text, $1::text, 'credit', 'credit', 'pending', $3, $1::text, $4, $4,
             $4)`,
    [id, payment, amount, doneAt],
  );
  await query(
    `update refund set status = $2::"RefundStatus", resolved_at = $3::timestamptz,
            done_at = case when $2 = 'approved' then $3::timestamptz end,
            failure_code = case when $2 = 'declined' then 'not_processed'::"RefundFailure" end
      where id = $1`,
    [id, status, doneAt],
  );
  if (status === "declined") return;
  await query(
    `insert into settlement (id, partner_id, payment_id, refund_id, amount, due_at, status, created_at, updated_at)
     values ('stl_' || $1::text, 'prt_1', $2, $1::text, - $3::bigint, $4::timestamptz + interval '3 days', 'pending', $4::timestamptz,
             $4::timestamptz)`,
    [id, payment, amount, doneAt],
  );
}

test("gives the settlements of a payment with refunds the bank days of the capture and of each refund", async () => {
  expect(
    await query("select id, bank_day::text as day from settlement where payment_id = 'pay_5' order by id"),
  ).toEqual([
    { id: "stl_pay_5", day: "2026-11-20" },
    { id: "stl_rfd_1", day: "2026-11-21" },
    { id: "stl_rfd_2", day: "2026-11-21" },
  ]);
});

test("gives the settlement of each capture its bank day", async () => {
  const rows = await query<{ terminal: keyof typeof dayEnds; day: string }>(
    `select terminal_id as terminal, bank_day::text as day from settlement s join payment p on p.id = s.payment_id
      where s.refund_id is null order by p.id`,
  );
  expect(rows.map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-21", "2026-11-20"]);
  for (const { terminal, day } of rows) expect(day).toBe(bankDay(new Date(at), dayEnds[terminal]));
});

test("alerts staff to a capture without a settlement, unless its terminal collects directly", async () => {
  expect(await query("select subject, created_at from staff_alert where kind = 'settlement_missing'")).toEqual([
    { subject: "pay_3", created_at: new Date(at) },
  ]);
});

test("holds a payment with an alert about a contradiction, and no other", async () => {
  const held = await query("select id, held_since from payment where held_since is not null");
  expect(held).toEqual([{ id: "pay_1", held_since: new Date(at) }]);
});
