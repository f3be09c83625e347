interface CapturedPayment {
  readonly amount: bigint;
  readonly commission: { readonly amount: bigint; readonly reversedAmount: bigint; readonly netAmount: bigint };
  readonly refund: { readonly refundedAmount: bigint };
  readonly correctedAmount: bigint;
}

/**
 * Returns what chargebacks have taken of a captured payment, in kuruş. The record has no sum of the chargebacks; they
 * are what nothing else explains of the net amount.
 */
export const sumChargedBack = ({ amount, commission, refund, correctedAmount }: CapturedPayment): bigint =>
  amount -
  commission.amount +
  commission.reversedAmount -
  refund.refundedAmount -
  correctedAmount -
  commission.netAmount;
