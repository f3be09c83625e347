import { maskPan } from "@/server/domain/card";
import type { RefundedState } from "@/server/domain/payments/payment-filters";
import type { ListedPaymentRow } from "@/server/store/payments/payment-list";
import { computeNet } from "./payment-record";
import { sumRefunded } from "./refundable";

/** A payment as the lists show it. Amounts in kuruş, instants in UTC. */
export type ListedPayment = ReturnType<typeof toListedPayment>;

export function toListedPayment(row: ListedPaymentRow) {
  const { cardBin, cardLast4, cardBrand, commissionAmount } = row;
  return {
    paymentCode: row.id,
    partnerId: row.partnerId,
    partnerTxCode: row.partnerTxCode,
    status: row.status,
    source: row.source,
    terminalId: row.terminalId,
    paymentLinkId: row.linkId,
    amount: row.amount,
    installment: row.installment,
    description: row.description,
    /** The amount after commission, refunds and corrections (D-28); null if nothing was captured. */
    netAmount: commissionAmount === null ? null : computeNet(row, commissionAmount).netAmount,
    refunded: toRefundedState(row),
    refundedAmount: sumRefunded(row),
    failureCode: row.failureCode,
    declineReason: row.declineReason,
    card: cardBin === null ? null : { maskedPan: maskPan(cardBin, cardLast4 ?? ""), brand: cardBrand },
    createdAt: row.createdAt,
  };
}

/** A pending refund takes precedence over approved ones. */
function toRefundedState(row: ListedPaymentRow): RefundedState {
  if (row.refundPendingAmount > 0n) return "pending";
  const backKurus = sumRefunded(row);
  if (backKurus === 0n) return "none";
  return backKurus < row.amount ? "partial" : "full";
}
