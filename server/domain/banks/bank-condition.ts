import { minutes } from "../clock";

/** Failures in a row, in any process, after which a bank counts as down. */
export const failuresInRowMax = 5;

/** A bank without a failed call for this long does not count as down any more, ms: its condition is not known. */
const evidenceMs = minutes(15);

/** What is known of a bank's host from the calls of all processes. */
export interface HostFacts {
  readonly lastFailureAt: Date | null;
  /** The failures since the last valid answer. */
  readonly failuresInRow: number;
  /** The calls since the bank was reached last that did not reach it (D-371). */
  readonly unreachedInRow: number;
}

/** Sums of calls over some time. */
export interface CallSums {
  readonly calls: number;
  /** Those that took longer than `slowMs`, or ended without an answer in time. */
  readonly slow: number;
}

export interface RecentSums {
  /** The last two minutes, of which the second one runs. */
  readonly now: CallSums;
  /** The last five minutes. */
  readonly lately: CallSums;
  /** Returned forms with a wrong hash in the last ten minutes. */
  readonly mismatches: number;
  /** The same in the last half hour. */
  readonly mismatchesLately: number;
}

const isDown = ({ failuresInRow, lastFailureAt }: HostFacts, now: Date): boolean =>
  failuresInRow >= failuresInRowMax && isRecent(lastFailureAt, now);

/** Whether new cards are held off in every process: the bank was not reached so often that circuits open. */
export const isHeldOff = ({ unreachedInRow, lastFailureAt }: HostFacts, now: Date): boolean =>
  unreachedInRow >= failuresInRowMax && isRecent(lastFailureAt, now);

const isRecent = (at: Date | null, now: Date): boolean => at !== null && now.getTime() - at.getTime() < evidenceMs;

/** At least so many slow calls, and this share of all, make a bank slow. It stays slow until the lower share. */
const slow = { callsMin: 5, share: 0.25, endShare: 0.1 } as const;
/** At least so many wrong hashes within ten minutes are an incident; it ends when half an hour has none. */
const mismatchesMin = 5;

const isSlow = ({ calls, slow: count }: CallSums): boolean => count >= slow.callsMin && count >= slow.share * calls;

/** The kinds of alerts about a bank. */
export const bankAlerts = ["bank_down", "bank_slow", "bank_hash_mismatch"] as const;
export type BankAlert = (typeof bankAlerts)[number];

/** Says for each kind of alert whether it begins, ends, or stays as it is. */
export function judgeAlerts(
  facts: HostFacts,
  recent: RecentSums,
  now: Date,
): Record<BankAlert, "raise" | "close" | null> {
  const down = isDown(facts, now);
  const isOver = recent.lately.slow <= slow.endShare * recent.lately.calls;
  return {
    bank_down: down ? "raise" : "close",
    // A bank that is down lets calls end late as well, which is no second incident.
    bank_slow: !down && isSlow(recent.now) ? "raise" : isOver ? "close" : null,
    bank_hash_mismatch: recent.mismatches >= mismatchesMin ? "raise" : recent.mismatchesLately === 0 ? "close" : null,
  };
}

/**
 * A bank's condition in a word. `paused`: new cards are held off, because the bank cannot be reached. `quiet`: it was
 * not called for a day.
 */
export type BankCondition = "paused" | "down" | "slow" | "works" | "quiet";

export function judgeCondition(
  facts: HostFacts,
  { now: sums, callsOfDay }: { readonly now: CallSums; readonly callsOfDay: number },
  { isBreakerOn, now }: { readonly isBreakerOn: boolean; readonly now: Date },
): BankCondition {
  if (isBreakerOn && isHeldOff(facts, now)) return "paused";
  if (isDown(facts, now)) return "down";
  if (isSlow(sums)) return "slow";
  return callsOfDay > 0 ? "works" : "quiet";
}
