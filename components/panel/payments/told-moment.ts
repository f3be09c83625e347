import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { momentText } from "../../ui/moment";
import type { StateTone } from "../../ui/state";
import { declineWords, paymentFailureWords, refundFailureWords } from "../words/reasons";
import type { PaymentMoment } from "./timeline-types";
import { timelineWords } from "./timeline-words";

/** An event of a payment as the panel shows it: a sentence, the tone of its dot, and additional notes. */
export interface ToldMoment {
  readonly tone: StateTone;
  readonly text: string;
  readonly notes: readonly string[];
  /** The webhook delivery that the event is about. */
  readonly deliveryId?: string;
}

type Teller<K extends PaymentMoment["kind"]> = (
  moment: Extract<PaymentMoment, { kind: K }>,
  language: Language,
) => ToldMoment;

export const tell = (moment: PaymentMoment, language: Language): ToldMoment =>
  (tellers[moment.kind] as Teller<PaymentMoment["kind"]>)(moment as never, language);

const present = (notes: readonly (string | null)[]): string[] => notes.filter((note) => note !== null);

/** Reasons of our own: the bank has refused nothing. */
const isUnrefused = (declineReason: string | null): boolean =>
  declineReason === "not_found" || declineReason === "settled_by_hand";

const nextInquiry = (at: Date | null, language: Language): string => {
  const said = timelineWords[language];
  return at === null ? said.answered : said.asksNext(momentText(at, language, "second"));
};

const tellers: { readonly [K in PaymentMoment["kind"]]: Teller<K> } = {
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
  capture_sent: (_moment, language) => ({
    tone: "info",
    text: timelineWords[language].captureSent,
    notes: [],
  }),
  capture_unknown: ({ nextInquiryAt }, language) => ({
    tone: "warn",
    text: timelineWords[language].captureUnknown,
    notes: [nextInquiry(nextInquiryAt, language)],
  }),
  card_ended: ({ status, declineReason, number, maskedPan }, language) => ({
    tone: status === "captured" ? "good" : status === "abandoned" ? "quiet" : "bad",
    text: isUnrefused(declineReason)
      ? timelineWords[language].notCaptured
      : timelineWords[language].cardEnded[status],
    notes: present([
      number > 1 ? timelineWords[language].card(number, maskedPan) : null,
      declineReason === null ? null : declineWords(declineReason, language),
    ]),
  }),
  refund_requested: ({ amountKurus, by, reason }, language) => {
    const said = timelineWords[language];
    return {
      tone: "warn",
      text: said.refundRequested(displayAmount(amountKurus, language)),
      notes: present([by === null ? null : said.by(by), reason === null ? null : said.reason(reason)]),
    };
  },
  refund_decided: ({ status, by }, language) => ({
    tone: status === "sent" ? "good" : status === "failed" || status === "rejected" ? "bad" : "quiet",
    text: timelineWords[language].decided[status],
    notes: by === null ? [] : [timelineWords[language].by(by)],
  }),
  refund_asked: ({ method, amountKurus }, language) => ({
    tone: "info",
    text: timelineWords[language].refundAsked[method](displayAmount(amountKurus, language)),
    notes: [],
  }),
  refund_unknown: ({ nextInquiryAt }, language) => ({
    tone: "warn",
    text: timelineWords[language].refundUnknown,
    notes: [nextInquiry(nextInquiryAt, language)],
  }),
  refund_ended: ({ method, status, amountKurus, failureCode }, language) => ({
    tone: status === "approved" ? "good" : "bad",
    text: timelineWords[language].refundEnded[method][status](displayAmount(amountKurus, language)),
    notes: failureCode === null ? [] : [refundFailureWords(failureCode, language)],
  }),
  return_asked: ({ method, amountKurus }, language) => ({
    tone: "warn",
    text: timelineWords[language].returnAsked[method](displayAmount(amountKurus, language)),
    notes: [],
  }),
  return_unknown: ({ nextInquiryAt }, language) => ({
    tone: "warn",
    text: timelineWords[language].returnUnknown,
    notes: [nextInquiry(nextInquiryAt, language)],
  }),
  return_ended: ({ method, status, amountKurus }, language) => ({
    tone: status === "approved" ? "good" : "bad",
    text: timelineWords[language].returnEnded[method][status](displayAmount(amountKurus, language)),
    notes: [],
  }),
  corrected: ({ backKurus }, language) => {
    const said = timelineWords[language];
    if (backKurus === null) return { tone: "info", text: said.booksRight, notes: [] };
    const amount = displayAmount(backKurus < 0n ? -backKurus : backKurus, language);
    return { tone: "info", text: said.corrected[backKurus > 0n ? "more" : "less"](amount), notes: [] };
  },
  told: ({ type, statusCode, number, byHand, deliveryId }, language) => {
    const said = timelineWords[language];
    const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300;
    return {
      tone: isTaken ? "good" : "bad",
      text: said.told(type, isTaken),
      notes: [statusCode === null ? said.noAnswer : said.answer(statusCode), said.attempt(number, byHand)],
      deliveryId,
    };
  },
  to_be_told: ({ type, deliveryId }, language) => ({
    tone: "warn",
    text: timelineWords[language].toBeTold(type),
    notes: [],
    deliveryId,
  }),
};
