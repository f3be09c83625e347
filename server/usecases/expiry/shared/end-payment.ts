import type { PaymentStatus } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import { setHeldSince } from "@/server/store/corrections/corrections";
import type { Tx } from "@/server/store/db";
import { isLinkDue, type LinkRow, lockLink, moveLink } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import { lockPayment, movePayment, type PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";

/** A payment and the link that it pays, both under their row locks. */
export interface LockedPayment {
  readonly payment: PaymentRow;
  readonly link: LinkRow | null;
}

/** Locks a payment after its link, which is the lock order (see `inTx`). */
export async function lockPaymentWithLink(
  tx: Tx,
  { id, linkId }: Pick<PaymentRow, "id" | "linkId">,
): Promise<LockedPayment> {
  const link = linkId === null ? null : await lockLink(tx, linkId);
  return { link, payment: await lockPayment(tx, id) };
}

/**
 * Ends a payment and moves its link in the same transaction (D-10, D-141). A capture completes the link. Any other end
 * makes the link payable again, or expires it where its time ended during the attempt. Returns whether this call ended
 * the payment.
 */
export async function endPayment(
  tx: Tx,
  { payment, link }: LockedPayment,
  to: Exclude<PaymentStatus, "initiated">,
  at: Date,
  now: Date,
  facts: Parameters<typeof movePayment>[5] = {},
): Promise<boolean> {
  const moved = await movePayment(tx, payment, to, at, now, facts);
  if (moved && link && to === "captured" && link.status !== "initiated") {
    const detail = `Payment ${payment.id} was captured, yet its link ${link.id} is ${link.status}`;
    await raiseAlert(tx, { kind: "late_approval", subject: payment.id, detail }, now);
    // The link may be paid a second time, or its order may be cancelled, so a person decides about this money (D-75).
    await setHeldSince(tx, payment.id, now);
  }
  if (!moved || link?.status !== "initiated") return moved;
  if (to === "captured") await moveLink(tx, link, "completed", now, at);
  else if (isLinkDue(link, now)) await moveLink(tx, link, "expired", now, link.expiresAt);
  else await moveLink(tx, link, "failed", now);
  return moved;
}

/**
 * Cancels or expires a link under its lock, and ends its open payment, whose capture has not begun. A browser that
 * comes back from the bank later finds the payment ended, and nothing is captured (D-10).
 */
export async function closeLink(
  tx: Tx,
  link: LinkRow,
  payment: PaymentRow | null,
  now: Date,
  to: "cancelled" | "expired",
): Promise<void> {
  const at = to === "expired" ? link.expiresAt : now;
  if (payment) {
    await abandonAttempts(tx, payment.id, now);
    // A payment whose own time ended earlier expires at that time. At the same instant, the expiry of the link
    // takes precedence.
    const wasOver = to === "expired" ? payment.expiresAt < at : payment.expiresAt <= at;
    if (wasOver) await movePayment(tx, payment, "expired", payment.expiresAt, now);
    else await movePayment(tx, payment, "failed", at, now, { failureCode: `link_${to}` });
  }
  await moveLink(tx, link, to, now, at);
}

/**
 * Expires a payment whose lock the caller holds, like `expirePayment`. Where its link's time ended earlier, the expiry
 * of the link ends the payment.
 * @param asOf the instant that decides, UTC
 */
export async function expireIfDue(ctx: Ctx, tx: Tx, held: LockedPayment, asOf = ctx.clock.now()): Promise<boolean> {
  const now = ctx.clock.now();
  const { payment, link } = held;
  if (payment.status !== "initiated" || payment.captureStartedAt !== null) return false;
  if (link && isLinkDue(link, asOf) && link.expiresAt <= payment.expiresAt) {
    await closeLink(tx, link, payment, now, "expired");
    return true;
  }
  if (payment.expiresAt > asOf) return false;
  await abandonAttempts(tx, payment.id, now);
  return endPayment(tx, held, "expired", payment.expiresAt, now);
}
