import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { approved, declined, paid, unknown } from "@/server/testing/world/world";
import type { Attempt, MoneyReturn, Refund, State } from "../model/state";
import { paymentKurus, toKurus } from "./compare";

// What a bank answers to the product, from what it has done in the model. It is read from the state before the move:
// an answer is about what was.

/** The answers of a bank to the two questions about an order. */
export interface BankAnswers {
  readonly inquire: Outcome;
  readonly history: Outcome;
}

/** No answer comes. */
export const silence: BankAnswers = { inquire: unknown, history: unknown };

/** The bank does not show the order, or not yet. */
export const nothingShown: BankAnswers = { inquire: { kind: "not_found" }, history: { kind: "not_found" } };

/** The answer to a request that moves money, which the bank has done or refused. */
export function toMoneyAnswer(work: string, choice: string): Outcome {
  if (choice === "lost") return unknown;
  return work === "refused" ? declined : approved;
}

const toLine = (kind: HistoryRecord["kind"], amountKurus: bigint, isApproved = true): HistoryRecord => ({
  kind,
  approved: isApproved,
  amountKurus,
});

/** What gave money of an order back: a refund, or a return. */
interface Reversal {
  readonly record: Refund | MoneyReturn;
  readonly line: HistoryRecord;
}

function listReversals({ refunds }: State, attempt: Attempt): Reversal[] {
  const { voidBack, creditBack } = attempt;
  const ofReturns = [
    ...(voidBack ? [{ record: voidBack, line: toLine("void", paymentKurus) }] : []),
    ...(creditBack ? [{ record: creditBack, line: toLine("credit", paymentKurus) }] : []),
  ];
  const ofRefunds = attempt.status === "captured" ? refunds.filter((refund) => refund !== null) : [];
  return [
    ...ofReturns,
    ...ofRefunds.map((refund) => ({ record: refund, line: toLine(refund.method, toKurus(refund.halves)) })),
  ].filter(({ record }) => record.isDone);
}

const reversalShown: Outcome = { kind: "unknown", cause: "reversal_shown" };

/**
 * What the bank shows of an attempt's order.
 * @param hidden a refund or a return with which its records are late
 */
export function showOrder(state: State, attempt: Attempt, hidden: Refund | MoneyReturn | null = null): BankAnswers {
  if (attempt.sale === "none") return nothingShown;
  const isTaken = attempt.sale === "taken";
  const lines = listReversals(state, attempt).flatMap(({ record, line }) => (record === hidden ? [] : [line]));
  const history: Outcome = { kind: "history", records: [toLine("sale", paymentKurus, isTaken), ...lines] };
  if (!isTaken) return { inquire: declined, history };
  if (lines.some(({ kind }) => kind === "void")) return { inquire: { kind: "voided" }, history };
  return { inquire: lines.length > 0 ? reversalShown : paid, history };
}
