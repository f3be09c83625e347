import { AppError, type ErrorCode } from "@/server/domain/errors";
import { machineTime } from "@/server/domain/payments/send-window";
import { type AskedMethod, toRefundWay } from "@/server/domain/refunds/refund-approval";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { isRequestWaiting, moveRefundRequest, type RefundRequestRow } from "@/server/store/refunds/refund-requests";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";
import { type StartedRefund, sendRefundAndWait } from "../send-refund-and-wait";
import { decideRefundUnderLock, recordRefundIntent } from "./refund-intent";
import { moveWaitingRequest } from "./waiting-request";

interface Approval {
  /** The id of the user who approves, or `operatorName`. */
  readonly decidedBy: string;
  readonly note?: string;
  /** Checks in the same transaction, under the account's shared lock, that the person may approve. */
  check(tx: Tx): Promise<void>;
}

/**
 * Approves a waiting request and starts its refund. The approval and the intent are written in one transaction, so two
 * parallel approvals start one refund. When the refund is no longer possible the request becomes `failed`; while
 * another refund of the payment is pending the request keeps waiting. Throws refund_request_decided, what `check`
 * throws, and the errors of `startRefund`.
 */
export async function approveRequest(ctx: Ctx, request: RefundRequestRow, approval: Approval): Promise<StartedRefund> {
  const recordedAt = machineTime(ctx.realTime);
  const refundId = await recordApproved(ctx, request, approval).catch(async (error: unknown) => {
    if (error instanceof AppError && finalRefusals.includes(error.code)) {
      await recordFailed(ctx, request, approval.decidedBy, error.code);
    }
    throw error;
  });
  return sendRefundAndWait(ctx, { refundId, recordedAt });
}

/**
 * Takes the account's shared lock, then the payment's lock, then moves the request. `requestPanelRefund` locks in the
 * same order, so the two cannot deadlock.
 */
const recordApproved = (ctx: Ctx, request: RefundRequestRow, { decidedBy, note, check }: Approval) =>
  inTx(ctx.db, async (tx) => {
    await check(tx);
    await lockPaymentRow(tx, request.paymentId);
    if (!(await isRequestWaiting(tx, request.id))) throw new AppError("refund_request_decided");
    const decided = await decideRefundUnderLock(ctx, tx, {
      partnerId: asPartnerId(request.partnerId),
      paymentCode: request.paymentId,
      partnerRefundCode: request.partnerRefundCode,
      amountKurus: request.amount,
      way: toRefundWay(request.method as AskedMethod),
    });
    const refundId = await recordRefundIntent(tx, decided);
    const facts = { decidedBy, refundId, ...(note !== undefined && { decisionNote: note }) };
    await moveWaitingRequest(tx, request, "sent", decided.now, facts);
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
