import type { Prisma } from "@/prisma/generated/client";
import { AppError, type Language } from "@/server/domain/errors";
import type { PanelRole } from "@/server/domain/people/access";
import type { Approver } from "@/server/domain/people/second-person";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

/** Lists users of an account by their ids, including removed users, whose names remain in records. */
export const listUsersById = (db: Db, partnerId: PartnerId, userIds: readonly string[]) =>
  db.prisma.panelUser.findMany({
    where: { partnerId, id: { in: [...new Set(userIds)] } },
    select: { id: true, name: true, email: true },
  });

/** A member of an account's team. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: PanelRole;
  readonly hasSecondFactor: boolean;
  readonly since: Date;
  /** Null where the member has never signed in. */
  readonly lastSeenAt: Date | null;
}

/** Lists an account's team in the order of joining. */
export async function listMembers(db: Db, partnerId: PartnerId): Promise<Member[]> {
  const users = await db.prisma.panelUser.findMany({
    where: { partnerId, removedAt: null },
    include: { sessions: { orderBy: { lastSeenAt: "desc" }, take: 1, select: { lastSeenAt: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return users.map((user) => ({
    userId: user.id,
    name: user.name,
    email: user.email,
    role: user.role as PanelRole,
    hasSecondFactor: user.totpSince !== null || user.passkeySince !== null,
    since: user.createdAt,
    // Old sessions are erased, but the time of the last sign-in is kept.
    lastSeenAt: user.sessions[0]?.lastSeenAt ?? user.lastSignInAt,
  }));
}

/** What decides whether a member is a second person (D-67). */
export type PanelApprover = Approver & { readonly role: string };

/** Lists the members of an account with what decides whether each is a second person. */
export const listApprovers = (tx: Pick<Tx, "panelUser">, partnerId: PartnerId): Promise<PanelApprover[]> =>
  tx.panelUser.findMany({
    where: { partnerId, removedAt: null },
    select: {
      id: true,
      role: true,
      createdAt: true,
      emailProvedAt: true,
      totpSince: true,
      passkeySince: true,
      invitedBy: true,
    },
  });

/** Lists the addresses of an account's members. */
export const listMemberAddresses = (tx: Tx, partnerId: PartnerId): Promise<{ id: string; email: string }[]> =>
  tx.panelUser.findMany({ where: { partnerId, removedAt: null }, select: { id: true, email: true } });

/** A member of an account, to whom mail is written in the language of the last sign-in. */
export interface Recipient {
  readonly email: string;
  readonly language: Language;
}

/** Lists the members of an account with one of some roles, with the account's name. */
export async function listRecipients(
  tx: Pick<Tx, "partner">,
  partnerId: string,
  roles: readonly PanelRole[],
): Promise<{ readonly account: string; readonly recipients: readonly Recipient[] }> {
  const { name, users } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      name: true,
      users: {
        where: { role: { in: [...roles] }, removedAt: null },
        select: { email: true, language: true },
        orderBy: { id: "asc" },
      },
    },
  });
  return { account: name, recipients: users.map(({ email, language }) => ({ email, language: language as Language })) };
}

/** Locks the account's row, the first in the lock order (see `inTx`). */
export const lockPartner = (tx: Tx, partnerId: PartnerId) =>
  tx.$queryRaw`select 1 from partner where id = ${partnerId} for update`;

/** Takes a shared lock of the account's row: several transactions may hold it, and `lockPartner` waits for them. */
export const lockPartnerShared = (tx: Tx, partnerId: PartnerId) =>
  tx.$queryRaw`select 1 from partner where id = ${partnerId} for key share`;

/** Finds a member of the account; null for a removed user and for one of another account. */
export const findMember = (tx: Tx, partnerId: PartnerId, userId: string) =>
  tx.panelUser.findFirst({ where: { id: userId, partnerId, removedAt: null } });

/** Returns the names in an invitation: the account's, and the inviting user's, null for the operator. */
export async function findNamesOfInvitation(
  tx: Tx,
  partnerId: PartnerId,
  userId: string | null,
): Promise<{ readonly account: string; readonly inviter: string | null }> {
  const { name: account } = await tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { name: true } });
  const inviter = userId === null ? null : await findMember(tx, partnerId, userId);
  return { account, inviter: inviter && (inviter.name || inviter.email) };
}

/** Counts the members of an account with one of these roles, except one user. */
export const countOthers = (
  tx: Tx,
  partnerId: PartnerId,
  { roles, except }: { readonly roles: readonly PanelRole[]; readonly except: string },
): Promise<number> =>
  tx.panelUser.count({
    where: { partnerId, removedAt: null, role: { in: [...roles] }, id: { not: except } },
  });

export const setRole = (tx: Tx, userId: string, role: PanelRole) =>
  tx.panelUser.update({ where: { id: userId }, data: { role } });

export const markRemoved = (tx: Tx, userId: string, now: Date) =>
  tx.panelUser.update({ where: { id: userId }, data: { removedAt: now } });

/** Whether a member of the account signs in with this address. */
export const isMember = async (tx: Tx, partnerId: PartnerId, email: string): Promise<boolean> =>
  (await tx.panelUser.count({ where: { partnerId, email, removedAt: null } })) > 0;

/** Inserts a member. Throws email_taken where a user of any account signs in with the address. */
export async function insertMember(tx: Tx, user: Prisma.PanelUserUncheckedCreateInput): Promise<void> {
  const { count } = await tx.panelUser.createMany({ data: [user], skipDuplicates: true });
  if (count === 0) throw new AppError("email_taken");
}
