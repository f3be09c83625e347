import { abandonAttempts } from "@/server/store/attempts";
import { inTx, type Tx } from "@/server/store/db";
import { lockPayment, movePayment, type PaymentRow } from "@/server/store/payments";
import type { Ctx } from "./ctx";

/**
 * Expires a payment whose time is over, at the instant it was due (D-2, D-48). Does nothing, and answers false,
 * when it is not due, is no longer initiated, or its capture may have happened: then the bank's word ends it (D-46).
 */
export const expirePayment = (ctx: Ctx, input: { paymentCode: string }): Promise<boolean> =>
  inTx(ctx.db, async (tx) => expireIfDue(ctx, tx, await lockPayment(tx, input.paymentCode)));

/** The same for a payment that is locked already; `asOf` is the instant that decides, UTC. */
export async function expireIfDue(
  ctx: Ctx,
  tx: Tx,
  payment: PaymentRow,
  asOf = ctx.clock.now(),
): Promise<boolean> {
  const now = ctx.clock.now();
  if (payment.status !== "initiated" || payment.captureStartedAt !== null || payment.expiresAt > asOf)
    return false;
  await abandonAttempts(tx, payment.id, now);
  return movePayment(tx, payment, "expired", payment.expiresAt, now);
}
