import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { endNameRequest, findNameRequest } from "@/server/store/partners/name-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/**
 * Withdraws the merchant's own wish for another trading name. Throws not_found, also for another account's, and
 * change_decided.
 */
export async function withdrawNameRequest(
  ctx: Ctx,
  { partnerId, requestId }: { readonly partnerId: PartnerId; readonly requestId: string },
): Promise<void> {
  const request = await findNameRequest(ctx.db, requestId);
  if (request?.partnerId !== partnerId) throw new AppError("not_found", `No request ${requestId}`);
  const end = { state: "withdrawn", decidedBy: null, decidedAt: ctx.clock.now(), decisionNote: null } as const;
  const isEnded = await inTx(ctx.db, (tx) => endNameRequest(tx, requestId, end));
  if (!isEnded) throw new AppError("change_decided");
}
