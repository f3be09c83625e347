import { Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import {
  decideRefund,
  holdPayment,
  isVoidBooked,
  isVoidedAtBank,
  judgeHistory,
  startRefund,
  sumBooked,
  sumDone,
  sumPending,
} from "./refund-effects";
import type { Rules } from "./rules";
import { sceneAt } from "./scenes";
import { type Refund, type State, wholeHalves } from "./state";

// A refund from the request to its outcome (D-25, D-26, D-46, D-76, D-159).

/** Whether the scene has a place for one more refund. */
export function hasRefundPlace({ refunds, scene }: State): boolean {
  const place = refunds.indexOf(null);
  return place >= 0 && place < sceneAt(scene).refundsMax;
}

/** Returns the part of the payment that a refund asks for, in halves: half of it, or all that is left. */
export const toHalves = (state: State, isWhole: boolean): number => (isWhole ? wholeHalves - sumBooked(state) : 1);

/** Whether the bank can do a refund: a void on the day of the sale, and never more than it has. */
function isPossibleAtBank(state: State, { method, halves }: Refund): boolean {
  if (isVoidedAtBank(state)) return false;
  return method === "void" ? sumDone(state) === 0 : sumDone(state) + halves <= wholeHalves;
}

/** Settles a refund by the bank's history: "not done" counts the second time (D-46). */
function settleByHistory(draft: Draft, place: number, isShown: boolean, rules: Rules): void {
  const refund = draft.getRefund(place);
  const verdict = isShown ? judgeHistory(draft, place, refund.method === "void") : "not_done";
  const isFinal = verdict === "not_done" && refund.wasMissed;
  if (verdict === "done") draft.moveRefund(place, "approved");
  else if (isFinal)
    draft.moveRefund(place, "declined", { recheck: rules.givenUpRefundIsRechecked ? "day_end" : "never" });
  else draft.setRefund(place, { isInquiryDue: false, wasMissed: refund.wasMissed || verdict === "not_done" });
}

/**
 * Compares a refund that ended without the bank's answer with the history, and holds its payment where they differ. It
 * waits while another refund is pending.
 */
function compareWithHistory(draft: Draft, place: number): void {
  const isMoving = sumPending(draft) > 0;
  draft.setRefund(place, { recheck: isMoving ? "next" : "never" });
  if (isMoving) return;
  const asVoid = isVoidBooked(draft);
  const verdict = judgeHistory(draft, place, asVoid || draft.getRefund(place).method === "void");
  if (verdict !== (asVoid ? "done" : "not_done")) holdPayment(draft);
}

const isAnswerUnderWay = ({ work }: Refund): boolean => work === "done" || work === "refused" || work === "dropped";

export const refundMoves = declareMoves({
  /** `unread`: the order's history cannot be read, without which no credit is sent (D-76). */
  start_refund: kindOf({
    actor: "merchant",
    useCase: "startRefund",
    record: null,
    choices: ["whole", "half", "whole_unread", "half_unread"],
    make(state, _place, choice, rules) {
      if (!hasRefundPlace(state)) return null;
      const isWhole = choice.startsWith("whole");
      const halves = toHalves(state, isWhole);
      if (!isWhole && halves === wholeHalves - sumBooked(state)) return null;
      const method = decideRefund(state, halves, rules);
      const isRead = !choice.endsWith("_unread");
      if (method !== "credit" && (method !== "void" || !isRead)) return null;
      const draft = new Draft(state);
      startRefund(draft, method, halves, isRead);
      return draft;
    },
  }),

  decide_refund_at_bank: kindOf({
    actor: "bank",
    useCase: null,
    record: "refund",
    choices: ["does", "refuses", "never_sees"],
    make(state, place, choice) {
      const refund = state.refunds[place];
      if (refund?.work !== "asked" && refund?.work !== "orphaned") return null;
      if (choice === "does" && !isPossibleAtBank(state, refund)) return null;
      const draft = new Draft(state);
      const isAwaited = refund.work === "asked";
      if (choice === "does") draft.setRefund(place, { isDone: true, work: isAwaited ? "done" : "none" });
      else if (choice === "refuses") draft.setRefund(place, { work: isAwaited ? "refused" : "none" });
      else draft.setRefund(place, { work: isAwaited ? "dropped" : "none" });
      return draft;
    },
  }),

  answer_refund: kindOf({
    actor: "network",
    useCase: "recordRefundOutcome",
    record: "refund",
    choices: ["arrives", "lost"],
    make(state, place, choice) {
      const refund = state.refunds[place];
      if (!refund || !isAnswerUnderWay(refund) || (choice === "arrives" && refund.work === "dropped")) return null;
      const draft = new Draft(state);
      draft.setRefund(place, { work: "none" });
      if (choice === "lost") draft.setRefund(place, { isInquiryDue: false });
      else if (refund.status === "pending") draft.moveRefund(place, refund.work === "done" ? "approved" : "declined");
      else if (refund.work === "done" && refund.status === "declined") holdPayment(draft);
      return draft;
    },
  }),

  inquire_refund: kindOf({
    actor: "job",
    useCase: "inquireRefund",
    record: "refund",
    choices: ["shown", "not_shown", "silent"],
    make(state, place, choice, rules) {
      const refund = state.refunds[place];
      if (refund?.status !== "pending" || !refund.isInquiryDue) return null;
      if (choice === "not_shown" && !refund.isDone) return null;
      if (choice === "silent" && !refund.isSent) return null;
      const draft = new Draft(state);
      if (!refund.isSent) draft.moveRefund(place, "declined");
      else if (choice === "silent") draft.setRefund(place, { isInquiryDue: false });
      else settleByHistory(draft, place, choice === "shown", rules);
      return draft;
    },
  }),

  /** A bank that is late shows a refund at the day-end at the latest. */
  recheck_refund: kindOf({
    actor: "job",
    useCase: "recheckRefund",
    record: "refund",
    choices: ["shown", "silent"],
    make(state, place, choice) {
      if (state.refunds[place]?.recheck !== "now") return null;
      const draft = new Draft(state);
      if (choice === "silent") draft.setRefund(place, { recheck: "next" });
      else compareWithHistory(draft, place);
      return draft;
    },
  }),

  /** A person ends a refund with what is true at the bank (D-75). */
  decide_refund_by_hand: kindOf({
    actor: "staff",
    useCase: "settleRefundManually",
    record: "refund",
    choices: [""],
    make(state, place) {
      const refund = state.refunds[place];
      if (refund?.status !== "pending" || !refund.isOld) return null;
      const draft = new Draft(state);
      draft.moveRefund(place, refund.isDone ? "approved" : "declined", { recheck: "day_end" });
      return draft;
    },
  }),
});
