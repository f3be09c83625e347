import { days, plusMs } from "../clock";
import type { RefundWay } from "./refund-policy";

/** How long a refund waits for a second person, ms. */
export const approvalWindowMs = days(7);

/** How a refund is asked for in the panel: by the rules, or by a method of one's own choice. */
export const askedMethods = ["auto", "void", "credit"] as const;
export type AskedMethod = (typeof askedMethods)[number];

export const wayOf = (method: AskedMethod): RefundWay => (method === "auto" ? "automatic" : method);

/** A looser limit holds only after so long, ms: whoever would lift it, refund and put it back is seen meanwhile. */
export const loosenedAfterMs = days(1);

/** An account's limit, and the looser one that is to come. Kuruş; null: no refund wants a second person. */
export interface ApprovalLimit {
  readonly presentKurus: bigint | null;
  readonly nextKurus: bigint | null;
  /** Null: none is to come. */
  readonly nextAt: Date | null;
}

/** The limit that holds at an instant. */
export const limitAt = ({ presentKurus, nextKurus, nextAt }: ApprovalLimit, now: Date): bigint | null =>
  nextAt !== null && nextAt <= now ? nextKurus : presentKurus;

/** What becomes of the limit: a stricter one holds at once, a looser one a day later. */
export function changedLimit(limit: ApprovalLimit, toKurus: bigint | null, now: Date): ApprovalLimit {
  const presentKurus = limitAt(limit, now);
  const isLooser = presentKurus !== null && (toKurus === null || toKurus > presentKurus);
  return isLooser
    ? { presentKurus, nextKurus: toKurus, nextAt: plusMs(now, loosenedAfterMs) }
    : { presentKurus: toKurus, nextKurus: null, nextAt: null };
}

/**
 * Whether a refund from the panel wants a second person (S32): where it passes the account's limit together with what went
 * back of the payment before, by whichever door, so that splitting it changes nothing. Kuruş.
 * @param limitKurus null: none ever does
 */
export const needsSecondPerson = (
  limitKurus: bigint | null,
  { refundedKurus, amountKurus }: { readonly refundedKurus: bigint; readonly amountKurus: bigint },
): boolean => limitKurus !== null && refundedKurus + amountKurus > limitKurus;
