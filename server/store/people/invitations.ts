import type { Invitation, Prisma } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

export type InvitationRow = Invitation;

/** Of invitations that can still be taken up. */
const open = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

export const insertInvitation = (tx: Tx, invitation: Prisma.InvitationUncheckedCreateInput) =>
  tx.invitation.create({ data: invitation });

/** The open invitations of an account with who gave them, the newest first. */
export const listOpenInvitations = (db: Db, partnerId: PartnerId, now: Date): Promise<InvitationRow[]> =>
  db.prisma.invitation.findMany({
    where: { partnerId, ...open(now) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 200,
  });

/** Takes back open invitations of an account: one, those to an address, or those that somebody gave. Answers how many. */
export async function revokeInvitations(
  tx: Tx,
  partnerId: PartnerId,
  which: { readonly id: string } | { readonly email: string } | { readonly invitedBy: string },
  now: Date,
): Promise<number> {
  const where = { partnerId, ...which, ...open(now) };
  return (await tx.invitation.updateMany({ where, data: { revokedAt: now } })).count;
}

/** The open invitation of a token, with its account's name. */
export const findOpenInvitation = (db: Db, tokenHash: Uint8Array, now: Date) =>
  db.prisma.invitation.findFirst({
    where: { tokenHash: Uint8Array.from(tokenHash), ...open(now) },
    include: { partner: { select: { name: true } } },
  });

/** Takes an invitation up, by compare-and-set. False: somebody has taken it up or back, or it has run out. */
export const takeUpInvitation = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.invitation.updateMany({ where: { id, ...open(now) }, data: { acceptedAt: now } })).count === 1;

/** Erases invitations whose time was over by an instant, taken up or not; how many. */
export async function eraseInvitations(db: Db, until: Date): Promise<number> {
  const { count } = await db.prisma.invitation.deleteMany({ where: { expiresAt: { lte: until } } });
  return count;
}
