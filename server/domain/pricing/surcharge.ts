import type { CardFamily } from "./installments";

// What the commission is called that a merchant passes on to the buyer, and where Law 5464 may forbid it (D-395). Its
// article 17 forbids a merchant to ask a cardholder for an extra payment for paying by card. The difference of an
// installment price is the price of paying later.

/** What a merchant is about to offer. */
export interface SurchargeOffer {
  /** The buyer's share of the commission in bps; null while what is typed means none. */
  readonly shareBps: number | null;
  /** The counts that the buyer may choose from; null without a restriction, so a single payment is among them. */
  readonly counts: readonly number[] | null;
  /** The family of the card; null where the card is not known yet. */
  readonly family: CardFamily | null;
}

/**
 * Returns whether the panel warns of an offer: a part of the commission is passed on, and the buyer may pay at once, or
 * with a card that has no credit.
 */
export function isSurchargeWarned({ shareBps, counts, family }: SurchargeOffer): boolean {
  if (shareBps === null || shareBps <= 0) return false;
  return counts === null || counts.includes(1) || family === "debit" || family === "prepaid";
}

/**
 * Returns what the passed-on commission of these counts is. `installments`: a price of paying later in each of them.
 * `single`: none of them has installments. `both`: one name has to be right for both.
 */
export function findSurchargeKind(counts: readonly number[]): "single" | "installments" | "both" {
  if (!counts.includes(1)) return "installments";
  return counts.every((count) => count === 1) ? "single" : "both";
}
