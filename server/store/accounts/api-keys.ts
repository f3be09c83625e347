import type { ApiKey } from "@/prisma/generated/client";
import type { KeyScope } from "@/server/domain/accounts/key-rights";
import type { Db, Tx } from "../db";
import { asPartnerId, type PartnerId } from "../tenant";

export type ApiKeyRow = Omit<ApiKey, "keyHash" | "partnerId" | "scopes" | "endWarningAt"> & {
  readonly scopes: KeyScope[];
};

const columns = {
  id: true,
  name: true,
  prefix: true,
  createdAt: true,
  createdBy: true,
  scopes: true,
  expiresAt: true,
  allowedIps: true,
  refundLimit: true,
  seenBy: true,
  revokedAt: true,
  lastUsedAt: true,
} as const;

/** The number of revoked keys that a list shows. */
const revokedListedMax = 50;

/** Lists an account's keys without their hashes: all live keys and the latest revoked ones, the newest first. */
export async function listApiKeyRows(db: Db, partnerId: PartnerId): Promise<ApiKeyRow[]> {
  const [live, revoked] = await Promise.all([
    db.prisma.apiKey.findMany({
      where: { partnerId, revokedAt: null },
      select: columns,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    db.prisma.apiKey.findMany({
      where: { partnerId, revokedAt: { not: null } },
      select: columns,
      orderBy: [{ revokedAt: "desc" }, { id: "desc" }],
      take: revokedListedMax,
    }),
  ]);
  return [...live, ...revoked].map(toRow);
}

const toRow = (row: Omit<ApiKey, "keyHash" | "partnerId" | "endWarningAt">): ApiKeyRow => ({
  ...row,
  scopes: row.scopes as KeyScope[],
});

/**
 * Counts the live keys of an account under its row lock, so that two racing creations cannot pass the maximum together.
 */
export async function countLiveKeys(tx: Tx, partnerId: PartnerId): Promise<number> {
  await tx.$queryRaw`select 1 from partner where id = ${partnerId} for no key update`;
  return tx.apiKey.count({ where: { partnerId, revokedAt: null } });
}

export const insertApiKey = async (
  tx: Tx,
  row: Omit<ApiKeyRow, "revokedAt" | "lastUsedAt"> & {
    readonly partnerId: PartnerId;
    readonly keyHash: Uint8Array<ArrayBuffer>;
    readonly endWarningAt: Date | null;
  },
): Promise<ApiKeyRow> => toRow(await tx.apiKey.create({ data: row, select: columns }));

/** What may be changed of a key after it was made. */
export type KeyChange = Pick<ApiKey, "name" | "expiresAt" | "allowedIps" | "refundLimit" | "endWarningAt"> &
  Pick<ApiKeyRow, "scopes">;

/** Changes a key that is not revoked. Returns whether there is one. */
export async function updateApiKey(tx: Tx, partnerId: PartnerId, keyId: string, change: KeyChange): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({ where: { partnerId, id: keyId, revokedAt: null }, data: change });
  return count === 1;
}

/** A key that ends, of which its account is warned. */
export interface EndingKey {
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly prefix: string;
  readonly expiresAt: Date;
}

/**
 * Takes the warning of a key's end that is due, and sets the next one. Returns null where none is due, where the key
 * was revoked, or where another transaction was faster.
 */
export async function claimEndingKey(
  tx: Tx,
  keyId: string,
  now: Date,
  toNext: (expiresAt: Date) => Date | null,
): Promise<EndingKey | null> {
  const due = { id: keyId, revokedAt: null, endWarningAt: { lte: now } };
  const row = await tx.apiKey.findFirst({ where: due });
  if (!row?.expiresAt) return null;
  const { partnerId, name, prefix, expiresAt } = row;
  const unchanged = { ...due, endWarningAt: row.endWarningAt, expiresAt };
  const { count } = await tx.apiKey.updateMany({ where: unchanged, data: { endWarningAt: toNext(expiresAt) } });
  return count === 1 ? { partnerId: asPartnerId(partnerId), name, prefix, expiresAt } : null;
}

/** Revokes a key of an account. Returns whether this call revoked it. */
export async function endApiKey(tx: Tx, partnerId: PartnerId, keyId: string, now: Date): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({
    where: { id: keyId, partnerId, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
}

export async function findApiKeyRow(tx: Tx, partnerId: PartnerId, keyId: string): Promise<ApiKeyRow | null> {
  const row = await tx.apiKey.findFirst({ where: { id: keyId, partnerId }, select: columns });
  return row && toRow(row);
}

/** Lists the keys of an account, not revoked, that a member made or received, the newest first. */
export async function listKeysSeenBy(tx: Tx, partnerId: PartnerId, userId: string): Promise<ApiKeyRow[]> {
  const rows = await tx.apiKey.findMany({
    where: { partnerId, revokedAt: null, seenBy: { has: userId } },
    select: columns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(toRow);
}
