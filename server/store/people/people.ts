import type { PanelUser, Prisma, StaffUser } from "@/prisma/generated/client";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { Db, Tx } from "../db";
import type { Person } from "./sign-in-sessions";

/** What signing in needs of a user of either door. */
export type PersonRow = StaffUser & Partial<Pick<PanelUser, "partnerId">>;

/** Who has an e-mail address at a door, unless they were removed. */
export const findPersonByEmail = (db: Db, door: SignInDoor, email: string): Promise<PersonRow | null> => {
  const where = { email, removedAt: null };
  return door === "panel"
    ? db.prisma.panelUser.findFirst({ where })
    : db.prisma.staffUser.findFirst({ where });
};

/** Somebody by their id, unless they were removed. */
export const findPerson = (db: Db, { door, userId }: Person): Promise<PersonRow | null> => {
  const where = { id: userId, removedAt: null };
  return door === "panel"
    ? db.prisma.panelUser.findFirst({ where })
    : db.prisma.staffUser.findFirst({ where });
};

/** False when somebody of staff has the address. */
export async function insertStaff(db: Db, user: Prisma.StaffUserCreateManyInput): Promise<boolean> {
  const { count } = await db.prisma.staffUser.createMany({ data: [user], skipDuplicates: true });
  return count === 1;
}

/** False when they were removed before. */
export async function markStaffRemoved(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { count } = await tx.staffUser.updateMany({
    where: { id: userId, removedAt: null },
    data: { removedAt: now },
  });
  return count === 1;
}

/** Whose audit log tells of them: their account's id, or `staff`. */
export const auditScopeOf = ({ partnerId }: Pick<PersonRow, "partnerId">): string => partnerId ?? "staff";

/** That somebody has signed in, if what they showed is still what is asked for. Their row is locked until the end. */
export const noteSignIn = (
  tx: Tx,
  person: Person,
  { passwordHash, totpSince }: Pick<PersonRow, "passwordHash" | "totpSince">,
  now: Date,
): Promise<boolean> => update(tx, person, { passwordHash, totpSince }, { lastSignInAt: now });

/** Replaces a password, if it is still the one that was looked at. */
export const replacePassword = (tx: Tx, person: Person, from: string, to: string): Promise<boolean> =>
  update(tx, person, { passwordHash: from }, { passwordHash: to });

type Bytes = Uint8Array<ArrayBuffer>;

/** Keeps the secret of an app that is being set up; one that counts already stays. */
export const setTotpSecret = (tx: Tx, person: Person, sealed: Bytes): Promise<boolean> =>
  update(tx, person, { totpSince: null }, { totpSecret: sealed, totpLastStep: null });

/** From now on the app is asked for. Once, and with the secret that the code was made of. */
export const startTotp = (
  tx: Tx,
  person: Person,
  { sealed, step, now }: { sealed: Bytes; step: bigint; now: Date },
): Promise<boolean> =>
  update(tx, person, { totpSince: null, totpSecret: sealed }, { totpSince: now, totpLastStep: step });

/** Takes the code of a step: each step is taken once, and none before one that was taken. */
export const takeTotpStep = (tx: Tx, person: Person, sealed: Bytes, step: bigint): Promise<boolean> =>
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

/** Whether the second factor is on; it stays so until the end of the transaction. */
export async function lockSecondFactor(tx: Tx, { door, userId }: Person): Promise<boolean> {
  const rows: { totp_since: Date | null }[] =
    door === "panel"
      ? await tx.$queryRaw`select totp_since from panel_user where id = ${userId} for update`
      : await tx.$queryRaw`select totp_since from staff_user where id = ${userId} for update`;
  return rows.some(({ totp_since }) => totp_since !== null);
}

export const removeTotp = (tx: Tx, person: Person): Promise<boolean> =>
  update(tx, person, { totpSince: { not: null } }, { totpSecret: null, totpSince: null, totpLastStep: null });

/** The fields that the users of both doors have. */
type Fields = Partial<
  Pick<PersonRow, "passwordHash" | "lastSignInAt" | "totpSince" | "totpLastStep"> & {
    totpSecret: Bytes | null;
  }
>;

interface Expected {
  readonly passwordHash?: string;
  readonly totpSecret?: Bytes;
  readonly totpSince?: Date | null | { not: null };
  readonly OR?: { totpLastStep: null | { lt: bigint } }[];
}

/** Changes a user who is still as expected; answers whether it did. */
async function update(tx: Tx, { door, userId }: Person, expected: Expected, data: Fields): Promise<boolean> {
  const change = { where: { id: userId, removedAt: null, ...expected }, data };
  const { count } = await (door === "panel"
    ? tx.panelUser.updateMany(change)
    : tx.staffUser.updateMany(change));
  return count === 1;
}
