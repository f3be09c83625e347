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

/**
 * Returns why a correction cannot be booked, as a sentence for the operator's command line, or null when it can. The
 * database enforces the same rules.
 */
export function findCorrectionFault(
  payment: CorrectablePayment,
  { kind, amountKurus }: CorrectionTerms,
): string | null {
  if (!payment.isCaptured) return "Only a captured payment can be corrected";
  if (kind === "none") return amountKurus === 0n ? null : "A correction of the kind none must have the amount 0";
  if (amountKurus <= 0n) return "The amount must be more than 0";
  if (isVoidKind(kind) && amountKurus !== payment.amountKurus) {
    return "A void covers the whole payment: the amount must be the payment's amount";
  }
  return findFaultByKind[kind](payment, amountKurus);
}

type Fault = (payment: CorrectablePayment, amountKurus: bigint) => string | null;

const findFaultByKind: Readonly<Record<Exclude<CorrectionKind, "none">, Fault>> = {
  credit_done: ({ amountKurus: wholeKurus, refundedKurus, pendingKurus }, amountKurus) =>
    refundedKurus + pendingKurus + amountKurus > wholeKurus
      ? "Refunded and pending amounts would exceed the captured amount"
      : null,
  credit_not_done: ({ isVoided, refundedKurus }, amountKurus) => {
    if (isVoided) return "The payment is voided: use the kind void_not_done";
    return amountKurus > refundedKurus ? "The amount exceeds what the books have as refunded" : null;
  },
  void_done: ({ isVoided, refundedKurus, pendingKurus }) => {
    if (isVoided) return "The payment is already voided in the books";
    return refundedKurus + pendingKurus > 0n
      ? "A part of the payment is already refunded, or its refund is pending"
      : null;
  },
  void_not_done: ({ isVoided }) => (isVoided ? null : "The books have no void of the payment"),
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
