import { AppError } from "@/server/domain/errors";
import { mayInPanel, type PanelPermission, type PanelRole } from "@/server/domain/people/access";
import type { Tx } from "@/server/store/db";
import { revokeInvitations } from "@/server/store/people/invitations";
import { countOthers, findMember, lockPartner, lockPartnerShared } from "@/server/store/people/team";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";

/**
 * Checks that a user has a permission, and keeps it so until the transaction ends: a change of the role or a removal of
 * the user waits for the shared lock of the account. Call it before any other lock, because the account is the first in
 * the lock order (see `inTx`). Returns the member. Throws access_denied.
 */
export async function requireMember(
  tx: Tx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
  permission: PanelPermission,
) {
  await lockPartnerShared(tx, partnerId);
  const member = await findMember(tx, partnerId, userId);
  if (!member || !mayInPanel(member.role as PanelRole, permission)) {
    throw new AppError("access_denied", `${userId} may not ${permission} any more`);
  }
  return member;
}

/**
 * Locks the account and returns a member whose role is about to change or who is about to be removed. The lock ensures
 * that one of two owners who leave at the same time stays. Revokes the invitations from a former owner. Throws
 * not_found and last_owner.
 */
export async function lockMemberForChange(
  ctx: Ctx,
  tx: Tx,
  partnerId: PartnerId,
  userId: string,
  { isOwnerAfter }: { readonly isOwnerAfter: boolean },
) {
  await lockPartner(tx, partnerId);
  const member = await findMember(tx, partnerId, userId);
  if (!member) throw new AppError("not_found", "No such user in the account");
  if (member.role !== "owner" || isOwnerAfter) return member;
  const owners = await countOthers(tx, partnerId, { roles: ["owner"], except: userId });
  if (owners === 0) throw new AppError("last_owner");
  await revokeInvitations(tx, partnerId, { invitedBy: userId }, ctx.realTime.now());
  return member;
}
