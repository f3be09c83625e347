import type { Invitation, Prisma } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

export type InvitationRow = Invitation;

/** The condition of invitations that can still be accepted. */
const open = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

export const insertInvitation = (tx: Tx, invitation: Prisma.InvitationUncheckedCreateInput) =>
  tx.invitation.create({ data: invitation });

/** Lists the open invitations of an account, the newest first. */
export const listOpenInvitations = (db: Db, partnerId: PartnerId, now: Date): Promise<InvitationRow[]> =>
  db.prisma.invitation.findMany({
    where: { partnerId, ...open(now) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 200,
  });

/** Revokes open invitations of an account: one, those to an address, or those from one user. Returns how many. */
export async function revokeInvitations(
  tx: Tx,
  partnerId: PartnerId,
  which: { readonly id: string } | { readonly email: string } | { readonly invitedBy: string },
  now: Date,
): Promise<number> {
  const where = { partnerId, ...which, ...open(now) };
  return (await tx.invitation.updateMany({ where, data: { revokedAt: now } })).count;
}

/** Finds the open invitation of a token, with its account's name. */
export const findOpenInvitation = (db: Db, tokenHash: Uint8Array, now: Date) =>
  db.prisma.invitation.findFirst({
    where: { tokenHash: Uint8Array.from(tokenHash), ...open(now) },
    include: { partner: { select: { name: true } } },
  });

/**
 * Marks an invitation as accepted (compare-and-set). Returns false where it was accepted or revoked, or has expired.
 */
export const markInvitationAccepted = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.invitation.updateMany({ where: { id, ...open(now) }, data: { acceptedAt: now } })).count === 1;
