import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { endLogoRequest, findLogoRequest } from "@/server/store/partners/logo-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** Withdraws the merchant's own waiting logo. Throws not_found, also for another account's, and change_decided. */
export async function withdrawLogoRequest(
  ctx: Ctx,
  { partnerId, requestId }: { readonly partnerId: PartnerId; readonly requestId: string },
): Promise<void> {
  const request = await findLogoRequest(ctx.db, requestId);
  if (request?.partnerId !== partnerId) throw new AppError("not_found", `No request ${requestId}`);
  const end = { state: "withdrawn", decidedBy: null, decidedAt: ctx.clock.now(), decisionNote: null } as const;
  const isEnded = await inTx(ctx.db, (tx) => endLogoRequest(tx, requestId, end));
  if (!isEnded) throw new AppError("change_decided");
}
