import type { LinkTexts } from "@/server/domain/links/link-texts";
import type { Db } from "../db";
import { namedColumns, prepareStatement } from "../named-sql";
import type { PartnerId } from "../tenant";
import type { LinkRow } from "./links";

export interface NewLink extends LinkTexts {
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly terminalId: string;
  readonly amount: bigint;
  readonly customerShareBps: number;
  readonly redirectUrl: string | null;
  /** The permitted installment counts, ascending; an empty list restricts nothing. */
  readonly allowedCounts: number[];
  readonly items: { readonly name: string; readonly note: string | null; readonly amount: number }[] | null;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  readonly tokenCipher: Uint8Array<ArrayBuffer>;
  readonly now: Date;
}

const columns = namedColumns({
  partner_id: ":partnerId",
  id: ":id",
  terminal_id: ":terminalId",
  amount: ":amount",
  customer_share_bps: ":customerShareBps",
  description: ":description",
  redirect_url: ":redirectUrl",
  allowed_counts: ":allowedCounts",
  items: ":items",
  payer_name: ":payerName",
  token_hash: ":tokenHash",
  token_cipher: ":tokenCipher",
  status: "'pending'",
  partner_reference: "link_seq",
  expires_at: "created_at + interval '604800 seconds'",
  created_at: "created_at",
  updated_at: "created_at",
});

/**
 * Takes the account's next reference under the account's row lock and inserts the link, in one statement: a failure
 * uses up no reference, so there are no gaps (D-3). Creation times grow with the references, without ties, although the
 * clocks of racing processes may differ (D-147). It is about 2.8 times as fast as the same steps in an interactive
 * transaction.
 */
const insertStatement = prepareStatement<keyof NewLink>(
  "insert-link",
  `with numbered as (
     update partner
        set link_seq = link_seq + 1, last_link_at = greatest(:now::timestamptz, last_link_at + interval '1 millisecond')
      where id = :partnerId
     returning link_seq, last_link_at as created_at
   )
   insert into payment_link (${columns.names})
   select ${columns.values} from numbered
   returning partner_reference, created_at, expires_at`,
);

/** Inserts a link, valid for seven days (§8.2). */
export async function insertLink(db: Db, { now, ...link }: NewLink): Promise<LinkRow> {
  const items = link.items && JSON.stringify(link.items);
  const { rows } = await db.pool.query<InsertedRow>(insertStatement({ ...link, items, now }));
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

/** A row as node-postgres returns it: bigints are strings. */
interface InsertedRow {
  readonly partner_reference: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}
