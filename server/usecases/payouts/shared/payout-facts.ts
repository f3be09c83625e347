import { istanbulDate } from "@/server/domain/business-day";
import { type SettlementStatus, toSettlementStatus } from "@/server/domain/payouts/settlement-status";
import type { PayoutStatus } from "@/server/domain/states";

/** Where the money of a payment or a movement is (D-63). */
export interface PayoutFacts {
  /** Null until a payout has collected it. */
  readonly payoutBatchId: string | null;
  readonly status: SettlementStatus;
  /** The day on which the account gets it, or is expected to, `YYYY-MM-DD` (Istanbul). */
  readonly valueDate: string;
}

/** Returns where the money of a settlement is; null for direct collection, where the bank pays the merchant. */
export function toPayoutFacts(row: {
  readonly dueAt: Date | null;
  readonly payoutId: string | null;
  readonly payoutStatus: PayoutStatus | null;
  readonly valueDate: Date | null;
}): PayoutFacts | null {
  if (row.dueAt === null) return null;
  return {
    payoutBatchId: row.payoutId,
    status: toSettlementStatus(row.payoutStatus),
    valueDate: row.valueDate === null ? istanbulDate(row.dueAt) : row.valueDate.toISOString().slice(0, 10),
  };
}
