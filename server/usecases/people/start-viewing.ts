import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { viewingMs } from "@/server/domain/people/sign-in";
import { findPartner } from "@/server/store/accounts/partners";
import { inTx } from "@/server/store/db";
import { endViewingOfSession, insertViewing } from "@/server/store/people/viewings";
import type { Ctx } from "../ctx";
import { auditEnds, auditViewing } from "./shared/viewing-audit";

export interface StartViewingInput {
  readonly partnerId: string;
  /** Why staff look at the panel; the merchant reads it in its audit log. */
  readonly reason: string;
  /** The session of the member of staff, with which the viewing ends. */
  readonly sessionId: string;
  readonly staffId: string;
  readonly sourceIp: string;
}

/**
 * Lets a session of staff view the panel of a merchant, read-only, for at most 30 minutes of real time (D-261). An
 * earlier viewing of the session ends. Both are in the merchant's audit log. Throws not_found.
 */
export async function startViewing(
  ctx: Ctx,
  { partnerId, reason, sessionId, staffId, sourceIp }: StartViewingInput,
): Promise<{ readonly viewingId: string; readonly expiresAt: Date }> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
  const now = ctx.realTime.now();
  const viewing = { id: newId(ctx.random, "viewing", now), expiresAt: plusMs(now, viewingMs) };
  await inTx(ctx.db, async (tx) => {
    await auditEnds(ctx, tx, await endViewingOfSession(tx, sessionId, now), "replaced");
    await insertViewing(tx, { ...viewing, sessionId, partnerId, reason, startedAt: now });
    await auditViewing(ctx, tx, {
      partnerId,
      staffId,
      sourceIp,
      viewingId: viewing.id,
      action: "viewing.start",
      detail: { reason, until: viewing.expiresAt.toISOString() },
    });
  });
  return { viewingId: viewing.id, expiresAt: viewing.expiresAt };
}
