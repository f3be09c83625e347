import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { machineTime } from "@/server/domain/payments/send-window";
import {
  type AskedMethod,
  approvalWindowMs,
  limitAt,
  needsSecondPerson,
  toRefundWay,
} from "@/server/domain/refunds/refund-approval";
import { inTx, type Tx } from "@/server/store/db";
import {
  expireRefundRequests,
  findRequestByCode,
  insertRefundRequest,
  isRequestCodeUsed,
  readApprovalLimit,
} from "@/server/store/refunds/refund-requests";
import { findRefundByCode } from "@/server/store/refunds/refunds";
import { requireActive, requireHarmlessTexts } from "../account-guards";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { requireMember } from "../people/shared/member-locks";
import { type StartedRefund, sendRefundAndWait } from "./send-refund-and-wait";
import { decideRefundUnderLock, recordRefundIntent } from "./shared/refund-intent";

export interface RequestPanelRefundInput {
  readonly account: ActingAccount;
  /** The user who requests the refund. */
  readonly userId: string;
  /** Idempotency key of this refund: a retry with the same key returns the first refund's outcome. */
  readonly key: string;
  readonly paymentCode: string;
  /** Null means the whole remaining amount. */
  readonly amountKurus: bigint | null;
  readonly method: AskedMethod;
  readonly reason: string | null;
}

export type RequestedPanelRefund =
  | ({ readonly kind: "started" } & StartedRefund)
  | { readonly kind: "waiting"; readonly requestId: string };

/**
 * Life of a refund, step 1 (panel): starts a refund by the same rules as the API (§4.8), or, when it exceeds the
 * account's limit, records a request that waits up to seven days for a second person (S32,
 * `approve-refund-request.ts`). Throws partner_not_active (§5), sensitive_data_not_allowed, access_denied and the
 * errors of `startRefund`; throws refund_in_progress also when another refund of the payment waits for a decision, or
 * the key was used for another refund.
 */
export async function requestPanelRefund(ctx: Ctx, input: RequestPanelRefundInput): Promise<RequestedPanelRefund> {
  requireActive(input.account);
  requireHarmlessTexts([input.reason]);
  const recordedAt = machineTime(ctx.realTime);
  try {
    const made = await inTx(ctx.db, (tx) => recordIntentOrRequest(ctx, tx, input));
    if ("requestId" in made) return { kind: "waiting", requestId: made.requestId };
    return { kind: "started", ...(await sendRefundAndWait(ctx, { ...made, recordedAt })) };
  } catch (error) {
    const first =
      error instanceof AppError && error.code === "refund_in_progress" && (await findFirstOutcome(ctx, input));
    if (!first) throw error;
    return first;
  }
}

const toRefundCode = ({ key }: RequestPanelRefundInput): string => `PANEL-${key}`;

/**
 * Finds what the first request with the same key led to; null when it left nothing that is running or waiting. Throws
 * refund_in_progress when the key belongs to a refund of another payment or amount.
 */
async function findFirstOutcome(ctx: Ctx, input: RequestPanelRefundInput): Promise<RequestedPanelRefund | null> {
  const { account, paymentCode, amountKurus } = input;
  const [refund, request] = await Promise.all([
    findRefundByCode(ctx.db, account.partnerId, toRefundCode(input)),
    findRequestByCode(ctx.db, account.partnerId, toRefundCode(input)),
  ]);
  const first = refund ?? request;
  if (!first) return null;
  const isSame = first.paymentId === paymentCode && [null, first.amount].includes(amountKurus);
  if (!isSame) throw new AppError("refund_in_progress", "The key was used for another refund");
  if (refund) return { kind: "started", refundId: refund.id, method: refund.method, status: refund.status };
  return request?.status === "waiting" ? { kind: "waiting", requestId: request.id } : null;
}

/**
 * Records either the intent of the refund or a request for approval. The payment's lock covers the decision and the
 * write, so of two parallel refunds the later one counts the earlier one against the limit.
 */
async function recordIntentOrRequest(ctx: Ctx, tx: Tx, input: RequestPanelRefundInput) {
  const { account, userId, paymentCode, method, amountKurus, reason } = input;
  const { partnerId } = account;
  const partnerRefundCode = toRefundCode(input);
  await requireMember(tx, { partnerId, userId }, "refund.start");
  const limit = await readApprovalLimit(tx, partnerId);
  const decided = await decideRefundUnderLock(ctx, tx, {
    partnerId,
    paymentCode,
    partnerRefundCode,
    amountKurus,
    way: toRefundWay(method),
  });
  if (await isRequestCodeUsed(tx, partnerId, partnerRefundCode)) throw new AppError("refund_in_progress");
  if (!needsSecondPerson(limitAt(limit, decided.now), decided)) {
    return { refundId: await recordRefundIntent(tx, decided) };
  }
  const { now } = decided;
  const requestId = newId(ctx.random, "refundRequest", now);
  await expireRefundRequests(tx, { partnerId, paymentId: paymentCode }, now);
  await insertRefundRequest(tx, {
    id: requestId,
    partnerId,
    paymentId: paymentCode,
    partnerRefundCode,
    method,
    reason,
    amount: decided.amountKurus,
    requestedBy: userId,
    createdAt: now,
    updatedAt: now,
    expiresAt: plusMs(now, approvalWindowMs),
  });
  return { requestId };
}
