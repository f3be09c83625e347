import { istanbulDate } from "../business-day";
import type { PayoutStatus } from "../states";

/** Where the money of a movement is on its way to the merchant. `direct`: its bank pays the merchant without us. */
export type SettlementStage = "direct" | "expected" | "carried" | "in_payout" | "paid" | "failed";

/**
 * What the money waits for: bank and books that contradict each other about the payment, a hold of the account's
 * payouts, a sum that is worth a payout, a business day of the banks, the collection of its day, the approval of its
 * payout, or the bank's confirmation.
 */
export type WaitReason = "payment_held" | "account_held" | "minimum" | "bank_day" | "collection" | "approval" | "bank";

export interface SettlementFacts {
  /** The start of the business day on which it is due (UTC); null for direct collection. */
  readonly dueAt: Date | null;
  /** When it is collected (UTC). */
  readonly collectAt: Date | null;
  readonly isCarried: boolean;
  readonly isPaymentHeld: boolean;
  readonly isAccountHeld: boolean;
  readonly payoutId: string | null;
  readonly payoutStatus: PayoutStatus | null;
  /** Midnight UTC of the payout's value date. */
  readonly valueDate: Date | null;
}

export interface SettlementPlace {
  readonly stage: SettlementStage;
  /** Null where it waits for nothing but its day. */
  readonly reason: WaitReason | null;
  /** Whether the day on which it should have been paid is over, or its collection has left it out. */
  readonly isLate: boolean;
  /** The day on which the account gets it, or is expected to, `YYYY-MM-DD` in Istanbul; null where nothing says it. */
  readonly day: string | null;
  readonly payoutId: string | null;
}

/** Returns where the money of a movement is, and why it is not further (D-377). */
export function readSettlementPlace(facts: SettlementFacts, now: Date): SettlementPlace {
  const { dueAt, payoutId, payoutStatus, valueDate } = facts;
  if (dueAt === null) return { stage: "direct", reason: null, isLate: false, day: null, payoutId: null };
  if (payoutId === null || payoutStatus === null || valueDate === null) return readUncollected(facts, dueAt, now);
  const day = valueDate.toISOString().slice(0, 10);
  const isLate = day < istanbulDate(now);
  if (payoutStatus === "paid_out") return { stage: "paid", reason: null, isLate: false, day, payoutId };
  if (payoutStatus === "failed") return { stage: "failed", reason: null, isLate: true, day, payoutId };
  return { stage: "in_payout", reason: payoutStatus === "prepared" ? "approval" : "bank", isLate, day, payoutId };
}

function readUncollected(facts: SettlementFacts, dueAt: Date, now: Date): SettlementPlace {
  const { collectAt, isCarried, isPaymentHeld, isAccountHeld } = facts;
  if (isCarried) return { stage: "carried", reason: "minimum", isLate: false, day: null, payoutId: null };
  const expectedAt = collectAt ?? dueAt;
  const isLate = expectedAt <= now;
  const reason = (): WaitReason | null => {
    if (isPaymentHeld) return "payment_held";
    if (isAccountHeld) return "account_held";
    if (isLate) return "collection";
    return istanbulDate(expectedAt) > istanbulDate(dueAt) ? "bank_day" : null;
  };
  return { stage: "expected", reason: reason(), isLate, day: istanbulDate(expectedAt), payoutId: null };
}
