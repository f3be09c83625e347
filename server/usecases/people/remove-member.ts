import { systemClock } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import { markRemoved } from "@/server/store/people/team";
import { withdrawRefundRequests } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { lockMemberForChange } from "./shared/member-locks";

/**
 * Removes a member from the account. The member's sessions end, the e-mail address becomes free, and waiting refund
 * requests are withdrawn; records of the member's actions stay. Throws not_found and last_owner.
 */
export async function removeMember(
  ctx: Ctx,
  { partnerId, userId }: { partnerId: PartnerId; userId: string },
): Promise<{ email: string }> {
  return inTx(ctx.db, async (tx) => {
    const { email } = await lockMemberForChange(tx, partnerId, userId, { isOwnerAfter: false });
    await markRemoved(tx, userId, ctx.clock.now());
    await withdrawRefundRequests(tx, partnerId, userId, ctx.clock.now());
    await endSessions(tx, { door: "panel", userId }, { allBut: null }, systemClock.now());
    return { email };
  });
}
