import { systemClock } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { endSessions } from "@/server/store/sign-in-sessions";
import { markRemoved } from "@/server/store/team";
import type { PartnerId } from "@/server/store/tenant";
import { getLeavable } from "./change-role";
import type { Ctx } from "./ctx";

/**
 * Takes somebody out of the account: their sessions end with it, and their address is free again. What they asked for and did
 * stays on record. Throws not_found and last_owner.
 */
export async function removeMember(
  ctx: Ctx,
  { partnerId, userId }: { partnerId: PartnerId; userId: string },
): Promise<{ email: string }> {
  return inTx(ctx.db, async (tx) => {
    const { email } = await getLeavable(tx, partnerId, userId, { isOwnerAfter: false });
    await markRemoved(tx, userId, ctx.clock.now());
    await endSessions(tx, { door: "panel", userId }, { allBut: null }, systemClock.now());
    return { email };
  });
}
