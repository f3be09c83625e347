import type { Payout, PayoutFailure } from "@/prisma/generated/client";
import { findMove, type PayoutStatus, payoutTable, sourceStates } from "@/server/domain/states";
import type { Tx } from "../db";
import { writeEvent } from "../webhooks/outbox";

export type PayoutRecord = Payout;
export type { PayoutFailure };

/** The facts that a move adds to a payout. */
export interface PayoutFacts {
  readonly iban?: Uint8Array<ArrayBuffer>;
  readonly ibanMasked?: string;
  readonly beneficiary?: string;
  /** The day on which the account gets the money, where the approval comes later than the day that was planned. */
  readonly valueDate?: Date;
  readonly changeId?: string | null;
  readonly fileId?: string;
  readonly bankReference?: string;
  readonly failure?: PayoutFailure;
  /** Set to null when the sandbox has paid. */
  readonly autoAt?: null;
}

/** The column that keeps the instant of a move to each status. */
const momentOf: Readonly<Record<PayoutStatus, "createdAt" | "approvedAt" | "sentAt" | "endedAt">> = {
  prepared: "createdAt",
  approved: "approvedAt",
  sent: "sentAt",
  paid_out: "endedAt",
  failed: "endedAt",
  withdrawn: "endedAt",
};

/**
 * Moves a payout by a row of `payoutTable` (R4), as a compare-and-set, and writes the event of the move (§6.1). Returns
 * false where the payout has no status from which it may move so.
 */
export async function movePayout(
  tx: Tx,
  payout: { readonly id: string; readonly partnerId: string },
  to: Exclude<PayoutStatus, "prepared">,
  facts: PayoutFacts,
  now: Date,
): Promise<boolean> {
  const from = sourceStates(payoutTable, to);
  const { count } = await tx.payout.updateMany({
    where: { id: payout.id, status: { in: from } },
    data: { ...facts, status: to, updatedAt: now, [momentOf[to]]: now },
  });
  if (count === 0) return false;
  const type = from.map((status) => findMove(payoutTable, status, to)?.event).find((event) => event !== undefined);
  if (type) {
    const { id, partnerId } = payout;
    const event = {
      partnerId,
      type,
      resourceType: "payout_item",
      resourceId: id,
      subjectId: id,
      occurredAt: now,
    } as const;
    await writeEvent(tx, event, now);
  }
  return true;
}

/** Inserts a payout that issues a failed one again, with its settlements. */
export const insertReissue = (tx: Tx, failed: PayoutRecord, id: string, valueDay: string, now: Date) =>
  tx.payout.create({
    data: {
      id,
      partnerId: failed.partnerId,
      status: payoutTable.initial,
      amount: failed.amount,
      carriedAmount: failed.carriedAmount,
      lineCount: failed.lineCount,
      valueDate: new Date(valueDay),
      rootId: failed.rootId,
      reissueOf: failed.id,
      createdAt: now,
      updatedAt: now,
    },
  });
