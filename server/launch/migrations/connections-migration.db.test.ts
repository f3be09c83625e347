import { afterAll, beforeAll, expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { createVault } from "@/server/store/vault";
import { type OlderDatabase, openDatabaseBefore } from "@/server/testing/world/older-database";
import { scriptedAccount } from "@/server/testing/world/world";
import { accountPurpose, openAccount, sealAccount } from "@/server/usecases/banks/shared/bank-connection";

// The migration creates bank connections for existing terminals and attempts.
let database: OlderDatabase;
const vault = createVault(systemRandom, [{ id: "k1", key: Buffer.alloc(32, 1) }]);
const terminals = ["trm_a", "trm_b"];
const sealed = new Map(terminals.map((id) => [id, sealAccount(vault, id, { ...scriptedAccount, merchantId: id })]));
const at = "2026-11-20T09:00:00.123Z";

beforeAll(async () => {
  database = await openDatabaseBefore("20261123050100_bank_connections");
  await query("insert into partner (id, name, webhook_secret, created_at) values ('prt_1', 'Shop', '', $1)", [at]);
  for (const id of terminals) await loadTerminal(id);
  await database.migrate();
}, 60_000);
afterAll(() => database.drop());

const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.client.query<T>(sql, values)).rows;

/** Inserts a terminal with a payment that has two attempts. */
async function loadTerminal(id: string): Promise<void> {
  await query(
    `insert into terminal (id, partner_id, name, bank, allowed_families, effective_counts, account, created_at)
     values ($1::text, 'prt_1', $1, 'bank of ' || $1, '{credit}', '{1}', $2, $3)`,
    [id, sealed.get(id), at],
  );
  await query(
    `insert into payment (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url,
       ref_hash, ref_cipher, expires_at, created_at, counted_at, updated_at)
     values ('pay_' || $1::text, 'prt_1', $1, $1, 'api', 'initiated', 500, 1, 'https://shop.test', sha256($1::bytea), '',
             $2::timestamptz + interval '30 minutes', $2, $2, $2)`,
    [id, at],
  );
  await query(
    `insert into attempt (id, payment_id, partner_id, status, bank_order_id, token_hash, token_cipher, nonce, language, buyer_ip,
       card_bin, card_last4, commission_basis, rate_bps, created_at, updated_at)
     select $1::text || n, 'pay_' || $1, 'prt_1', 'declined', upper($1::text) || n, sha256(($1::text || n)::bytea), '', '', 'tr',
            '192.0.2.7', '552879', '0008', 'gross', 200, $2, $2
       from generate_series(1, 2) n`,
    [id, at],
  );
}

test("moves every terminal's account to its connection in use, and the account can be decrypted as before", async () => {
  const rows = await query<{ terminal_id: string; account: Buffer }>(
    "select id, terminal_id, bank, account, created_at, replaced_at from bank_connection order by terminal_id",
  );
  expect(rows).toEqual(
    terminals.map((id) => ({
      id: `bcn_${id}`,
      terminal_id: id,
      bank: `bank of ${id}`,
      replaced_at: null,
      account: Buffer.from(sealed.get(id) ?? ""),
      created_at: new Date(at),
    })),
  );
  for (const { terminal_id: id, account } of rows) {
    expect(openAccount(vault, id, account)).toMatchObject({ merchantId: id });
    expect(() => vault.open(accountPurpose("trm_c"), account)).toThrow();
  }
});

test("gives every attempt the connection of its payment's terminal", async () => {
  expect(await query("select id, connection_id from attempt order by id")).toEqual(
    terminals.flatMap((id) => [1, 2].map((n) => ({ id: `${id}${n}`, connection_id: `bcn_${id}` }))),
  );
});

test("removes the account from the terminal", async () => {
  const [found] = await query(
    "select count(*)::int as count from information_schema.columns where table_name = 'terminal' and column_name = 'account'",
  );
  expect(found).toEqual({ count: 0 });
});
