import { isNearDayEnd } from "../business-day";
import { minutes } from "../clock";
import type { ErrorCode } from "../errors";

export const refundMethods = ["void", "credit"] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** The endpoint that was asked: it chooses the method, or one is forced (§4.8). */
export const refundWays = ["automatic", ...refundMethods] as const;
export type RefundWay = (typeof refundWays)[number];

type Refusal = Extract<
  ErrorCode,
  | "payment_not_refundable"
  | "refund_in_progress"
  | "refund_amount_exceeds_remaining"
  | "direct_refund_not_allowed"
  | "refund_method_not_available"
  | "refund_not_yet_available"
>;

export interface RefundRule {
  readonly way: RefundWay | "any";
  /** Of direct collection only; of any other when left out. */
  readonly direct?: true;
  /** Whether the amount is all that is left; left out: either. */
  readonly whole?: boolean;
  /** Whether a credit was approved before; left out: either. */
  readonly credited?: boolean;
  /** Before the first day-end after the capture, and from then on. */
  readonly sameDay: RefundMethod | Refusal;
  readonly later: RefundMethod | Refusal;
}

const noDirect = "direct_refund_not_allowed";
const noMethod = "refund_method_not_available";

/** The table of D-25; the first row that fits decides. */
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

/** What the rules look at of a payment. Kuruş. */
export interface Refundable {
  readonly isCaptured: boolean;
  readonly amountKurus: bigint;
  /** What went back to the card: approved refunds and approved corrections of the books (D-75). */
  readonly refundedKurus: bigint;
  readonly pendingKurus: bigint;
  /** Whether bank and books contradict each other about the payment, so that nothing more goes back of it (D-75). */
  readonly isHeld: boolean;
  readonly isDirect: boolean;
  /** The first day-end after the capture, UTC. */
  readonly dayEnd: Date;
}

export interface RefundRequest {
  readonly way: RefundWay;
  /** Null: all that is left. */
  readonly amountKurus: bigint | null;
}

export type RefundDecision =
  | { readonly method: RefundMethod; readonly amountKurus: bigint }
  | { readonly refusal: Refusal };

/** Whether and how a refund may begin now: steps 10 to 14 of D-7, in their order. */
export function decideRefund(payment: Refundable, request: RefundRequest, now: Date): RefundDecision {
  const remainingKurus = payment.amountKurus - payment.refundedKurus;
  if (!payment.isCaptured || remainingKurus === 0n) return { refusal: "payment_not_refundable" };
  // Also when what is pending is all that is left: its outcome is open, and single-flight is the contract's word.
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

/** So close to a day-end our clock and the bank's may see different days. ms */
const dayEndDoubtMs = minutes(5);

/**
 * Whether a void for which the bank finds nothing goes on as a credit (D-74): where we chose the void, and the void or the
 * capture lies so close to a day-end that the bank may have counted the capture to the day before. Direct collection has no
 * credits.
 * @param instants when the capture was done, and when the void was sent and answered. UTC
 */
export const goesOnAsCredit = (
  refund: { readonly way: RefundWay; readonly method: RefundMethod; readonly isDirect: boolean },
  dayEndLocal: string,
  instants: readonly Date[],
): boolean =>
  refund.way === "automatic" &&
  refund.method === "void" &&
  !refund.isDirect &&
  instants.some((instant) => isNearDayEnd(instant, dayEndLocal, dayEndDoubtMs));

/** Why a refund was declined, as merchants see it. */
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

/** Why a way of refunding is not open at the moment. */
export type Obstacle = (typeof obstacles)[number];

/** What could be asked for now (D-18); null as long as nothing was captured. */
export function refundOptionsOf(payment: Refundable, now: Date) {
  if (!payment.isCaptured) return null;
  const option = (way: RefundMethod) => {
    const available = "method" in decideRefund(payment, { way, amountKurus: null }, now);
    return { available, reason: available ? null : obstacleOf(payment, way) };
  };
  const canBeCredited = !payment.isDirect && payment.refundedKurus < payment.amountKurus;
  return {
    void: { ...option("void"), until: payment.dayEnd },
    credit: option("credit"),
    automaticPartialFrom: canBeCredited ? payment.dayEnd : null,
  };
}

function obstacleOf(payment: Refundable, way: RefundMethod): Obstacle {
  if (payment.refundedKurus === payment.amountKurus) return "fully_refunded";
  if (payment.pendingKurus > 0n) return "refund_pending";
  if (payment.isHeld) return "under_review";
  if (way === "credit") return "direct_collection";
  return payment.refundedKurus > 0n ? "partly_refunded" : "day_closed";
}
