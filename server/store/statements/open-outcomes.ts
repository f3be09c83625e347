import type { PartnerId } from "../tenant";
import type { Connection } from "./snapshot";

/** A capture or refund whose outcome at the bank is not known yet. */
export interface OpenOutcome {
  readonly kind: "capture" | "refund";
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  /** When it was sent to the bank. */
  readonly sentAt: Date;
}

/** Lists the captures and refunds of an account that were sent before an instant and are open, the oldest first. */
export async function listOpenOutcomes(
  connection: Connection,
  { partnerId, before, countMax }: { partnerId: PartnerId; before: Date; countMax: number },
): Promise<OpenOutcome[]> {
  const { rows } = await connection.query<OpenOutcome>(
    `select open.kind, p.id as "paymentCode", p.partner_tx_code as "partnerTxCode", open.sent_at as "sentAt"
       from (select 'capture' as kind, payment_id, capture_sent_at as sent_at from attempt
              where partner_id = $1 and status in ('capturing', 'unknown') and capture_sent_at < $2
             union all
             select 'refund', payment_id, sent_at from refund
              where partner_id = $1 and status = 'pending' and sent_at < $2) open
       join payment p on p.id = open.payment_id
      order by open.sent_at, p.id limit $3`,
    [partnerId, before, countMax],
  );
  return rows;
}
