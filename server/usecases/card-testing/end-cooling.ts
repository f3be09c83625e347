import { closeAlerts } from "@/server/store/alerts";
import { eraseCooling } from "@/server/store/card-testing/coolings";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";

/**
 * Forgets a cooling after a calm hour and closes its alert (D-290). Returns false where it was repeated meanwhile, or
 * another process has done it.
 */
export const endCooling = (ctx: Ctx, { subject }: { subject: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    if (!(await eraseCooling(tx, subject, now))) return false;
    await closeAlerts(tx, { kinds: ["card_testing"], subjects: [subject] }, now);
    return true;
  });
