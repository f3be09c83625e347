import { days, plusMs } from "../clock";
import type { RefundWay } from "./refund-policy";

/** How long a refund request waits for the decision of a second person, in ms. */
export const approvalWindowMs = days(7);

/**
 * The methods that the panel offers for a refund: `auto` lets the rules of D-25 choose, the others force one method.
 */
export const askedMethods = ["auto", "void", "credit"] as const;
export type AskedMethod = (typeof askedMethods)[number];

export const toRefundWay = (method: AskedMethod): RefundWay => (method === "auto" ? "automatic" : method);

/**
 * How long a looser limit waits before it takes effect, in ms. Without the delay one person could raise the limit,
 * refund and restore it before anybody notices.
 */
export const loosenedAfterMs = days(1);

/**
 * An account's limit, and a looser one that will replace it. Kuruş; null means that no refund needs a second person.
 */
export interface ApprovalLimit {
  readonly presentKurus: bigint | null;
  readonly nextKurus: bigint | null;
  /** The instant (UTC) at which `nextKurus` takes effect; null when no change is scheduled. */
  readonly nextAt: Date | null;
}

/** Returns the limit in force at an instant, in kuruş; null means no limit. */
export const limitAt = ({ presentKurus, nextKurus, nextAt }: ApprovalLimit, now: Date): bigint | null =>
  nextAt !== null && nextAt <= now ? nextKurus : presentKurus;

/** Changes the limit: a stricter or equal one takes effect at once, a looser one a day later. */
export function changeLimit(limit: ApprovalLimit, toKurus: bigint | null, now: Date): ApprovalLimit {
  const presentKurus = limitAt(limit, now);
  const isLooser = presentKurus !== null && (toKurus === null || toKurus > presentKurus);
  return isLooser
    ? { presentKurus, nextKurus: toKurus, nextAt: plusMs(now, loosenedAfterMs) }
    : { presentKurus: toKurus, nextKurus: null, nextAt: null };
}

/**
 * Returns whether a refund from the panel needs a second person (S32): when its amount and what was refunded of the
 * payment before exceed the account's limit. Earlier refunds through the API count as well, so that splitting a refund
 * does not avoid the approval. Amounts in kuruş.
 * @param limitKurus the limit in force; null when the account has none
 */
export const needsSecondPerson = (
  limitKurus: bigint | null,
  { refundedKurus, amountKurus }: { readonly refundedKurus: bigint; readonly amountKurus: bigint },
): boolean => limitKurus !== null && refundedKurus + amountKurus > limitKurus;

/** Whether the limit covers refunds through the API too, and until when it still does after it was switched off. */
interface ApiApproval {
  readonly isOn: boolean;
  /** UTC; null while nothing is planned. */
  readonly until: Date | null;
}

/** Returns whether refunds through the API above the limit are refused at an instant (D-66). */
export const coversApiAt = ({ isOn, until }: ApiApproval, now: Date): boolean =>
  isOn && (until === null || now < until);

/** Switches the refusal of refunds through the API on at once, or off a day later. */
export function changeApiApproval(former: ApiApproval, isOn: boolean, now: Date): ApiApproval {
  if (isOn || !coversApiAt(former, now)) return { isOn, until: null };
  return former.until === null ? { isOn: true, until: plusMs(now, loosenedAfterMs) } : former;
}
