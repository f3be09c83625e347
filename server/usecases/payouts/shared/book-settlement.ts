import { bankDay, settlementDueAt } from "@/server/domain/business-day";
import { computeCorrectionNet } from "@/server/domain/corrections/correction";
import { settlementCollectAt } from "@/server/domain/payouts/collection";
import { type CorrectionRow, isAnyCorrectionApproved } from "@/server/store/corrections/corrections";
import type { Tx } from "@/server/store/db";
import { insertCaptureSettlement, insertFollowingSettlement } from "@/server/store/payouts/settlements";
import type { RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "@/server/usecases/ctx";
import { raiseContradiction } from "./raise-contradiction";

/**
 * Books the net amount of a capture, due on the next business day after `at` (D-39). At a terminal of direct collection
 * the bank pays the merchant directly, so nothing is owed and nothing is booked.
 * @param at the bank's instant of the capture, UTC
 */
export async function bookCapture(
  tx: Tx,
  payment: { readonly id: string; readonly partnerId: string; readonly amount: bigint },
  terminal: { readonly mode: string; readonly dayEndLocal: string },
  commissionKurus: bigint,
  at: Date,
  now: Date,
): Promise<void> {
  if (terminal.mode !== "standard") return;
  const { id: paymentId, partnerId, amount } = payment;
  const amountKurus = amount - commissionKurus;
  await insertCaptureSettlement(tx, { partnerId, paymentId, amountKurus, ...computeDates(at, terminal, now) }, now);
}

/** Computes the bank's business day that contains an instant, the due date of its money, and when that is collected. */
function computeDates(at: Date, { dayEndLocal }: { readonly dayEndLocal: string }, now: Date) {
  const dueAt = settlementDueAt(at, dayEndLocal);
  return { bankDay: bankDay(at, dayEndLocal), dueAt, collectAt: settlementCollectAt(dueAt, now) };
}

/**
 * Books what an approved refund takes back: the whole net of a void, and the amount of a credit, because the commission
 * stays (D-28). It is due on the next business day after `doneAt` (D-39, D-74). Only payments from before D-161 can
 * have a capture without a settlement: their refund is still approved, an alert is raised, and the payment is
 * held.
 * @param doneAt the instant at which the bank moved the money, UTC
 */
export async function bookRefund(ctx: Ctx, tx: Tx, refund: RefundWithPayment, doneAt: Date, now: Date): Promise<void> {
  const { id: refundId, partnerId, payment, method, amount } = refund;
  const reversedKurus = method === "void" ? (payment.commissionAmount ?? 0n) : 0n;
  const isBooked = await insertFollowingSettlement(
    tx,
    {
      partnerId,
      paymentId: payment.id,
      refundId,
      amountKurus: reversedKurus - amount,
      ...computeDates(doneAt, payment.terminal, now),
    },
    now,
  );
  if (isBooked || payment.terminal.mode !== "standard") return;
  // A correction has clarified this payment, e.g. that its terminal was direct collection at the capture.
  if (await isAnyCorrectionApproved(tx, payment.id)) return;
  await raiseContradiction(ctx, tx, {
    kind: "settlement_missing",
    subject: payment.id,
    detail: `Payment ${payment.id} was captured, but neither the payment nor its refund ${refundId} has a settlement`,
    paymentCode: payment.id,
  });
}

/** Books what an approved correction adds or takes, on the day of its approval. The kind `none` books nothing. */
export async function bookCorrection(
  tx: Tx,
  correction: CorrectionRow,
  payment: { readonly commissionAmount: bigint | null },
  terminal: { readonly dayEndLocal: string },
  now: Date,
): Promise<void> {
  const { id: correctionId, partnerId, paymentId, kind, amount } = correction;
  const amountKurus = computeCorrectionNet({ kind, amountKurus: amount }, payment.commissionAmount ?? 0n);
  if (amountKurus === null) return;
  await insertFollowingSettlement(
    tx,
    { partnerId, paymentId, correctionId, amountKurus, ...computeDates(now, terminal, now) },
    now,
  );
}
