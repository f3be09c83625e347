import {
  type Baseline,
  type BaselineCredit,
  type CreditTotal,
  creditsIn,
  type HistoryLine,
  type ReadBaseline,
} from "./refund-baseline";
import type { RefundMethod } from "./refund-policy";

/** What our books hold of the order at this moment besides the refund in question. Kuruş. */
export interface OrderBooks extends CreditTotal {
  readonly capturedKurus: bigint;
  /** Whether a correction of credits was approved since the refund began; left out: none was. */
  readonly isCorrected?: boolean;
}

/** `differs`: the history is not what the books can explain. `unknown`: it does not tell whether the refund was done. */
export type HistoryVerdict = "done" | "not_done" | "differs" | "unknown";

/**
 * What a bank's history says of a refund whose answer was lost (D-46). One refund is under way at a time, so the bank has
 * either what it had before, or that and the refund. A void is compared with the books. A credit is recognised by a line
 * that was not there before it was sent (D-76): by its reference where every line has one, else by count and amount. After a
 * correction it is compared with the books: what was corrected may be a line of before or a new one, and the sums agree since.
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
    totalOf(lines.filter((line) => line.kind === kind && line.approved)),
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
  // Without a reading before, only a history that holds nothing besides the books tells anything.
  return baseline === null ? "differs" : "unknown";
}

/**
 * Whether the history shows that all of an order which the books hold no refund of went back, by whatever hand: it is voided
 * there, or credited with the whole. Kuruş.
 */
export function isGivenBack(lines: readonly HistoryLine[], amountKurus: bigint): boolean {
  if (lines.some(({ kind, approved }) => kind === "void" && approved)) return true;
  return totalOf(creditsIn(lines)).sumKurus >= amountKurus;
}

function findInSum(bankKurus: bigint, bookedKurus: bigint, amountKurus: bigint): HistoryVerdict {
  if (bankKurus === bookedKurus) return "not_done";
  return bankKurus === bookedKurus + amountKurus ? "done" : "differs";
}

/** What was booked since the credit was sent is new as well, where the look is taken after the credit has ended. */
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
  const total = totalOf(fresh);
  if (isTotal(total, count, sumKurus)) return "not_done";
  return isTotal(total, count + 1, sumKurus + amountKurus) ? "done" : "differs";
}

/**
 * The line of a history that is the refund which the history shows as done: the void, or the newest credit of the refund's
 * amount that was not there before. Null where there is none.
 */
export function findLineOf(
  lines: readonly HistoryLine[],
  refund: {
    readonly method: RefundMethod;
    readonly amountKurus: bigint;
    readonly baseline: Baseline | null;
  },
): HistoryLine | null {
  if (refund.method === "void")
    return lines.find(({ kind, approved }) => kind === "void" && approved) ?? null;
  if (refund.baseline === null || refund.baseline === "unreadable") return null;
  const { fresh } = compareCredits(creditsIn(lines), refund.baseline.credits);
  return fresh.findLast(({ amountKurus }) => amountKurus === refund.amountKurus) ?? null;
}

/** The credits that were not there before, oldest first, and how many of those before are there no longer. */
function compareCredits<T extends BaselineCredit>(
  now: readonly T[],
  before: readonly BaselineCredit[],
): { fresh: T[]; gone: number } {
  const haveReferences = [...now, ...before].every(({ reference }) => reference !== null);
  const keyOf = ({ reference, amountKurus }: BaselineCredit): string =>
    haveReferences ? `${amountKurus} ${reference}` : `${amountKurus}`;
  const left = new Map<string, number>();
  for (const credit of before) left.set(keyOf(credit), (left.get(keyOf(credit)) ?? 0) + 1);
  const fresh = now.filter((credit) => {
    const count = left.get(keyOf(credit)) ?? 0;
    left.set(keyOf(credit), count - 1);
    return count <= 0;
  });
  return { fresh, gone: before.length - (now.length - fresh.length) };
}

interface Total {
  readonly count: number;
  readonly sumKurus: bigint;
}

const totalOf = (lines: readonly { readonly amountKurus: bigint }[]): Total => ({
  count: lines.length,
  sumKurus: lines.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
});

const isTotal = (total: Total, count: number, sumKurus: bigint): boolean =>
  total.count === count && total.sumKurus === sumKurus;
