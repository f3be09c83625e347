import { dateTimeText } from "@/components/ui/date-time";
import type { StateTone } from "@/components/ui/state";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { declineWords, paymentFailureWords, refundFailureWords } from "../words/reasons";
import type { PaymentEvent } from "./payment-types";
import { timelineWords } from "./timeline-words";

/** An event of a payment as the panel shows it: a sentence, the tone of its dot, and additional notes. */
export interface EventDescription {
  readonly tone: StateTone;
  readonly text: string;
  readonly notes: readonly string[];
  /** The webhook delivery that the event is about. */
  readonly deliveryId?: string;
}

type Describe<K extends PaymentEvent["kind"]> = (
  event: Extract<PaymentEvent, { kind: K }>,
  language: Language,
) => EventDescription;

/** Describes a timeline event in a language. */
export const describeEvent = (event: PaymentEvent, language: Language): EventDescription =>
  (describers[event.kind] as Describe<PaymentEvent["kind"]>)(event as never, language);

const present = (notes: readonly (string | null)[]): string[] => notes.filter((note) => note !== null);

/** Returns whether the reason is the gateway's own, which means that the bank did not refuse the capture. */
const isOwnReason = (declineReason: string | null): boolean =>
  declineReason === "not_found" || declineReason === "settled_by_hand";

const formatNextInquiry = (at: Date | null, language: Language): string => {
  const t = timelineWords[language];
  return at === null ? t.answered : t.asksNext(dateTimeText(at, language, "second"));
};

const describers: { readonly [K in PaymentEvent["kind"]]: Describe<K> } = {
  created: ({ source }, language) => ({
    tone: "info",
    text: timelineWords[language].created[source],
    notes: [],
  }),
  ended: ({ status, failureCode }, language) => ({
    tone: status === "captured" ? "good" : status === "failed" ? "bad" : "quiet",
    text: timelineWords[language][status],
    notes: present([failureCode === null ? null : paymentFailureWords(failureCode, language)]),
  }),
  card_entered: ({ number, maskedPan, bank }, language) => ({
    tone: "info",
    text: timelineWords[language].cardEntered,
    notes: present([timelineWords[language].card(number, maskedPan), bank]),
  }),
  returned: ({ number, maskedPan, verdict }, language) => ({
    tone: verdict === "authenticated" ? "info" : verdict === "unresolved" ? "warn" : "bad",
    text: timelineWords[language].returned[verdict],
    notes: number > 1 ? [timelineWords[language].card(number, maskedPan)] : [],
  }),
  capture_sent: (_event, language) => ({
    tone: "info",
    text: timelineWords[language].captureSent,
    notes: [],
  }),
  capture_unknown: ({ nextInquiryAt }, language) => ({
    tone: "warn",
    text: timelineWords[language].captureUnknown,
    notes: [formatNextInquiry(nextInquiryAt, language)],
  }),
  card_ended: ({ status, declineReason, number, maskedPan }, language) => ({
    tone: status === "captured" ? "good" : status === "abandoned" ? "quiet" : "bad",
    text: isOwnReason(declineReason) ? timelineWords[language].notCaptured : timelineWords[language].cardEnded[status],
    notes: present([
      number > 1 ? timelineWords[language].card(number, maskedPan) : null,
      declineReason === null ? null : declineWords(declineReason, language),
    ]),
  }),
  refund_requested: ({ amountKurus, by, reason }, language) => {
    const t = timelineWords[language];
    return {
      tone: "warn",
      text: t.refundRequested(displayAmount(amountKurus, language)),
      notes: present([by === null ? null : t.by(by), reason === null ? null : t.reason(reason)]),
    };
  },
  refund_decided: ({ status, by }, language) => ({
    tone: status === "sent" ? "good" : status === "failed" || status === "rejected" ? "bad" : "quiet",
    text: timelineWords[language].decided[status],
    notes: by === null ? [] : [timelineWords[language].by(by)],
  }),
  refund_started: ({ method, amountKurus }, language) => ({
    tone: "info",
    text: timelineWords[language].refundStarted[method](displayAmount(amountKurus, language)),
    notes: [],
  }),
  refund_unknown: ({ nextInquiryAt }, language) => ({
    tone: "warn",
    text: timelineWords[language].refundUnknown,
    notes: [formatNextInquiry(nextInquiryAt, language)],
  }),
  refund_ended: ({ method, status, amountKurus, failureCode }, language) => ({
    tone: status === "approved" ? "good" : "bad",
    text: timelineWords[language].refundEnded[method][status](displayAmount(amountKurus, language)),
    notes: failureCode === null ? [] : [refundFailureWords(failureCode, language)],
  }),
  money_return_started: ({ method, amountKurus }, language) => ({
    tone: "warn",
    text: timelineWords[language].moneyReturnStarted[method](displayAmount(amountKurus, language)),
    notes: [],
  }),
  money_return_unknown: ({ nextInquiryAt }, language) => ({
    tone: "warn",
    text: timelineWords[language].moneyReturnUnknown,
    notes: [formatNextInquiry(nextInquiryAt, language)],
  }),
  money_return_ended: ({ method, status, amountKurus }, language) => ({
    tone: status === "approved" ? "good" : "bad",
    text: timelineWords[language].moneyReturnEnded[method][status](displayAmount(amountKurus, language)),
    notes: [],
  }),
  corrected: ({ backKurus }, language) => {
    const t = timelineWords[language];
    if (backKurus === null) return { tone: "info", text: t.booksRight, notes: [] };
    const amount = displayAmount(backKurus < 0n ? -backKurus : backKurus, language);
    return { tone: "info", text: t.corrected[backKurus > 0n ? "more" : "less"](amount), notes: [] };
  },
  delivery_attempted: ({ type, statusCode, number, byHand, deliveryId }, language) => {
    const t = timelineWords[language];
    const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
    return {
      tone: isDelivered ? "good" : "bad",
      text: t.deliveryAttempted(type, isDelivered),
      notes: [statusCode === null ? t.noAnswer : t.answer(statusCode), t.attempt(number, byHand)],
      deliveryId,
    };
  },
  delivery_planned: ({ type, deliveryId }, language) => ({
    tone: "warn",
    text: timelineWords[language].deliveryPlanned(type),
    notes: [],
    deliveryId,
  }),
};
