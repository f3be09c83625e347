/** What a line of a bank's day-end file is about. */
export const lineKinds = ["sale", "void", "credit", "chargeback", "chargeback_reversal"] as const;
export type LineKind = (typeof lineKinds)[number];

/** A line of a bank's day-end file, whatever the layout of the file is (D-400). Amounts in kuruş, instants in UTC. */
export interface DayLine {
  /** The number of the line in its file, from 1. */
  readonly number: number;
  readonly kind: LineKind;
  /** The order id as the product made it: without what a bank puts before it. */
  readonly orderId: string;
  /** What was sold or given back; more than 0. */
  readonly amountKurus: bigint;
  /** What the bank keeps of a sale, or gives back with a void (then less than 0); null where the file does not say. */
  readonly commissionKurus: bigint | null;
  readonly at: Date;
  readonly authCode: string | null;
  readonly rrn: string | null;
  /** The bank's number of a chargeback's case and its code of the reason; null where the file has none. */
  readonly caseNumber: string | null;
  readonly reasonCode: string | null;
  /** The last day for an answer, `YYYY-MM-DD`; null where the file has none. */
  readonly respondBy: string | null;
}

/** The longest file, in lines. */
export const dayLinesMax = 250_000;
