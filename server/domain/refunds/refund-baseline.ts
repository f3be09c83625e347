import { z } from "zod";

/** A line of a bank's history of an order. Kuruş, UTC. */
export interface HistoryLine {
  readonly kind: "sale" | "void" | "credit";
  readonly approved: boolean;
  readonly amountKurus: bigint;
  /** Where the bank gives the line references of its own. */
  readonly references?: {
    readonly authCode: string | null;
    readonly rrn: string | null;
    readonly transactionId: string | null;
  };
  /** When the bank did it, where the line names that. */
  readonly at?: Date | undefined;
}

/** Approved credits of a payment: how many, and how much in kuruş. */
export interface CreditTotal {
  readonly creditCount: number;
  readonly creditedKurus: bigint;
}

/** An approved credit in a bank's history. Kuruş. */
export interface BaselineCredit {
  /** What the bank itself names the credit by; null where it names none. */
  readonly reference: string | null;
  readonly amountKurus: bigint;
}

/** The credits that an order's history showed before a credit was sent, and what the books held at that moment (D-76). */
export interface ReadBaseline {
  readonly credits: readonly BaselineCredit[];
  readonly booked: CreditTotal;
}

/** `unreadable`: the bank's answer could not be used, so that no line can be recognised later. */
export type Baseline = ReadBaseline | "unreadable";

/** The approved credits among the lines of a history. */
export const creditsIn = (lines: readonly HistoryLine[]): (HistoryLine & BaselineCredit)[] =>
  lines
    .filter(({ kind, approved }) => kind === "credit" && approved)
    .map((line) => ({ ...line, reference: referenceOf(line) }));

/** The name that is the least likely to be shared with another line of the order. */
const referenceOf = ({ references }: HistoryLine): string | null =>
  references?.transactionId ?? references?.rrn ?? references?.authCode ?? null;

/**
 * The baseline that a reading makes. A history that shows less than the books hold lags behind, and a credit that appears in
 * it later may be an old one: such a reading is as good as none.
 */
export function baselineOf(lines: readonly HistoryLine[], booked: CreditTotal): Baseline {
  const credits = creditsIn(lines).map(({ reference, amountKurus }) => ({ reference, amountKurus }));
  const sumKurus = credits.reduce((sum, { amountKurus }) => sum + amountKurus, 0n);
  const isBehind = credits.length < booked.creditCount || sumKurus < booked.creditedKurus;
  return isBehind ? "unreadable" : { credits, booked };
}

/** As it is stored with the refund: amounts as text, because JSON has no integers of that size. */
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

/** Reads a stored baseline. Null: none was stored. Throws for anything that `writeBaseline` does not write. */
export function readBaseline(stored: unknown): Baseline | null {
  if (stored === null) return null;
  const baseline = storedBaseline.parse(stored);
  if (baseline === "unreadable") return baseline;
  return {
    credits: baseline.credits.map(({ reference, amount }) => ({ reference, amountKurus: BigInt(amount) })),
    booked: { creditCount: baseline.bookedCount, creditedKurus: BigInt(baseline.bookedAmount) },
  };
}
