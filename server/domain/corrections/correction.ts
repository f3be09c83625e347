/** What a correction of the books says of one payment (D-75). */
export const correctionKinds = [
  "credit_done",
  "credit_not_done",
  "void_done",
  "void_not_done",
  "none",
] as const;

/**
 * `credit_done`: the bank gave an amount back that the books do not know. `credit_not_done`: the books hold a credit that the
 * bank never did. `void_done` and `void_not_done`: the same of a void of the whole. `none`: the books are right.
 */
export type CorrectionKind = (typeof correctionKinds)[number];

export interface CorrectionTerms {
  readonly kind: CorrectionKind;
  /** Kuruş; 0 of the kind `none` alone. */
  readonly amountKurus: bigint;
}

/** What a correction is judged by of its payment. Kuruş. */
export interface CorrectablePayment {
  readonly isCaptured: boolean;
  readonly amountKurus: bigint;
  /** What went back to the card by the books: approved refunds and earlier corrections. */
  readonly refundedKurus: bigint;
  readonly pendingKurus: bigint;
  readonly isVoided: boolean;
}

/** Why a correction cannot be booked, as a sentence for the operator; null where it can. The database refuses the same. */
export function findCorrectionFault(
  payment: CorrectablePayment,
  { kind, amountKurus }: CorrectionTerms,
): string | null {
  if (!payment.isCaptured) return "Only a captured payment is corrected";
  if (kind === "none") return amountKurus === 0n ? null : "A correction of the kind none has the amount 0";
  if (amountKurus <= 0n) return "The amount has to be more than 0";
  if (isOfVoid(kind) && amountKurus !== payment.amountKurus) {
    return "A void is of the whole payment: the amount has to be the payment's";
  }
  return faultOfKind[kind](payment, amountKurus);
}

type Fault = (payment: CorrectablePayment, amountKurus: bigint) => string | null;

const faultOfKind: Readonly<Record<Exclude<CorrectionKind, "none">, Fault>> = {
  credit_done: ({ amountKurus: wholeKurus, refundedKurus, pendingKurus }, amountKurus) =>
    refundedKurus + pendingKurus + amountKurus > wholeKurus
      ? "More would have gone back, or be on its way back, than was captured"
      : null,
  credit_not_done: ({ isVoided, refundedKurus }, amountKurus) => {
    if (isVoided) return "The payment is voided: its correction is void_not_done";
    return amountKurus > refundedKurus ? "The books hold less than that as gone back" : null;
  },
  void_done: ({ isVoided, refundedKurus, pendingKurus }) => {
    if (isVoided) return "The payment is voided in the books already";
    return refundedKurus + pendingKurus > 0n ? "A part of it has gone back, or is on its way back" : null;
  },
  void_not_done: ({ isVoided }) => (isVoided ? null : "The books hold no void of the payment"),
};

const isOfVoid = (kind: CorrectionKind): boolean => kind === "void_done" || kind === "void_not_done";

/**
 * What an approved correction adds to the account's payout (negative: takes), kuruş; null of the kind `none`. A void, or its
 * correction, takes or gives the commission as well (D-28).
 */
export function netOfCorrection(
  { kind, amountKurus }: CorrectionTerms,
  commissionKurus: bigint,
): bigint | null {
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
