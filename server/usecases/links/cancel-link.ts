import { seconds } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { LinkStatus } from "@/server/domain/states";
import { inTx, type Tx } from "@/server/store/db";
import { lockOpenPayment } from "@/server/store/links/link-payments";
import { findLink, isLinkDue, lockLink } from "@/server/store/links/links";
import { findOpenAttemptStatus } from "@/server/store/payments/attempts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expireLink } from "../expiry/expire-link";
import { closeLink } from "../expiry/shared/end-payment";
import { type LinkRecord, toLinkRecord } from "./shared/link-record";

export interface CancelLinkInput {
  readonly partnerId: PartnerId;
  readonly linkId: string;
}

/**
 * Cancels a link that is not in a final state (§4.4, D-10); an attempt in 3-D Secure fails with it. If a capture is
 * running, waits up to 5 s for its outcome. Throws payment_link_not_found, payment_link_already_paid (also if the money
 * may have been taken), payment_link_expired, payment_link_cancelled.
 */
export async function cancelLink(ctx: Ctx, { partnerId, linkId }: CancelLinkInput): Promise<LinkRecord> {
  const link = await findLink(ctx.db, partnerId, linkId);
  if (!link) throw new AppError("payment_link_not_found");
  const giveUpAt = ctx.realTime.monotonicMs() + cancelWaitMs;
  while ((await tryCancel(ctx, linkId)) === "capturing") {
    const attempt = await findOpenAttemptStatus(ctx.db, linkId);
    const mayBePaid = attempt === "unknown" || ctx.realTime.monotonicMs() >= giveUpAt;
    if (mayBePaid) throw new AppError("payment_link_already_paid", "A capture is running");
    await ctx.realTime.sleep(pollIntervalMs);
  }
  const cancelled = await findLink(ctx.db, partnerId, linkId);
  if (!cancelled) throw new AppError("payment_link_not_found");
  return toLinkRecord(ctx, cancelled);
}

const cancelWaitMs = seconds(5);
const pollIntervalMs = 100;

async function tryCancel(ctx: Ctx, linkId: string): Promise<"cancelled" | "capturing"> {
  await expireLink(ctx, { linkId });
  return inTx(ctx.db, (tx) => cancelLocked(ctx, tx, linkId));
}

async function cancelLocked(ctx: Ctx, tx: Tx, linkId: string): Promise<"cancelled" | "capturing"> {
  const link = await lockLink(tx, linkId);
  const now = ctx.clock.now();
  const refusal = refusals[link.status];
  if (refusal) throw new AppError(refusal);
  const payment = await lockOpenPayment(tx, linkId);
  if (payment?.captureStartedAt) return "capturing";
  if (isLinkDue(link, now)) throw new AppError("payment_link_expired", "The link fell due before it was locked");
  await closeLink(tx, link, payment, now, "cancelled");
  return "cancelled";
}

const refusals: Partial<
  Record<LinkStatus, "payment_link_already_paid" | "payment_link_expired" | "payment_link_cancelled">
> = {
  completed: "payment_link_already_paid",
  expired: "payment_link_expired",
  cancelled: "payment_link_cancelled",
};
