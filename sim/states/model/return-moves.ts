import { countLook, endLooks, isLastLook } from "./capture-effects";
import { type Back, Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import { sumDone } from "./refund-effects";
import { beginReturn, chooseBack, isMoneyHeld, isReturned, markNotReturned, markReturned } from "./return-effects";
import type { Attempt, MoneyReturn, State } from "./state";

// The looks at captures that were given up, and the return of money that they find (D-72, D-120).

/** Returns the attempt and the kind of return at a place: a void and a credit of each attempt. */
export const toBack = (place: number): { attempt: number; back: Back } => ({
  attempt: Math.floor(place / 2),
  back: place % 2 === 0 ? "voidBack" : "creditBack",
});

/** Finds the return at a place; null without one. */
export function findBack(state: State, place: number): MoneyReturn | null {
  const { attempt, back } = toBack(place);
  return state.attempts[attempt]?.[back] ?? null;
}

/** Does what an answer asks for that shows what is true of an attempt that was given up. */
function judgeLook(draft: Draft, place: number, isRead: boolean): void {
  const attempt = draft.getAttempt(place);
  if (attempt.status === "captured") compareWithCaptured(draft, place);
  else if (isMoneyHeld(attempt)) beginReturn(draft, place, false, isRead);
  else if (isReturned(attempt)) judgeReturned(draft, place);
  else judgeNothingShown(draft, place);
}

/** The bank took money, and holds it no longer: staff are alerted to compare it (D-72, D-212). */
function judgeReturned(draft: Draft, place: number): void {
  draft.setAttempt(place, { isLeftToPerson: true });
  if (draft.getAttempt(place).voidBack?.isDone) endLooks(draft, place);
  else countLook(draft, place);
}

/** Compares a payment that a person has ended as captured with what the bank shows (D-124). */
function compareWithCaptured(draft: Draft, place: number): void {
  endLooks(draft, place);
  const isRefunded = draft.refunds.some((refund) => refund !== null && refund.status !== "declined");
  if (!isRefunded && sumDone(draft) > 0) draft.setPayment(draft.getAttempt(place).payment, { isHeld: true });
}

/** An answer that shows nothing does not revoke an approval: the bank is asked again (D-73). */
function judgeNothingShown(draft: Draft, place: number): void {
  if (draft.getAttempt(place).isApproved) draft.setAttempt(place, { look: "next" });
  else countLook(draft, place);
}

/**
 * Whether an answer can be given. A bank that is late shows a sale at the last look at the latest: in the evening of
 * the next day (D-120). `shown_unread`: it shows the sale, and its history, which a credit needs, cannot be read.
 */
function canShow(attempt: Attempt, choice: string): boolean {
  if (choice === "not_shown") {
    return attempt.status === "declined" && isMoneyHeld(attempt) && !isLastLook(attempt) && !attempt.isApproved;
  }
  if (choice !== "shown_unread") return true;
  return attempt.status === "declined" && isMoneyHeld(attempt) && chooseBack(attempt) === "creditBack";
}

/** Settles a return by an answer that does not show it: the second one counts (D-46). */
function settleNotDone(draft: Draft, attempt: number, back: Back): void {
  if (draft.getBack(attempt, back).wasMissed) markNotReturned(draft, attempt, back);
  else draft.setBack(attempt, back, { wasMissed: true, isInquiryDue: false });
}

const isAnswerUnderWay = ({ work }: MoneyReturn): boolean =>
  work === "done" || work === "refused" || work === "dropped";

export const returnMoves = declareMoves({
  look_at_capture: kindOf({
    actor: "job",
    useCase: "recheckCapture",
    record: "attempt",
    choices: ["shown", "shown_unread", "not_shown", "silent"],
    make(state, place, choice) {
      const attempt = state.attempts[place];
      if (attempt?.look !== "now" || !canShow(attempt, choice)) return null;
      const draft = new Draft(state);
      if (choice === "silent") draft.setAttempt(place, { look: "next" });
      else if (choice === "not_shown") judgeNothingShown(draft, place);
      else judgeLook(draft, place, choice === "shown");
      return draft;
    },
  }),

  decide_return_at_bank: kindOf({
    actor: "bank",
    useCase: null,
    record: "back",
    choices: ["does", "refuses", "never_sees"],
    make(state, place, choice) {
      const found = findBack(state, place);
      if (found?.work !== "asked" && found?.work !== "orphaned") return null;
      const draft = new Draft(state);
      const { attempt, back } = toBack(place);
      const isAwaited = found.work === "asked";
      if (choice === "does") draft.setBack(attempt, back, { isDone: true, work: isAwaited ? "done" : "none" });
      else if (choice === "refuses") draft.setBack(attempt, back, { work: isAwaited ? "refused" : "none" });
      else draft.setBack(attempt, back, { work: isAwaited ? "dropped" : "none" });
      return draft;
    },
  }),

  answer_return: kindOf({
    actor: "network",
    useCase: "recordMoneyReturn",
    record: "back",
    choices: ["arrives", "lost"],
    make(state, place, choice) {
      const found = findBack(state, place);
      if (!found || !isAnswerUnderWay(found) || (choice === "arrives" && found.work === "dropped")) return null;
      const draft = new Draft(state);
      const { attempt, back } = toBack(place);
      draft.setBack(attempt, back, { work: "none" });
      if (choice === "lost") draft.setBack(attempt, back, { isInquiryDue: false });
      else if (found.work === "done") markReturned(draft, attempt, back);
      else markNotReturned(draft, attempt, back);
      return draft;
    },
  }),

  inquire_return: kindOf({
    actor: "job",
    useCase: "inquireMoneyReturn",
    record: "back",
    choices: ["shown", "not_shown", "silent"],
    make(state, place, choice) {
      const found = findBack(state, place);
      if (found?.status !== "pending" || !found.isInquiryDue) return null;
      if (choice === "not_shown" && !found.isDone) return null;
      if (choice === "silent" && !found.isSent) return null;
      const draft = new Draft(state);
      const { attempt, back } = toBack(place);
      if (!found.isSent) markNotReturned(draft, attempt, back);
      else if (choice === "silent") draft.setBack(attempt, back, { isInquiryDue: false });
      else if (choice === "shown" && found.isDone) markReturned(draft, attempt, back);
      else settleNotDone(draft, attempt, back);
      return draft;
    },
  }),
});
