import { afterAll, beforeAll, expect, test } from "vitest";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";

// The migration introduces the panel and converts existing attempts, users and accounts.
let database: OlderDatabase;

const at = "2026-11-20T09:00:00.123Z";

beforeAll(async () => {
  database = await openDatabaseBefore("20261122140742_merchant_panel");
  for (const partner of ["prt_1", "prt_2"]) await loadAccount(partner);
  await database.migrate();
}, 60_000);
afterAll(() => database.drop());

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.client.query<T>(sql, values)).rows;

/** Inserts an account with a user, a terminal, and a payment that has two attempts. */
async function loadAccount(partner: string): Promise<void> {
  await query(`insert into partner (id, name, webhook_secret, created_at) values ($1, $1, '', $2)`, [partner, at]);
  await query(
    `insert into panel_user (id, partner_id, email, role, password_hash, created_at) values ($1, $1, $2, 'owner', 'x', $3)`,
    [partner, `owner@${partner.replace("_", "-")}.test`, at],
  );
  await query(
    `insert into terminal (id, partner_id, name, bank, allowed_families, effective_counts, account, created_at)
     values ($1, $1, $1, 'isbank', '{credit}', '{1}', '', $2)`,
    [partner, at],
  );
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
       ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at)
     values ($1::text, $1, $1, $1, 'api', 'initiated', 500, 1, 'https://shop.test', sha256($1::text::bytea), '', $2::timestamptz + interval '30 minutes', $2, $2, $2)`,
    [partner, at],
  );
  await query(
    `insert into attempt (id, payment_id, status, bank_order_id, token_hash, token_cipher, nonce, language, buyer_ip,
       card_bin, card_last4, commission_basis, rate_bps, created_at, updated_at)
     select $1::text || n, $1::text, 'declined', upper($1::text) || n, sha256(($1::text || n)::bytea), '', '', 'tr', '192.0.2.7', '552879', '0008',
            'gross', 200, $2, $2
       from generate_series(1, 2) n`,
    [partner, at],
  );
}

test("gives every attempt the account of its payment", async () => {
  const rows = await query<{ id: string; partner_id: string }>(`select id, partner_id from attempt order by id`);
  expect(rows).toEqual(
    ["prt_1", "prt_2"].flatMap((partner) => [1, 2].map((n) => ({ id: `${partner}${n}`, partner_id: partner }))),
  );
});

test("keeps the address, role and password of users, and marks no user as removed", async () => {
  const rows = await query(
    `select email, role, password_hash, name, removed_at, totp_since from panel_user order by id`,
  );
  const kept = { role: "owner", password_hash: "x", name: "", removed_at: null, totp_since: null };
  expect(rows).toEqual([
    { ...kept, email: "owner@prt-1.test" },
    { ...kept, email: "owner@prt-2.test" },
  ]);
});

test("requires a second person for refunds above 10,000 TL", async () => {
  expect(await query(`select distinct refund_approval_above, refund_approval_next_at from partner`)).toEqual([
    { refund_approval_above: "1000000", refund_approval_next_at: null },
  ]);
});
