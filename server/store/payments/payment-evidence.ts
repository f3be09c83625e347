import type { PayoutStatus } from "@/server/domain/states";
import type { Db } from "../db";
import { newestPayout } from "../payouts/newest-payout";

/** The bank's evidence of a capture, and where its money is (D-63). */
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

/** The settings of a terminal that decide how its payments are refunded. */
interface RefundTerms {
  readonly mode: "standard" | "direct_collection";
  readonly dayEndLocal: string;
}

type Row = RefundTerms & Omit<CaptureEvidence, "bank"> & { bank: string | null };

/** Returns the terminal of a captured payment, and the evidence of its capture, in one statement. */
export async function getCapturedFacts(
  db: Db,
  paymentId: string,
): Promise<{ readonly terminal: RefundTerms; readonly evidence: CaptureEvidence | null }> {
  const { rows } = await db.pool.query<Row>({
    name: "get-captured-facts",
    text: `
      select t.mode, t.day_end_local as "dayEndLocal", c.bank, a.bank_order_id as "orderId", a.auth_code as "authCode",
             a.rrn, a.eci, s.due_at as "dueAt", o.id as "payoutId", o.status as "payoutStatus", o.value_date as "valueDate"
        from payment p join terminal t on t.id = p.terminal_id
        left join attempt a on a.payment_id = p.id and a.status = 'captured'
        left join bank_connection c on c.id = a.connection_id
        left join settlement s on s.payment_id = p.id and s.refund_id is null and s.correction_id is null
            and s.chargeback_id is null
        ${newestPayout("s")}
       where p.id = $1`,
    values: [paymentId],
  });
  const [row] = rows;
  if (!row) throw new Error(`There is no payment ${paymentId}`);
  const { mode, dayEndLocal, bank, ...evidence } = row;
  return { terminal: { mode, dayEndLocal }, evidence: bank === null ? null : { bank, ...evidence } };
}
