import { creditsIn, type HistoryLine } from "./refund-baseline";

/** A sale that the bank has taken, and the sum of the credits that have given money of it back (kuruş). */
export interface TakenSale<Line extends HistoryLine> {
  readonly kind: "taken";
  readonly sale: Line;
  readonly creditedKurus: bigint;
}

/**
 * What a bank's history of an order says about its sale. `none`: the bank has done nothing for the order. `unclear`:
 * the lines contradict each other.
 */
export type SaleInHistory<Line extends HistoryLine> =
  | TakenSale<Line>
  | { readonly kind: "voided" }
  | { readonly kind: "none" }
  | { readonly kind: "unclear" };

/**
 * Finds the sale of an order in the bank's history of it. An order has at most one approved sale (B-1), and a void
 * undoes all of it. Refused lines count for nothing, so a refused second try never hides the sale. A void beside a
 * credit is unclear, because the void may be the credit's.
 */
export function findSale<Line extends HistoryLine>(lines: readonly Line[]): SaleInHistory<Line> {
  const approved = lines.filter((line) => line.approved);
  const [sale, ...otherSales] = approved.filter(({ kind }) => kind === "sale");
  if (sale === undefined) return { kind: approved.length === 0 ? "none" : "unclear" };
  const voids = approved.filter(({ kind }) => kind === "void");
  const creditedKurus = creditsIn(approved).reduce((sum, { amountKurus }) => sum + amountKurus, 0n);
  const isVoidOfSale = voids.length === 1 && voids[0]?.amountKurus === sale.amountKurus && creditedKurus === 0n;
  if (otherSales.length === 0 && isVoidOfSale) return { kind: "voided" };
  const isSound = otherSales.length === 0 && voids.length === 0 && creditedKurus <= sale.amountKurus;
  return isSound ? { kind: "taken", sale, creditedKurus } : { kind: "unclear" };
}
