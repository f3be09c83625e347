import type { Db } from "../db";
import { grouped } from "../grouped";
import { asPartnerId, type PartnerId } from "../tenant";

/** An account, as far as a request needs it. Amounts in kuruş. */
export interface Account {
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly status: "active" | "suspended" | "closed";
  readonly acceptanceHeld: boolean;
  readonly holdReason: string | null;
  readonly heldSince: Date | null;
  readonly paymentLinksEnabled: boolean;
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  /** Narrowing of every terminal's set; empty: none. */
  readonly installmentCounts: readonly number[];
  readonly allowedHosts: readonly string[];
  readonly cardAttemptLimit: number;
  /** Of the account's terminals and tariffs, and of the BIN table: what is kept of an older one is read again. */
  readonly termsVersion: number;
  readonly binsVersion: number;
}

/** Budgets per minute where staff raised them. */
export interface RaisedBudgets {
  readonly paymentsPerKey: number | null;
  readonly linkWritesPerKey: number | null;
  readonly linkReadsPerKey: number | null;
}

/** An API key's row with its account. */
export interface KeyRow extends Account, RaisedBudgets {
  readonly keyId: string;
  readonly keyHash: Uint8Array;
  readonly revoked: boolean;
}

export interface AccountColumns {
  readonly partner_id: string;
  readonly name: string;
  readonly status: Account["status"];
  readonly acceptance_held: boolean;
  readonly hold_reason: string | null;
  readonly held_since: Date | null;
  readonly payment_links_enabled: boolean;
  readonly min_amount: string | null;
  readonly max_amount: string | null;
  readonly installment_counts: readonly number[];
  readonly allowed_hosts: readonly string[];
  readonly card_attempt_limit: number;
  readonly payments_per_key: number | null;
  readonly link_writes_per_key: number | null;
  readonly link_reads_per_key: number | null;
  readonly terms_version: string;
  readonly bins_version: string;
}

/** The columns of an account `p`, for `toAccount`. */
export const accountColumns = `p.id as partner_id, p.name, p.status::text, p.acceptance_held, p.hold_reason,
       p.held_since, p.payment_links_enabled, p.min_amount, p.max_amount, p.installment_counts, p.allowed_hosts,
       p.card_attempt_limit, p.payments_per_key, p.link_writes_per_key, p.link_reads_per_key, p.terms_version,
       (select version from bin_table) as bins_version`;

const findKeySql = `
select k.id, k.key_hash, k.revoked_at, ${accountColumns}
  from api_key k join partner p on p.id = k.partner_id
 where k.prefix = $1`;

/**
 * Every request's first query: a prepared statement, as it is about three times as fast as the same by Prisma.
 * Grouped, as requests of a busy merchant come together: a sixth less time of the server, a third less of PostgreSQL.
 */
export const findKey = grouped(async (db: Db, prefix: string): Promise<KeyRow | null> => {
  const { rows } = await db.pool.query({ name: "find-key", text: findKeySql, values: [prefix] });
  const row = rows[0];
  if (!row) return null;
  return { keyId: row.id, keyHash: row.key_hash, revoked: row.revoked_at !== null, ...toAccount(row) };
});

/** What an account's keys are called that are not revoked, the oldest first. */
export async function listLiveKeyNames(db: Db, partnerId: PartnerId) {
  const rows = await db.prisma.apiKey.findMany({
    where: { partnerId, revokedAt: null },
    select: { id: true, name: true, prefix: true },
    orderBy: [{ createdAt: "asc" }, { name: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, ...names }) => ({ keyId: id, ...names }));
}

/** A row of `accountColumns` as the driver gives it: 64-bit numbers are texts. */
export const toAccount = (row: AccountColumns): Account & RaisedBudgets => ({
  partnerId: asPartnerId(row.partner_id),
  name: row.name,
  status: row.status,
  acceptanceHeld: row.acceptance_held,
  holdReason: row.hold_reason,
  heldSince: row.held_since,
  paymentLinksEnabled: row.payment_links_enabled,
  minAmountKurus: row.min_amount === null ? null : BigInt(row.min_amount),
  maxAmountKurus: row.max_amount === null ? null : BigInt(row.max_amount),
  installmentCounts: row.installment_counts,
  allowedHosts: row.allowed_hosts,
  cardAttemptLimit: row.card_attempt_limit,
  termsVersion: Number(row.terms_version),
  binsVersion: Number(row.bins_version),
  paymentsPerKey: row.payments_per_key,
  linkWritesPerKey: row.link_writes_per_key,
  linkReadsPerKey: row.link_reads_per_key,
});
