import { inTx } from "@/server/store/db";
import { endViewingOfSession } from "@/server/store/people/viewings";
import type { Ctx } from "../ctx";
import { auditEnds } from "./shared/viewing-audit";

/**
 * Ends the viewing of a session of staff and records it in the merchant's audit log. Returns the account that was
 * viewed; null where the session viewed none.
 */
export const endViewing = (
  ctx: Ctx,
  { sessionId, cause }: { readonly sessionId: string; readonly cause: "button" | "signed_out" },
): Promise<{ readonly partnerId: string } | null> =>
  inTx(ctx.db, async (tx) => {
    const ended = await endViewingOfSession(tx, sessionId, ctx.realTime.now());
    await auditEnds(ctx, tx, ended, cause);
    const [viewing] = ended;
    return viewing ? { partnerId: viewing.partnerId } : null;
  });
