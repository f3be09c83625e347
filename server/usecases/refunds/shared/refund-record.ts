import type { RefundWithOrder } from "@/server/store/refunds/refunds";
import { toRefundBank } from "@/server/usecases/payments/shared/refund-bank";

/** The view model of a refund in the API (D-24); amounts in kuruş, times in UTC. */
export type RefundRecord = ReturnType<typeof toRefundRecord>;

export const toRefundRecord = (refund: RefundWithOrder) => ({
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
  bank: toRefundBank(refund.status, refund.attempt.bankOrderId, refund),
});
