import type { TestWorld } from "../world/world";

/**
 * Inserts `count` payments of the test account, one per second, of every status, source and state of refund. The oldest
 * third has other amounts and codes, like payments of an earlier year. The number of the payment is in its code and its
 * id, so the order of ids is the order of time.
 */
export async function writePaymentRows(world: TestWorld, count: number, firstAt: Date): Promise<void> {
  const client = await world.db.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(payments, [count, firstAt]);
    await client.query(attempts);
    await client.query("commit");
    await client.query("analyze payment");
  } finally {
    client.release();
  }
}

const payments = `
  insert into payment
    (id, partner_id, terminal_id, partner_tx_code, source, link_id, status, amount, installment, return_url, ref_hash,
     ref_cipher, created_at, updated_at, counted_at, captured_at, failed_at, expired_at, expires_at, failure_code,
     capture_started_at, card_bin, card_last4, card_family, commission_basis, commission_rate_bps, commission_amount,
     attempts_used, refunded_amount, refund_pending_amount)
  select 'pay_' || lpad(n::text, 26, '0'), 'prt_ours', terminal, code, source::"PaymentSource",
         case source when 'payment_link' then 'pl_' || lpad(n::text, 26, '0') end, status::"PaymentStatus", amount, 1,
         'https://shop.test/done', sha256(n::text::bytea), '', at, at, at, case status when 'captured' then at end,
         case status when 'failed' then at end, case status when 'expired' then at end, at + interval '30 minutes',
         case status when 'failed' then 'three_ds_failed' end, case status when 'captured' then at end,
         case status when 'captured' then '552879' end, case status when 'captured' then last4 end,
         case status when 'captured' then 'credit' end::"CardFamily",
         case status when 'captured' then 'gross' end::"CommissionBasis", case status when 'captured' then 200 end,
         case status when 'captured' then amount / 50 end, 1,
         case when status <> 'captured' then 0 when n % 40 = 0 then amount when n % 40 = 4 then amount / 2 else 0 end,
         case when status = 'captured' and n % 40 = 8 then amount / 3 else 0 end
    from generate_series(1, $1::int) n
   cross join lateral (
     select $2::timestamptz + interval '1 second' * n as at, lpad((n % 500)::text, 4, '0') as last4,
            case when n > $1::int - 5 then 'initiated' when n % 4 = 0 then 'captured' when n % 7 = 0 then 'failed'
                 when n % 4 = 1 then 'captured' else 'expired' end as status,
            case n % 3 when 0 then 'api' when 1 then 'payment_link' else 'panel' end as source,
            case when n = 17 or n % 11 = 0 then 'trm_limited' else 'trm_ours' end as terminal,
            case when n <= $1::int / 3 then 'OLD-' else 'NEW-' end || n as code,
            case when n <= $1::int / 3 then 100 + n % 1000 else 20000 + n % 5000 end::bigint as amount) facts`;

const attempts = `
  insert into attempt
    (id, payment_id, partner_id, connection_id, status, bank_order_id, token_hash, token_cipher, nonce, language, buyer_ip, card_bin, card_last4,
     commission_basis, rate_bps, created_at, updated_at)
  select 'att_' || substr(id, 5), id, partner_id, 'bcn_' || terminal_id, case status when 'captured' then 'captured' else 'declined' end::"AttemptStatus", id,
         ref_hash, '', '', 'tr', '127.0.0.1', '552879', coalesce(card_last4, '9' || right(id, 3)), 'gross', 200, created_at,
         created_at
    from payment where status in ('captured', 'failed') and partner_id = 'prt_ours'`;
