import { AppError, type ErrorCode } from "@/server/domain/errors";
import { machineTime } from "@/server/domain/payments/send-window";
import { type AskedMethod, toRefundWay } from "@/server/domain/refunds/refund-approval";
import { inTx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { isRequestWaiting, moveRefundRequest, type RefundRequestRow } from "@/server/store/refunds/refund-requests";
import { requireActive } from "../account-guards";
import type { Ctx } from "../ctx";
import { requireMember } from "../people/shared/member-locks";
import { type StartedRefund, sendRefundAndWait } from "./send-refund-and-wait";
import { decideRefundUnderLock, recordRefundIntent } from "./shared/refund-intent";
import { type DecideRefundRequestInput, getWaitingRequestOfOther, moveWaitingRequest } from "./shared/waiting-request";

/**
 * Life of a refund, step 1 (second person): approves another user's request and starts the refund (S32). The approval
 * and the intent are written in one transaction, so two parallel approvals start one refund. When the refund is no
 * longer possible the request becomes `failed`; while another refund of the payment is pending the request keeps
 * waiting. Throws refund_not_found, own_refund_request, refund_request_decided, partner_not_active, access_denied and
 * the errors of `startRefund`.
 */
export async function approveRefundRequest(ctx: Ctx, input: DecideRefundRequestInput): Promise<StartedRefund> {
  const request = await getWaitingRequestOfOther(ctx, input);
  requireActive(input.account);
  const recordedAt = machineTime();
  const refundId = await recordApproved(ctx, request, input).catch(async (error: unknown) => {
    if (error instanceof AppError && finalRefusals.includes(error.code)) {
      await recordFailed(ctx, request, input.userId, error.code);
    }
    throw error;
  });
  return sendRefundAndWait(ctx, { refundId, recordedAt });
}

/**
 * Takes the account's shared lock, then the payment's lock, then moves the request. `requestPanelRefund` locks in the
 * same order, so the two cannot deadlock.
 */
const recordApproved = (
  ctx: Ctx,
  request: RefundRequestRow,
  { account: { partnerId }, userId: decidedBy }: DecideRefundRequestInput,
) =>
  inTx(ctx.db, async (tx) => {
    await requireMember(tx, { partnerId, userId: decidedBy }, "refund.decide");
    await lockPaymentRow(tx, request.paymentId);
    if (!(await isRequestWaiting(tx, request.id))) throw new AppError("refund_request_decided");
    const decided = await decideRefundUnderLock(ctx, tx, {
      partnerId,
      paymentCode: request.paymentId,
      partnerRefundCode: request.partnerRefundCode,
      amountKurus: request.amount,
      way: toRefundWay(request.method as AskedMethod),
    });
    const refundId = await recordRefundIntent(tx, decided);
    await moveWaitingRequest(tx, request, "sent", decided.now, { decidedBy, refundId });
    return refundId;
  });

/**
 * Refusals after which the requested refund can never succeed. A pending refund and a day that has not ended are not
 * among them, because both pass.
 */
const finalRefusals: readonly ErrorCode[] = [
  "payment_not_refundable",
  "refund_amount_exceeds_remaining",
  "direct_refund_not_allowed",
  "refund_method_not_available",
];

const recordFailed = (ctx: Ctx, { id }: RefundRequestRow, decidedBy: string, failureCode: ErrorCode) =>
  moveRefundRequest(ctx.db.prisma, id, "failed", ctx.clock.now(), { decidedBy, failureCode });
