/** The sources of payments (D-18). */
export const paymentSources = ["api", "panel", "payment_link"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** How much of a payment was refunded, or is being refunded. */
export const refundedStates = ["none", "pending", "partial", "full"] as const;
export type RefundedState = (typeof refundedStates)[number];
