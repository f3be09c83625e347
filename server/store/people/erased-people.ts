import { Prisma } from "@/prisma/generated/client";
import { days, plusMs } from "@/server/domain/clock";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { toKeptMs } from "@/server/domain/retention/erased-data";
import type { Db, Tx } from "../db";
import type { DueRows } from "../erasable";
import { type Person, toPersonColumns } from "./sign-in-sessions";

const keptMs: Readonly<Record<SignInDoor, number>> = {
  panel: toKeptMs("removed_members"),
  staff: toKeptMs("removed_staff"),
};

const tables: Readonly<Record<SignInDoor, Prisma.Sql>> = {
  panel: Prisma.sql`panel_user`,
  staff: Prisma.sql`staff_user`,
};

/** Removed people who are not erased yet and were removed by an instant; a partial index has exactly these rows. */
const removedBy = (door: SignInDoor, until: Date) => Prisma.sql`
  from ${tables[door]} where removed_at is not null and erased_at is null and removed_at <= ${until}`;

/** Counts the removed people whose age has ended at an instant. */
export async function countDuePeople(db: Db, door: SignInDoor, now: Date): Promise<DueRows> {
  const [row] = await db.prisma.$queryRaw<DueRows[]>`
    select count(*)::int as count, min(removed_at) as "oldestAt" ${removedBy(door, plusMs(now, -keptMs[door]))}`;
  return row ?? { count: 0, oldestAt: null };
}

/** Lists the removed people whose age has ended at an instant, the oldest first. */
export async function listDuePeople(db: Db, door: SignInDoor, now: Date, countMax: number): Promise<Person[]> {
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select id ${removedBy(door, plusMs(now, -keptMs[door]))} order by removed_at limit ${countMax}`;
  return rows.map(({ id }) => ({ door, userId: id }));
}

const oldestOf = (door: SignInDoor, until: Date) => {
  const over = plusMs(until, -keptMs[door]);
  return Prisma.sql`(
    select id, date_trunc('day', removed_at, 'UTC') + ${days(1) + keptMs[door]} * interval '1 millisecond' as due_at
    ${removedBy(door, plusMs(over, -(over.getTime() % days(1)) - 1))} order by removed_at limit 1)`;
};

/** Selects the oldest removed person of each door whose age has ended, due at the end of the day as in `dueRow`. */
export const duePerson = (until: Date) => Prisma.sql`${oldestOf("panel", until)} union all ${oldestOf("staff", until)}`;

/** Returns the address that replaces that of an erased person. Its domain cannot exist (RFC 2606). */
const toErasedAddress = (userId: string): string => `${userId.toLowerCase()}@erased.invalid`;

/** What was erased of a person, rows by table. */
export type ErasedRows = Readonly<Record<string, number>>;

/**
 * Erases the data of a removed person. The row keeps its id, because records refer to it, and gets an address that
 * names no person; it loses the password and the second factor. Sessions, passkeys, links, refused sign-ins,
 * invitations and mails are erased. Records that may change get the new address. Returns null where the person is not
 * removed, or is erased already.
 */
export async function erasePersonRows(tx: Tx, person: Person, now: Date): Promise<ErasedRows | null> {
  const { door, userId } = person;
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    select email from ${tables[door]}
     where id = ${userId} and removed_at is not null and erased_at is null for update`;
  if (!row) return null;
  const { email } = row;
  const address = toErasedAddress(userId);
  await tx.$executeRaw`
    update ${tables[door]}
       set email = ${address}, name = '', password_hash = '', totp_secret = null, totp_since = null,
           totp_last_step = null, passkey_since = null, email_proved_at = null, last_sign_in_at = null,
           attempts_told_at = null, factor_rule_since = null, erased_at = ${now}
     where id = ${userId}`;
  const where = toPersonColumns(person);
  const isAgain = await isAddressInUse(tx, email);
  return {
    sign_in_session: (await tx.signInSession.deleteMany({ where })).count,
    passkey: (await tx.passkey.deleteMany({ where })).count,
    recovery_code: (await tx.recoveryCode.deleteMany({ where })).count,
    mailed_link: (await tx.mailedLink.deleteMany({ where })).count,
    failed_sign_in: (await tx.failedSignIn.deleteMany({ where })).count,
    ...(isAgain ? {} : await eraseRowsOfAddress(tx, email)),
    ...(await replaceAddress(tx, { door, email, address })),
  };
}

/** Whether a person who is not removed signs in with the address, at any door. */
async function isAddressInUse(tx: Tx, email: string): Promise<boolean> {
  const where = { email, removedAt: null };
  return (await tx.panelUser.count({ where })) + (await tx.staffUser.count({ where })) > 0;
}

/** Erases the rows that only an address names. */
export async function eraseRowsOfAddress(tx: Tx, email: string): Promise<ErasedRows> {
  const where = { recipient: email };
  return {
    invitation: (await tx.invitation.deleteMany({ where: { email } })).count,
    staff_invitation: (await tx.staffInvitation.deleteMany({ where: { email } })).count,
    mail_message: (await tx.mailMessage.deleteMany({ where: { ...where, status: { not: "pending" } } })).count,
    sandbox_mail: (await tx.sandboxMail.deleteMany({ where })).count,
  };
}

/** Replaces the address in the records that name it and may change. */
async function replaceAddress(
  tx: Tx,
  { door, email, address }: { readonly door: SignInDoor; readonly email: string; readonly address: string },
): Promise<ErasedRows> {
  if (door === "panel") {
    const change = { where: { createdBy: email }, data: { createdBy: address } };
    return { api_key: (await tx.apiKey.updateMany(change)).count };
  }
  const change = { where: { changedBy: email }, data: { changedBy: address } };
  return { partner_document: (await tx.partnerDocument.updateMany(change)).count };
}

/** A person with an address at a door. */
export interface AddressedPerson extends Person {
  /** Null for a member of staff. */
  readonly partnerId: string | null;
  readonly isRemoved: boolean;
}

/** Lists the people with an address at both doors, also those who were removed. */
export async function listPeopleByEmail(db: Db, email: string): Promise<AddressedPerson[]> {
  const members = await db.prisma.panelUser.findMany({ where: { email } });
  const staff = await db.prisma.staffUser.findMany({ where: { email } });
  return [
    ...members.map(({ id, partnerId, removedAt }) => {
      return { door: "panel", userId: id, partnerId, isRemoved: removedAt !== null } as const;
    }),
    ...staff.map(({ id, removedAt }) => {
      return { door: "staff", userId: id, partnerId: null, isRemoved: removedAt !== null } as const;
    }),
  ];
}
