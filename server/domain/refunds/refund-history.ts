import {
  type Baseline,
  type BaselineCredit,
  type CreditTotal,
  creditsIn,
  type HistoryLine,
  type ReadBaseline,
} from "./refund-baseline";
import type { RefundMethod } from "./refund-policy";

/** What our books have of the order now, without the refund that is looked for. Amounts in kuruş. */
export interface OrderBooks extends CreditTotal {
  readonly capturedKurus: bigint;
  /** True when a correction of credits was approved after the refund began; may be omitted when there was none. */
  readonly isCorrected?: boolean;
}

/**
 * Whether the bank made a refund. `differs`: the history contradicts the books. `unknown`: the history does not show
 * whether the refund was made.
 */
export type HistoryVerdict = "done" | "not_done" | "differs" | "unknown";

/**
 * Decides from the bank's history whether a refund was made whose answer was lost (D-46). A payment has only one refund
 * in progress at a time, so the bank has either what it had before, or that and the refund.
 *
 * - A void is compared with the books.
 * - A credit is found as a line that was not there before it was sent (D-76): by its reference when every line has one,
 *   else by count and amount.
 * - After a correction the sums are compared with the books. The corrected line may be an old or a new one, so lines
 *   cannot be compared, but the sums agree since the correction.
 * @param refund `baseline` is null for a void, and for a credit that was never sent
 */
export function findInHistory(
  lines: readonly HistoryLine[],
  books: OrderBooks,
  refund: {
    readonly method: RefundMethod;
    readonly amountKurus: bigint;
    readonly baseline: Baseline | null;
  },
): HistoryVerdict {
  const [sales, voids, credits] = (["sale", "void", "credit"] as const).map((kind) =>
    sumUp(lines.filter((line) => line.kind === kind && line.approved)),
  ) as [Total, Total, Total];
  if (!isTotal(sales, 1, books.capturedKurus)) return "differs";
  const isVoided = isTotal(voids, 1, books.capturedKurus);
  if (!isVoided && voids.count > 0) return "differs";
  const isCreditedAsBooked = isTotal(credits, books.creditCount, books.creditedKurus);
  if (refund.method === "void") {
    if (!isCreditedAsBooked) return "differs";
    return isVoided ? "done" : "not_done";
  }
  if (isVoided) return "differs";
  if (books.isCorrected) return findInSum(credits.sumKurus, books.creditedKurus, refund.amountKurus);
  const { baseline } = refund;
  if (baseline !== null && baseline !== "unreadable") {
    return findCredit(lines, baseline, books, refund.amountKurus);
  }
  if (isCreditedAsBooked) return "not_done";
  // Without a baseline, only a history that equals the books allows a conclusion.
  return baseline === null ? "differs" : "unknown";
}

/**
 * Returns whether the bank's history shows a void or credits of the whole amount (kuruş), for an order without refunds
 * in our books. It does not matter who refunded it.
 */
export function isGivenBack(lines: readonly HistoryLine[], amountKurus: bigint): boolean {
  if (lines.some(({ kind, approved }) => kind === "void" && approved)) return true;
  return sumUp(creditsIn(lines)).sumKurus >= amountKurus;
}

/** Compares the sums only, which is all that can be compared after a correction. */
function findInSum(bankKurus: bigint, bookedKurus: bigint, amountKurus: bigint): HistoryVerdict {
  if (bankKurus === bookedKurus) return "not_done";
  return bankKurus === bookedKurus + amountKurus ? "done" : "differs";
}

/**
 * Looks for the credit among the lines that are new since the baseline. When the credit has already ended, other
 * credits may have been booked since, and their lines are new as well.
 */
function findCredit(
  lines: readonly HistoryLine[],
  baseline: ReadBaseline,
  books: OrderBooks,
  amountKurus: bigint,
): HistoryVerdict {
  const { fresh, gone } = compareCredits(creditsIn(lines), baseline.credits);
  if (gone > 0) return "differs";
  const count = books.creditCount - baseline.booked.creditCount;
  const sumKurus = books.creditedKurus - baseline.booked.creditedKurus;
  const total = sumUp(fresh);
  if (isTotal(total, count, sumKurus)) return "not_done";
  return isTotal(total, count + 1, sumKurus + amountKurus) ? "done" : "differs";
}

/**
 * Returns the line of a refund that the history shows as made: the void, or the newest credit of the refund's amount
 * that is not in the baseline. Returns null when there is none.
 */
export function findRefundLine(
  lines: readonly HistoryLine[],
  refund: {
    readonly method: RefundMethod;
    readonly amountKurus: bigint;
    readonly baseline: Baseline | null;
  },
): HistoryLine | null {
  if (refund.method === "void") return lines.find(({ kind, approved }) => kind === "void" && approved) ?? null;
  if (refund.baseline === null || refund.baseline === "unreadable") return null;
  const { fresh } = compareCredits(creditsIn(lines), refund.baseline.credits);
  return fresh.findLast(({ amountKurus }) => amountKurus === refund.amountKurus) ?? null;
}

/** Returns the credits that are not in `before`, in the order of `now`, and how many of `before` have disappeared. */
function compareCredits<T extends BaselineCredit>(
  now: readonly T[],
  before: readonly BaselineCredit[],
): { fresh: T[]; gone: number } {
  const haveReferences = [...now, ...before].every(({ reference }) => reference !== null);
  const toKey = ({ reference, amountKurus }: BaselineCredit): string =>
    haveReferences ? `${amountKurus} ${reference}` : `${amountKurus}`;
  const left = new Map<string, number>();
  for (const credit of before) left.set(toKey(credit), (left.get(toKey(credit)) ?? 0) + 1);
  const fresh = now.filter((credit) => {
    const count = left.get(toKey(credit)) ?? 0;
    left.set(toKey(credit), count - 1);
    return count <= 0;
  });
  return { fresh, gone: before.length - (now.length - fresh.length) };
}

interface Total {
  readonly count: number;
  readonly sumKurus: bigint;
}

const sumUp = (lines: readonly { readonly amountKurus: bigint }[]): Total => ({
  count: lines.length,
  sumKurus: lines.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
});

const isTotal = (total: Total, count: number, sumKurus: bigint): boolean =>
  total.count === count && total.sumKurus === sumKurus;
