import { inTx, type Tx } from "@/server/store/db";
import { isLinkDue } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import { getLinkIdOfPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { endPayment, type LockedPayment, lockPaymentWithLink } from "./end-payment";
import { closeLink } from "./expire-link";

/**
 * Expires a payment whose time has ended, dated at the instant at which it was due (D-2, D-48). Returns false, and does
 * nothing, where the payment is not due or not initiated, or where its capture may have happened: the bank's answer
 * then ends it (D-46).
 */
export const expirePayment = (ctx: Ctx, { paymentCode: id }: { paymentCode: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const linkId = await getLinkIdOfPayment(tx, id);
    return expireIfDue(ctx, tx, await lockPaymentWithLink(tx, { id, linkId }));
  });

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
