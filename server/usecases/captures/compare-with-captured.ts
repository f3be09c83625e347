import type { Outcome } from "@/server/banks/bank";
import { hours, plusMs } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { type AttemptWithPayment, planLook } from "@/server/store/payments/attempts";
import { lockPaymentUnread } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { raiseContradiction } from "../payouts/raise-contradiction";

/**
 * Compares a payment that a person called captured with what the bank says of it since (D-75): where that is not so, staff are
 * alerted and the payment is held. A payment that was refunded meanwhile is left to the refund's own looks.
 */
export async function compareWithCaptured(
  ctx: Ctx,
  attempt: AttemptWithPayment,
  found: Outcome,
): Promise<void> {
  const { payment, bankOrderId } = attempt;
  const { refundedAmount, refundPendingAmount, amount } = payment;
  if (found.kind === "unknown") {
    await planLook(ctx.db, attempt, { recheckAt: plusMs(ctx.clock.now(), hours(1)) });
    return;
  }
  await planLook(ctx.db, attempt, null);
  const isRefunded = refundedAmount + refundPendingAmount > 0n;
  if (isRefunded || (found.kind === "paid" && found.amountKurus === amount)) return;
  const held = found.kind === "paid" ? `${found.amountKurus} kuruş` : found.kind;
  const detail = `Order ${bankOrderId}: captured by hand with ${amount} kuruş, and the bank says: ${held}`;
  const contradiction = { kind: "capture_without_record", subject: payment.id, detail } as const;
  await inTx(ctx.db, async (tx) => {
    await lockPaymentUnread(tx, payment.id);
    await raiseContradiction(ctx, tx, { ...contradiction, paymentCode: payment.id });
  });
}
