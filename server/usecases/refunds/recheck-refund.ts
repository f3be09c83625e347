import type { Outcome } from "@/server/banks/bank";
import { days, hours, plusMs } from "@/server/domain/clock";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { claimRefundRecheck } from "@/server/store/operations/claims";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { getRefund, type RefundWithPayment, setRefundRecheck } from "@/server/store/refunds/refunds";
import { openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { sumRefunded } from "../payments/shared/refundable";
import { raiseContradiction } from "../payouts/shared/raise-contradiction";
import { judgeHistory } from "./shared/judge-history";

/**
 * Life of a refund, step 6: compares a refund that ended without the bank's answer (declined after inquiries, or
 * settled manually) with the bank's history once more at day-end (D-159). Alerts staff when the history does not match
 * the books, because money cannot be taken back from a card. Returns false when no recheck is due.
 */
export async function recheckRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  if (!(await claimRefundRecheck(ctx.db, refundId, ctx.clock.now()))) return false;
  const refund = await getRefund(ctx.db, refundId);
  const found = await askBank(ctx, refund);
  // If the payment was voided meanwhile under another code, the bank should have exactly that void.
  const isVoided = refund.payment.voidedAt !== null;
  const verdict = await judgeHistory(ctx, isVoided ? { ...refund, method: "void" } : refund, found);
  const isAsBooked = verdict === (isVoided ? "done" : "not_done");
  // A history in which the refund's line cannot be recognised can still show a line that the books do not hold.
  const isAnswered = found.kind === "history" || found.kind === "not_found";
  const isUnclear = !isAnswered || (await isMoving(ctx, refund));
  if (!isUnclear && !isAsBooked) await holdForMismatch(ctx, refund);
  if (!isAnswered) await alertUnanswered(ctx, refund);
  else await closeAlerts(ctx.db.prisma, { kinds: ["last_look_unclear"], subjects: [refundId] }, ctx.clock.now());
  await setRefundRecheck(ctx.db, refundId, isUnclear ? plusMs(ctx.clock.now(), hours(1)) : null);
  return true;
}

/**
 * Asks the bank for the history. Staff are alerted also when the bank cannot be asked because its account cannot be
 * opened.
 */
async function askBank(ctx: Ctx, refund: RefundWithPayment): Promise<Outcome> {
  try {
    const connection = openBankConnection(ctx, refund.attempt.connection);
    return await connection.call({ kind: "history", ...toPlacedOrder(refund.attempt) });
  } catch (error) {
    await alertUnanswered(ctx, refund);
    throw error;
  }
}

/** Alerts staff once when the bank has not answered for a day after the refund ended. */
async function alertUnanswered(ctx: Ctx, { id, paymentId, resolvedAt, attempt }: RefundWithPayment): Promise<void> {
  const now = ctx.clock.now();
  if (resolvedAt === null || now < plusMs(resolvedAt, days(1))) return;
  const detail = `Order ${attempt.bankOrderId} of payment ${paymentId}: its refund ended without the bank's word, and its history cannot be read since`;
  const alert = { kind: "last_look_unclear", subject: id, detail } as const;
  if (!(await raiseAlert(ctx.db.prisma, alert, now))) return;
  ctx.log.error({ alert: alert.kind, paymentCode: paymentId, refundId: id }, detail);
}

/**
 * Whether another refund of the payment is pending or has ended since the history was requested; history and books are
 * then not of the same instant and must not be compared.
 */
async function isMoving(ctx: Ctx, { id, payment: before }: RefundWithPayment): Promise<boolean> {
  const { payment } = await getRefund(ctx.db, id);
  return payment.refundPendingAmount > 0n || sumRefunded(payment) !== sumRefunded(before);
}

/**
 * Alerts staff and holds the payment: no refund and no payout of it may begin until a correction is approved (D-75).
 */
const holdForMismatch = (ctx: Ctx, { id, paymentId, attempt }: RefundWithPayment): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, paymentId);
    await raiseContradiction(ctx, tx, {
      kind: "refund_without_record",
      subject: id,
      detail: `Order ${attempt.bankOrderId} of payment ${paymentId}: ended without the bank's word, and its history is not what the books hold`,
      paymentCode: paymentId,
    });
  });
