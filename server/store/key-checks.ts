import type { Db } from "./db";

/** The known value of an encryption key, as the key sealed it (D-318). */
export interface KeyCheck {
  readonly keyId: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

export const listKeyChecks = (db: Db): Promise<KeyCheck[]> =>
  db.prisma.encryptionKeyCheck.findMany({ select: { keyId: true, sealed: true }, orderBy: { keyId: "asc" } });

/** Stores the known value of a key. Another process may have stored one already, which then stays. */
export async function insertKeyCheck(db: Db, check: KeyCheck, now: Date): Promise<void> {
  await db.prisma.encryptionKeyCheck.createMany({ data: { ...check, createdAt: now }, skipDuplicates: true });
}

export async function deleteKeyCheck(db: Db, keyId: string): Promise<void> {
  await db.prisma.encryptionKeyCheck.deleteMany({ where: { keyId } });
}
