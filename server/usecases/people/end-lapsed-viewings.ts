import { inTx } from "@/server/store/db";
import { endLapsedViewings as endLapsed } from "@/server/store/people/viewings";
import type { Ctx } from "../ctx";
import { auditEnds } from "./shared/viewing-audit";

/**
 * Records the end of viewings whose time is over or whose session has ended, in the audit logs of their merchants.
 * Such a viewing opens nothing any more; this only writes down when it ended. Real time (D-47), so it is called when
 * staff sign in, and when a lapsed viewing is used.
 * @returns the number of viewings
 */
export const endLapsedViewings = (ctx: Ctx): Promise<number> =>
  inTx(ctx.db, async (tx) => {
    const ended = await endLapsed(tx, ctx.realTime.now());
    await auditEnds(ctx, tx, ended, "expired");
    return ended.length;
  });
