/**
 * Why a payment failed, as `failureCode` names it (D-18, D-63): the last card's 3-D Secure failed, the bank declined
 * the capture, the card-attempt allowance is used up (D-19), the buyer gave the attempt up, the link got another
 * payment for another installment count (D-11), or the link was cancelled or expired.
 */
export const paymentFailures = [
  "three_ds_failed",
  "capture_declined",
  "card_attempt_limit_exceeded",
  "abandoned",
  "superseded",
  "link_cancelled",
  "link_expired",
] as const;
export type PaymentFailure = (typeof paymentFailures)[number];
