import { afterAll, beforeAll, expect, test } from "vitest";
import { bankDay } from "@/server/domain/business-day";
import { type OlderDatabase, openDatabaseBefore } from "./test-older-database";

/** What the introduction of corrections makes of payments, settlements and alerts that were there. */
let database: OlderDatabase;
const at = "2026-11-20T20:30:00.000Z";
const dayEnds = { trm_midnight: "00:00", trm_eleven: "23:00", trm_direct: "00:00" };

beforeAll(async () => {
  database = await openDatabaseBefore("20261123050300_corrections");
  await query(`insert into partner (id, name, webhook_secret, created_at) values ('prt_1', 'Shop', '', $1)`, [
    at,
  ]);
  for (const [id, dayEnd] of Object.entries(dayEnds)) {
    const mode = id === "trm_direct" ? "direct_collection" : "standard";
    await query(
      `with made as (
         insert into terminal (id, partner_id, name, bank, mode, day_end_local, allowed_families, effective_counts, created_at)
         values ($1, 'prt_1', $1, 'isbank', $2::"TerminalMode", $3, '{credit}', '{1}', $4) returning *)
       insert into bank_connection (id, terminal_id, bank, account, created_at)
       select 'bcn_' || id, id, bank, '', created_at from made`,
      [id, mode, dayEnd, at],
    );
  }
  await capture("pay_1", "trm_midnight");
  await capture("pay_2", "trm_eleven");
  await capture("pay_3", "trm_midnight", false);
  await capture("pay_4", "trm_direct", false);
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

test("each settlement has the bank's day of its capture", async () => {
  const rows = await query<{ terminal: keyof typeof dayEnds; day: string }>(
    `select terminal_id as terminal, bank_day::text as day from settlement s join payment p on p.id = s.payment_id
      order by p.id`,
  );
  expect(rows.map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-21"]);
  for (const { terminal, day } of rows) expect(day).toBe(bankDay(new Date(at), dayEnds[terminal]));
});

test("a person is told of a capture that was never booked, unless its terminal collects directly", async () => {
  expect(
    await query("select id, subject, created_at from staff_alert where kind = 'settlement_missing'"),
  ).toEqual([{ id: "alr_3", subject: "pay_3", created_at: new Date(at) }]);
});

test("a payment of which a contradiction was told is held, and no other", async () => {
  const held = await query("select id, held_since from payment where held_since is not null");
  expect(held).toEqual([{ id: "pay_1", held_since: new Date(at) }]);
});
