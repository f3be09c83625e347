import { AppError } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { type DecideRefundRequestInput, getWaitingRequest, moveWaitingRequest } from "./shared/waiting-request";

/** Withdraws the user's own refund request. Throws refund_not_found, access_denied, refund_request_decided. */
export async function withdrawRefundRequest(ctx: Ctx, input: DecideRefundRequestInput): Promise<void> {
  const request = await getWaitingRequest(ctx, { partnerId: input.account.partnerId, requestId: input.requestId });
  if (request.requestedBy !== input.userId) throw new AppError("access_denied", "The request belongs to another user");
  await moveWaitingRequest(ctx.db.prisma, request, "withdrawn", ctx.clock.now(), { decidedBy: input.userId });
}
