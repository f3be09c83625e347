import type { Decline } from "@/server/domain/banks/decline";
import { maskPan } from "@/server/domain/card";
import type { PaymentFailure } from "@/server/domain/payments/payment-failures";
import type { CardBrand } from "@/server/domain/pricing/installments";
import { toRefundOptions } from "@/server/domain/refunds/refund-policy";
import type { TerminalFacts } from "@/server/store/accounts/terminals";
import type { CaptureEvidence } from "@/server/store/payments/payment-evidence";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { RefundRow } from "@/server/store/refunds/refunds";
import { toPayoutFacts } from "@/server/usecases/payouts/shared/payout-facts";
import { toRefundBank } from "./refund-bank";
import { sumRefunded, toRefundable } from "./refundable";

/** A payment as its query returns it (D-18). Amounts in kuruş, instants in UTC. */
export type PaymentRecord = ReturnType<typeof toPaymentRecord>;

/** What the bank answered: the evidence of a capture, or why the newest card was refused (D-63). */
export interface BankAnswers {
  readonly evidence: (CaptureEvidence & { readonly bankName: string }) | null;
  readonly decline: Decline | null;
}

export function toPaymentRecord(
  row: PaymentRow,
  refunds: readonly RefundRow[],
  terminal: Pick<TerminalFacts, "dayEndLocal" | "mode">,
  { evidence, decline }: BankAnswers,
  now: Date,
) {
  const payment = { ...row, ...sumRefunds(row, refunds) };
  return {
    paymentCode: payment.id,
    partnerTxCode: payment.partnerTxCode,
    status: payment.status,
    source: payment.source,
    paymentLinkId: payment.linkId,
    terminalId: payment.terminalId,
    currency: "TRY" as const,
    amount: payment.amount,
    installment: payment.installment,
    description: payment.description,
    returnUrl: payment.returnUrl,
    failureCode: payment.failureCode as PaymentFailure | null,
    decline,
    card: toCard(payment),
    bank: toBank(evidence),
    commission: toCommission(payment),
    refund: toRefundSummary(payment, refunds, evidence?.orderId ?? null),
    correctedAmount: payment.correctedAmount,
    returnedAmount: payment.returnedAmount,
    refundOptions: toRefundOptions(toRefundable(payment, terminal), now),
    payout: evidence && toPayoutFacts(evidence),
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
    expiresAt: payment.expiresAt,
    capturedAt: payment.capturedAt,
    failedAt: payment.failedAt,
    expiredAt: payment.expiredAt,
  };
}

/**
 * Sums the listed refunds instead of using the sums of the payment's row, because the two were read one after the other
 * and must not contradict each other. Whether the payment is voided comes from the row if both show the same sum,
 * because a correction of the books may have voided the payment or revoked its void.
 */
function sumRefunds(row: PaymentRow, refunds: readonly RefundRow[]) {
  const sum = (status: RefundRow["status"]): bigint =>
    refunds.reduce((total, refund) => (refund.status === status ? total + refund.amount : total), 0n);
  const voided = refunds.find(({ method, status }) => method === "void" && status === "approved");
  const refundedAmount = sum("approved");
  return {
    refundedAmount,
    refundPendingAmount: sum("pending"),
    voidedAt: refundedAmount === row.refundedAmount ? row.voidedAt : (voided?.resolvedAt ?? null),
  };
}

function toBank(evidence: BankAnswers["evidence"]) {
  if (!evidence) return null;
  const { bankName: name, orderId, authCode, rrn, eci } = evidence;
  return { name, orderId, authCode, rrn, eci };
}

function toCard(payment: PaymentRow) {
  if (payment.cardBin === null || payment.cardLast4 === null) return null;
  return {
    maskedPan: maskPan(payment.cardBin, payment.cardLast4),
    brand: payment.cardBrand as CardBrand | null,
    family: payment.cardFamily,
    bank: payment.cardBank,
    scheme: payment.cardScheme,
  };
}

function toCommission(payment: PaymentRow) {
  const { commissionBasis, commissionRateBps, commissionAmount } = payment;
  if (commissionBasis === null || commissionRateBps === null || commissionAmount === null) return null;
  return {
    basis: commissionBasis,
    rateBps: commissionRateBps,
    fixedFee: payment.commissionFixedFee,
    amount: commissionAmount,
    customerShareBps: payment.customerShareBps,
    customerShareAmount: payment.customerShareAmount,
    ...computeNet(payment, commissionAmount),
  };
}

/**
 * Computes the net amount in kuruş, which equals the sum of the payment's settlements. A void gives the commission
 * back; a credit does not (D-28).
 */
export function computeNet(
  payment: Pick<PaymentRow, "amount" | "refundedAmount" | "correctedAmount" | "chargedBackAmount" | "voidedAt">,
  commissionAmount: bigint,
) {
  const reversedAmount = payment.voidedAt === null ? 0n : commissionAmount;
  const backKurus = sumRefunded(payment) + payment.chargedBackAmount;
  const netAmount = payment.amount - commissionAmount + reversedAmount - backKurus;
  return { reversedAmount, netAmount };
}

function toRefundSummary(payment: PaymentRow, refunds: readonly RefundRow[], orderId: string | null) {
  const { amount, refundedAmount, refundPendingAmount } = payment;
  const backKurus = sumRefunded(payment);
  // A bank may charge back what was refunded too, so less than nothing can be left.
  const leftKurus = amount - backKurus - refundPendingAmount - payment.chargedBackAmount;
  return {
    status: backKurus === 0n ? "none" : backKurus < amount ? "partial" : "full",
    refundedAmount,
    pendingAmount: refundPendingAmount,
    remainingAmount: payment.status === "captured" && leftKurus > 0n ? leftKurus : 0n,
    items: refunds.map(
      ({ id, partnerRefundCode, method, status, amount, failureCode, createdAt, resolvedAt, ...refund }) => ({
        refundId: id,
        partnerRefundCode,
        method,
        status,
        amount,
        failureCode,
        createdAt,
        resolvedAt,
        bank: toRefundBank(status, orderId, refund),
      }),
    ),
  } as const;
}
