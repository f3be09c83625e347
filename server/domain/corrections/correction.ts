import type { FieldProblem } from "../field-words";

/** The kinds of a correction of the books (D-75). */
export const correctionKinds = ["credit_done", "credit_not_done", "void_done", "void_not_done", "none"] as const;

/**
 * The statement that a correction makes about one payment. `credit_done`: the bank refunded an amount that the books do
 * not have. `credit_not_done`: the books have a credit that the bank never made. `void_done` and `void_not_done`: the
 * same for a void, which always has the whole amount. `none`: the books are right.
 */
export type CorrectionKind = (typeof correctionKinds)[number];

export interface CorrectionTerms {
  readonly kind: CorrectionKind;
  /** The amount in kuruş. It is 0 for the kind `none`, and more than 0 for every other kind. */
  readonly amountKurus: bigint;
}

/** The facts about a payment that decide whether a correction can be booked. Amounts in kuruş. */
export interface CorrectablePayment {
  readonly isCaptured: boolean;
  readonly amountKurus: bigint;
  /** The amount that the books have as refunded: approved refunds and earlier corrections. */
  readonly refundedKurus: bigint;
  /** The amount of the pending refunds. */
  readonly pendingKurus: bigint;
  readonly isVoided: boolean;
}

/** Returns why a correction cannot be booked, or null when it can. The database enforces the same rules. */
export function findCorrectionFault(
  payment: CorrectablePayment,
  { kind, amountKurus }: CorrectionTerms,
): FieldProblem | null {
  if (!payment.isCaptured) return "correction_not_captured";
  if (kind === "none") return amountKurus === 0n ? null : "correction_no_amount";
  if (amountKurus <= 0n) return "correction_amount";
  if (isVoidKind(kind) && amountKurus !== payment.amountKurus) return "correction_void_whole";
  return findFaultByKind[kind](payment, amountKurus);
}

type Fault = (payment: CorrectablePayment, amountKurus: bigint) => FieldProblem | null;

const findFaultByKind: Readonly<Record<Exclude<CorrectionKind, "none">, Fault>> = {
  credit_done: ({ amountKurus: wholeKurus, refundedKurus, pendingKurus }, amountKurus) =>
    refundedKurus + pendingKurus + amountKurus > wholeKurus ? "correction_above_captured" : null,
  credit_not_done: ({ isVoided, refundedKurus }, amountKurus) => {
    if (isVoided) return "correction_is_voided";
    return amountKurus > refundedKurus ? "correction_above_refunded" : null;
  },
  void_done: ({ isVoided, refundedKurus, pendingKurus }) => {
    if (isVoided) return "correction_void_known";
    return refundedKurus + pendingKurus > 0n ? "correction_refund_known" : null;
  },
  void_not_done: ({ isVoided }) => (isVoided ? null : "correction_no_void"),
};

const isVoidKind = (kind: CorrectionKind): boolean => kind === "void_done" || kind === "void_not_done";

/**
 * Computes what an approved correction adds to the account's payout in kuruş; a negative amount is deducted. Returns
 * null for the kind `none`. For a void the commission is reversed as well (D-28), so the net differs from the amount by
 * it.
 */
export function computeCorrectionNet({ kind, amountKurus }: CorrectionTerms, commissionKurus: bigint): bigint | null {
  switch (kind) {
    case "none":
      return null;
    case "credit_done":
      return -amountKurus;
    case "credit_not_done":
      return amountKurus;
    case "void_done":
      return commissionKurus - amountKurus;
    case "void_not_done":
      return amountKurus - commissionKurus;
  }
}
