import type { CorrectionKind } from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { insertCorrection, isRefundOfPayment } from "@/server/store/corrections/corrections";
import { inTx } from "@/server/store/db";
import { isPayment, lockPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { toCorrectable } from "../payments/shared/refundable";
import { getPermittedStaff, proveStaff, type StaffProof } from "../people/shared/prove-staff";
import { requireBookable } from "./shared/waiting-correction";

export interface ProposeCorrectionInput {
  readonly paymentCode: string;
  readonly kind: CorrectionKind;
  /** The amount in kuruş; 0 for the kind `none` only. */
  readonly amountKurus: bigint;
  /** The refund that the correction is about; null where it is about none in particular. */
  readonly refundId: string | null;
  readonly reason: string;
  /** What the person saw at the bank, and where. */
  readonly evidence: string;
  readonly by: StaffProof;
}

/**
 * Proposes a correction of the books of one payment, on which a second person decides (D-75). Returns its id. Throws
 * payment_not_found, refund_not_found, sensitive_data_not_allowed, not_found and access_denied (about the person),
 * validation_error where the correction cannot be booked, and change_waiting where another one waits.
 */
export async function proposeCorrection(ctx: Ctx, input: ProposeCorrectionInput): Promise<string> {
  const { paymentCode, kind, amountKurus, refundId, reason, evidence, by } = input;
  if (isSensitiveText(reason) || isSensitiveText(evidence)) throw new AppError("sensitive_data_not_allowed");
  const proposer = await getPermittedStaff(ctx, "books.correct", by);
  if (!(await isPayment(ctx.db, paymentCode)))
    throw new AppError("payment_not_found", `There is no payment ${paymentCode}`);
  if (refundId !== null && !(await isRefundOfPayment(ctx.db, refundId, paymentCode))) {
    throw new AppError("refund_not_found", `${refundId} is no refund of ${paymentCode}`);
  }
  return inTx(ctx.db, async (tx) => {
    await proveStaff(ctx, tx, proposer, by);
    const payment = await lockPayment(tx, paymentCode);
    requireBookable(toCorrectable(payment), { kind, amountKurus });
    const now = ctx.clock.now();
    const id = newId(ctx.random, "correction", now);
    const isNew = await insertCorrection(tx, {
      id,
      partnerId: payment.partnerId,
      paymentId: paymentCode,
      refundId,
      kind,
      amount: amountKurus,
      reason,
      evidence,
      proposedBy: proposer.id,
      proposedAt: now,
    });
    if (!isNew) throw new AppError("change_waiting", `Another correction of ${paymentCode} waits`);
    return id;
  });
}
