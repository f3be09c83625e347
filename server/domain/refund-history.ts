import type { RefundMethod } from "./refund-policy";

/** A line of a bank's history of an order. Kuruş. */
export interface HistoryLine {
  readonly kind: "sale" | "void" | "credit";
  readonly approved: boolean;
  readonly amountKurus: bigint;
}

/** What our books hold of the order besides the refund in question. Kuruş. */
export interface OrderBooks {
  readonly capturedKurus: bigint;
  /** Approved credits. */
  readonly creditCount: number;
  readonly creditedKurus: bigint;
}

/**
 * What a bank's history says of a refund whose answer was lost (D-46): one is under way at a time, so the bank has either
 * what our books have, or that and the refund. Count and sum are both compared: two equal credits differ by the count.
 */
export function findInHistory(
  lines: readonly HistoryLine[],
  books: OrderBooks,
  refund: { readonly method: RefundMethod; readonly amountKurus: bigint },
): "done" | "not_done" | "differs" {
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
  if (isCreditedAsBooked) return "not_done";
  const withRefund = isTotal(credits, books.creditCount + 1, books.creditedKurus + refund.amountKurus);
  return withRefund ? "done" : "differs";
}

interface Total {
  readonly count: number;
  readonly sumKurus: bigint;
}

const totalOf = (lines: readonly HistoryLine[]): Total => ({
  count: lines.length,
  sumKurus: lines.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
});

const isTotal = (total: Total, count: number, sumKurus: bigint): boolean =>
  total.count === count && total.sumKurus === sumKurus;
