import type { Call, Facts } from "./history";
import type { PaymentRecord, RefundItem } from "./records";

/** What a payment or a refund has to show in any state (§4.6, D-18, D-24, D-25, D-28). */

/** A rule that an answer keeps or breaks, with the rule in words. */
export type Rule = readonly [isKept: boolean, rule: string];

/** Returns the first rule that is broken, in words; null where all are kept. */
export const findBroken = (rules: readonly Rule[]): string | null => rules.find(([isKept]) => !isKept)?.[1] ?? null;

/** Returns the ms of an instant; infinity for the end of a call that was not answered. */
export const ms = (instant: string | Date | null): number =>
  instant === null ? Number.POSITIVE_INFINITY : new Date(instant).getTime();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The possible validities of a payment where its terminal is not known, minutes (§8.2). */
const validities = [30, 135];

/** Returns the bounds of a payment's validity, ms. */
export function boundValidity(terminalId: string, { terminals }: Facts): { from: number; to: number } {
  const known = terminals?.[terminalId]?.validityMinutes;
  const [from = 0, to = 0] = known === undefined ? validities : [known, known];
  return { from: from * minuteMs, to: to * minuteMs };
}

/** Returns the first day-end after an instant, ms, for a terminal whose day ends at `HH:MM` in Istanbul (D-25). */
export function findDayEnd(instant: string, dayEndLocal: string): number {
  const [hours = 0, minutes = 0] = dayEndLocal.split(":").map(Number);
  const offset = (hours - 3) * 60 * minuteMs + minutes * minuteMs;
  return (Math.floor((ms(instant) - offset) / dayMs) + 1) * dayMs + offset;
}

/**
 * Returns what chargebacks have taken of a payment, kuruş. The record does not name it, but its net amount is less by
 * it.
 */
export function readChargedBack({ amount, commission, refund }: PaymentRecord): number {
  if (commission === null) return 0;
  return amount - commission.amount + commission.reversedAmount - refund.refundedAmount - commission.netAmount;
}

export function findPaymentFault(record: PaymentRecord, call: Call, facts: Facts): string | null {
  const { status, source, paymentLinkId, createdAt, updatedAt, expiresAt } = record;
  const validity = ms(expiresAt) - ms(createdAt);
  const bounds = boundValidity(record.terminalId, facts);
  const isCaptured = status === "captured";
  return (
    findBroken([
      [isCaptured === (record.capturedAt !== null), "capturedAt is there exactly where the payment is captured"],
      [(status === "failed") === (record.failedAt !== null), "failedAt is there exactly where the payment failed"],
      [(status === "expired") === (record.expiredAt !== null), "expiredAt is there exactly where the payment expired"],
      [
        (status === "failed") === (record.failureCode !== null),
        "a failureCode is there exactly where the payment failed",
      ],
      [!isCaptured || record.decline === null, "no decline is there once the payment is captured (D-63)"],
      [
        !causedByCard.has(record.failureCode ?? "") || record.decline !== null,
        "a payment that failed for its card says why the card was refused (D-63)",
      ],
      [isCaptured === (record.card !== null), "the card is there exactly where the payment is captured (D-18)"],
      [isCaptured === (record.commission !== null), "the commission is there exactly where the payment is captured"],
      [isCaptured === (record.refundOptions !== null), "refundOptions are there exactly where the payment is captured"],
      [validity === bounds.from || validity === bounds.to, "expiresAt is createdAt and the validity (§8.2)"],
      [
        record.expiredAt === null || record.expiredAt === expiresAt,
        "expiredAt is the instant at which it was due (D-48)",
      ],
      [status !== "expired" || ms(call.clock.endedAt) >= ms(expiresAt), "nothing expires before expiresAt"],
      [(source === "payment_link") === (paymentLinkId !== null), "only a link's payment has a paymentLinkId"],
      [
        source !== "payment_link" || /^PL-\d+-\d+$/.test(record.partnerTxCode),
        "a link's payment has a code PL-n-n (D-11)",
      ],
      [
        record.returnedAmount === 0 || status === "failed" || status === "expired",
        "money returns without payment (D-72)",
      ],
      [ms(createdAt) <= ms(updatedAt), "updatedAt is not before createdAt"],
    ]) ??
    findCommissionFault(record, facts) ??
    findRefundSumFault(record) ??
    findOptionsFault(record, call, facts)
  );
}

function findCommissionFault(record: PaymentRecord, { charges = [] }: Facts): string | null {
  const { commission, source, amount, refund } = record;
  if (commission === null) return null;
  const { basis, rateBps, fixedFee, customerShareAmount, reversedAmount } = commission;
  const chargedBack = readChargedBack(record);
  const isCharged = charges.some(({ paymentCode }) => paymentCode === record.paymentCode);
  const base = basis === "gross" ? amount : amount - customerShareAmount;
  const isVoided = refund.items.some(({ method, status }) => method === "void" && status === "approved");
  return findBroken([
    [
      commission.amount === Math.floor((base * rateBps) / 10_000) + (fixedFee ?? 0),
      "commission by rate and fee (D-30)",
    ],
    [source === "payment_link" || commission.customerShareBps === 0, "only the buyer of a link bears a share (D-18)"],
    [source === "payment_link" || customerShareAmount === 0, "only the buyer of a link bears a share (D-18)"],
    [reversedAmount === (isVoided ? commission.amount : 0), "a void alone gives the commission back (D-28)"],
    [0 <= chargedBack && chargedBack <= (isCharged ? amount : 0), "the net adds up (D-28, D-401)"],
  ]);
}

function findRefundSumFault(record: PaymentRecord): string | null {
  const { refund, amount, status } = record;
  const left = amount - refund.refundedAmount - refund.pendingAmount - readChargedBack(record);
  const { items, refundedAmount, pendingAmount, remainingAmount } = refund;
  const sum = (wanted: RefundItem["status"]) =>
    items.reduce((total, each) => total + (each.status === wanted ? each.amount : 0), 0);
  const isCaptured = status === "captured";
  const progress = refundedAmount === 0 ? "none" : refundedAmount < amount ? "partial" : "full";
  return (
    findBroken([
      [isCaptured || items.length === 0, "only a captured payment has refunds"],
      [refundedAmount === sum("approved"), "refundedAmount is the sum of the approved refunds"],
      [pendingAmount === sum("pending"), "pendingAmount is the sum of the pending refunds"],
      [remainingAmount === (isCaptured ? Math.max(0, left) : 0), "remainingAmount adds up (D-25, D-401)"],
      [refund.status === progress, "refund.status says how much was refunded"],
    ]) ?? findRefundsFault(items)
  );
}

/** What a list of a payment's refunds has to show (D-24, D-26). */
export function findRefundsFault(items: readonly RefundItem[]): string | null {
  const isOrdered = items.every(({ createdAt }, n) => n === 0 || createdAt <= (items[n - 1]?.createdAt ?? ""));
  return (
    findBroken([
      [isOrdered, "refunds are listed newest first (D-24)"],
      [items.filter(({ status }) => status === "pending").length <= 1, "one refund is pending at most (§3.3)"],
      [new Set(items.map(({ refundId }) => refundId)).size === items.length, "a refund is listed once"],
    ]) ??
    items.map(findRefundFault).find((fault) => fault !== null) ??
    null
  );
}

export const findRefundFault = ({ status, resolvedAt, failureCode }: RefundItem): string | null =>
  findBroken([
    [(status === "pending") === (resolvedAt === null), "resolvedAt is null exactly while a refund is pending"],
    [(status === "declined") === (failureCode !== null), "a failureCode is there exactly where a refund is declined"],
  ]);

/** The failures that only a refused card causes. */
const causedByCard: ReadonlySet<string> = new Set(["three_ds_failed", "capture_declined"]);

/** Compares the options with the record itself: amounts, refunds and the time (D-18, D-25). */
function findOptionsFault(record: PaymentRecord, { clock }: Call, { terminals }: Facts): string | null {
  const { refundOptions, refund, capturedAt, amount, terminalId } = record;
  if (refundOptions === null || capturedAt === null) return null;
  const { void: undo, credit, automaticPartialFrom } = refundOptions;
  const terminal = terminals?.[terminalId];
  const back = refund.refundedAmount + readChargedBack(record);
  const isOpen = back < amount && refund.pendingAmount === 0;
  const isWhole = isOpen && back === 0;
  const isReviewed = undo.reason === "under_review" || credit.reason === "under_review";
  const isDirect = terminal?.isDirect ?? credit.reason === "direct_collection";
  const dayEnd = terminal && findDayEnd(capturedAt, terminal.dayEndLocal);
  return findBroken([
    [undo.available === (undo.reason === null), "an option has a reason exactly where it is not available"],
    [credit.available === (credit.reason === null), "an option has a reason exactly where it is not available"],
    [dayEnd === undefined || dayEnd === ms(undo.until), "a void is possible until the first day-end (D-25)"],
    [!undo.available || (isWhole && ms(clock.startedAt) < ms(undo.until)), "this void is not possible"],
    [undo.available || isReviewed || !isWhole || ms(clock.endedAt) >= ms(undo.until), "this void is possible"],
    [!credit.available || (isOpen && !isDirect), "this credit is not possible"],
    [credit.available || isReviewed || !isOpen || isDirect, "this credit is possible"],
    [automaticPartialFrom === null || automaticPartialFrom === undo.until, "partial refunds begin at day-end (D-18)"],
  ]);
}
