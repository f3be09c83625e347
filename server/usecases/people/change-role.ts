import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { mayInPanel, type PanelRole } from "@/server/domain/people/access";
import { inTx, type Tx } from "@/server/store/db";
import { revokeInvitations } from "@/server/store/people/invitations";
import { countOthers, findMember, lockPartner, setRole } from "@/server/store/people/team";
import { withdrawRequestsOf } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/**
 * Gives somebody of the account another role, which holds from their next request on. Refunds that they asked for and may ask
 * for no more are taken back. Throws not_found, and last_owner where
 * no other owner would be left.
 */
export async function changeRole(
  ctx: Ctx,
  { partnerId, userId, role }: { partnerId: PartnerId; userId: string; role: PanelRole },
): Promise<{ email: string; former: PanelRole }> {
  return inTx(ctx.db, async (tx) => {
    const member = await getLeavable(tx, partnerId, userId, { isOwnerAfter: role === "owner" });
    await setRole(tx, userId, role);
    if (!mayInPanel(role, "refund.start")) {
      await withdrawRequestsOf(tx, partnerId, userId, ctx.clock.now());
    }
    return { email: member.email, former: member.role as PanelRole };
  });
}

/**
 * Somebody of the account, under the account's lock, so that of two owners who leave at once one stays; the invitations that
 * a former owner gave are worth nothing any more. Throws not_found and last_owner.
 */
export async function getLeavable(
  tx: Tx,
  partnerId: PartnerId,
  userId: string,
  { isOwnerAfter }: { readonly isOwnerAfter: boolean },
) {
  await lockPartner(tx, partnerId);
  const member = await findMember(tx, partnerId, userId);
  if (!member) throw new AppError("not_found", "No such user in the account");
  if (member.role !== "owner" || isOwnerAfter) return member;
  const owners = await countOthers(tx, partnerId, { roles: ["owner"], beside: userId });
  if (owners === 0) throw new AppError("last_owner");
  await revokeInvitations(tx, partnerId, { invitedBy: userId }, systemClock.now());
  return member;
}
