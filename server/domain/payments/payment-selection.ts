import type { PaymentStatus } from "../states";

/** Where payments come from (D-18). */
export const paymentSources = ["api", "panel", "payment_link"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** How much of a payment has gone back, or is on its way. */
export const refundedStates = ["none", "pending", "partial", "full"] as const;
export type RefundedState = (typeof refundedStates)[number];

/** What a list of payments, or its export, is narrowed to; what is null narrows nothing. Kuruş, UTC. */
export interface PaymentFilters {
  readonly status: PaymentStatus | null;
  readonly refunded: RefundedState | null;
  readonly source: PaymentSource | null;
  readonly terminalId: string | null;
  readonly amountFromKurus: bigint | null;
  readonly amountToKurus: bigint | null;
  /** From this instant on. */
  readonly createdFrom: Date | null;
  /** Before this one. */
  readonly createdTo: Date | null;
}
