import { findCorrectionFault } from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { getTerminal } from "@/server/store/accounts/terminals";
import { type CorrectionRow, getCorrection, moveCorrection } from "@/server/store/corrections/corrections";
import { inTx } from "@/server/store/db";
import { lockPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { toCorrectable } from "../payments/refundable";
import { bookCorrection } from "../payouts/book-settlement";
import { getStaffFor, proveStaff, type StaffProof } from "../people/prove-staff";

export interface DecideOnCorrectionInput {
  readonly correctionId: string;
  readonly by: StaffProof;
}

/**
 * Approves a correction that somebody else proposed (D-75): its settlement is booked, the payment's sums follow, and the hold
 * of the payment ends, in one transaction. Answers the correction. Throws not_found and access_denied (of the person, also
 * for the proposer), validation_error where it does not wait any more or cannot be booked any more.
 */
export async function approveCorrection(
  ctx: Ctx,
  { correctionId, by }: DecideOnCorrectionInput,
): Promise<CorrectionRow> {
  const decider = await getStaffFor(ctx, "books.correct", by);
  const correction = await requireOther(ctx, correctionId, decider.id);
  await inTx(ctx.db, async (tx) => {
    await proveStaff(ctx, tx, decider, by);
    const payment = await lockPayment(tx, correction.paymentId);
    const { kind, amount: amountKurus } = correction;
    const fault = findCorrectionFault(toCorrectable(payment), { kind, amountKurus });
    if (fault !== null) throw new AppError("validation_error", fault);
    const now = ctx.clock.now();
    const decision = { decidedBy: decider.id, decidedAt: now, decisionNote: null };
    if (!(await moveCorrection(tx, correctionId, "approved", decision))) throw decidedBefore(correctionId);
    const terminal = await getTerminal(tx, payment.terminalId);
    await bookCorrection(tx, correction, payment, terminal, now);
  });
  const { paymentId: paymentCode, kind } = correction;
  ctx.log.warn({ paymentCode, correctionId, kind }, "The books of a payment were corrected");
  return correction;
}

/** The correction, for somebody who may decide on it. Throws not_found, access_denied, validation_error. */
export async function requireOther(
  ctx: Ctx,
  correctionId: string,
  deciderId: string,
): Promise<CorrectionRow> {
  const correction = await getCorrection(ctx.db.prisma, correctionId);
  if (correction.status !== "waiting") throw decidedBefore(correctionId);
  if (correction.proposedBy === deciderId) {
    throw new AppError("access_denied", "A second person decides: not the one who proposed the correction");
  }
  return correction;
}

export const decidedBefore = (correctionId: string): AppError =>
  new AppError("validation_error", `${correctionId} does not wait for a decision any more`);
