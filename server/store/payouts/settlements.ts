import { newId } from "@/server/domain/ids";
import { randomOf, type Tx } from "../db";

export interface NewSettlement {
  readonly partnerId: string;
  readonly paymentId: string;
  /** The net amount in kuruş; negative where the account owes. */
  readonly amountKurus: bigint;
  /** The bank's business day on which the money moved, `YYYY-MM-DD`. */
  readonly bankDay: string;
  readonly dueAt: Date;
  /** When it is collected into a payout (D-392). */
  readonly collectAt: Date;
}

/** Books what an account is owed for a capture (D-39). The database refuses a second booking. */
export const insertCaptureSettlement = (tx: Tx, settlement: NewSettlement, now: Date) =>
  tx.settlement.create({
    data: {
      id: newId(randomOf(tx), "settlement", now),
      partnerId: settlement.partnerId,
      paymentId: settlement.paymentId,
      amount: settlement.amountKurus,
      bankDay: new Date(settlement.bankDay),
      dueAt: settlement.dueAt,
      collectAt: settlement.collectAt,
      createdAt: now,
      updatedAt: now,
    },
  });

/** What a settlement books after its capture. */
type Followed = { readonly refundId: string } | { readonly correctionId: string } | { readonly chargebackId: string };

/**
 * Books what an account owes for a refund, or what a correction or a chargeback adds or takes, where the capture was
 * booked. The terminal's present mode does not decide, because it may have changed since the capture. Returns false
 * where the capture has no settlement and nothing was booked. The database refuses a second booking.
 */
export async function insertFollowingSettlement(
  tx: Tx,
  settlement: NewSettlement & Followed,
  now: Date,
): Promise<boolean> {
  const refundId = "refundId" in settlement ? settlement.refundId : null;
  const correctionId = "correctionId" in settlement ? settlement.correctionId : null;
  const chargebackId = "chargebackId" in settlement ? settlement.chargebackId : null;
  const count = await tx.$executeRaw`
    insert into settlement (id, partner_id, payment_id, refund_id, correction_id, chargeback_id, amount, bank_day, due_at,
                            collect_at, created_at, updated_at)
    select ${newId(randomOf(tx), "settlement", now)}, partner_id, payment_id, ${refundId}, ${correctionId}, ${chargebackId},
           ${settlement.amountKurus}, ${settlement.bankDay}::date, ${settlement.dueAt}, ${settlement.collectAt}, ${now}, ${now}
      from settlement
     where payment_id = ${settlement.paymentId} and partner_id = ${settlement.partnerId} and refund_id is null
       and correction_id is null and chargeback_id is null`;
  return count === 1;
}
