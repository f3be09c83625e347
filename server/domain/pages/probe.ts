import { hours, plusMs } from "../clock";

/**
 * The account of the probe (D-294): the merchant whose link and payment the monitor opens. It is declared here and has
 * no row, so no list, sum, export, notice or payout can contain it, and no attempt can belong to it.
 */
export const probeAccount = {
  merchantName: "Vezne",
  amountKurus: 100n,
  /** The number of its only link. */
  reference: 1n,
  item: "Sayfa kontrolü",
} as const;

/** Returns when the probe's link and payment expire, which its pages show; those that have ended did an hour ago. */
export const probeExpiry = (now: Date, hasEnded: boolean): Date => plusMs(now, hasEnded ? -hours(1) : hours(1));
