import { bankDay, settlementDueAt } from "@/server/domain/business-day";
import { netOfCorrection } from "@/server/domain/corrections/correction";
import { type CorrectionRow, isAnyCorrectionApproved } from "@/server/store/corrections/corrections";
import type { Tx } from "@/server/store/db";
import { insertCaptureSettlement, insertFollowingSettlement } from "@/server/store/payouts/settlements";
import type { RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { raiseContradiction } from "./raise-contradiction";

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
  const amountKurus = amount - commissionKurus;
  await insertCaptureSettlement(tx, { partnerId, paymentId, amountKurus, ...datesOf(at, terminal) }, now);
}

/** The bank's business day that holds an instant, and when its money is due. */
const datesOf = (at: Date, { dayEndLocal }: { readonly dayEndLocal: string }) => ({
  bankDay: bankDay(at, dayEndLocal),
  dueAt: settlementDueAt(at, dayEndLocal),
});

/**
 * Books what an approved refund takes back: a void the whole net, a credit its amount, as the commission stays (D-28). Due on
 * the next business day after `doneAt`, when the bank moved the money (D-39, D-74). Where the capture was never booked, which only payments from before the rule can be, the refund stands all the same: a person is
 * told, and the payment is held.
 */
export async function bookRefund(
  ctx: Ctx,
  tx: Tx,
  refund: RefundWithPayment,
  doneAt: Date,
  now: Date,
): Promise<void> {
  const { id: refundId, partnerId, payment, method, amount } = refund;
  const reversedKurus = method === "void" ? (payment.commissionAmount ?? 0n) : 0n;
  const isBooked = await insertFollowingSettlement(
    tx,
    {
      partnerId,
      paymentId: payment.id,
      refundId,
      amountKurus: reversedKurus - amount,
      ...datesOf(doneAt, payment.terminal),
    },
    now,
  );
  if (isBooked || payment.terminal.mode !== "standard") return;
  // A person has answered for this payment, e.g. that its terminal collected directly when it was captured.
  if (await isAnyCorrectionApproved(tx, payment.id)) return;
  await raiseContradiction(ctx, tx, {
    kind: "settlement_missing",
    subject: payment.id,
    detail: `Payment ${payment.id} was captured and is not among the settlements of its account, nor is its refund ${refundId}`,
    paymentCode: payment.id,
  });
}

/** Books what an approved correction adds or takes, on the day on which it was approved; nothing of the kind `none`. */
export async function bookCorrection(
  tx: Tx,
  correction: CorrectionRow,
  payment: { readonly commissionAmount: bigint | null },
  terminal: { readonly dayEndLocal: string },
  now: Date,
): Promise<void> {
  const { id: correctionId, partnerId, paymentId, kind, amount } = correction;
  const amountKurus = netOfCorrection({ kind, amountKurus: amount }, payment.commissionAmount ?? 0n);
  if (amountKurus === null) return;
  await insertFollowingSettlement(
    tx,
    { partnerId, paymentId, correctionId, amountKurus, ...datesOf(now, terminal) },
    now,
  );
}
