import { nextDayEnd } from "@/server/domain/business-day";
import type { CardBrand } from "@/server/domain/installments";
import type { PaymentRow } from "@/server/store/payments";
import type { TerminalFacts } from "@/server/store/terminals";

/** A payment as its query shows it (D-18). Amounts in kuruş, instants in UTC. */
export type PaymentRecord = ReturnType<typeof toPaymentRecord>;

export function toPaymentRecord(
  payment: PaymentRow,
  terminal: Pick<TerminalFacts, "dayEndLocal" | "mode">,
  now: Date,
) {
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
    refund: refundOf(payment),
    refundOptions: refundOptionsOf(payment, terminal, now),
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
    expiresAt: payment.expiresAt,
    capturedAt: payment.capturedAt,
    failedAt: payment.failedAt,
    expiredAt: payment.expiredAt,
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
    reversedAmount: 0n,
    netAmount: payment.amount - commissionAmount,
  };
}

const refundOf = (payment: PaymentRow) => ({
  status: "none" as "none" | "partial" | "full",
  refundedAmount: 0n,
  pendingAmount: 0n,
  remainingAmount: payment.status === "captured" ? payment.amount : 0n,
  items: [] as never[],
});

/** What D-25 would allow at this moment; null as long as nothing was captured. */
function refundOptionsOf(
  payment: PaymentRow,
  terminal: Pick<TerminalFacts, "dayEndLocal" | "mode">,
  now: Date,
) {
  if (payment.capturedAt === null) return null;
  const dayEnd = nextDayEnd(payment.capturedAt, terminal.dayEndLocal);
  const credit = terminal.mode === "standard";
  return {
    void: { available: now < dayEnd, until: dayEnd },
    credit: { available: credit },
    automaticPartialFrom: credit ? dayEnd : null,
  };
}
