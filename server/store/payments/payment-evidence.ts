import type { PayoutStatus } from "@/server/domain/states";
import type { Db } from "../db";
import { newestPayout } from "../ledger/transactions";

/** What the bank's evidence of a capture is, and where its money is (D-63). */
export interface CaptureEvidence {
  /** The bank by its name in the catalogue. */
  readonly bank: string;
  readonly orderId: string;
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly eci: string | null;
  /** Null for direct collection. */
  readonly dueAt: Date | null;
  readonly payoutId: string | null;
  readonly payoutStatus: PayoutStatus | null;
  readonly valueDate: Date | null;
}

/** Finds the evidence of a captured payment; null where no attempt of it was captured. */
export async function findCaptureEvidence(db: Db, paymentId: string): Promise<CaptureEvidence | null> {
  const { rows } = await db.pool.query<CaptureEvidence>({
    name: "find-capture-evidence",
    text: `
      select c.bank, a.bank_order_id as "orderId", a.auth_code as "authCode", a.rrn, a.eci, s.due_at as "dueAt",
             o.id as "payoutId", o.status as "payoutStatus", o.value_date as "valueDate"
        from attempt a join bank_connection c on c.id = a.connection_id
        left join settlement s on s.payment_id = a.payment_id and s.refund_id is null and s.correction_id is null
        ${newestPayout("s")}
       where a.payment_id = $1 and a.status = 'captured'`,
    values: [paymentId],
  });
  return rows[0] ?? null;
}
