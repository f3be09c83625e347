import { finalStates, type LinkStatus, linkTable } from "@/server/domain/states";
import { isOpenAttempt } from "./payment-effects";
import { judgeHistory } from "./refund-effects";
import { isReturnPending } from "./return-effects";
import type { Attempt, State } from "./state";

const finalLinks: readonly LinkStatus[] = finalStates(linkTable);

/** Whether an attempt has ended and the bank is not asked about it any more, or a person was asked to end it. */
const isAttemptResolved = (attempt: Attempt): boolean =>
  !isOpenAttempt(attempt) && (attempt.look === "never" || attempt.isLeftToPerson) && !isReturnPending(attempt);

/**
 * Whether the bank's history contradicts the books, so that a person was asked to end a pending refund. Until then the
 * bank's later answers about other refunds of the payment decide nothing either (D-159).
 */
const isLeftToPerson = (state: State): boolean =>
  state.refunds.some(
    (refund, place) =>
      refund?.status === "pending" && judgeHistory(state, place, refund.method === "void") === "differs",
  );

/** Whether the refunds have ended and the bank is not asked about them any more. */
const areRefundsResolved = (state: State): boolean =>
  state.refunds.every((refund) => refund === null || (refund.status !== "pending" && refund.recheck === "never")) ||
  isLeftToPerson(state);

/**
 * Whether nothing of a state waits any more, except for a person who was alerted: links, payments, attempts, refunds
 * and returns have ended. Requests for a second person and corrections wait for people, so they do not count.
 */
export const isResolved = (state: State): boolean =>
  (state.link === null || finalLinks.includes(state.link)) &&
  state.payments.every((payment) => payment?.status !== "initiated") &&
  state.attempts.every((attempt) => attempt === null || isAttemptResolved(attempt)) &&
  areRefundsResolved(state);
