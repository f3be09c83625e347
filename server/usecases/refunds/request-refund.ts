import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { machineTime } from "@/server/domain/payments/send-window";
import {
  type AskedMethod,
  approvalWindowMs,
  limitAt,
  needsSecondPerson,
  wayOf,
} from "@/server/domain/refunds/refund-approval";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { inTx, type Tx } from "@/server/store/db";
import {
  expireRefundRequests,
  findRequestByCode,
  insertRefundRequest,
  isRequestCodeUsed,
  readApprovalLimit,
} from "@/server/store/refunds/refund-requests";
import { findRefundByCode } from "@/server/store/refunds/refunds";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { requireMember } from "../people/require-member";
import { decideUnderLock, recordIntent } from "./refund-intent";
import { type StartedRefund, sendIntent } from "./start-refund";

export interface RequestRefundInput {
  readonly account: ActingAccount;
  /** Who asks. */
  readonly userId: string;
  /** Made for this one wish: whoever asks again with it, since no answer came, is told what became of it. */
  readonly key: string;
  readonly paymentCode: string;
  /** Null: all that is left. */
  readonly amountKurus: bigint | null;
  readonly method: AskedMethod;
  readonly reason: string | null;
}

export type RequestedRefund =
  | ({ readonly kind: "started" } & StartedRefund)
  | { readonly kind: "waiting"; readonly requestId: string };

/**
 * A refund from the panel: begun by the rules of every refund (§4.8), or, where it passes the account's limit, put before a
 * second person for seven days (S32). Throws partner_not_active (§5), sensitive_data_not_allowed, access_denied, and what
 * `startRefund` throws; refund_in_progress also where another refund of the payment waits for a decision, and where the key
 * was used for something else.
 */
export async function requestRefund(ctx: Ctx, input: RequestRefundInput): Promise<RequestedRefund> {
  requireActive(input.account);
  if (input.reason !== null && isSensitiveText(input.reason)) {
    throw new AppError("sensitive_data_not_allowed");
  }
  const recordedAt = machineTime();
  try {
    const made = await inTx(ctx.db, (tx) => decideAndRecord(ctx, tx, input));
    if ("requestId" in made) return { kind: "waiting", requestId: made.requestId };
    return { kind: "started", ...(await sendIntent(ctx, { ...made, recordedAt })) };
  } catch (error) {
    const former =
      error instanceof AppError && error.code === "refund_in_progress" && (await findFormer(ctx, input));
    if (!former) throw error;
    return former;
  }
}

const codeOf = ({ key }: RequestRefundInput): string => `PANEL-${key}`;

/** What became of the same wish before. Null: nothing; throws refund_in_progress: the key was for another. */
async function findFormer(ctx: Ctx, input: RequestRefundInput): Promise<RequestedRefund | null> {
  const { account, paymentCode, amountKurus } = input;
  const [refund, request] = await Promise.all([
    findRefundByCode(ctx.db, account.partnerId, codeOf(input)),
    findRequestByCode(ctx.db, account.partnerId, codeOf(input)),
  ]);
  const former = refund ?? request;
  if (!former) return null;
  const isSame = former.paymentId === paymentCode && [null, former.amount].includes(amountKurus);
  if (!isSame) throw new AppError("refund_in_progress", "The key was used for another refund");
  if (refund) return { kind: "started", refundId: refund.id, method: refund.method, status: refund.status };
  return request?.status === "waiting" ? { kind: "waiting", requestId: request.id } : null;
}

/** Throws partner_not_active: a suspended or closed account starts no refunds (§5). */
export function requireActive({ status }: ActingAccount): void {
  if (status !== "active") throw new AppError("partner_not_active");
}

/** Both under the payment's lock: of refunds that are asked for at once, the later counts the earlier. */
async function decideAndRecord(ctx: Ctx, tx: Tx, input: RequestRefundInput) {
  const { account, userId, paymentCode, method, amountKurus, reason } = input;
  const { partnerId } = account;
  const partnerRefundCode = codeOf(input);
  await requireMember(tx, { partnerId, userId }, "refund.start");
  const limit = await readApprovalLimit(tx, partnerId);
  const decided = await decideUnderLock(ctx, tx, {
    partnerId,
    paymentCode,
    partnerRefundCode,
    amountKurus,
    way: wayOf(method),
  });
  if (await isRequestCodeUsed(tx, partnerId, partnerRefundCode)) throw new AppError("refund_in_progress");
  if (!needsSecondPerson(limitAt(limit, decided.now), decided)) {
    return { refundId: await recordIntent(tx, decided) };
  }
  const { now } = decided;
  const requestId = newId("refundRequest", now);
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
