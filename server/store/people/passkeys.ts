import type { Passkey, PasskeyPurpose } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { type Db, randomOf, type Tx } from "../db";
import { type Person, toPersonColumns } from "./sign-in-sessions";

export type { PasskeyPurpose };

/** A passkey as its signatures are verified. */
export interface KnownPasskey extends Pick<Passkey, "id" | "credentialId" | "counter" | "transports" | "name"> {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly person: Person;
}

export interface NewChallenge {
  readonly challenge: string;
  readonly purpose: PasskeyPurpose;
  /** The hash of the session or of the browser's cookie, in base64url. */
  readonly holder: string;
  readonly expiresAt: Date;
}

/** Stores a challenge, and erases those that have expired. */
export async function insertChallenge(db: Db, challenge: NewChallenge, now: Date): Promise<void> {
  await db.prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.prisma.passkeyChallenge.create({ data: challenge });
}

/** Uses a challenge up. Returns false where it is unknown, of another holder or purpose, used, or expired. */
export async function consumeChallenge(db: Db, given: Omit<NewChallenge, "expiresAt">, now: Date): Promise<boolean> {
  const { count } = await db.prisma.passkeyChallenge.deleteMany({ where: { ...given, expiresAt: { gt: now } } });
  return count === 1;
}

/** Lists a person's passkeys in the order in which they were added. */
export const listPasskeys = (db: Db, person: Person) =>
  db.prisma.passkey.findMany({
    where: toPersonColumns(person),
    select: { id: true, credentialId: true, transports: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/** Finds the passkey of a credential at a door; null where there is none. */
export async function findPasskey(db: Db, door: SignInDoor, credentialId: string): Promise<KnownPasskey | null> {
  const row = await db.prisma.passkey.findUnique({ where: { credentialId } });
  const userId = door === "panel" ? row?.panelUserId : row?.staffUserId;
  if (!row || !userId) return null;
  return { ...row, publicKey: Uint8Array.from(row.publicKey), person: { door, userId } };
}

export interface NewPasskey
  extends Pick<KnownPasskey, "credentialId" | "publicKey" | "transports" | "name" | "person"> {
  readonly counter: number;
  readonly now: Date;
}

/**
 * Adds a passkey and records since when the person has one. Throws validation_error where the credential is known. The
 * person's row stays locked until the transaction ends.
 */
export async function insertPasskey(tx: Tx, { person, counter, now, ...passkey }: NewPasskey): Promise<void> {
  await setPasskeySince(tx, person, { passkeySince: null }, now);
  const data = {
    id: newId(randomOf(tx), "passkey", now),
    ...toPersonColumns(person),
    ...passkey,
    counter,
    createdAt: now,
  };
  const { count } = await tx.passkey.createMany({ data: [data], skipDuplicates: true });
  if (count === 0) throw new AppError("validation_error", "The passkey is known already");
}

/** Renames a passkey of a person. Returns false where the person has none with the id. */
export const renamePasskey = async (tx: Tx, person: Person, id: string, name: string): Promise<boolean> =>
  (await tx.passkey.updateMany({ where: { id, ...toPersonColumns(person) }, data: { name } })).count === 1;

/** Removes a passkey of a person. Returns how many are left; null where the person has none with the id. */
export async function deletePasskey(tx: Tx, person: Person, id: string): Promise<number | null> {
  const owner = toPersonColumns(person);
  const { count } = await tx.passkey.deleteMany({ where: { id, ...owner } });
  if (count === 0) return null;
  const left = await tx.passkey.count({ where: owner });
  if (left === 0) await setPasskeySince(tx, person, {}, null);
  return left;
}

/** Removes all passkeys of a person. Returns whether there were any. */
export async function deletePasskeys(tx: Tx, person: Person): Promise<boolean> {
  const { count } = await tx.passkey.deleteMany({ where: toPersonColumns(person) });
  if (count > 0) await setPasskeySince(tx, person, {}, null);
  return count > 0;
}

/**
 * Records a use of a passkey with its new count of signatures, unless another use came in between (compare-and-set).
 * Returns whether it did.
 */
export async function recordPasskeyUse(
  tx: Tx,
  { id, counter }: Pick<KnownPasskey, "id" | "counter">,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const change = { where: { id, counter }, data: { counter: newCounter, lastUsedAt: now } };
  return (await tx.passkey.updateMany(change)).count === 1;
}

/** Locks the person's row by writing to it, so that adding and removing passkeys take turns. */
async function setPasskeySince(tx: Tx, person: Person, expected: { passkeySince?: null }, at: Date | null) {
  const change = { where: { id: person.userId, ...expected }, data: { passkeySince: at } };
  await (person.door === "panel" ? tx.panelUser.updateMany(change) : tx.staffUser.updateMany(change));
}
