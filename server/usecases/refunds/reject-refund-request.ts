import { AppError } from "@/server/domain/errors";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import type { Ctx } from "../ctx";
import { type DecideRefundRequestInput, getWaitingRequestOfOther, moveWaitingRequest } from "./shared/waiting-request";

/**
 * Rejects another user's refund request. Throws sensitive_data_not_allowed, refund_not_found, own_refund_request,
 * refund_request_decided.
 */
export async function rejectRefundRequest(
  ctx: Ctx,
  input: DecideRefundRequestInput & { readonly note: string | null },
): Promise<void> {
  const { userId: decidedBy, note: decisionNote } = input;
  if (decisionNote !== null && isSensitiveText(decisionNote)) throw new AppError("sensitive_data_not_allowed");
  const request = await getWaitingRequestOfOther(ctx, input);
  await moveWaitingRequest(ctx.db.prisma, request, "rejected", ctx.clock.now(), { decidedBy, decisionNote });
}
