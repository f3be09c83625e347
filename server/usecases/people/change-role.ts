import { mayInPanel, type PanelRole } from "@/server/domain/people/access";
import { inTx } from "@/server/store/db";
import { setRole } from "@/server/store/people/team";
import { withdrawRefundRequests } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { lockMemberForChange } from "./shared/member-locks";

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
    const member = await lockMemberForChange(ctx, tx, partnerId, userId, { isOwnerAfter: role === "owner" });
    await setRole(tx, userId, role);
    if (!mayInPanel(role, "refund.start")) {
      await withdrawRefundRequests(tx, partnerId, userId, ctx.clock.now());
    }
    return { email: member.email, former: member.role as PanelRole };
  });
}
