import { days } from "./clock";
import type { RefundWay } from "./refund-policy";

/** How long a refund waits for a second person, ms. */
export const approvalWindowMs = days(7);

/** How a refund is asked for in the panel: by the rules, or by a method of one's own choice. */
export const askedMethods = ["auto", "void", "credit"] as const;
export type AskedMethod = (typeof askedMethods)[number];

export const wayOf = (method: AskedMethod): RefundWay => (method === "auto" ? "automatic" : method);

/**
 * Whether a refund from the panel wants a second person (S32): where it passes the account's limit together with what went
 * back of the payment before, by whichever door, so that splitting it changes nothing. Kuruş.
 * @param limitKurus null: none ever does
 */
export const needsSecondPerson = (
  limitKurus: bigint | null,
  { refundedKurus, amountKurus }: { readonly refundedKurus: bigint; readonly amountKurus: bigint },
): boolean => limitKurus !== null && refundedKurus + amountKurus > limitKurus;
