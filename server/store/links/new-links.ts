import type { Db } from "../db";
import type { PartnerId } from "../tenant";
import type { LinkRow } from "./links";

export interface NewLink {
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly terminalId: string;
  readonly amount: bigint;
  readonly customerShareBps: number;
  readonly description: string | null;
  readonly redirectUrl: string | null;
  /** Ascending; empty: no restriction. */
  readonly allowedCounts: number[];
  readonly items: { readonly name: string; readonly note: string | null; readonly amount: number }[] | null;
  readonly payerName: string | null;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  readonly tokenCipher: Uint8Array<ArrayBuffer>;
  readonly now: Date;
}

/**
 * One statement: takes the account's next reference under the account's row lock and inserts with it, so that whatever
 * fails uses none up and there are no gaps (D-3). An account's links are created in the order of their references, no two
 * at the same instant, whatever racing processes read off their clocks. About 2.8 times as fast as the same steps in an
 * interactive transaction.
 */
const insertSql = `
with numbered as (
  update partner
     set link_seq = link_seq + 1, last_link_at = greatest($13::timestamptz, last_link_at + interval '1 millisecond')
   where id = $1
  returning link_seq, last_link_at as created_at
)
insert into payment_link (partner_id, id, terminal_id, amount, customer_share_bps, description, redirect_url,
                          allowed_counts, items, payer_name, token_hash, token_cipher, status, partner_reference,
                          expires_at, created_at, updated_at)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', link_seq,
       created_at + interval '604800 seconds', created_at, created_at
  from numbered
returning partner_reference, created_at, expires_at`;

/** Inserts a link, valid for seven days (§8.2). */
export async function insertLink(db: Db, { now, ...link }: NewLink): Promise<LinkRow> {
  const values = [
    link.partnerId,
    link.id,
    link.terminalId,
    link.amount,
    link.customerShareBps,
    link.description,
    link.redirectUrl,
    link.allowedCounts,
    link.items && JSON.stringify(link.items),
    link.payerName,
    link.tokenHash,
    link.tokenCipher,
    now,
  ];
  const { rows } = await db.pool.query<InsertedRow>({ name: "insert-link", text: insertSql, values });
  const [row] = rows;
  if (!row) throw new Error(`Partner ${link.partnerId} is gone`);
  return {
    ...link,
    status: "pending",
    partnerReference: BigInt(row.partner_reference),
    lastAttemptNo: 0,
    firstOpenedAt: null,
    lastOpenedAt: null,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.created_at,
  };
}

/** As node-postgres gives it: bigints are text. */
interface InsertedRow {
  readonly partner_reference: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}
