import type { Answer } from "../history";
import type { LinkStatus, PaymentStatus, RefundStatus } from "../records";

/** The rows of the gateway in memory, and the bodies in which they leave. Amounts in kuruş. */

export interface Back {
  readonly id: string;
  readonly code: string;
  readonly method: "void" | "credit";
  readonly amount: number;
  status: RefundStatus;
  readonly createdAt: Date;
  doneAt: Date | null;
}

export interface Paid {
  readonly code: string;
  readonly account: string;
  readonly order: string;
  readonly amount: number;
  readonly installment: number;
  status: PaymentStatus;
  linkId: string | null;
  description: string | null;
  returnUrl: string | null;
  readonly createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
  readonly refunds: Back[];
}

export interface Shared {
  readonly id: string;
  readonly account: string;
  readonly reference: number;
  readonly body: Readonly<Record<string, unknown>>;
  status: LinkStatus;
  openedAt: Date | null;
  readonly createdAt: Date;
  updatedAt: Date;
  attempts: number;
}

const statuses: Readonly<Record<string, number>> = {
  validation_error: 400,
  internal_error: 500,
  service_unavailable: 503,
  payment_not_found: 404,
  refund_not_found: 404,
  payment_link_not_found: 404,
  duplicate_partner_tx_code: 409,
  refund_in_progress: 409,
  payment_link_already_paid: 409,
  payment_link_expired: 409,
  payment_link_cancelled: 409,
};

export const refusal = (code: string): Answer => ({
  status: statuses[code] ?? 422,
  body: { error: { code, message: "…", traceId: null } },
});

const minutesMs = (count: number): number => count * 60_000;
const text = (instant: Date | null): string | null => instant?.toISOString() ?? null;

export const toCreated = ({ code, status }: Paid, idempotentReplay: boolean) => ({
  paymentCode: code,
  status,
  paymentRef: `ref-${code}`,
  handoffUrl: "https://secure.example/handoff",
  idempotentReplay,
});

const toItem = ({ id, code, method, amount, status, createdAt, doneAt }: Back) => ({
  refundId: id,
  partnerRefundCode: code,
  method,
  status,
  amount,
  failureCode: status === "declined" ? "declined_by_bank" : null,
  createdAt: text(createdAt),
  resolvedAt: text(doneAt),
});

export function toRefundBody({ code }: Paid, back: Back) {
  const updatedAt = text(back.doneAt ?? back.createdAt);
  return Object.assign(toItem(back), { paymentCode: code, currency: "TRY", updatedAt });
}

/** The first 21:00 UTC after an instant: midnight in Istanbul. */
function dayEndAfter(instant: Date): Date {
  const shiftMs = minutesMs(3 * 60);
  const days = Math.floor((instant.getTime() + shiftMs) / minutesMs(1_440)) + 1;
  return new Date(days * minutesMs(1_440) - shiftMs);
}

export const sumBacks = ({ refunds }: Paid, wanted: RefundStatus): number =>
  refunds.reduce((total, back) => total + (back.status === wanted ? back.amount : 0), 0);

const failedThreeDSecure = {
  reason: "three_ds_failed",
  by: "buyer",
  advice: "retry_same_card",
  bankCode: "mdStatus-0",
  bankMessage: null,
};

export function toPaymentBody(payment: Paid, now: Date) {
  const { amount, status, endedAt, createdAt, linkId } = payment;
  const isCaptured = status === "captured";
  const back = sumBacks(payment, "approved");
  const pending = sumBacks(payment, "pending");
  return {
    paymentCode: payment.code,
    partnerTxCode: payment.order,
    status,
    source: linkId === null ? "api" : "payment_link",
    paymentLinkId: linkId,
    terminalId: "trm_1",
    currency: "TRY",
    amount,
    installment: payment.installment,
    description: payment.description,
    returnUrl: payment.returnUrl,
    failureCode: status === "failed" ? "three_ds_failed" : null,
    decline: status === "failed" ? failedThreeDSecure : null,
    card: isCaptured ? { maskedPan: "552879******0008", brand: null, family: null, bank: null, scheme: null } : null,
    commission: isCaptured ? toCommission(payment) : null,
    refund: {
      status: back === 0 ? "none" : back < amount ? "partial" : "full",
      refundedAmount: back,
      pendingAmount: pending,
      remainingAmount: isCaptured ? amount - back - pending : 0,
      items: payment.refunds.map(toItem).reverse(),
    },
    correctedAmount: 0,
    returnedAmount: 0,
    refundOptions: isCaptured && endedAt ? toOptions(payment, endedAt, now) : null,
    createdAt: text(createdAt),
    updatedAt: text(payment.updatedAt),
    expiresAt: text(new Date(createdAt.getTime() + minutesMs(30))),
    capturedAt: isCaptured ? text(endedAt) : null,
    failedAt: status === "failed" ? text(endedAt) : null,
    expiredAt: status === "expired" ? text(endedAt) : null,
  };
}

function toCommission(payment: Paid) {
  const { amount, refunds } = payment;
  const commission = Math.floor((amount * 250) / 10_000);
  const isVoided = refunds.some((each) => each.status === "approved" && each.method === "void");
  const reversedAmount = isVoided ? commission : 0;
  return {
    basis: "gross",
    rateBps: 250,
    fixedFee: null,
    amount: commission,
    customerShareBps: 0,
    customerShareAmount: 0,
    reversedAmount,
    netAmount: amount - commission - sumBacks(payment, "approved") + reversedAmount,
  };
}

function toOptions(payment: Paid, capturedAt: Date, now: Date) {
  const option = (available: boolean) => ({ available, reason: available ? null : "fully_refunded" });
  const back = sumBacks(payment, "approved");
  const isOpen = sumBacks(payment, "pending") === 0 && back < payment.amount;
  const until = dayEndAfter(capturedAt);
  return {
    void: Object.assign(option(isOpen && back === 0 && now < until), { until: text(until) }),
    credit: option(isOpen),
    automaticPartialFrom: isOpen ? text(until) : null,
  };
}

export const linkEnd = ({ createdAt }: Shared): Date => new Date(createdAt.getTime() + minutesMs(7 * 24 * 60));

export function toLinkBody(link: Shared) {
  const { id, body, openedAt, createdAt } = link;
  return {
    id,
    token: `token-${id}`,
    url: `https://pay.example/l/token-${id}`,
    partnerReference: link.reference,
    status: link.status,
    amount: body.amount,
    customerCommissionShareBps: body.customerCommissionShareBps ?? 0,
    description: body.description ?? null,
    redirectUrl: body.redirectUrl ?? null,
    firstOpenedAt: text(openedAt),
    lastOpenedAt: text(openedAt),
    expiresAt: text(linkEnd(link)),
    createdAt: text(createdAt),
    updatedAt: text(link.updatedAt),
    allowedInstallmentCounts: null,
    items: null,
    payerName: body.payerName ?? null,
  };
}
