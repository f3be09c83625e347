import type { Draft } from "./draft";
import type { Rules } from "./rules";
import { type Attempt, newRefund, type Refund, type State, wholeHalves } from "./state";

// What the books hold of refunds, what the bank has done of them, and how a refund begins
// (`server/domain/refunds/refund-policy.ts`, `server/usecases/refunds/shared`).

/** The refunds of a state that have a place in it, in their order. */
export const listRefunds = ({ refunds }: State): Refund[] => refunds.filter((refund) => refund !== null);

/** Whether the books hold a refund: approved, or booked by a correction. */
const isBooked = ({ status, isCorrected }: Refund): boolean => status === "approved" || isCorrected;

const credits = (refunds: readonly Refund[]) => refunds.filter(({ method }) => method === "credit");

const sumHalves = (refunds: readonly Refund[]): number => refunds.reduce((sum, { halves }) => sum + halves, 0);

export const sumBooked = (state: State): number => sumHalves(listRefunds(state).filter(isBooked));

export const sumDone = (state: State): number => sumHalves(listRefunds(state).filter(({ isDone }) => isDone));

export const sumPending = (state: State): number =>
  sumHalves(listRefunds(state).filter(({ status }) => status === "pending"));

/** Whether the bank has voided the captured order. */
export const isVoidedAtBank = (state: State): boolean =>
  listRefunds(state).some(({ method, isDone }) => method === "void" && isDone);

/** Whether the books hold a void. */
export const isVoidBooked = (state: State): boolean =>
  listRefunds(state).some((refund) => refund.method === "void" && isBooked(refund));

/**
 * Refunds that the bank has done, and that the books do not hold. A void may be in the books under another code: that
 * of a second void, which the bank refused (D-159).
 */
export const listHidden = (state: State): Refund[] => {
  const isVoidKnown = isVoidBooked(state);
  return listRefunds(state).filter(
    (refund) =>
      refund.isDone &&
      refund.status === "declined" &&
      !refund.isCorrected &&
      !(refund.method === "void" && isVoidKnown),
  );
};

const sumCredits = (refunds: readonly Refund[]): number => sumHalves(credits(refunds));

/** Whether the books hold what the bank has done: the void, and the sum of the credits. */
export const agreesAboutRefunds = (state: State): boolean => {
  const refunds = listRefunds(state);
  const booked = sumCredits(refunds.filter(isBooked));
  return isVoidBooked(state) === isVoidedAtBank(state) && booked === sumCredits(refunds.filter(({ isDone }) => isDone));
};

export const findCaptured = ({ attempts }: State): Attempt | null =>
  attempts.find((attempt) => attempt?.status === "captured") ?? null;

const isHeld = (state: State, { payment }: Attempt): boolean => state.payments[payment]?.isHeld === true;

/** Why a refund cannot start: never again, or not now. */
export type Refusal = "never" | "not_now";

/** Decides whether a refund may start, and by which method (D-25). */
export function decideRefund(state: State, halves: number, rules: Rules): Refund["method"] | Refusal {
  const captured = findCaptured(state);
  const booked = sumBooked(state);
  const remaining = wholeHalves - booked;
  if (captured === null || remaining === 0) return "never";
  const isInProgress = rules.pendingRefundBlocks && sumPending(state) > 0;
  if (isInProgress || isHeld(state, captured)) return "not_now";
  if (halves > remaining) return "never";
  return halves === wholeHalves && !captured.isDayOver ? "void" : "credit";
}

/**
 * Records the intent of a refund and sends it. A credit is not sent where the order's history cannot be read, or shows
 * that the bank has voided the order (D-76).
 */
export function startRefund(draft: Draft, method: Refund["method"], halves: number, isRead: boolean): void {
  const isSent = method === "void" || (isRead && !isVoidedAtBank(draft));
  const place = draft.refunds.indexOf(null);
  draft.refunds[place] = { ...newRefund, method, halves, isSent, work: isSent ? "asked" : "none" };
}

/** Holds the captured payment, because bank and books contradict each other (D-75). */
export function holdPayment(draft: Draft): void {
  const captured = findCaptured(draft);
  if (captured) draft.setPayment(captured.payment, { isHeld: true });
}

/** What the bank's history says about a refund. */
type Verdict = "done" | "not_done" | "differs";

interface Total {
  readonly count: number;
  readonly halves: number;
}

const toTotal = (refunds: readonly Refund[]): Total => ({ count: refunds.length, halves: sumHalves(refunds) });

/**
 * Judges the bank's history, which shows everything except a refund that it is late with: a void by comparing the
 * credits with the books, a credit by what is new since it was sent, and by the sums once a correction was approved
 * (D-46, D-75, D-76).
 * @param asVoid whether a void is looked for, whatever the refund was
 */
export function judgeHistory(state: State, place: number, asVoid: boolean): Verdict {
  const all = listRefunds(state);
  const sought = all[place];
  if (!sought) return "differs";
  const isVoided = isVoidedAtBank(state);
  if (asVoid) {
    const [bank, books] = [
      toTotal(credits(all.filter(({ isDone }) => isDone))),
      toTotal(credits(all.filter(isBooked))),
    ];
    if (bank.count !== books.count || bank.halves !== books.halves) return "differs";
    return isVoided ? "done" : "not_done";
  }
  if (isVoided) return "differs";
  const since = all.some(({ isCorrected }) => isCorrected) ? all : all.slice(place);
  const bank = toTotal(credits(since.filter(({ isDone }) => isDone)));
  const books = toTotal(credits(since.filter(isBooked)));
  if (bank.count === books.count && bank.halves === books.halves) return "not_done";
  const isOneMore = bank.count === books.count + 1 && bank.halves === books.halves + sought.halves;
  return isOneMore ? "done" : "differs";
}
