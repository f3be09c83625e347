import type { ApiKey } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

export type ApiKeyRow = Omit<ApiKey, "keyHash" | "partnerId">;

const columns = {
  id: true,
  name: true,
  prefix: true,
  createdAt: true,
  createdBy: true,
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
  return [...live, ...revoked];
}

/**
 * Counts the live keys of an account under its row lock, so that two racing creations cannot pass the maximum together.
 */
export async function countLiveKeys(tx: Tx, partnerId: PartnerId): Promise<number> {
  await tx.$queryRaw`select 1 from partner where id = ${partnerId} for no key update`;
  return tx.apiKey.count({ where: { partnerId, revokedAt: null } });
}

export const insertApiKey = (
  tx: Tx,
  row: Omit<ApiKeyRow, "revokedAt" | "lastUsedAt"> & {
    readonly partnerId: PartnerId;
    readonly keyHash: Uint8Array<ArrayBuffer>;
  },
): Promise<ApiKeyRow> => tx.apiKey.create({ data: row, select: columns });

/** Revokes a key of an account. Returns whether this call revoked it. */
export async function endApiKey(db: Db, partnerId: PartnerId, keyId: string, now: Date): Promise<boolean> {
  const { count } = await db.prisma.apiKey.updateMany({
    where: { id: keyId, partnerId, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
}

export const findApiKeyRow = (db: Db, partnerId: PartnerId, keyId: string): Promise<ApiKeyRow | null> =>
  db.prisma.apiKey.findFirst({ where: { id: keyId, partnerId }, select: columns });
