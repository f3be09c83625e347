import { settlementDueAt } from "@/server/domain/business-day";
import type { Tx } from "@/server/store/db";
import type { RefundWithPayment } from "@/server/store/refunds";
import { insertCaptureSettlement, insertRefundSettlement } from "@/server/store/settlements";

/**
 * Books the net of a capture, due on the next business day after `at`, the bank's instant (D-39). Money of direct collection
 * goes from the bank to the merchant: nothing is owed for it here.
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
  const dueAt = settlementDueAt(at, terminal.dayEndLocal);
  const settlement = { partnerId, paymentId, amountKurus: amount - commissionKurus, dueAt };
  await insertCaptureSettlement(tx, settlement, now);
}

/**
 * Books what an approved refund takes back: a void the whole net, a credit its amount, as the commission stays (D-28). Due on
 * the next business day after `doneAt`, when the bank moved the money (D-39, D-74).
 */
export async function bookRefund(tx: Tx, refund: RefundWithPayment, doneAt: Date, now: Date): Promise<void> {
  const { id: refundId, partnerId, payment, method, amount } = refund;
  const reversedKurus = method === "void" ? (payment.commissionAmount ?? 0n) : 0n;
  const dueAt = settlementDueAt(doneAt, payment.terminal.dayEndLocal);
  const settlement = {
    partnerId,
    paymentId: payment.id,
    refundId,
    amountKurus: reversedKurus - amount,
    dueAt,
  };
  await insertRefundSettlement(tx, settlement, now);
}
