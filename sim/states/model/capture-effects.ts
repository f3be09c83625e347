import { isEvening } from "./clock";
import type { Draft } from "./draft";
import { endPayment, isCapturing } from "./payment-effects";
import type { Rules } from "./rules";
import type { Attempt } from "./state";

// How a capture ends, as in `server/usecases/captures/shared/capture-outcome.ts`.

/** Records an approval that came after the attempt had ended: the bank is asked again at once (D-73). */
function recordLateApproval(draft: Draft, place: number): void {
  draft.setAttempt(place, { isApproved: true, look: "now", looksWanted: 1 });
}

/** Records the bank's approval, without an end (D-73). */
export function recordApproval(draft: Draft, place: number): void {
  const attempt = draft.getAttempt(place);
  if (attempt.status === "declined") recordLateApproval(draft, place);
  else if (isCapturing(attempt)) draft.setAttempt(place, { isApproved: true });
}

/** Ends a capture for which the bank has the money. */
export function markCaptured(draft: Draft, place: number): void {
  const attempt = draft.getAttempt(place);
  if (isCapturing(attempt)) {
    draft.moveAttempt(place, "captured");
    endPayment(draft, attempt.payment, "captured");
  } else if (attempt.status !== "captured") recordLateApproval(draft, place);
}

/** Ends a capture for which no money was taken. */
export function markNotCaptured(draft: Draft, place: number, ending: "failed" | "expired"): void {
  const attempt = draft.getAttempt(place);
  if (attempt.status === "declined") return;
  draft.moveAttempt(place, "declined");
  endPayment(draft, attempt.payment, ending);
}

/** Records that the answer of a capture was lost: the first inquiry is planned (D-46). */
export function markUnknown(draft: Draft, place: number): void {
  if (draft.getAttempt(place).status === "capturing") draft.moveAttempt(place, "unknown", { isInquiryDue: false });
}

/** Leaves the outcome of a capture open after an inquiry: the next one is planned. */
export function planNextInquiry(draft: Draft, place: number): void {
  draft.moveAttempt(place, "unknown", { isInquiryDue: false });
}

/** How a payment ends that the bank has not declined: expired where its validity is over. */
export const findEnding = (draft: Draft, { payment }: Attempt): "failed" | "expired" =>
  draft.getPayment(payment).isDue ? "expired" : "failed";

/** Gives a capture up that the bank did not find twice, and plans the looks at it (D-46, D-72, D-120). */
export function giveUpCapture(draft: Draft, place: number, { givenUpIsLookedAt }: Rules): void {
  const attempt = draft.getAttempt(place);
  markNotCaptured(draft, place, findEnding(draft, attempt));
  if (!givenUpIsLookedAt) return;
  if (attempt.isDayOver) draft.setAttempt(place, { look: "now", looksWanted: 2 });
  else if (isEvening(draft.instant)) draft.setAttempt(place, { look: "now", looksWanted: 3 });
  else draft.setAttempt(place, { look: "evening", looksWanted: 2 });
}

/** Counts a look with a clear answer, and plans the next one (D-120). */
export function countLook(draft: Draft, place: number): void {
  const { looksWanted, isDayOver } = draft.getAttempt(place);
  const isSameEvening = !isDayOver && isEvening(draft.instant) && looksWanted > 2;
  if (looksWanted <= 1) endLooks(draft, place);
  else draft.setAttempt(place, { look: isSameEvening ? "next" : "evening", looksWanted: looksWanted - 1 });
}

export const endLooks = (draft: Draft, place: number): void =>
  draft.setAttempt(place, { look: "never", looksWanted: 0 });

/** Whether no look is planned after the present one, so that a bank that still shows nothing has taken nothing. */
export const isLastLook = ({ looksWanted }: Attempt): boolean => looksWanted <= 1;
