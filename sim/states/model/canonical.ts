import type { Draft } from "./draft";
import { isCapturing, isOpenAttempt } from "./payment-effects";
import { isMoneyHeld, isReturnPending } from "./return-effects";
import { sceneAt } from "./scenes";
import { type Attempt, type MoneyReturn, newRefund, type Refund, type State } from "./state";

// States that differ only in what no move reads any more are one state. A move's result is brought to that form.

function toCanonicalBack(back: MoneyReturn | null): MoneyReturn | null {
  if (back === null || back.status === "pending" || !(back.isInquiryDue || back.wasMissed)) return back;
  return { ...back, isInquiryDue: false, wasMissed: false };
}

/** Whether the age of an attempt decides about anything: a person ends an old capture, a buyer gives an old one up. */
const needsAge = (attempt: Attempt, isLink: boolean): boolean =>
  isCapturing(attempt) || (isLink && isOpenAttempt(attempt));

/** Whether the bank's day decides about anything: how money of the attempt goes back, or when it is looked for. */
function needsDay(attempt: Attempt, refundsMax: number): boolean {
  if (isCapturing(attempt)) return true;
  if (attempt.status === "captured") return refundsMax > 0;
  if (attempt.status !== "declined") return false;
  return attempt.look !== "never" || isMoneyHeld(attempt) || isReturnPending(attempt);
}

function toCanonicalAttempt(attempt: Attempt, scene: number): Attempt {
  const { isLink, refundsMax } = sceneAt(scene);
  const isOpen = isCapturing(attempt);
  const isInquiryDue = isOpen && attempt.isInquiryDue;
  const wasMissed = isOpen && attempt.wasMissed;
  const isOld = attempt.isOld && needsAge(attempt, isLink);
  const isDayOver = attempt.isDayOver && needsDay(attempt, refundsMax);
  const isApproved = attempt.isApproved && attempt.status !== "captured";
  const [voidBack, creditBack] = [toCanonicalBack(attempt.voidBack), toCanonicalBack(attempt.creditBack)];
  const isSame =
    isInquiryDue === attempt.isInquiryDue &&
    wasMissed === attempt.wasMissed &&
    isOld === attempt.isOld &&
    isDayOver === attempt.isDayOver &&
    isApproved === attempt.isApproved &&
    voidBack === attempt.voidBack &&
    creditBack === attempt.creditBack;
  if (isSame) return attempt;
  return { ...attempt, isInquiryDue, wasMissed, isOld, isDayOver, isApproved, voidBack, creditBack };
}

/** Whether nothing can happen to a refund any more, and nothing of it is compared with anything. */
const isForgotten = ({ status, work, isDone, recheck }: Refund): boolean =>
  status === "declined" && work === "none" && !isDone && recheck === "never";

function toCanonicalRefund(refund: Refund): Refund {
  if (refund.status === "pending") return refund;
  if (isForgotten(refund)) return { ...newRefund, status: "declined", work: "none" };
  return { ...refund, isInquiryDue: false, wasMissed: false, isOld: false, isSent: true };
}

/** Brings a move's result to its canonical form. Records that the move has not touched are canonical already. */
export function makeCanonical(draft: Draft, before: State): void {
  draft.attempts.forEach((attempt, place) => {
    if (attempt === null || attempt === before.attempts[place]) return;
    draft.attempts[place] = toCanonicalAttempt(attempt, draft.scene);
  });
  draft.refunds.forEach((refund, place) => {
    if (refund !== null && refund !== before.refunds[place]) draft.refunds[place] = toCanonicalRefund(refund);
  });
  const { request } = draft;
  if (request !== null && request.status !== "waiting") draft.request = { ...request, halves: 0, isOver: false };
}
