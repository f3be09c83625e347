import type { CardBrand } from "@/server/domain/pricing/installments";
import { refundOptionsOf } from "@/server/domain/refunds/refund-policy";
import type { TerminalFacts } from "@/server/store/accounts/terminals";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { RefundRow } from "@/server/store/refunds/refunds";
import { sumRefunded, toRefundable } from "./refundable";

/** A payment as its query shows it (D-18). Amounts in kuruş, instants in UTC. */
export type PaymentRecord = ReturnType<typeof toPaymentRecord>;

export function toPaymentRecord(
  row: PaymentRow,
  refunds: readonly RefundRow[],
  terminal: Pick<TerminalFacts, "dayEndLocal" | "mode">,
  now: Date,
) {
  const payment = { ...row, ...sumsOf(row, refunds) };
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
    failureCode: payment.failureCode,
    card: cardOf(payment),
    commission: commissionOf(payment),
    refund: refundOf(payment, refunds),
    correctedAmount: payment.correctedAmount,
    returnedAmount: payment.returnedAmount,
    refundOptions: refundOptionsOf(toRefundable(payment, terminal), now),
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
    expiresAt: payment.expiresAt,
    capturedAt: payment.capturedAt,
    failedAt: payment.failedAt,
    expiredAt: payment.expiredAt,
  };
}

/**
 * Of the refunds that are shown, not of the row: the two were read one after the other. A correction of the books may have
 * voided the payment, or taken its void back, so where both are of the same moment the row knows better whether it is voided.
 */
function sumsOf(row: PaymentRow, refunds: readonly RefundRow[]) {
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

function cardOf(payment: PaymentRow) {
  if (payment.cardBin === null || payment.cardLast4 === null) return null;
  return {
    // Six digits, six stars and four whatever the card's length: a length would tell the scheme's truncation.
    maskedPan: `${payment.cardBin}******${payment.cardLast4}`,
    brand: payment.cardBrand as CardBrand | null,
    family: payment.cardFamily,
    bank: payment.cardBank,
    scheme: payment.cardScheme,
  };
}

function commissionOf(payment: PaymentRow) {
  const { commissionBasis, commissionRateBps, commissionAmount } = payment;
  if (commissionBasis === null || commissionRateBps === null || commissionAmount === null) return null;
  return {
    basis: commissionBasis,
    rateBps: commissionRateBps,
    fixedFee: payment.commissionFixedFee,
    amount: commissionAmount,
    customerShareBps: payment.customerShareBps,
    customerShareAmount: payment.customerShareAmount,
    ...netOf(payment, commissionAmount),
  };
}

/** A void gives the commission back, a credit does not (D-28). The net is what the account's settlements add up to. */
export function netOf(
  payment: Pick<PaymentRow, "amount" | "refundedAmount" | "correctedAmount" | "voidedAt">,
  commissionAmount: bigint,
) {
  const reversedAmount = payment.voidedAt === null ? 0n : commissionAmount;
  const netAmount = payment.amount - commissionAmount + reversedAmount - sumRefunded(payment);
  return { reversedAmount, netAmount };
}

function refundOf(payment: PaymentRow, refunds: readonly RefundRow[]) {
  const { amount, refundedAmount, refundPendingAmount } = payment;
  const backKurus = sumRefunded(payment);
  return {
    status: backKurus === 0n ? "none" : backKurus < amount ? "partial" : "full",
    refundedAmount,
    pendingAmount: refundPendingAmount,
    remainingAmount: payment.status === "captured" ? amount - backKurus - refundPendingAmount : 0n,
    items: refunds.map(
      ({ id, partnerRefundCode, method, status, amount, failureCode, createdAt, resolvedAt }) => ({
        refundId: id,
        partnerRefundCode,
        method,
        status,
        amount,
        failureCode,
        createdAt,
        resolvedAt,
      }),
    ),
  } as const;
}
