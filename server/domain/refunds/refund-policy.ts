import { isNearDayEnd } from "../business-day";
import { minutes } from "../clock";
import type { ErrorCode } from "../errors";

export const refundMethods = ["void", "credit"] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** The endpoint of a refund: `automatic` chooses the method, the others force one (§4.8). */
export const refundWays = ["automatic", ...refundMethods] as const;
export type RefundWay = (typeof refundWays)[number];

type Refusal = Extract<
  ErrorCode,
  | "payment_not_refundable"
  | "access_denied"
  | "refund_in_progress"
  | "refund_amount_exceeds_remaining"
  | "direct_refund_not_allowed"
  | "refund_method_not_available"
  | "refund_not_yet_available"
>;

/** A row of the table of D-25. An omitted condition matches either case, except `direct`. */
export interface RefundRule {
  readonly way: RefundWay | "any";
  /** True for terminals of direct collection only; when omitted, for all other terminals only. */
  readonly direct?: true;
  /** Whether the amount is everything that is left of the payment. */
  readonly whole?: boolean;
  /** Whether a part of the payment was refunded before. */
  readonly credited?: boolean;
  /** The result before the first day-end after the capture. */
  readonly sameDay: RefundMethod | Refusal;
  /** The result from that day-end on. */
  readonly later: RefundMethod | Refusal;
}

const noDirect = "direct_refund_not_allowed";
const noMethod = "refund_method_not_available";

/** The table of D-25; the first row that matches decides. */
export const refundRules: readonly RefundRule[] = [
  { way: "credit", direct: true, sameDay: noDirect, later: noDirect },
  { way: "any", direct: true, whole: true, credited: false, sameDay: "void", later: noDirect },
  { way: "any", direct: true, sameDay: noDirect, later: noDirect },
  { way: "automatic", whole: true, credited: false, sameDay: "void", later: "credit" },
  { way: "automatic", whole: true, credited: true, sameDay: "credit", later: "credit" },
  { way: "automatic", whole: false, sameDay: "refund_not_yet_available", later: "credit" },
  { way: "credit", sameDay: "credit", later: "credit" },
  { way: "void", whole: true, credited: false, sameDay: "void", later: noMethod },
  { way: "void", sameDay: noMethod, later: noMethod },
];

/** The facts about a payment that decide whether it can be refunded. Amounts in kuruş. */
export interface Refundable {
  readonly isCaptured: boolean;
  readonly amountKurus: bigint;
  /** The amount that was returned to the card: approved refunds and approved corrections of the books (D-75). */
  readonly refundedKurus: bigint;
  /** The amount of the pending refunds. */
  readonly pendingKurus: bigint;
  /** True while the bank and the books contradict each other about the payment; refunds then have to wait (D-75). */
  readonly isHeld: boolean;
  /** True for a terminal of direct collection. */
  readonly isDirect: boolean;
  /** The first day-end after the capture, UTC. */
  readonly dayEnd: Date;
}

/** The refund that is asked for. */
export interface RefundChoice {
  readonly way: RefundWay;
  /** Kuruş; null means everything that is left. */
  readonly amountKurus: bigint | null;
  /** The largest amount in kuruş that an API key may refund at once (D-66); null without a limit. */
  readonly keyLimitKurus?: bigint | null;
}

/** Whether an amount is more than an API key may refund at once. Amounts in kuruş. */
export const isAboveKeyLimit = (amountKurus: bigint, { keyLimitKurus = null }: RefundChoice): boolean =>
  keyLimitKurus !== null && amountKurus > keyLimitKurus;

export type RefundDecision =
  | { readonly method: RefundMethod; readonly amountKurus: bigint }
  | { readonly refusal: Refusal };

/** Decides whether a refund may start now, and by which method: steps 10 to 14 of D-7, in this order. */
export function decideRefund(payment: Refundable, request: RefundChoice, now: Date): RefundDecision {
  const remainingKurus = payment.amountKurus - payment.refundedKurus;
  // A bank may charge back what was refunded too (D-401), so less than nothing can be left.
  if (!payment.isCaptured || remainingKurus <= 0n) return { refusal: "payment_not_refundable" };
  // A stated amount was compared with the key's limit before the payment was looked for.
  if (request.amountKurus === null && isAboveKeyLimit(remainingKurus, request)) return { refusal: "access_denied" };
  // A pending refund of everything that is left is in progress as well: its outcome is open, and the contract allows
  // one refund at a time.
  if (payment.pendingKurus > 0n || payment.isHeld) return { refusal: "refund_in_progress" };
  const amountKurus = request.amountKurus ?? remainingKurus;
  if (amountKurus > remainingKurus) return { refusal: "refund_amount_exceeds_remaining" };
  const row = refundRules.find(
    ({ way, direct = false, whole, credited }) =>
      (way === "any" || way === request.way) &&
      direct === payment.isDirect &&
      (whole ?? amountKurus === remainingKurus) === (amountKurus === remainingKurus) &&
      (credited ?? payment.refundedKurus > 0n) === payment.refundedKurus > 0n,
  );
  if (!row) throw new TypeError("No row of the refund rules fits");
  const outcome = now < payment.dayEnd ? row.sameDay : row.later;
  return isMethod(outcome) ? { method: outcome, amountKurus } : { refusal: outcome };
}

const isMethod = (outcome: RefundMethod | Refusal): outcome is RefundMethod =>
  (refundMethods as readonly string[]).includes(outcome);

/** How close to a day-end the bank's clock may already, or still, be on another day than ours, in ms. */
const dayEndToleranceMs = minutes(5);

/**
 * Returns whether a void continues as a credit when the bank finds nothing to void (D-157). It does when the automatic
 * endpoint chose the void, and the capture or the void is so close to a day-end that the bank may have counted the
 * capture to the previous day. Direct collection has no credits.
 * @param instants the instants (UTC) of the capture, of sending the void and of its answer
 */
export const continuesAsCredit = (
  refund: { readonly way: RefundWay; readonly method: RefundMethod; readonly isDirect: boolean },
  dayEndLocal: string,
  instants: readonly Date[],
): boolean =>
  refund.way === "automatic" &&
  refund.method === "void" &&
  !refund.isDirect &&
  instants.some((instant) => isNearDayEnd(instant, dayEndLocal, dayEndToleranceMs));

/** The reasons why a refund was declined, as merchants see them. */
export const refundFailures = [
  "declined_by_bank",
  "day_closed",
  "day_not_closed",
  "nothing_to_void",
  "exceeds_remaining_at_bank",
  "not_processed",
] as const;
export type RefundFailure = (typeof refundFailures)[number];

export const obstacles = [
  "refund_pending",
  "under_review",
  "fully_refunded",
  "direct_collection",
  "partly_refunded",
  "day_closed",
] as const;

/** The reason why a refund method is not available at the moment. */
export type Obstacle = (typeof obstacles)[number];

/** Returns the refund methods that are available now (D-18), or null for a payment that is not captured. */
export function toRefundOptions(payment: Refundable, now: Date) {
  if (!payment.isCaptured) return null;
  const option = (way: RefundMethod) => {
    const available = "method" in decideRefund(payment, { way, amountKurus: null }, now);
    return { available, reason: available ? null : findObstacle(payment, way) };
  };
  const canBeCredited = !payment.isDirect && payment.refundedKurus < payment.amountKurus;
  return {
    void: { ...option("void"), until: payment.dayEnd },
    credit: option("credit"),
    automaticPartialFrom: canBeCredited ? payment.dayEnd : null,
  };
}

/** Returns the reason why a method that is not available is not available. */
function findObstacle(payment: Refundable, way: RefundMethod): Obstacle {
  if (payment.refundedKurus >= payment.amountKurus) return "fully_refunded";
  if (payment.pendingKurus > 0n) return "refund_pending";
  if (payment.isHeld) return "under_review";
  if (way === "credit") return "direct_collection";
  return payment.refundedKurus > 0n ? "partly_refunded" : "day_closed";
}
