import type { Outcome } from "@/server/banks/bank";
import { days, hours, plusMs } from "@/server/domain/clock";
import { raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { claimRefundRecheck } from "@/server/store/operations/due";
import { lockPaymentUnread } from "@/server/store/payments/payments";
import { getRefund, type RefundWithPayment, setRefundRecheck } from "@/server/store/refunds/refunds";
import { connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { sumRefunded } from "../payments/refundable";
import { raiseContradiction } from "../payouts/raise-contradiction";
import { verdictOn } from "./inquire-refund";

/**
 * The last look at a refund that ended without the bank's word (D-46), given up or settled by hand: if the bank's history is
 * not what the books hold a person is told, since nothing can be taken back from a card. False: nothing to look at.
 */
export async function recheckRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  if (!(await claimRefundRecheck(ctx.db, refundId, ctx.clock.now()))) return false;
  const refund = await getRefund(ctx.db, refundId);
  const found = await askBank(ctx, refund);
  // Voided meanwhile under another code: that void, and nothing besides it, is then what the bank should have.
  const isVoided = refund.payment.voidedAt !== null;
  const verdict = await verdictOn(ctx, isVoided ? { ...refund, method: "void" } : refund, found);
  const isAsBooked = verdict === (isVoided ? "done" : "not_done");
  // A history that cannot tell the refund's line still shows that there is one which the books do not hold.
  const isAnswered = found.kind === "history" || found.kind === "not_found";
  const isUnclear = !isAnswered || (await isMoving(ctx, refund));
  if (!isUnclear && !isAsBooked) await alertMismatch(ctx, refund);
  if (!isAnswered) await alertUnanswered(ctx, refund);
  await setRefundRecheck(ctx.db, refundId, isUnclear ? plusMs(ctx.clock.now(), hours(1)) : null);
  return true;
}

/** A bank that cannot even be asked, since its account cannot be opened, has said nothing either. */
async function askBank(ctx: Ctx, refund: RefundWithPayment): Promise<Outcome> {
  try {
    const connection = connectionOf(ctx, refund.attempt.connection);
    return await connection.call({ kind: "history", ...placedOrderOf(refund.attempt) });
  } catch (error) {
    await alertUnanswered(ctx, refund);
    throw error;
  }
}

/** A bank that has said nothing for a day: a person looks there. */
async function alertUnanswered(
  ctx: Ctx,
  { id, paymentId, resolvedAt, attempt }: RefundWithPayment,
): Promise<void> {
  const now = ctx.clock.now();
  if (resolvedAt === null || now < plusMs(resolvedAt, days(1))) return;
  const detail = `Order ${attempt.bankOrderId} of payment ${paymentId}: its refund ended without the bank's word, and its history cannot be read since`;
  const alert = { kind: "last_look_unclear", subject: id, detail } as const;
  if (!(await raiseAlert(ctx.db.prisma, alert, now))) return;
  ctx.log.error({ alert: alert.kind, paymentCode: paymentId, refundId: id }, detail);
}

/** While another refund of the payment is under way, history and books are not of the same moment. */
async function isMoving(ctx: Ctx, { id, payment: before }: RefundWithPayment): Promise<boolean> {
  const { payment } = await getRefund(ctx.db, id);
  return payment.refundPendingAmount > 0n || sumRefunded(payment) !== sumRefunded(before);
}

/** The payment is held with the alert: while it is open nothing more of it goes back or is paid out (D-75). */
const alertMismatch = (ctx: Ctx, { id, paymentId, attempt }: RefundWithPayment): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentUnread(tx, paymentId);
    await raiseContradiction(ctx, tx, {
      kind: "refund_without_record",
      subject: id,
      detail: `Order ${attempt.bankOrderId} of payment ${paymentId}: ended without the bank's word, and its history is not what the books hold`,
      paymentCode: paymentId,
    });
  });
