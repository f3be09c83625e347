import { minutes, plusMs } from "../clock";

/** What fails together: the computers of a bank at one address. */
export interface BankHost {
  /** The bank by its name in the catalogue. */
  readonly bank: string;
  /** The host of the address for API calls, with its port where that is not the usual one. */
  readonly host: string;
}

/** Returns the text that stands for a bank's host, as the subject of its alerts, in the form of an identifier. */
export const toHostName = ({ bank, host }: BankHost): string => `${bank}-${host.replace(/[^\w-]/g, "-")}`.slice(0, 64);

/**
 * What a call is for: `start` comes before the bank's page (PosNet), `money` captures, voids or credits, `lookup` asks,
 * `trial` asks whether a bank is back (D-372), and `return` is a form that a browser brought back, which is no call.
 */
export type CallPurpose = "start" | "money" | "lookup" | "trial" | "return";

/**
 * How a call ended. `answered` and `declined` are valid answers. The others are failures: no connection (nothing was
 * sent), no answer in time, a connection that broke before an answer, an answer of HTTP's, and one that cannot be used.
 */
const failedResults = ["unconnected", "timeout", "broken", "http_status", "unreadable"] as const;
export type FailedResult = (typeof failedResults)[number];
export type CallResult = "answered" | "declined" | FailedResult;

export const isFailed = (result: CallResult): result is FailedResult =>
  (failedResults as readonly string[]).includes(result);

/** One event at a bank's host, without anything about the payment. */
export type BankEvent = BankHost & {
  /** By the product's clock. */
  readonly at: Date;
  readonly purpose: CallPurpose;
} & (
    | { readonly kind: "call"; readonly result: CallResult; readonly durationMs: number }
    /** A returned form whose hash is wrong. */
    | { readonly kind: "hash_mismatch" }
    /** A new card that was refused because the bank's circuit is open (D-371). */
    | { readonly kind: "refused" }
  );

const purposes: Readonly<Record<string, CallPurpose>> = {
  prepare: "start",
  capture: "money",
  void: "money",
  credit: "money",
};

/** Returns what an operation of a bank is for. */
export const toPurpose = (operation: string): CallPurpose => purposes[operation] ?? "lookup";

/** The end of a call as the sender reports it. */
interface EndedCall {
  readonly outcome: string;
  /** The cause of the outcome `unknown`; else null. */
  readonly cause: string | null;
  /** Null where no answer of HTTP came. */
  readonly httpStatus: number | null;
}

/** Returns how a call ended; null for one that was withdrawn before anything was sent. */
export function toResult({ outcome, cause, httpStatus }: EndedCall): CallResult | null {
  if (outcome !== "unknown") return outcome === "declined" ? "declined" : "answered";
  switch (cause) {
    case "withdrawn":
      return null;
    case "connection":
      return "unconnected";
    case "timeout":
      return "timeout";
    case "http_status":
      return "http_status";
    // Readable answers, which do not settle what was asked.
    case "sale_not_shown":
    case "reversal_shown":
      return "answered";
    default:
      return httpStatus === null ? "broken" : "unreadable";
  }
}

/**
 * Says what a call shows about whether a bank can be reached (D-371): an answer of HTTP reaches it. It is not reached
 * where no connection was made, or where no answer came to a call before the bank's page. Null where the call shows
 * neither: a money call or a question without an answer may mean that the bank is slow.
 */
export function toReach(purpose: CallPurpose, result: CallResult): "reached" | "unreached" | null {
  if (result === "unconnected") return "unreached";
  if (result !== "timeout" && result !== "broken") return "reached";
  return purpose === "start" || purpose === "trial" ? "unreached" : null;
}

/** The upper ends of the classes in which answered calls are counted by their time, ms. The last class is open. */
export const latencyBoundsMs = [
  50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 60_000,
] as const;

/** Returns the class of a time, from 0. */
export function toLatencyClass(durationMs: number): number {
  const found = latencyBoundsMs.findIndex((bound) => durationMs <= bound);
  return found === -1 ? latencyBoundsMs.length : found;
}

/**
 * Estimates a quantile of the times from their classes, in whole ms: the place within its class is taken as even. Null
 * without a call. The open class counts as its lower end.
 */
export function estimateQuantileMs(classes: readonly number[], quantile: number): number | null {
  const total = classes.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [n, count] of classes.entries()) {
    if (count > 0 && below + count >= quantile * total) {
      const from = latencyBoundsMs[n - 1] ?? 0;
      const to = latencyBoundsMs[n] ?? from;
      return Math.round(from + ((quantile * total - below) / count) * (to - from));
    }
    below += count;
  }
  return null;
}

/** A call that took longer is slow, ms. It is the upper end of a class. */
export const slowMs = 5_000;

/** How long the counts of a minute are kept. */
export const countsKeptDays = 14;

export const toMinute = (at: Date): Date => plusMs(at, -(at.getTime() % minutes(1)));
