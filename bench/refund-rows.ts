import type pg from "pg";
import { enterIntoLedger } from "./ledger-rows";
import type { NewAccount } from "./new-account";

export interface RefundRows {
  readonly account: Pick<NewAccount, "partnerId" | "terminalId">;
  /** The unique prefix of the ids. */
  readonly prefix: string;
  readonly paymentCount: number;
  /** The number of credits of each payment, of 100 kuruş each. */
  readonly refundsEach: number;
  /** The number of payments whose last refund is pending; the refund before it is due for its day-end check. */
  readonly openCount: number;
  /** The number of settlements, the newest ones, that wait for their payout. */
  readonly unpaidCount: number;
}

/** The amount of each payment in kuruş. */
const amountKurus = 1_000_000;

/**
 * Writes captured payments with their refunds and settlements, spread over a year, and enters them into the ledger. The
 * triggers that count them one by one are off, so the totals that they keep are written too. Open refunds are due in a
 * year, so that no job processes them.
 */
export async function writeRefundRows(client: pg.Client, rows: RefundRows): Promise<void> {
  const { account, prefix, paymentCount, refundsEach, openCount, unpaidCount } = rows;
  const refundCount = paymentCount * refundsEach;
  await client.query("set session_replication_role = replica");
  await client.query(payments, [
    prefix,
    account.partnerId,
    account.terminalId,
    paymentCount,
    amountKurus,
    refundsEach,
    openCount,
  ]);
  await client.query(attempts, [prefix, paymentCount]);
  await client.query(refunds, [prefix, account.partnerId, refundCount, refundsEach, openCount]);
  await client.query(settlements, [prefix, account.partnerId, unpaidCount, amountKurus]);
  await enterIntoLedger(client);
}

/** Writes the same orders at the simulated bank, so that it can refund them. */
export const writeBankOrders = (client: pg.Client, prefix: string, shop: string): Promise<unknown> =>
  client.query(
    `insert into simulator.bank_order
       (protocol, shop, order_id, captured, captured_at, masked_pan, scheme, issuer, outcome)
     select 'nestpay', $2, bank_order_id, $3, created_at, '454671******0007', 'visa', 'Bank', 'approved'
       from attempt where id between 'att_' || $1 || '0000000000' and 'att_' || $1 || '9999999999'`,
    [prefix, shop, amountKurus],
  );

export const toPaymentCode = (prefix: string, number: number): string => `pay_${prefix}${padded(number)}`;
export const toRefundCode = (prefix: string, number: number): string => `${prefix}-${number}`;
const padded = (number: number): string => String(number).padStart(10, "0");

/** Returns an SQL expression for instants spread over a year in the order of their numbers. */
const instants = (number: string, count: string) =>
  `date_trunc('milliseconds', now() - interval '1 minute' - interval '365 days' * (1 - ${number}::float8 / ${count}))`;

const payments = `
  insert into payment
    (id, partner_id, terminal_id, partner_tx_code, source, status, amount, installment, return_url, ref_hash, ref_cipher,
     created_at, updated_at, counted_at, captured_at, capture_started_at, expires_at, card_bin, card_last4, card_family,
     commission_basis, commission_rate_bps, commission_amount, attempts_used, refunded_amount, refund_pending_amount)
  select 'pay_' || $1 || lpad(n::text, 10, '0'), $2, $3, $1 || n, 'api', 'captured', $5::bigint, 1,
         'https://shop.example/return', sha256(($1 || n)::bytea), '', at, at, at, at, at, at + interval '30 minutes',
         '454671', '0007', 'credit', 'gross', 200, $5::bigint / 50, 1,
         case when $6::int > 0 then 100 * ($6::int - (n > $4::int - $7::int)::int) else 0 end,
         case when $6::int > 0 and n > $4::int - $7::int then 100 else 0 end
    from generate_series(1, $4::int) n cross join lateral (select ${instants("n", "$4")} as at) t`;

const attempts = `
  insert into attempt
    (id, payment_id, partner_id, connection_id, status, bank_order_id, token_hash, token_cipher, nonce, language, buyer_ip, card_bin, card_last4,
     commission_basis, rate_bps, created_at, updated_at, capture_sent_at, auth_code)
  select 'att_' || $1 || lpad(n::text, 10, '0'), p.id, partner_id, c.id, 'captured', $1 || n, ref_hash, '', '', 'tr', '127.0.0.1', card_bin,
         card_last4, 'gross', 200, p.created_at, p.created_at, p.created_at, 'P00000'
    from generate_series(1, $2::int) n
    join payment p on p.id = 'pay_' || $1 || lpad(n::text, 10, '0')
    join bank_connection c on c.terminal_id = p.terminal_id and c.replaced_at is null`;

/** For the last payments, the last refund is open and the one before it is due for its day-end check. */
const refunds = `
  insert into refund
    (id, partner_id, payment_id, attempt_id, partner_refund_code, method, way, status, amount, bank_key, created_at, updated_at,
     sent_at, done_at, baseline, resolved_at, next_inquiry_at, alert_at, recheck_at)
  select 'rf_' || $1 || lpad(n::text, 10, '0'), $2, 'pay_' || $1 || p.number, 'att_' || $1 || p.number, $1 || '-' || n,
         'credit', 'credit', case when open then 'pending' else 'approved' end::"RefundStatus", 100, $1 || n, at, at,
         at, case when not open then at end, '"unreadable"',
         case when not open then at end, case when open then later end, case when open then later end,
         case when young and n % $4::int = $4::int - 1 then later end
    from generate_series(1, $3::int) n
   cross join lateral (select ${instants("n", "$3")} as at, now() + interval '365 days' as later,
                              lpad(((n - 1) / $4::int + 1)::text, 10, '0') as number,
                              n > $3::int - $5::int * $4::int as young) p
   cross join lateral (select young and n % $4::int = 0 as open) o`;

const settlements = `
  insert into settlement (id, partner_id, payment_id, refund_id, amount, bank_day, due_at, collect_at, payout_id,
                          created_at, updated_at)
  select 'stl_' || $1 || lpad(place::text, 10, '0'), $2, payment, refund, net, bank_day(at, '00:00'),
         at + interval '1 day', at + interval '400 days',
         case when place > count(*) over () - $3::int then null else 'pob_' || $1 end, at, at
    from (select *, row_number() over (order by at, payment, refund) as place
            from (select id as payment, null as refund, $4::bigint - $4::bigint / 50 as net,
                         captured_at - interval '3 days' as at
                    from payment where id between 'pay_' || $1 || '0000000000' and 'pay_' || $1 || '9999999999'
                  union all
                  select payment_id, id, -amount, created_at - interval '3 days' from refund
                   where id between 'rf_' || $1 || '0000000000' and 'rf_' || $1 || '9999999999'
                     and status = 'approved') owed) counted`;
