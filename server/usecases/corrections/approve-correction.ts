import { holdingAlerts } from "@/server/domain/alerts";
import { getTerminal } from "@/server/store/accounts/terminals";
import { closeAlerts } from "@/server/store/alerts";
import { type CorrectionRow, listRefundIdsOfPayment, moveCorrection } from "@/server/store/corrections/corrections";
import { inTx } from "@/server/store/db";
import { lockPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { toCorrectable } from "../payments/shared/refundable";
import { bookCorrection } from "../payouts/shared/book-settlement";
import { getPermittedStaff, proveStaff, type StaffProof } from "../people/shared/prove-staff";
import { createDecidedError, requireBookable, requireSecondPerson } from "./shared/waiting-correction";

export interface DecideOnCorrectionInput {
  readonly correctionId: string;
  readonly by: StaffProof;
}

/**
 * Approves a correction that another person proposed (D-75). One transaction books its settlement, updates the
 * payment's sums and ends the hold of the payment. Returns the correction. Throws not_found and access_denied (about
 * the person), second_person_required (also for the proposer), change_decided where the correction does not wait any
 * more, and validation_error where it cannot be booked any more.
 */
export async function approveCorrection(
  ctx: Ctx,
  { correctionId, by }: DecideOnCorrectionInput,
): Promise<CorrectionRow> {
  const decider = await getPermittedStaff(ctx, "books.correct", by);
  const correction = await requireSecondPerson(ctx, correctionId, decider, by);
  await inTx(ctx.db, async (tx) => {
    await proveStaff(ctx, tx, decider, by);
    const payment = await lockPayment(tx, correction.paymentId);
    const { kind, amount: amountKurus } = correction;
    requireBookable(toCorrectable(payment), { kind, amountKurus });
    const now = ctx.clock.now();
    const decision = { decidedBy: decider.id, decidedAt: now, decisionNote: null };
    if (!(await moveCorrection(tx, correctionId, "approved", decision))) throw createDecidedError(correctionId);
    const terminal = await getTerminal(tx, payment.terminalId);
    await bookCorrection(tx, correction, payment, terminal, now);
    const refundIds = await listRefundIdsOfPayment(tx, payment.id);
    const subjects = [payment.id, ...refundIds];
    await closeAlerts(tx, { kinds: [...holdingAlerts, "refund_mismatch"], subjects }, now);
  });
  const { paymentId: paymentCode, kind } = correction;
  ctx.log.warn({ paymentCode, correctionId, kind }, "The books of a payment were corrected");
  return correction;
}
