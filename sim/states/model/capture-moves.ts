import {
  findEnding,
  giveUpCapture,
  markCaptured,
  markNotCaptured,
  markUnknown,
  planNextInquiry,
  recordApproval,
} from "./capture-effects";
import { Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import { isCapturing } from "./payment-effects";
import { beginReturn, chooseBack, isMoneyHeld, isReturnPending, markReturned } from "./return-effects";
import type { Rules } from "./rules";
import { sceneAt } from "./scenes";
import { type Attempt, newMoneyReturn, type State } from "./state";

// A capture from the request to its outcome (D-17, D-46, D-73, D-75).

/** Settles a capture by an answer that finds nothing. An approval on record is not revoked by it (D-73). */
function settleNotFound(draft: Draft, place: number, rules: Rules): void {
  const { isApproved, wasMissed } = draft.getAttempt(place);
  if (wasMissed && !isApproved) giveUpCapture(draft, place, rules);
  else {
    planNextInquiry(draft, place);
    draft.setAttempt(place, { wasMissed: !isApproved });
  }
}

function settleInquiry(draft: Draft, place: number, sale: Attempt["sale"], rules: Rules): void {
  if (sale === "taken") markCaptured(draft, place);
  else if (sale === "refused") markNotCaptured(draft, place, "failed");
  else settleNotFound(draft, place, rules);
}

/** The decisions of a person who has seen at the bank what is true (D-75). */
type Verdict = "captured" | "not_taken" | "give_back" | "give_back_unread" | "returned";

function mayDecide(attempt: Attempt, verdict: Verdict): boolean {
  const isHeld = isMoneyHeld(attempt);
  const isOpen = isCapturing(attempt) && attempt.isOld;
  if (verdict === "captured") return isOpen && isHeld;
  if (verdict === "not_taken") return isOpen && !isHeld;
  const isGivenUp = attempt.status === "declined" && isHeld && !isReturnPending(attempt);
  if (verdict === "returned") return isGivenUp && attempt.isLeftToPerson;
  if (!isHeld || !(isOpen || isGivenUp)) return false;
  return verdict === "give_back" || chooseBack(attempt, true) === "creditBack";
}

function decide(draft: Draft, place: number, verdict: Verdict): void {
  const attempt = draft.getAttempt(place);
  if (verdict === "captured") {
    markCaptured(draft, place);
    draft.setAttempt(place, { look: "next", looksWanted: 1 });
    return;
  }
  if (isCapturing(attempt)) markNotCaptured(draft, place, findEnding(draft, attempt));
  if (verdict === "not_taken") draft.setAttempt(place, { look: "next", looksWanted: 2 });
  else if (verdict === "returned") recordReturnedByHand(draft, place);
  else beginReturn(draft, place, true, verdict === "give_back");
}

/** Records a return that a person has made at the bank. */
function recordReturnedByHand(draft: Draft, place: number): void {
  draft.setAttempt(place, { creditBack: { ...newMoneyReturn, work: "none", isDone: true } });
  markReturned(draft, place, "creditBack");
}

const isAnswerUnderWay = ({ work }: Attempt): boolean => work === "done" || work === "refused" || work === "dropped";

const canAnswer = ({ work }: Attempt, choice: string, { scene }: State): boolean => {
  if (choice === "lost") return true;
  if (choice === "arrives") return work !== "dropped";
  return work === "done" && sceneAt(scene).bank === "confirm";
};

export const captureMoves = declareMoves({
  /** What happens to a request that has left: the bank takes the money, refuses to, or never sees the request. */
  decide_capture_at_bank: kindOf({
    actor: "bank",
    useCase: null,
    record: "attempt",
    choices: ["takes", "refuses", "never_sees"],
    make(state, place, choice) {
      const attempt = state.attempts[place];
      if (attempt?.work !== "asked" && attempt?.work !== "orphaned") return null;
      const draft = new Draft(state);
      const isAwaited = attempt.work === "asked";
      if (choice === "takes") draft.setAttempt(place, { sale: "taken", work: isAwaited ? "done" : "none" });
      else if (choice === "refuses") draft.setAttempt(place, { sale: "refused", work: isAwaited ? "refused" : "none" });
      else draft.setAttempt(place, { work: isAwaited ? "dropped" : "none" });
      return draft;
    },
  }),

  /**
   * The bank's answer arrives, or is lost. At a bank that confirms, an inquiry follows each approval: `unconfirmed` is
   * one that does not agree, and in `unasked` the process dies before it (D-73).
   */
  answer_capture: kindOf({
    actor: "network",
    useCase: "recordCapture",
    record: "attempt",
    choices: ["arrives", "lost", "unconfirmed", "unasked"],
    make(state, place, choice) {
      const attempt = state.attempts[place];
      if (!attempt || !isAnswerUnderWay(attempt) || !canAnswer(attempt, choice, state)) return null;
      const draft = new Draft(state);
      draft.setAttempt(place, { work: "none" });
      if (choice === "lost") markUnknown(draft, place);
      else if (attempt.work === "refused") markNotCaptured(draft, place, "failed");
      else if (choice === "arrives") markCaptured(draft, place);
      else recordApproval(draft, place);
      if (choice === "unconfirmed") markUnknown(draft, place);
      return draft;
    },
  }),

  /** The bank is asked about a capture of unknown outcome: it shows what is true, not yet, or does not answer. */
  inquire_capture: kindOf({
    actor: "job",
    useCase: "inquireCapture",
    record: "attempt",
    choices: ["shown", "not_shown", "silent"],
    make(state, place, choice, rules) {
      const attempt = state.attempts[place];
      if (!attempt || !isCapturing(attempt) || !attempt.isInquiryDue) return null;
      if (choice === "not_shown" && attempt.sale === "none") return null;
      const draft = new Draft(state);
      if (choice === "shown") settleInquiry(draft, place, attempt.sale, rules);
      else if (choice === "not_shown") settleNotFound(draft, place, rules);
      else planNextInquiry(draft, place);
      return draft;
    },
  }),

  decide_capture_by_hand: kindOf<Verdict>({
    actor: "staff",
    useCase: "settleCaptureManually",
    record: "attempt",
    choices: ["captured", "not_taken", "give_back", "give_back_unread", "returned"],
    make(state, place, choice) {
      const attempt = state.attempts[place];
      if (!attempt || !mayDecide(attempt, choice)) return null;
      const draft = new Draft(state);
      decide(draft, place, choice);
      return draft;
    },
  }),
});
