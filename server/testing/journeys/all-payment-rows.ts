import { plusMs, seconds } from "@/server/domain/clock";
import { newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import type { TestWorld } from "../world/world";

/**
 * Inserts `count` payments of two accounts in turn, one per second, failed or not, with a card each. The number
 * of a payment is in its order code, and modulo 3,000 in the last digits of its card. The first one has a rare amount.
 * Returns their codes, the oldest first.
 */
export async function writeAllPaymentRows(world: TestWorld, count: number, firstAt: Date): Promise<string[]> {
  const codes = Array.from({ length: count }, (_, n) => newId(systemRandom, "payment", plusMs(firstAt, seconds(n))));
  const client = await world.db.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(payments, [codes, firstAt]);
    await client.query(attempts, [codes]);
    await client.query("commit");
    await client.query("analyze payment");
    await client.query("analyze attempt");
  } finally {
    client.release();
  }
  return codes;
}

const payments = `
  insert into payment
    (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url, ref_hash,
     ref_cipher, created_at, updated_at, counted_at, failed_at, expires_at, failure_code)
  select id, case n % 2 when 0 then 'prt_ours' else 'prt_other' end,
         case n % 2 when 0 then 'trm_ours' else 'trm_foreign' end, 'ROW-' || n, 'api', status::"PaymentStatus",
         case n when 0 then 9000000 else 20001 + n % 5000 * 2 end, 1, 'https://shop.test/done', sha256(id::bytea), '',
         at, at, at, case status when 'failed' then at end, at + interval '10 years',
         case status when 'failed' then 'three_ds_failed' end
    from (select id, (number - 1)::int as n from unnest($1::text[]) with ordinality given(id, number)) rows
   cross join lateral (
     select $2::timestamptz + interval '1 second' * n as at,
            case when n % 5 in (0, 3) then 'failed' else 'initiated' end as status) facts`;

const attempts = `
  insert into attempt
    (id, payment_id, partner_id, connection_id, status, bank_order_id, token_hash, token_cipher, nonce, language,
     buyer_ip, card_bin, card_last4, commission_basis, rate_bps, created_at, updated_at)
  select 'att_' || substr(p.id, 5), p.id, partner_id, 'bcn_' || terminal_id,
         case status when 'failed' then 'declined' else 'not_authenticated' end::"AttemptStatus", p.id, ref_hash, '', '', 'tr',
         '127.0.0.1', '552879', lpad(((number - 1) % 3000)::text, 4, '0'), 'gross', 200, created_at, created_at
    from unnest($1::text[]) with ordinality given(id, number) join payment p using (id)`;
