import { inTx, type Tx } from "@/server/store/db";
import { isLinkDue } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import { getLinkIdOf } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { closeLink } from "./expire-link";
import { endPayment, type HeldPayment, holdPayment } from "./hold-payment";

/**
 * Expires a payment whose time is over, at the instant it was due (D-2, D-48). Does nothing, and answers false,
 * when it is not due, is no longer initiated, or its capture may have happened: then the bank's word ends it (D-46).
 */
export const expirePayment = (ctx: Ctx, { paymentCode: id }: { paymentCode: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => {
    const linkId = await getLinkIdOf(tx, id);
    return expireIfDue(ctx, tx, await holdPayment(tx, { id, linkId }));
  });

/**
 * The same for a payment that is held already; `asOf` is the instant that decides, UTC. Where its link's window elapsed
 * before, that is what ends the payment.
 */
export async function expireIfDue(
  ctx: Ctx,
  tx: Tx,
  held: HeldPayment,
  asOf = ctx.clock.now(),
): Promise<boolean> {
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
