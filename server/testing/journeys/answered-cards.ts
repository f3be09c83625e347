import { minutes, plusMs } from "@/server/domain/clock";
import type { TestWorld } from "../world/world";

/** A card that a bank has answered. */
export interface AnsweredCard {
  readonly partnerId: "prt_ours" | "prt_other";
  readonly linkId: string | null;
  readonly status: "rejected" | "captured";
  /** The buyer's network; null gives every card another one. */
  readonly network: string | null;
  /** The first six digits; null gives every card others. */
  readonly bin: string | null;
  /** The last four digits; without them every card has others. */
  readonly last4?: string;
  /** How long ago the card was submitted, ms. */
  readonly ageMs?: number;
}

/** Writes payments of a test account with one answered card each, without the way to them. */
export async function writeAnsweredCards(
  { db, clock }: TestWorld,
  count: number,
  { partnerId = "prt_ours", linkId, status, network, bin, last4 = "", ageMs = minutes(1) }: Partial<AnsweredCard>,
): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    const at = plusMs(clock.now(), -ageMs);
    const { rows } = await client.query<{ id: string }>(payments, [
      count,
      at,
      partnerId,
      linkId ?? null,
      status,
      bin ?? null,
    ]);
    await client.query(attempts, [rows.map(({ id }) => id), status, network ?? null, bin ?? null, last4]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** A number that no earlier card of the test has. */
const unlike = "(select count(*) from payment) + n";

const payments = `
  insert into payment
    (id, partner_id, terminal_id, partner_tx_code, source, link_id, status, amount, installment, return_url, ref_hash,
     ref_cipher, created_at, updated_at, counted_at, captured_at, capture_started_at, failed_at, failure_code,
     expires_at, card_bin, commission_amount)
  select 'pay_' || lpad(nr::text, 26, '0'), $3, case $3 when 'prt_ours' then 'trm_ours' else 'trm_foreign' end,
         'card-' || nr, case when $4::text is null then 'api' else 'payment_link' end::"PaymentSource", $4::text,
         case when $5 = 'captured' then 'captured' else 'failed' end::"PaymentStatus", 100, 1, 'https://shop.test',
         sha256(nr::text::bytea), '', $2, $2, $2, case when $5 = 'captured' then $2::timestamptz end,
         case when $5 = 'captured' then $2::timestamptz end, case when $5 <> 'captured' then $2::timestamptz end,
         case when $5 <> 'captured' then 'card_attempt_limit_exceeded' end, $2::timestamptz + interval '30 minutes',
         coalesce($6::text, '400001'), 1
    from generate_series(1, $1::int) n cross join lateral (select ${unlike} as nr) numbered
  returning id`;

const attempts = `
  insert into attempt
    (id, payment_id, partner_id, connection_id, status, bank_order_id, token_hash, token_cipher, nonce, language,
     buyer_ip, buyer_network, card_bin, card_last4, commission_basis, rate_bps, decline_reason, created_at, updated_at)
  select 'att_' || substr(id, 5), id, partner_id, 'bcn_' || terminal_id, $2::"AttemptStatus", id, ref_hash, '', '', 'tr',
         'written', coalesce($3, 'network-' || id), coalesce($4, right(id, 6)), coalesce(nullif($5, ''), right(id, 4)),
         'gross', 200, case when $2 = 'rejected' then 'do_not_honour' end, created_at, created_at
    from payment where id = any($1::text[])`;
