import * as z from "zod";

/** A line of a bank's history of an order. Amounts in kuruş, instants in UTC. */
export interface HistoryLine {
  readonly kind: "sale" | "void" | "credit";
  readonly approved: boolean;
  readonly amountKurus: bigint;
  /** The bank's references of the line, when it has any. */
  readonly references?: {
    readonly authCode: string | null;
    readonly rrn: string | null;
    readonly transactionId: string | null;
  };
  /** The time of the operation at the bank, when the line has one. */
  readonly at?: Date | undefined;
}

/** The number and the sum (kuruş) of a payment's approved credits. */
export interface CreditTotal {
  readonly creditCount: number;
  readonly creditedKurus: bigint;
}

/** An approved credit in a bank's history. Amount in kuruş. */
export interface BaselineCredit {
  /** The bank's own reference of the credit; null when it has none. */
  readonly reference: string | null;
  readonly amountKurus: bigint;
}

/** The credits in the bank's history before a credit was sent, and the credits in the books at that time (D-76). */
export interface ReadBaseline {
  readonly credits: readonly BaselineCredit[];
  readonly booked: CreditTotal;
}

/**
 * What is known of the bank's history before a credit was sent. `unreadable`: the bank's answer could not be used, so a
 * later look cannot tell which line of the history is the credit.
 */
export type Baseline = ReadBaseline | "unreadable";

/** Returns the approved credits of a history, in its order. */
export const creditsIn = (lines: readonly HistoryLine[]): (HistoryLine & BaselineCredit)[] =>
  lines
    .filter(({ kind, approved }) => kind === "credit" && approved)
    .map((line) => ({ ...line, reference: findReference(line) }));

/** Returns the reference that is least likely to be shared with another line of the order. */
const findReference = ({ references }: HistoryLine): string | null =>
  references?.transactionId ?? references?.rrn ?? references?.authCode ?? null;

/**
 * Returns the baseline from a reading of the bank's history. A history that shows less than the books have is behind,
 * and a credit that appears in it later may be an old one, so such a reading counts as `unreadable`.
 */
export function toBaseline(lines: readonly HistoryLine[], booked: CreditTotal): Baseline {
  const credits = creditsIn(lines).map(({ reference, amountKurus }) => ({ reference, amountKurus }));
  const sumKurus = credits.reduce((sum, { amountKurus }) => sum + amountKurus, 0n);
  const isBehind = credits.length < booked.creditCount || sumKurus < booked.creditedKurus;
  return isBehind ? "unreadable" : { credits, booked };
}

/**
 * The JSON form of a baseline, as it is stored with the refund. Amounts are texts, because JSON numbers are not exact.
 */
const storedBaseline = z.union([
  z.literal("unreadable"),
  z.object({
    credits: z.array(z.object({ reference: z.string().nullable(), amount: z.string() })),
    bookedCount: z.int(),
    bookedAmount: z.string(),
  }),
]);
export type StoredBaseline = z.infer<typeof storedBaseline>;

export function writeBaseline(baseline: Baseline): StoredBaseline {
  if (baseline === "unreadable") return baseline;
  const { credits, booked } = baseline;
  return {
    credits: credits.map(({ reference, amountKurus }) => ({ reference, amount: amountKurus.toString() })),
    bookedCount: booked.creditCount,
    bookedAmount: booked.creditedKurus.toString(),
  };
}

/** Reads a stored baseline; null when none was stored. Throws for a value that `writeBaseline` cannot have written. */
export function readBaseline(stored: unknown): Baseline | null {
  if (stored === null) return null;
  const baseline = storedBaseline.parse(stored);
  if (baseline === "unreadable") return baseline;
  return {
    credits: baseline.credits.map(({ reference, amount }) => ({ reference, amountKurus: BigInt(amount) })),
    booked: { creditCount: baseline.bookedCount, creditedKurus: BigInt(baseline.bookedAmount) },
  };
}
