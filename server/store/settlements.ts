import { newId } from "@/server/domain/ids";
import type { Tx } from "./db";

export interface NewSettlement {
  readonly partnerId: string;
  readonly paymentId: string;
  /** Net, kuruş; negative where the account owes. */
  readonly amountKurus: bigint;
  readonly dueAt: Date;
}

/** Books what an account is owed for a capture (D-39); a second booking is refused by the database. */
export const insertCaptureSettlement = (tx: Tx, settlement: NewSettlement, now: Date) =>
  tx.settlement.create({
    data: {
      ...{ id: newId("settlement", now), status: "pending" },
      ...{ partnerId: settlement.partnerId, paymentId: settlement.paymentId },
      ...{ amount: settlement.amountKurus, dueAt: settlement.dueAt, createdAt: now, updatedAt: now },
    },
  });

/**
 * Books what an account owes for a refund, where the capture was booked: not by what the terminal is today, as that may
 * have changed since. A second booking is refused by the database.
 */
export const insertRefundSettlement = (tx: Tx, settlement: NewSettlement & { refundId: string }, now: Date) =>
  tx.$executeRaw`
    insert into settlement (id, partner_id, payment_id, refund_id, amount, due_at, status, created_at, updated_at)
    select ${newId("settlement", now)}, partner_id, payment_id, ${settlement.refundId}, ${settlement.amountKurus},
           ${settlement.dueAt}, 'pending', ${now}, ${now}
      from settlement
     where payment_id = ${settlement.paymentId} and partner_id = ${settlement.partnerId} and refund_id is null`;
