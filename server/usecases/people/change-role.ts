import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { mayInPanel, type PanelRole } from "@/server/domain/people/access";
import { inTx, type Tx } from "@/server/store/db";
import { revokeInvitations } from "@/server/store/people/invitations";
import { countOthers, findMember, lockPartner, setRole } from "@/server/store/people/team";
import { withdrawRefundRequests } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/**
 * Changes the role of a member, effective from the member's next request on. Withdraws the member's waiting refund
 * requests where the new role may not start refunds. Throws not_found, and last_owner where no other owner would be
 * left.
 */
export async function changeRole(
  ctx: Ctx,
  { partnerId, userId, role }: { partnerId: PartnerId; userId: string; role: PanelRole },
): Promise<{ email: string; former: PanelRole }> {
  return inTx(ctx.db, async (tx) => {
    const member = await lockMemberForChange(tx, partnerId, userId, { isOwnerAfter: role === "owner" });
    await setRole(tx, userId, role);
    if (!mayInPanel(role, "refund.start")) {
      await withdrawRefundRequests(tx, partnerId, userId, ctx.clock.now());
    }
    return { email: member.email, former: member.role as PanelRole };
  });
}

/**
 * Locks the account and returns a member whose role is about to change or who is about to be removed. The lock ensures
 * that one of two owners who leave at the same time stays. Revokes the invitations from a former owner. Throws
 * not_found and last_owner.
 */
export async function lockMemberForChange(
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
  await revokeInvitations(tx, partnerId, { invitedBy: userId }, systemClock.now());
  return member;
}
