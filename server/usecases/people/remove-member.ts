import { systemClock } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import { markRemoved } from "@/server/store/people/team";
import { withdrawRequestsOf } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { getLeavable } from "./change-role";

/**
 * Takes somebody out of the account: their sessions end with it, and their address is free again. Refunds that
 * they asked for and that still wait are taken back; what they did stays on record. Throws not_found and last_owner.
 */
export async function removeMember(
  ctx: Ctx,
  { partnerId, userId }: { partnerId: PartnerId; userId: string },
): Promise<{ email: string }> {
  return inTx(ctx.db, async (tx) => {
    const { email } = await getLeavable(tx, partnerId, userId, { isOwnerAfter: false });
    await markRemoved(tx, userId, ctx.clock.now());
    await withdrawRequestsOf(tx, partnerId, userId, ctx.clock.now());
    await endSessions(tx, { door: "panel", userId }, { allBut: null }, systemClock.now());
    return { email };
  });
}
