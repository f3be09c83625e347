import { newId } from "@/server/domain/ids";
import { type Db, randomOf, type Tx } from "../db";
import { type Person, toPersonColumns } from "./sign-in-sessions";

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(
  tx: Tx,
  person: Person,
  hashes: readonly Uint8Array<ArrayBuffer>[],
  now: Date,
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: toPersonColumns(person) });
  await tx.recoveryCode.createMany({
    data: hashes.map((codeHash) => ({
      id: newId(randomOf(tx), "recoveryCode", now),
      ...toPersonColumns(person),
      codeHash,
      createdAt: now,
    })),
  });
}

/** Consumes a recovery code. Returns false where the code is unknown or was used before. */
export async function consumeRecoveryCode(
  tx: Tx,
  person: Person,
  codeHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { ...toPersonColumns(person), codeHash, usedAt: null },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Counts the unused codes of a person in the transaction that may replace them. */
export const countRecoveryCodesLeft = (tx: Tx, person: Person): Promise<number> =>
  tx.recoveryCode.count({ where: { ...toPersonColumns(person), usedAt: null } });

export const countRecoveryCodes = (db: Db, person: Person): Promise<number> =>
  db.prisma.recoveryCode.count({ where: { ...toPersonColumns(person), usedAt: null } });
