import type pg from "pg";

/**
 * The account whose payments are listed, and its terminals: three busy ones, one that is no longer used, one with three
 * payments.
 */
export const listedAccount = {
  partnerId: "prt_bench",
  terminals: ["trm_bench_1", "trm_bench_2", "trm_bench_3", "trm_bench_old", "trm_bench_rare"],
} as const;

/**
 * Writes `count` payments of one account, spread over two years, and fewer of another account, with one attempt each
 * and with refunded amounts. Old payments differ from new ones as in a real shop: a terminal that is no longer used,
 * lower prices, order codes that begin with their year.
 */
export async function writePaymentRows(client: pg.Client, count: number): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const partnerId of [listedAccount.partnerId, "prt_bench_other"]) {
    await client.query("insert into partner (id, name, webhook_secret, created_at) values ($1, 'Bench', '', now())", [
      partnerId,
    ]);
  }
  const terminals = [
    ...listedAccount.terminals.map((id) => [id, listedAccount.partnerId]),
    ["trm_other", "prt_bench_other"],
  ];
  for (const terminal of terminals) {
    await client.query(
      `with made as (
         insert into terminal (id, partner_id, name, bank, effective_counts, allowed_families, created_at)
         values ($1, $2, 'Bench', 'isbank', '{1}', '{}', now()) returning id, bank, created_at)
       insert into bank_connection (id, terminal_id, bank, account, created_at)
       select 'bcn_' || id, id, bank, '', created_at from made`,
      terminal,
    );
  }
  await client.query(payments, [listedAccount.partnerId, count, "b", listedAccount.terminals]);
  await client.query(payments, ["prt_bench_other", Math.ceil(count / 20), "o", Array(5).fill("trm_other")]);
  await client.query(attempts);
  await client.query("set session_replication_role = origin");
  // Autovacuum would have done this in an older database.
  await client.query("vacuum analyze");
}

/** Returns an SQL expression for a pseudo-random number from 0 to 9999. */
const dice = (salt: string) => `(abs(hashint8(n * 7919 + ${salt})) % 10000)`;

const payments = `
  insert into payment
    (id, partner_id, terminal_id, partner_tx_code, source, link_id, status, amount, installment, return_url, ref_hash, ref_cipher,
     created_at, updated_at, counted_at, captured_at, failed_at, expired_at, expires_at, failure_code, capture_started_at,
     card_bin, card_last4, card_brand, card_family, commission_basis, commission_rate_bps, commission_amount, attempts_used,
     refunded_amount, refund_pending_amount)
  select 'pay_' || $3 || lpad(n::text, 25, '0'), $1, terminal, code, source::"PaymentSource",
         case source when 'payment_link' then 'pl_' || $3 || n end, status::"PaymentStatus", amount,
         1, 'https://shop.example/return', sha256(($3 || n)::bytea), '', at, at, at,
         case status when 'captured' then at end, case status when 'failed' then at end,
         case status when 'expired' then at end, at + case status when 'initiated' then interval '1 year' else interval '30 minutes' end,
         case status when 'failed' then 'three_ds_failed' end, case status when 'captured' then at end,
         case status when 'captured' then '454671' end, case status when 'captured' then last4 end, null,
         case status when 'captured' then 'credit' end::"CardFamily",
         case status when 'captured' then 'gross' end::"CommissionBasis", case status when 'captured' then 200 end,
         case status when 'captured' then amount / 50 end, 1,
         case when status <> 'captured' then 0 when d3 < 150 then amount when d3 < 300 then amount / 2 else 0 end,
         case when status = 'captured' and d3 = 301 and amount > 1 then amount / 3 else 0 end
    from generate_series(1::bigint, $2::int) n
   cross join lateral (
     select date_trunc('milliseconds', now() - interval '1 minute' - interval '730 days' * (1 - n::float8 / $2::int)) as at,
            ${dice("1")} as d1, ${dice("2")} as d2, ${dice("3")} as d3, ${dice("4")} as d4, n::float8 / $2::int as age) dice
   cross join lateral (
     select case when n > $2::int - 40 then 'initiated' when d1 < 7800 then 'captured' when d1 < 9000 then 'failed'
                 else 'expired' end as status,
            case when d2 < 6000 then 'api' when d2 < 9500 then 'payment_link' else 'panel' end as source,
            case when n in (17, 1017, 5017) then ($4::text[])[5]
                 when age < 0.2 and d4 % 10 < 3 then ($4::text[])[4]
                 else ($4::text[])[1 + d4 % 3] end as terminal,
            'SIP-' || case when age < 0.4 then '25-' else '26-' end || n as code, lpad(${dice("5")}::text, 4, '0') as last4,
            case when age < 0.3 then 100 + d4 + d2 * 10 else 20000 + d4 * 50 + d2 * 300 end::bigint as amount) facts`;

const attempts = `
  insert into attempt
    (id, payment_id, partner_id, connection_id, status, bank_order_id, token_hash, token_cipher, nonce, language, buyer_ip, card_bin, card_last4,
     commission_basis, rate_bps, created_at, updated_at)
  select 'att_' || substr(id, 5), id, partner_id, 'bcn_' || terminal_id, case status when 'captured' then 'captured' else 'abandoned' end::"AttemptStatus", id,
         ref_hash, '', '', 'tr', '127.0.0.1', '454671',
         coalesce(card_last4, lpad((abs(hashtext(id)) % 10000)::text, 4, '0')), 'gross', 200, created_at, created_at
    from payment where status <> 'initiated'`;
