import { AppError, type ErrorCode } from "@/server/domain/errors";
import { machineTime } from "@/server/domain/payments/send-window";
import { type AskedMethod, wayOf } from "@/server/domain/refunds/refund-approval";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentUnread } from "@/server/store/payments/payments";
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
import { decideUnderLock, recordIntent } from "./refund-intent";
import { requireActive } from "./request-refund";
import { type StartedRefund, sendIntent } from "./start-refund";

export interface DecideOnRefundInput {
  readonly account: ActingAccount;
  /** Who decides. */
  readonly userId: string;
  readonly requestId: string;
}

/**
 * Begins a refund that somebody else has asked for (S32). That it was approved and that the refund has begun is written in
 * one transaction: two who approve at once begin one refund. Where the refund is not possible any more the request has
 * failed; while another one is under way it goes on waiting. Throws refund_not_found, own_refund_request,
 * refund_request_decided, partner_not_active, access_denied, and what `startRefund` throws.
 */
export async function approveRefund(ctx: Ctx, input: DecideOnRefundInput): Promise<StartedRefund> {
  const request = await getForOther(ctx, input);
  requireActive(input.account);
  const recordedAt = machineTime();
  const refundId = await recordApproved(ctx, request, input).catch(async (error: unknown) => {
    if (error instanceof AppError && finalRefusals.includes(error.code)) {
      await recordFailed(ctx, request, input.userId, error.code);
    }
    throw error;
  });
  return sendIntent(ctx, { refundId, recordedAt });
}

/** A request that somebody else made and whose time is not over. */
async function getForOther(ctx: Ctx, input: DecideOnRefundInput): Promise<RefundRequestRow> {
  const request = await getWaiting(ctx, input);
  if (request.requestedBy === input.userId) throw new AppError("own_refund_request");
  return request;
}

async function getWaiting(ctx: Ctx, { account, requestId }: DecideOnRefundInput): Promise<RefundRequestRow> {
  const { partnerId } = account;
  await expireRefundRequests(ctx.db.prisma, { partnerId }, ctx.clock.now());
  const request = await findRefundRequest(ctx.db, partnerId, requestId);
  if (!request) throw new AppError("refund_not_found");
  if (request.status !== "waiting") throw new AppError("refund_request_decided");
  return request;
}

/** Holds the account, locks the payment, then moves the request: the order in which a request is made. */
const recordApproved = (
  ctx: Ctx,
  request: RefundRequestRow,
  { account: { partnerId }, userId: decidedBy }: DecideOnRefundInput,
) =>
  inTx(ctx.db, async (tx) => {
    await requireMember(tx, { partnerId, userId: decidedBy }, "refund.decide");
    await lockPaymentUnread(tx, request.paymentId);
    if (!(await isRequestWaiting(tx, request.id))) throw new AppError("refund_request_decided");
    const decided = await decideUnderLock(ctx, tx, {
      partnerId,
      paymentCode: request.paymentId,
      partnerRefundCode: request.partnerRefundCode,
      amountKurus: request.amount,
      way: wayOf(request.method as AskedMethod),
    });
    const refundId = await recordIntent(tx, decided);
    await move(tx, request, "sent", decided.now, { decidedBy, refundId });
    return refundId;
  });

/** What can never be refunded like this any more. A refund that is under way, and a day that is not over, come to an end. */
const finalRefusals: readonly ErrorCode[] = [
  "payment_not_refundable",
  "refund_amount_exceeds_remaining",
  "direct_refund_not_allowed",
  "refund_method_not_available",
];

const recordFailed = (ctx: Ctx, { id }: RefundRequestRow, decidedBy: string, failureCode: ErrorCode) =>
  moveRefundRequest(ctx.db.prisma, id, "failed", ctx.clock.now(), { decidedBy, failureCode });

/**
 * Refuses a refund that somebody else has asked for. Throws sensitive_data_not_allowed, refund_not_found,
 * own_refund_request, refund_request_decided.
 */
export async function rejectRefund(
  ctx: Ctx,
  input: DecideOnRefundInput & { readonly note: string | null },
): Promise<void> {
  const { userId: decidedBy, note: decisionNote } = input;
  if (decisionNote !== null && isSensitiveText(decisionNote))
    throw new AppError("sensitive_data_not_allowed");
  const request = await getForOther(ctx, input);
  await move(ctx.db.prisma, request, "rejected", ctx.clock.now(), { decidedBy, decisionNote });
}

/** Takes back what one has asked for oneself. Throws refund_not_found, access_denied, refund_request_decided. */
export async function withdrawRefund(ctx: Ctx, input: DecideOnRefundInput): Promise<void> {
  const request = await getWaiting(ctx, input);
  if (request.requestedBy !== input.userId) throw new AppError("access_denied", "Somebody else's request");
  await move(ctx.db.prisma, request, "withdrawn", ctx.clock.now(), { decidedBy: input.userId });
}

async function move(tx: Tx, { id }: RefundRequestRow, ...change: Move): Promise<void> {
  if (!(await moveRefundRequest(tx, id, ...change))) throw new AppError("refund_request_decided");
}

type Move = Parameters<typeof moveRefundRequest> extends [unknown, unknown, ...infer Rest] ? Rest : never;
