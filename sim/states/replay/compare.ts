import { isCapturing } from "../model/payment-effects";
import type { Attempt, MoneyReturn, Refund, State } from "../model/state";
import type { AttemptFacts, RefundFacts, ReturnFacts, RowsOfPath } from "./rows-of-path";

/** The amount of a payment, kuruş. */
export const paymentKurus = 40_000n;

/** Converts halves of a payment to kuruş. */
export const toKurus = (halves: number): bigint => (paymentKurus / 2n) * BigInt(halves);

/** Collects in what the rows of the product differ from the model. */
class Comparison {
  readonly differences: string[] = [];

  expect(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.differences.push(`${what}: ${String(actual)} instead of ${String(expected)}`);
  }
}

/** Lists in what the rows of a path differ from the model's state; empty where they agree. */
export function compareRows(rows: RowsOfPath, state: State): readonly string[] {
  const found = new Comparison();
  found.expect("the link", rows.link, state.link);
  comparePayments(found, rows, state);
  compareAttempts(found, rows, state);
  compareRefunds(found, rows, state);
  found.expect("the request", rows.requests.at(-1)?.status ?? null, state.request?.status ?? null);
  found.expect("the correction", rows.corrections.at(-1)?.status ?? null, state.correction);
  return found.differences;
}

const listRecords = <T>(records: readonly (T | null)[]): T[] => records.filter((record) => record !== null);

function comparePayments(found: Comparison, rows: RowsOfPath, state: State): void {
  const expected = listRecords(state.payments);
  found.expect("the number of payments", rows.payments.length, expected.length);
  expected.forEach(({ status, isHeld }, place) => {
    found.expect(`payment ${place + 1}`, rows.payments[place]?.status, status);
    found.expect(`payment ${place + 1} is held`, rows.payments[place]?.isHeld, isHeld);
  });
}

function compareAttempts(found: Comparison, rows: RowsOfPath, state: State): void {
  const expected = listRecords(state.attempts);
  found.expect("the number of attempts", rows.attempts.length, expected.length);
  expected.forEach((attempt, place) => {
    const row = rows.attempts[place];
    if (!row) return;
    compareAttempt(found, `attempt ${place + 1}`, row, attempt);
    found.expect(`the payment of attempt ${place + 1}`, row.paymentId, rows.payments[attempt.payment]?.id);
    const returns = rows.returns.filter(({ attemptId }) => attemptId === row.id);
    compareReturn(found, `the void of attempt ${place + 1}`, findReturn(returns, "void"), attempt.voidBack);
    compareReturn(found, `the credit of attempt ${place + 1}`, findReturn(returns, "credit"), attempt.creditBack);
  });
}

const findReturn = (returns: readonly ReturnFacts[], sought: ReturnFacts["method"]) =>
  returns.findLast(({ method }) => method === sought);

function compareAttempt(found: Comparison, name: string, row: AttemptFacts, attempt: Attempt): void {
  found.expect(name, row.status, attempt.status);
  const isOpen = isCapturing(attempt);
  if (isOpen) found.expect(`${name} is to be inquired`, row.isInquiryDue, attempt.isInquiryDue);
  if (isOpen || attempt.status === "declined") found.expect(`${name} is approved`, row.isApproved, attempt.isApproved);
  const hasLook = attempt.look !== "never";
  found.expect(`${name} has a look`, row.hasLook, hasLook);
  found.expect(`${name} is to be looked at`, row.isLookDue, attempt.look === "now");
  if (hasLook) found.expect(`the looks of ${name}`, row.looksWanted, attempt.looksWanted);
}

function compareReturn(found: Comparison, name: string, row: ReturnFacts | undefined, back: MoneyReturn | null): void {
  found.expect(name, row?.status, back?.status);
  if (back?.status === "pending") found.expect(`${name} is to be inquired`, row?.isInquiryDue, back.isInquiryDue);
}

function compareRefunds(found: Comparison, rows: RowsOfPath, state: State): void {
  const expected = listRecords(state.refunds);
  found.expect("the number of refunds", rows.refunds.length, expected.length);
  expected.forEach((refund, place) => {
    const row = rows.refunds[place];
    if (row) compareRefund(found, `refund ${place + 1}`, row, refund);
  });
}

function compareRefund(found: Comparison, name: string, row: RefundFacts, refund: Refund): void {
  found.expect(name, row.status, refund.status);
  found.expect(`${name} has a recheck`, row.hasRecheck, refund.recheck !== "never");
  found.expect(`${name} is to be rechecked`, row.isRecheckDue, refund.recheck === "now");
  if (refund.status === "pending") found.expect(`${name} is to be inquired`, row.isInquiryDue, refund.isInquiryDue);
  if (refund.status === "declined") return;
  found.expect(`the method of ${name}`, row.method, refund.method);
  found.expect(`the amount of ${name}`, BigInt(row.amount), toKurus(refund.halves));
}
