import { endLooks } from "./capture-effects";
import type { Back, Draft } from "./draft";
import { type Attempt, newMoneyReturn } from "./state";

// How money that the bank has of an ended payment goes back, as in
// `server/usecases/captures/shared/money-return-intent.ts` (D-72).

/** What is done about money that was found: a return is begun, one is under way or done, or a person has to decide. */
type Step = Back | "under_way" | "person";

/** Chooses what to do with the money of an attempt, given the earlier returns. */
export function chooseBack({ voidBack, creditBack, isDayOver }: Attempt, byPerson = false): Step {
  if ([voidBack, creditBack].some((back) => back !== null && back.status !== "declined")) return "under_way";
  if (voidBack === null && creditBack === null && !isDayOver) return "voidBack";
  return creditBack === null || !creditBack.isSent || byPerson ? "creditBack" : "person";
}

/**
 * Begins the return of money that the bank has. `isRead` says whether the order's history can be read, without which no
 * credit is sent (D-76).
 */
export function beginReturn(draft: Draft, place: number, byPerson: boolean, isRead: boolean): void {
  const step = chooseBack(draft.getAttempt(place), byPerson);
  endLooks(draft, place);
  draft.setAttempt(place, { isApproved: true });
  if (step === "person") draft.setAttempt(place, { isLeftToPerson: true });
  if (step === "person" || step === "under_way") return;
  const isSent = step === "voidBack" || isRead;
  draft.setAttempt(place, { [step]: { ...newMoneyReturn, isSent, work: isSent ? "asked" : "none" } });
}

/** Records that the bank has given the money back. */
export function markReturned(draft: Draft, place: number, back: Back): void {
  if (draft.getBack(place, back).status !== "pending") return;
  draft.moveBack(place, back, "approved");
  endLooks(draft, place);
  draft.setAttempt(place, { isLeftToPerson: false });
}

/** Records that the bank has not given the money back: the capture is looked at again, at once where it was sent. */
export function markNotReturned(draft: Draft, place: number, back: Back): void {
  const { status, isSent } = draft.getBack(place, back);
  if (status !== "pending") return;
  draft.moveBack(place, back, "declined");
  draft.setAttempt(place, { look: isSent ? "now" : "next", looksWanted: 1 });
}

const backs = ({ voidBack, creditBack }: Attempt) => [voidBack, creditBack];

/** Whether the bank has given the money of an attempt back. */
export const isReturned = (attempt: Attempt): boolean => backs(attempt).some((back) => back?.isDone === true);

/** Whether the bank holds money of an attempt. */
export const isMoneyHeld = (attempt: Attempt): boolean => attempt.sale === "taken" && !isReturned(attempt);

/** Whether a return of an attempt's money has no outcome yet. */
export const isReturnPending = (attempt: Attempt): boolean => backs(attempt).some((back) => back?.status === "pending");
