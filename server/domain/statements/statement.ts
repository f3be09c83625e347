import type { CardBrand } from "../pricing/installments";

/**
 * The movements that a statement lists (D-398): what changes the merchant's claim against the operator. A carry-over,
 * the approval of a payout and its return move money between accounts of the same claim, so they are no lines.
 */
export const statementKinds = [
  "capture",
  "void",
  "credit",
  "correction",
  "chargeback",
  "chargeback_reversal",
  "payout_paid",
] as const;
export type StatementKind = (typeof statementKinds)[number];

/**
 * The books that have a statement: of the money that the operator collects and pays out, and of the money that banks
 * pay to the merchant directly, which has no balance.
 */
export const statementBooks = ["collected", "direct"] as const;
export type StatementBook = (typeof statementBooks)[number];

/** The longest span of a statement in days. */
export const statementDaysMax = 92;

/** A line of a statement. Amounts in kuruş, signed from the merchant's side. */
export interface StatementLine {
  /** The `transactionId` of the movement (D-64). */
  readonly id: string;
  readonly kind: StatementKind;
  /** The instant (UTC) of the movement; its date in Istanbul is the movement date. */
  readonly occurredAt: Date;
  /** The merchant's order code and our payment code; null for a payout. */
  readonly partnerTxCode: string | null;
  readonly paymentCode: string | null;
  readonly refundId: string | null;
  readonly partnerRefundCode: string | null;
  readonly amountKurus: bigint;
  /** At most 0 for a capture, at least 0 for a void. */
  readonly commissionKurus: bigint;
  /** The amount with its commission: by how much the claim changes. */
  readonly netKurus: bigint;
  /** The claim after this line; null where lines are left out by a filter, and for direct collection. */
  readonly balanceKurus: bigint | null;
  readonly cardBrand: CardBrand | null;
  readonly cardLast4: string | null;
  readonly installment: number | null;
  readonly terminalId: string | null;
  readonly terminalName: string | null;
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly bankOrderId: string | null;
  /** The payout that pays the movement, or that this line is; null until a payout has collected it. */
  readonly payoutId: string | null;
  /** The day on which the movement is paid, or is expected to be; null for direct collection. */
  readonly valueDate: Date | null;
}

/** What is selected of a statement. The span is whole days in Istanbul, as instants (UTC). */
export interface StatementSelection {
  readonly book: StatementBook;
  /** The start of the first day. */
  readonly from: Date;
  /** The end of the last day, exclusive. */
  readonly to: Date;
  /** The kinds that are listed; null for all. */
  readonly kinds: readonly StatementKind[] | null;
  readonly terminalId: string | null;
}

/** The sum of the lines of one kind. Amounts in signed kuruş. */
export interface StatementTotal {
  readonly kind: StatementKind;
  readonly count: number;
  readonly amountKurus: bigint;
  readonly commissionKurus: bigint;
}

/** The figures of a statement. Amounts in signed kuruş. */
export interface StatementFigures {
  /** The claim before the first day and after the last one; null for direct collection. */
  readonly openingKurus: bigint | null;
  readonly closingKurus: bigint | null;
  /** One for each kind that has lines, in the order of `statementKinds`. */
  readonly totals: readonly StatementTotal[];
}
