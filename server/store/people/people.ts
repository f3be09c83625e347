import type { PanelUser, Prisma, StaffUser } from "@/prisma/generated/client";
import type { Language } from "@/server/domain/errors";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { Db, Tx } from "../db";
import type { Person } from "./sign-in-sessions";

/** The fields of a panel user or staff user that signing in needs. */
export type PersonRow = StaffUser & Partial<Pick<PanelUser, "partnerId">>;

/** Finds the user with an e-mail address at a door (panel or staff); null where the user was removed. */
export const findPersonByEmail = (db: Db, door: SignInDoor, email: string): Promise<PersonRow | null> => {
  const where = { email, removedAt: null };
  return door === "panel" ? db.prisma.panelUser.findFirst({ where }) : db.prisma.staffUser.findFirst({ where });
};

/** Finds a user by id; null where the user was removed. */
export const findPerson = (db: Db, { door, userId }: Person): Promise<PersonRow | null> => {
  const where = { id: userId, removedAt: null };
  return door === "panel" ? db.prisma.panelUser.findFirst({ where }) : db.prisma.staffUser.findFirst({ where });
};

/** Inserts a staff user. Returns false where a staff user has the address already. */
export async function insertStaff(db: Db, user: Prisma.StaffUserCreateManyInput): Promise<boolean> {
  const { count } = await db.prisma.staffUser.createMany({ data: [user], skipDuplicates: true });
  return count === 1;
}

/** Marks a staff user as removed. Returns false where the user was removed before. */
export async function markStaffRemoved(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { count } = await tx.staffUser.updateMany({
    where: { id: userId, removedAt: null },
    data: { removedAt: now },
  });
  return count === 1;
}

/** Locks a staff user and returns whether the role and the second factor are still those that were read. */
export async function isStillStaff(tx: Tx, { id, role, totpSince, passkeySince }: PersonRow): Promise<boolean> {
  const rows = await tx.$queryRaw<{ role: string; totp_since: Date | null; passkey_since: Date | null }[]>`
    select role::text as role, totp_since, passkey_since from staff_user where id = ${id} and removed_at is null
       for share`;
  return rows.some(
    (row) =>
      row.role === role &&
      row.totp_since?.getTime() === totpSince?.getTime() &&
      row.passkey_since?.getTime() === passkeySince?.getTime(),
  );
}

/** Returns the scope of the audit log that records the user's actions: the account's id, or `staff`. */
export const toAuditScope = ({ partnerId }: Pick<PersonRow, "partnerId">): string => partnerId ?? "staff";

/**
 * Records a sign-in, and its language for later notices, if the password and the second factor have not changed since
 * they were checked (compare-and-set). The user's row stays locked until the transaction ends. Returns whether it did.
 */
export const recordSignIn = (
  tx: Tx,
  person: Person,
  { passwordHash, totpSince, passkeySince, factorRuleSince }: PersonRow,
  { now, language }: { readonly now: Date; readonly language: Language },
): Promise<boolean> =>
  update(
    tx,
    person,
    { passwordHash, totpSince, passkeySince },
    { lastSignInAt: now, language, factorRuleSince: factorRuleSince ?? now },
  );

/**
 * Replaces a password hash if it is still `from` (compare-and-set). Returns whether it did.
 * @param mustChange whether an operator issued the password, so that the person has to replace it
 */
export const replacePassword = (
  tx: Tx,
  person: Person,
  { from, to, mustChange }: { readonly from: string; readonly to: string; readonly mustChange: boolean },
): Promise<boolean> => update(tx, person, { passwordHash: from }, { passwordHash: to, mustChangePassword: mustChange });

/**
 * Records that a person is informed of many wrong passwords now, unless that was done since an instant. Returns whether
 * it was recorded.
 */
export const claimAttemptsNotice = (tx: Tx, person: Person, now: Date, since: Date): Promise<boolean> =>
  update(tx, person, { OR: [{ attemptsToldAt: null }, { attemptsToldAt: { lte: since } }] }, { attemptsToldAt: now });

/** Records that a person has proved to read the address. Returns false where the user was removed. */
export const markEmailProved = (tx: Tx, person: Person, now: Date): Promise<boolean> =>
  update(tx, person, {}, { emailProvedAt: now });

type Bytes = Uint8Array<ArrayBuffer>;

/** Stores the secret of an authenticator app that is being set up. Returns false where an app is active already. */
export const setTotpSecret = (tx: Tx, person: Person, sealed: Bytes): Promise<boolean> =>
  update(tx, person, { totpSince: null }, { totpSecret: sealed, totpLastStep: null });

/**
 * Activates the authenticator app if none is active and the secret is the one that the code belongs to. Returns whether
 * it did.
 */
export const startTotp = (
  tx: Tx,
  person: Person,
  { sealed, step, now }: { sealed: Bytes; step: bigint; now: Date },
): Promise<boolean> =>
  update(
    tx,
    person,
    { totpSince: null, totpSecret: sealed },
    { totpSince: now, totpLastStep: step, codeAtSignIn: true },
  );

/**
 * Consumes the code of a time step. Each step works once, and no step works after a later one. Returns whether it did.
 */
export const consumeTotpStep = (tx: Tx, person: Person, sealed: Bytes, step: bigint): Promise<boolean> =>
  update(
    tx,
    person,
    {
      totpSince: { not: null },
      totpSecret: sealed,
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
    },
    { totpLastStep: step },
  );

/**
 * Locks the user's row and returns whether the second factor is active; it cannot change until the transaction ends.
 */
export async function lockSecondFactor(tx: Tx, { door, userId }: Person): Promise<boolean> {
  const rows: { since: Date | null }[] =
    door === "panel"
      ? await tx.$queryRaw`select coalesce(totp_since, passkey_since) as since from panel_user where id = ${userId} for update`
      : await tx.$queryRaw`select coalesce(totp_since, passkey_since) as since from staff_user where id = ${userId} for update`;
  return rows.some(({ since }) => since !== null);
}

export const removeTotp = (tx: Tx, person: Person): Promise<boolean> =>
  update(tx, person, { totpSince: { not: null } }, { totpSecret: null, totpSince: null, totpLastStep: null });

/** The fields that the users of both doors have. */
type Fields = Partial<
  Pick<
    PersonRow,
    | "passwordHash"
    | "mustChangePassword"
    | "attemptsToldAt"
    | "lastSignInAt"
    | "totpSince"
    | "factorRuleSince"
    | "totpLastStep"
    | "codeAtSignIn"
    | "language"
    | "emailProvedAt"
  > & {
    totpSecret: Bytes | null;
  }
>;

interface Expected {
  readonly passwordHash?: string;
  readonly totpSecret?: Bytes;
  readonly totpSince?: Date | null | { not: null };
  readonly passkeySince?: Date | null;
  readonly OR?: { totpLastStep: null | { lt: bigint } }[] | { attemptsToldAt: null | { lte: Date } }[];
}

/** Updates a user whose columns still have the expected values (compare-and-set). Returns whether it did. */
async function update(tx: Tx, { door, userId }: Person, expected: Expected, data: Fields): Promise<boolean> {
  const change = { where: { id: userId, removedAt: null, ...expected }, data };
  const { count } = await (door === "panel" ? tx.panelUser.updateMany(change) : tx.staffUser.updateMany(change));
  return count === 1;
}
