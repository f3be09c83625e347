import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newBankOrderId, newId } from "@/server/domain/ids";
import {
  type AskedMethod,
  approvalWindowMs,
  limitAt,
  needsSecondPerson,
  wayOf,
} from "@/server/domain/refund-approval";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { inTx, type Tx } from "@/server/store/db";
import { expireRefundRequests, insertRefundRequest, readApprovalLimit } from "@/server/store/refund-requests";
import type { ActingAccount } from "./caller";
import type { Ctx } from "./ctx";
import { decideUnderLock, recordIntent } from "./refund-intent";
import { type StartedRefund, sendIntent } from "./start-refund";

export interface RequestRefundInput {
  readonly account: ActingAccount;
  /** Who asks. */
  readonly userId: string;
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
 * second person for seven days (S32). Throws partner_not_active (§5), sensitive_data_not_allowed, and what `startRefund`
 * throws; refund_in_progress also where another refund of the payment waits for a decision.
 */
export async function requestRefund(ctx: Ctx, input: RequestRefundInput): Promise<RequestedRefund> {
  requireActive(input.account);
  if (input.reason !== null && isSensitiveText(input.reason)) {
    throw new AppError("sensitive_data_not_allowed");
  }
  const recordedAt = performance.now();
  const made = await inTx(ctx.db, (tx) => decideAndRecord(ctx, tx, input));
  if ("requestId" in made) return { kind: "waiting", requestId: made.requestId };
  return { kind: "started", ...(await sendIntent(ctx, { ...made, recordedAt })) };
}

/** Throws partner_not_active: a suspended or closed account starts no refunds (§5). */
export function requireActive({ status }: ActingAccount): void {
  if (status !== "active") throw new AppError("partner_not_active");
}

/** Both under the payment's lock: of refunds that are asked for at once, the later counts the earlier. */
async function decideAndRecord(ctx: Ctx, tx: Tx, input: RequestRefundInput) {
  const { account, userId, paymentCode, method, amountKurus, reason } = input;
  const { partnerId } = account;
  const partnerRefundCode = `PANEL-${newBankOrderId()}`;
  const limit = await readApprovalLimit(tx, partnerId);
  const decided = await decideUnderLock(ctx, tx, {
    ...{ partnerId, paymentCode, partnerRefundCode, amountKurus, way: wayOf(method) },
  });
  if (!needsSecondPerson(limitAt(limit, decided.now), decided)) {
    return { refundId: await recordIntent(tx, decided), method: decided.method };
  }
  const { now } = decided;
  const requestId = newId("refundRequest", now);
  await expireRefundRequests(tx, { partnerId, paymentId: paymentCode }, now);
  await insertRefundRequest(tx, {
    ...{ id: requestId, partnerId, paymentId: paymentCode, partnerRefundCode, method, reason },
    ...{ amount: decided.amountKurus, requestedBy: userId },
    ...{ createdAt: now, updatedAt: now, expiresAt: plusMs(now, approvalWindowMs) },
  });
  return { requestId };
}
