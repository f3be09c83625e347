import { dateTimeText } from "@/components/ui/date-time";
import type { StateTone } from "@/components/ui/state";
import type { Translator } from "@/messages/catalogues";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { bankAnswerWords, declineWords, paymentFailureWords, refundFailureWords } from "../words/reasons";
import type { PaymentEvent } from "./payment-types";

/** An event of a payment as the panel shows it: a sentence, the tone of its dot, and additional notes. */
export interface EventDescription {
  readonly tone: StateTone;
  readonly text: string;
  readonly notes: readonly string[];
  /** The webhook delivery that the event is about. */
  readonly deliveryId?: string;
}

/** What an event is described with: the texts and the notation of one language. */
interface EventLanguage {
  readonly t: Translator<"shared.timeline">;
  readonly reasons: Translator<"shared.reasons">;
  readonly language: Language;
}

type Describe<K extends PaymentEvent["kind"]> = (
  event: Extract<PaymentEvent, { kind: K }>,
  inLanguage: EventLanguage,
) => EventDescription;

/** Describes a timeline event in a language. */
export const describeEvent = (event: PaymentEvent, inLanguage: EventLanguage): EventDescription =>
  (describers[event.kind] as Describe<PaymentEvent["kind"]>)(event as never, inLanguage);

const present = (notes: readonly (string | null)[]): string[] => notes.filter((note) => note !== null);

/** Returns whether the reason is the gateway's own, which means that the bank did not refuse the capture. */
const isOwnReason = (declineReason: string | null): boolean =>
  declineReason === "not_found" || declineReason === "settled_by_hand";

const formatNextInquiry = (at: Date | null, { t, language }: EventLanguage): string =>
  at === null ? t("answered") : t("asksNext", { moment: dateTimeText(at, language, "second") });

const describers: { readonly [K in PaymentEvent["kind"]]: Describe<K> } = {
  created: ({ source }, { t }) => ({
    tone: "info",
    text: t(`created.${source}`),
    notes: [],
  }),
  ended: ({ status, failureCode }, { t, reasons }) => ({
    tone: status === "captured" ? "good" : status === "failed" ? "bad" : "quiet",
    text: t(`ended.${status}`),
    notes: present([failureCode === null ? null : paymentFailureWords(failureCode, reasons)]),
  }),
  card_entered: ({ number, maskedPan, bank }, { t }) => ({
    tone: "info",
    text: t("cardEntered"),
    notes: present([t("card", { number, pan: maskedPan }), bank]),
  }),
  card_refused: ({ number, maskedPan, bank, declineReason }, { t, reasons }) => ({
    tone: "bad",
    text: t("cardRefused", { reason: declineWords(declineReason, reasons) }),
    notes: present([t("card", { number, pan: maskedPan }), bank]),
  }),
  returned: ({ number, maskedPan, verdict }, { t }) => ({
    tone: verdict === "authenticated" ? "info" : verdict === "unresolved" ? "warn" : "bad",
    text: t(`returned.${verdict}`),
    notes: number > 1 ? [t("card", { number, pan: maskedPan })] : [],
  }),
  capture_sent: (_event, { t }) => ({
    tone: "info",
    text: t("captureSent"),
    notes: [],
  }),
  capture_unknown: ({ nextInquiryAt }, inLanguage) => ({
    tone: "warn",
    text: inLanguage.t("captureUnknown"),
    notes: [formatNextInquiry(nextInquiryAt, inLanguage)],
  }),
  card_ended: ({ status, declineReason, bankCode, bankMessage, number, maskedPan }, { t, reasons }) => {
    const answer = bankAnswerWords(bankCode, bankMessage);
    return {
      tone: status === "captured" ? "good" : status === "abandoned" || status === "interrupted" ? "quiet" : "bad",
      text: isOwnReason(declineReason) ? t("notCaptured") : t(`cardEnded.${status}`),
      notes: present([
        number > 1 ? t("card", { number, pan: maskedPan }) : null,
        declineReason === null || declineReason === "three_ds_failed" ? null : declineWords(declineReason, reasons),
        answer === null ? null : reasons("bankAnswer", { answer }),
      ]),
    };
  },
  refund_requested: ({ amountKurus, by, reason }, { t, language }) => ({
    tone: "warn",
    text: t("refundRequested", { amount: displayAmount(amountKurus, language) }),
    notes: present([
      by === null ? null : t("by", { name: by }),
      reason === null ? null : t("reason", { text: reason }),
    ]),
  }),
  refund_decided: ({ status, by }, { t }) => ({
    tone: status === "sent" ? "good" : status === "failed" || status === "rejected" ? "bad" : "quiet",
    text: t(`decided.${status}`),
    notes: by === null ? [] : [t("by", { name: by })],
  }),
  refund_started: ({ method, amountKurus, apiKey }, { t, language }) => ({
    tone: "info",
    text: t(`refundStarted.${method}`, { amount: displayAmount(amountKurus, language) }),
    notes: apiKey === null ? [] : [t("apiKey", { name: apiKey })],
  }),
  refund_unknown: ({ nextInquiryAt }, inLanguage) => ({
    tone: "warn",
    text: inLanguage.t("refundUnknown"),
    notes: [formatNextInquiry(nextInquiryAt, inLanguage)],
  }),
  refund_ended: ({ method, status, amountKurus, failureCode }, { t, reasons, language }) => ({
    tone: status === "approved" ? "good" : "bad",
    text: t(`refundEnded.${method}.${status}`, { amount: displayAmount(amountKurus, language) }),
    notes: failureCode === null ? [] : [refundFailureWords(failureCode, reasons)],
  }),
  money_return_started: ({ method, amountKurus }, { t, language }) => ({
    tone: "warn",
    text: t(`moneyReturnStarted.${method}`, { amount: displayAmount(amountKurus, language) }),
    notes: [],
  }),
  money_return_unknown: ({ nextInquiryAt }, inLanguage) => ({
    tone: "warn",
    text: inLanguage.t("moneyReturnUnknown"),
    notes: [formatNextInquiry(nextInquiryAt, inLanguage)],
  }),
  money_return_ended: ({ method, status, amountKurus }, { t, language }) => ({
    tone: status === "approved" ? "good" : "bad",
    text: t(`moneyReturnEnded.${method}.${status}`, { amount: displayAmount(amountKurus, language) }),
    notes: [],
  }),
  corrected: ({ backKurus }, { t, language }) => {
    if (backKurus === null) return { tone: "info", text: t("booksRight"), notes: [] };
    const amount = displayAmount(backKurus < 0n ? -backKurus : backKurus, language);
    return { tone: "info", text: t(backKurus > 0n ? "corrected.more" : "corrected.less", { amount }), notes: [] };
  },
  delivery_attempted: ({ type, statusCode, number, byHand, deliveryId }, { t }) => {
    const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
    return {
      tone: isDelivered ? "good" : "bad",
      text: t(isDelivered ? "delivered" : "notDelivered", { type }),
      notes: [
        statusCode === null ? t("noAnswer") : t("answer", { status: String(statusCode) }),
        t(byHand ? "attemptByHand" : "attempt", { number }),
      ],
      deliveryId,
    };
  },
  delivery_planned: ({ type, deliveryId }, { t }) => ({
    tone: "warn",
    text: t("deliveryPlanned", { type }),
    notes: [],
    deliveryId,
  }),
};
