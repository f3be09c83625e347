import { AppError, type ErrorCode } from "@/server/domain/errors";
import { machineTime } from "@/server/domain/payments/send-window";
import { type AskedMethod, toRefundWay } from "@/server/domain/refunds/refund-approval";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import {
  expireRefundRequests,
  findRefundRequest,
  isRequestWaiting,
  moveRefundRequest,
  type RefundRequestRow,
} from "@/server/store/refunds/refund-requests";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { requireMember } from "../people/require-member";
import { decideRefundUnderLock, recordRefundIntent } from "./record-refund-intent";
import { requireActiveAccount } from "./request-panel-refund";
import { type StartedRefund, sendRefundAndWait } from "./start-refund";

export interface DecideRefundRequestInput {
  readonly account: ActingAccount;
  /** The user who decides. */
  readonly userId: string;
  readonly requestId: string;
}

/**
 * Life of a refund, step 1 (second person): approves another user's request and starts the refund (S32). The approval
 * and the intent are written in one transaction, so two parallel approvals start one refund. When the refund is no
 * longer possible the request becomes `failed`; while another refund of the payment is pending the request keeps
 * waiting. Throws refund_not_found, own_refund_request, refund_request_decided, partner_not_active, access_denied and
 * the errors of `startRefund`.
 */
export async function approveRefundRequest(ctx: Ctx, input: DecideRefundRequestInput): Promise<StartedRefund> {
  const request = await getWaitingOfOther(ctx, input);
  requireActiveAccount(input.account);
  const recordedAt = machineTime();
  const refundId = await recordApproved(ctx, request, input).catch(async (error: unknown) => {
    if (error instanceof AppError && finalRefusals.includes(error.code)) {
      await recordFailed(ctx, request, input.userId, error.code);
    }
    throw error;
  });
  return sendRefundAndWait(ctx, { refundId, recordedAt });
}

/** Returns a waiting request that another user made and that has not expired. */
async function getWaitingOfOther(ctx: Ctx, input: DecideRefundRequestInput): Promise<RefundRequestRow> {
  const request = await getWaiting(ctx, input);
  if (request.requestedBy === input.userId) throw new AppError("own_refund_request");
  return request;
}

async function getWaiting(ctx: Ctx, { account, requestId }: DecideRefundRequestInput): Promise<RefundRequestRow> {
  const { partnerId } = account;
  await expireRefundRequests(ctx.db.prisma, { partnerId }, ctx.clock.now());
  const request = await findRefundRequest(ctx.db, partnerId, requestId);
  if (!request) throw new AppError("refund_not_found");
  if (request.status !== "waiting") throw new AppError("refund_request_decided");
  return request;
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
    await move(tx, request, "sent", decided.now, { decidedBy, refundId });
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
  const request = await getWaitingOfOther(ctx, input);
  await move(ctx.db.prisma, request, "rejected", ctx.clock.now(), { decidedBy, decisionNote });
}

/** Withdraws the user's own refund request. Throws refund_not_found, access_denied, refund_request_decided. */
export async function withdrawRefundRequest(ctx: Ctx, input: DecideRefundRequestInput): Promise<void> {
  const request = await getWaiting(ctx, input);
  if (request.requestedBy !== input.userId) throw new AppError("access_denied", "The request belongs to another user");
  await move(ctx.db.prisma, request, "withdrawn", ctx.clock.now(), { decidedBy: input.userId });
}

async function move(tx: Tx, { id }: RefundRequestRow, ...change: Move): Promise<void> {
  if (!(await moveRefundRequest(tx, id, ...change))) throw new AppError("refund_request_decided");
}

type Move = Parameters<typeof moveRefundRequest> extends [unknown, unknown, ...infer Rest] ? Rest : never;
