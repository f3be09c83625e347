import { inTx, type Tx } from "@/server/store/db";
import { lockOpenPayment } from "@/server/store/links/link-payments";
import { isLinkDue, type LinkRow, lockLink, moveLink } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import { movePayment, type PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";

/**
 * Expires a link whose time has ended, dated at the instant at which it was due (D-2, D-48). Its open payment fails
 * with it. Returns false, and does nothing, where the link is not due, or where a capture runs: its outcome then
 * decides (D-10).
 */
export const expireLink = (ctx: Ctx, { linkId }: { linkId: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const link = await lockLink(tx, linkId);
    const now = ctx.clock.now();
    if (!isLinkDue(link, now)) return false;
    const payment = await lockOpenPayment(tx, linkId);
    if (payment?.captureStartedAt) return false;
    await closeLink(tx, link, payment, now, "expired");
    return true;
  });

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
    // A payment whose own time ended earlier expires by it. At the same instant, the expiry of the link takes
    // precedence.
    const wasOver = to === "expired" ? payment.expiresAt < at : payment.expiresAt <= at;
    if (wasOver) await movePayment(tx, payment, "expired", payment.expiresAt, now);
    else await movePayment(tx, payment, "failed", at, now, { failureCode: `link_${to}` });
  }
  await moveLink(tx, link, to, now, at);
}
