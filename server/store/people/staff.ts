import type { Prisma, StaffUser } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { StaffRole } from "@/server/domain/people/access";
import type { Db, Tx } from "../db";

/** A member of staff, as colleagues see it. */
export interface Colleague {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly hasSecondFactor: boolean;
  /** Null where it was never proved that mail to the address arrives. */
  readonly emailProvedAt: Date | null;
  readonly since: Date;
  readonly lastSignInAt: Date | null;
  /** The sessions that were neither ended nor idle since an instant. */
  readonly sessions: number;
}

/** Lists the staff in the order of joining. `usedSince` is the instant since which a session must have been used. */
export async function listColleagues(db: Db, now: Date, usedSince: Date): Promise<Colleague[]> {
  const open = { endedAt: null, expiresAt: { gt: now }, lastSeenAt: { gt: usedSince } };
  const users = await db.prisma.staffUser.findMany({
    where: { removedAt: null },
    include: { _count: { select: { sessions: { where: open } } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return users.map((user) => ({
    userId: user.id,
    name: user.name,
    email: user.email,
    role: user.role as StaffRole,
    hasSecondFactor: user.totpSince !== null || user.passkeySince !== null,
    emailProvedAt: user.emailProvedAt,
    since: user.createdAt,
    lastSignInAt: user.lastSignInAt,
    sessions: user._count.sessions,
  }));
}

/**
 * Locks the rows of all members of staff, in one order, and returns them: who decides about a colleague stays entitled
 * until the transaction ends.
 */
export async function lockStaff(tx: Tx): Promise<StaffUser[]> {
  await tx.$queryRaw`select 1 from staff_user where removed_at is null order by id for update`;
  return tx.staffUser.findMany({ where: { removedAt: null } });
}

export const setStaffRole = (tx: Tx, userId: string, role: StaffRole) =>
  tx.staffUser.update({ where: { id: userId }, data: { role } });

/** Inserts a member of staff. Throws email_taken where a member signs in with the address. */
export async function insertColleague(tx: Tx, user: Prisma.StaffUserCreateManyInput): Promise<void> {
  const { count } = await tx.staffUser.createMany({ data: [user], skipDuplicates: true });
  if (count === 0) throw new AppError("email_taken");
}

/** The condition of invitations that can still be accepted. */
const open = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

export const insertStaffInvitation = (tx: Tx, invitation: Prisma.StaffInvitationCreateInput) =>
  tx.staffInvitation.create({ data: invitation });

/** Lists the open invitations, the newest first. */
export const listOpenStaffInvitations = (db: Db, now: Date) =>
  db.prisma.staffInvitation.findMany({
    where: open(now),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 200,
  });

/** Revokes open invitations: one, those to an address, or those from a member of staff. Returns how many. */
export async function revokeStaffInvitations(
  tx: Tx,
  which: { readonly id: string } | { readonly email: string } | { readonly invitedBy: string },
  now: Date,
): Promise<number> {
  const where = { ...which, ...open(now) };
  return (await tx.staffInvitation.updateMany({ where, data: { revokedAt: now } })).count;
}

export const findOpenStaffInvitation = (db: Db, tokenHash: Uint8Array, now: Date) =>
  db.prisma.staffInvitation.findFirst({ where: { tokenHash: Uint8Array.from(tokenHash), ...open(now) } });

/** Marks an invitation as accepted (compare-and-set). Returns false where it is not open any more. */
export const markStaffInvitationAccepted = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.staffInvitation.updateMany({ where: { id, ...open(now) }, data: { acceptedAt: now } })).count === 1;
