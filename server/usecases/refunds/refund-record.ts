import type { RefundRow } from "@/server/store/refunds/refunds";

/** A refund as its query shows it (D-24). Kuruş, UTC. */
export type RefundRecord = ReturnType<typeof toRefundRecord>;

export const toRefundRecord = (refund: RefundRow) => ({
  refundId: refund.id,
  paymentCode: refund.paymentId,
  partnerRefundCode: refund.partnerRefundCode,
  method: refund.method,
  status: refund.status,
  amount: refund.amount,
  currency: "TRY" as const,
  failureCode: refund.failureCode,
  createdAt: refund.createdAt,
  updatedAt: refund.updatedAt,
  resolvedAt: refund.resolvedAt,
});
