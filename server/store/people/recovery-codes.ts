import { newId } from "@/server/domain/ids";
import type { Db, Tx } from "../db";
import { columnsOf, type Person } from "./sign-in-sessions";

/** Puts new codes in the place of all that a person has. */
export async function replaceRecoveryCodes(
  tx: Tx,
  person: Person,
  hashes: readonly Uint8Array<ArrayBuffer>[],
  now: Date,
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: columnsOf(person) });
  await tx.recoveryCode.createMany({
    data: hashes.map((codeHash) => ({
      id: newId("recoveryCode", now),
      ...columnsOf(person),
      codeHash,
      createdAt: now,
    })),
  });
}

/** Takes a code, once. */
export async function takeRecoveryCode(
  tx: Tx,
  person: Person,
  codeHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { ...columnsOf(person), codeHash, usedAt: null },
    data: { usedAt: now },
  });
  return count === 1;
}

export const countRecoveryCodes = (db: Db, person: Person): Promise<number> =>
  db.prisma.recoveryCode.count({ where: { ...columnsOf(person), usedAt: null } });
