/** The movements of a merchant's money that reports list (D-64), a part of the kinds of ledger entries. */
export const transactionTypes = [
  "capture",
  "void",
  "credit",
  "chargeback",
  "chargeback_reversal",
  "correction",
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** The longest span of a report in days (D-64). */
export const reportDaysMax = 92;

/** How long after the end of a span its last movements can still be booked, ms: the longest way of an answer (D-74). */
export const bookedAfterMs = 15 * 60_000;
