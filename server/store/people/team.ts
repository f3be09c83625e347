import type { Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { PanelRole } from "@/server/domain/people/access";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

/** People of an account by their ids, those who were removed as well: they stay in what was written down. */
export const listUsersById = (db: Db, partnerId: PartnerId, userIds: readonly string[]) =>
  db.prisma.panelUser.findMany({
    where: { partnerId, id: { in: [...new Set(userIds)] } },
    select: { id: true, name: true, email: true },
  });

/** Somebody of an account's team. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: PanelRole;
  readonly hasSecondFactor: boolean;
  readonly since: Date;
  /** Null: never signed in. */
  readonly lastSeenAt: Date | null;
}

/** An account's team, in the order in which they joined. */
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
    hasSecondFactor: user.totpSince !== null,
    since: user.createdAt,
    // Old sessions are erased; when somebody last signed in stays.
    lastSeenAt: user.sessions[0]?.lastSeenAt ?? user.lastSignInAt,
  }));
}

/** The account under its row lock, the first in the order partner, link, payment, refund. */
export const lockPartner = (tx: Tx, partnerId: PartnerId) =>
  tx.$queryRaw`select 1 from partner where id = ${partnerId} for update`;

/** Beside others who do the same; whoever locks the account waits. */
export const holdPartner = (tx: Tx, partnerId: PartnerId) =>
  tx.$queryRaw`select 1 from partner where id = ${partnerId} for key share`;

/** Somebody of the account who was not removed; another account's is as good as missing. */
export const findMember = (tx: Tx, partnerId: PartnerId, userId: string) =>
  tx.panelUser.findFirst({ where: { id: userId, partnerId, removedAt: null } });

/** How many of an account have one of these roles, beside one of them. */
export const countOthers = (
  tx: Tx,
  partnerId: PartnerId,
  { roles, beside }: { readonly roles: readonly PanelRole[]; readonly beside: string },
): Promise<number> =>
  tx.panelUser.count({
    where: { partnerId, removedAt: null, role: { in: [...roles] }, id: { not: beside } },
  });

export const setRole = (tx: Tx, userId: string, role: PanelRole) =>
  tx.panelUser.update({ where: { id: userId }, data: { role } });

export const markRemoved = (tx: Tx, userId: string, now: Date) =>
  tx.panelUser.update({ where: { id: userId }, data: { removedAt: now } });

/** Whether somebody of the account signs in with an address. */
export const isMember = async (tx: Tx, partnerId: PartnerId, email: string): Promise<boolean> =>
  (await tx.panelUser.count({ where: { partnerId, email, removedAt: null } })) > 0;

/** Throws email_taken where somebody, of whatever account, signs in with the address. */
export async function insertMember(tx: Tx, user: Prisma.PanelUserUncheckedCreateInput): Promise<void> {
  const { count } = await tx.panelUser.createMany({ data: [user], skipDuplicates: true });
  if (count === 0) throw new AppError("email_taken");
}
