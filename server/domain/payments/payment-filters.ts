import type { PaymentStatus } from "../states";

/** The sources of payments (D-18). */
export const paymentSources = ["api", "panel", "payment_link"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** How much of a payment was refunded, or is being refunded. */
export const refundedStates = ["none", "pending", "partial", "full"] as const;
export type RefundedState = (typeof refundedStates)[number];

/** The filters of a list of payments or of its export; null filters nothing. Amounts in kuruş, instants in UTC. */
export interface PaymentFilters {
  readonly status: PaymentStatus | null;
  readonly refunded: RefundedState | null;
  readonly source: PaymentSource | null;
  readonly terminalId: string | null;
  readonly amountFromKurus: bigint | null;
  readonly amountToKurus: bigint | null;
  /** The earliest creation, inclusive. */
  readonly createdFrom: Date | null;
  /** The latest creation, exclusive. */
  readonly createdTo: Date | null;
}
