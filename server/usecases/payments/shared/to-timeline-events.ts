import { isInterruptedStart, isRefusedBeforeBank } from "@/server/domain/banks/decline";
import { maskPan } from "@/server/domain/card";
import type { AttemptStatus } from "@/server/domain/states";
import type { MoneyReturnRow } from "@/server/store/captures/money-returns";
import type { CorrectionRow } from "@/server/store/corrections/corrections";
import type {
  AttemptInHistory,
  DeliveryInHistory,
  RefundRequestInHistory,
} from "@/server/store/payments/payment-history";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { RefundRow } from "@/server/store/refunds/refunds";
import type { EndedAttempt, TimelineEvent, Verdict } from "./timeline-event";

/** Returns when a payment ended; null if it has not. */
export const findPaymentEnd = ({ capturedAt, failedAt, expiredAt }: PaymentRow): Date | null =>
  capturedAt ?? failedAt ?? expiredAt;

export function toPaymentEvents(payment: PaymentRow): TimelineEvent[] {
  const { createdAt, source, status, returnedAmount } = payment;
  // The failure code says that no money was taken. Money that went back later shows that this was wrong.
  const failureCode = returnedAmount > 0n ? null : payment.failureCode;
  const endedAt = findPaymentEnd(payment);
  return [
    { kind: "created", at: createdAt, source },
    ...(status === "initiated" || !endedAt ? [] : [{ kind: "ended" as const, at: endedAt, status, failureCode }]),
  ];
}

/**
 * Returns the timeline events of an attempt.
 * @param endedAt when the payment ended: an attempt's end is never shown after it, even if it was written later
 */
export function toAttemptEvents(attempt: AttemptInHistory, number: number, endedAt: Date | null): TimelineEvent[] {
  const { status, captureSentAt, unknownSince, nextInquiryAt, inquiries, declineReason } = attempt;
  const card = {
    number,
    maskedPan: maskPan(attempt.cardBin, attempt.cardLast4),
    brand: attempt.cardBrand,
  };
  if (isRefusedBeforeBank(attempt)) {
    const reason = declineReason ?? "unknown";
    return [{ ...card, kind: "card_refused", at: attempt.createdAt, bank: attempt.cardBank, declineReason: reason }];
  }
  return [
    { ...card, kind: "card_entered", at: attempt.createdAt, bank: attempt.cardBank },
    ...attempt.callbacks.map(({ verdict, receivedAt }) => ({
      ...card,
      kind: "returned" as const,
      at: receivedAt,
      verdict: toVerdict(verdict),
    })),
    ...(captureSentAt ? [{ ...card, kind: "capture_sent" as const, at: captureSentAt }] : []),
    ...(unknownSince
      ? [{ ...card, kind: "capture_unknown" as const, at: unknownSince, nextInquiryAt, inquiries }]
      : []),
    ...(isEnded(status)
      ? [
          {
            ...card,
            kind: "card_ended" as const,
            at: earlier(attempt.updatedAt, endedAt),
            status: isInterruptedStart(attempt) ? ("interrupted" as const) : status,
            declineReason,
            bankCode: attempt.bankCode,
            bankMessage: attempt.bankMessage,
          },
        ]
      : []),
  ];
}

const earlier = (a: Date, b: Date | null): Date => (b !== null && b < a ? b : a);

const isEnded = (status: AttemptStatus): status is EndedAttempt =>
  !["preparing", "started", "capturing", "unknown"].includes(status);

/** Hides the reason of a refused return: it is meant for staff, not for the merchant. */
function toVerdict(stored: string): Verdict {
  if (stored === "authenticated" || stored === "not_authenticated") return stored;
  return stored.startsWith("refused") ? "refused" : "unresolved";
}

export function toRefundRequestEvents(
  request: RefundRequestInHistory,
  names: ReadonlyMap<string, string>,
): TimelineEvent[] {
  const { id: requestId, status, amount, reason, createdAt, updatedAt, decidedAt, decidedBy } = request;
  const findName = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? null));
  return [
    {
      kind: "refund_requested",
      at: createdAt,
      requestId,
      amountKurus: amount,
      reason,
      by: findName(request.requestedBy),
    },
    ...(status === "waiting"
      ? []
      : [
          {
            kind: "refund_decided" as const,
            at: decidedAt ?? updatedAt,
            requestId,
            status,
            by: findName(decidedBy),
          },
        ]),
  ];
}

export function toRefundEvents(refund: RefundRow, keyNames: ReadonlyMap<string, string>): TimelineEvent[] {
  const { id: refundId, method, amount: amountKurus, status, createdAt, resolvedAt, failureCode } = refund;
  const { unknownSince, nextInquiryAt } = refund;
  const facts = { refundId, method, amountKurus };
  return [
    { ...facts, kind: "refund_started", at: createdAt, apiKey: keyNames.get(refund.apiKeyId ?? "") ?? null },
    ...(unknownSince ? [{ ...facts, kind: "refund_unknown" as const, at: unknownSince, nextInquiryAt }] : []),
    ...(status !== "pending" && resolvedAt
      ? [{ ...facts, kind: "refund_ended" as const, at: resolvedAt, status, failureCode }]
      : []),
  ];
}

export function toReturnEvents(row: MoneyReturnRow): TimelineEvent[] {
  const { method, amount: amountKurus, status, createdAt, resolvedAt, unknownSince, nextInquiryAt } = row;
  const events: TimelineEvent[] = [{ kind: "money_return_started", at: createdAt, method, amountKurus }];
  if (unknownSince) events.push({ kind: "money_return_unknown", at: unknownSince, nextInquiryAt, method, amountKurus });
  if (status !== "pending" && resolvedAt) {
    events.push({ kind: "money_return_ended", at: resolvedAt, status, method, amountKurus });
  }
  return events;
}

export function toCorrectionEvents({ id: correctionId, kind, amount, decidedAt }: CorrectionRow): TimelineEvent[] {
  if (decidedAt === null) return [];
  const isMore = kind === "credit_done" || kind === "void_done";
  const backKurus = kind === "none" ? null : isMore ? amount : -amount;
  return [{ kind: "corrected", at: decidedAt, correctionId, backKurus }];
}

export function toDeliveryEvents(delivery: DeliveryInHistory, now: Date): TimelineEvent[] {
  const { id: deliveryId, type, status, nextAttemptAt, tries } = delivery;
  return [
    ...tries.map(({ number, startedAt, statusCode, errorClass, byHand }) => ({
      kind: "delivery_attempted" as const,
      at: startedAt,
      deliveryId,
      type,
      number,
      statusCode,
      errorClass,
      byHand,
    })),
    ...(status === "pending" && nextAttemptAt
      ? [
          {
            kind: "delivery_planned" as const,
            at: nextAttemptAt,
            inMs: nextAttemptAt.getTime() - now.getTime(),
            deliveryId,
            type,
            status,
          },
        ]
      : []),
  ];
}
