import {
  type AttemptStatus,
  attemptTable,
  type LinkStatus,
  openLinkStates,
  sourceStates,
} from "@/server/domain/states";
import { isLinkOver } from "./clock";
import type { Draft } from "./draft";
import type { Rules } from "./rules";
import type { Attempt, State } from "./state";

// How payments and links end, as in `server/usecases/expiry/shared/end-payment.ts`.

/** Returns the place of the payment that is still open; -1 without one. */
export const findOpenPayment = ({ payments }: State): number =>
  payments.findIndex((payment) => payment?.status === "initiated");

const openAttempts: readonly AttemptStatus[] = ["preparing", "started", "capturing", "unknown"];

/** Whether an attempt has not ended. */
export const isOpenAttempt = ({ status }: Attempt): boolean => openAttempts.includes(status);

/** Returns the place of the open attempt of a payment; -1 without one. */
export const findOpenAttempt = ({ attempts }: State, payment: number): number =>
  attempts.findIndex((attempt) => attempt !== null && attempt.payment === payment && isOpenAttempt(attempt));

/** Whether the capture of an attempt was sent and its outcome is open. */
export const isCapturing = ({ status }: Attempt): boolean => status === "capturing" || status === "unknown";

/** Whether a payment can neither expire nor end with its link, because its capture was sent (D-46). */
export const isSuspended = (state: State, payment: number, { captureSuspendsEnd }: Rules): boolean =>
  captureSuspendsEnd &&
  state.attempts.some((attempt) => attempt !== null && attempt.payment === payment && isCapturing(attempt));

/** Whether a link can still be paid, cancelled or expired. */
export const isOpenLink = ({ link }: State): boolean =>
  link !== null && (openLinkStates as readonly LinkStatus[]).includes(link);

/** Whether a link's time has ended, and its expiry is not written down (D-2). */
export const isLinkDue = (state: State): boolean => isOpenLink(state) && isLinkOver(state.instant);

const abandonable: readonly AttemptStatus[] = sourceStates(attemptTable, "abandoned");

/** Abandons the attempts of a payment that have not reached the capture. A process may still work on them. */
export function abandonAttempts(draft: Draft, payment: number): void {
  draft.attempts.forEach((attempt, place) => {
    if (attempt === null || attempt.payment !== payment || !abandonable.includes(attempt.status)) return;
    draft.moveAttempt(place, "abandoned", { work: attempt.work === "form_lost" ? "none" : attempt.work });
  });
}

/** Ends a payment and moves its link (D-10, D-141). */
export function endPayment(draft: Draft, payment: number, to: "captured" | "failed" | "expired"): void {
  draft.movePayment(payment, to);
  if (to === "captured" && draft.link !== null && draft.link !== "initiated") {
    draft.setPayment(payment, { isHeld: true });
  }
  if (draft.link !== "initiated") return;
  if (to === "captured") draft.moveLink("completed");
  else draft.moveLink(isLinkOver(draft.instant) ? "expired" : "failed");
}

/** Cancels or expires a link, and ends its open payment. */
export function closeLink(draft: Draft, payment: number, to: "cancelled" | "expired"): void {
  if (payment >= 0) {
    const { isDue } = draft.getPayment(payment);
    abandonAttempts(draft, payment);
    draft.movePayment(payment, isDue ? "expired" : "failed");
  }
  draft.moveLink(to);
}

/** Expires a payment whose time, or the time of its link, has ended. Returns whether it was due. */
export function expireIfDue(draft: Draft, payment: number, rules: Rules): boolean {
  const { status, isDue } = draft.getPayment(payment);
  if (status !== "initiated" || isSuspended(draft, payment, rules)) return false;
  if (isLinkDue(draft) && !isDue) {
    closeLink(draft, payment, "expired");
    return true;
  }
  if (!isDue) return false;
  abandonAttempts(draft, payment);
  endPayment(draft, payment, "expired");
  return true;
}

/** Expires a link whose time has ended. Returns whether it was due. */
export function expireLink(draft: Draft, rules: Rules): boolean {
  const payment = findOpenPayment(draft);
  if (!isLinkDue(draft) || (payment >= 0 && isSuspended(draft, payment, rules))) return false;
  closeLink(draft, payment, "expired");
  return true;
}

/** Writes down what is due before a buyer or a merchant sees the record (D-2). */
export function applyDue(draft: Draft, rules: Rules): void {
  const payment = findOpenPayment(draft);
  if (payment >= 0 && isSuspended(draft, payment, rules)) return;
  if (isLinkDue(draft)) expireLink(draft, rules);
  else if (payment >= 0) expireIfDue(draft, payment, rules);
}
