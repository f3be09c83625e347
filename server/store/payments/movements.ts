import type { SettlementKind } from "@/server/domain/payouts/settlement-list";
import type { CardFamily } from "@/server/domain/pricing/installments";
import type { PayoutStatus } from "@/server/domain/states";
import type { Db } from "../db";
import { newestPayout } from "../payouts/newest-payout";
import type { PayoutFailure } from "../payouts/payout-moves";
import type { PartnerId } from "../tenant";

/** A movement of a payment's money, what the bank says about it, and where its money is. Kuruş, UTC. */
export interface MovementRow {
  /** The `transactionId`. */
  readonly id: string;
  readonly kind: SettlementKind;
  readonly occurredAt: Date;
  /** Signed from the merchant's side. */
  readonly amountKurus: bigint;
  /** At most 0 for a capture, at least 0 for a void. */
  readonly commissionKurus: bigint;
  readonly merchantName: string;
  readonly legalTitle: string | null;
  readonly terminalName: string;
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  readonly refundId: string | null;
  readonly partnerRefundCode: string | null;
  readonly installment: number;
  readonly cardBin: string | null;
  readonly cardLast4: string | null;
  readonly cardBrand: string | null;
  readonly cardFamily: CardFamily | null;
  readonly cardBank: string | null;
  readonly cardScheme: string | null;
  /** The acquiring bank by its name in the catalogue; null where no attempt was captured. */
  readonly bank: string | null;
  readonly bankOrderId: string | null;
  /** Those of the capture or the refund; a correction and a chargeback have none. */
  readonly authCode: string | null;
  readonly rrn: string | null;
  /** Null for direct collection. */
  readonly dueAt: Date | null;
  readonly collectAt: Date | null;
  readonly isCarried: boolean;
  readonly isPaymentHeld: boolean;
  readonly isAccountHeld: boolean;
  readonly payoutId: string | null;
  readonly payoutStatus: PayoutStatus | null;
  readonly valueDate: Date | null;
  readonly bankReference: string | null;
  readonly payoutFailure: PayoutFailure | null;
}

const select = `
  select e.id, e.kind::text as kind, e.occurred_at as "occurredAt", e.amount, e.commission_amount as commission,
         m.name as "merchantName", f.legal_title as "legalTitle", t.name as "terminalName", p.id as "paymentCode",
         p.partner_tx_code as "partnerTxCode", r.id as "refundId", r.partner_refund_code as "partnerRefundCode",
         p.installment, p.card_bin as "cardBin", p.card_last4 as "cardLast4", p.card_brand as "cardBrand",
         p.card_family as "cardFamily", p.card_bank as "cardBank", p.card_scheme as "cardScheme", c.bank,
         a.bank_order_id as "bankOrderId",
         case when coalesce(e.correction_id, e.chargeback_id) is not null then null
              when r.id is null then a.auth_code else r.auth_code end as "authCode",
         case when coalesce(e.correction_id, e.chargeback_id) is not null then null
              when r.id is null then a.rrn else r.rrn end as rrn,
         s.due_at as "dueAt", s.collect_at as "collectAt", s.carry_over_id is not null as "isCarried",
         p.held_since is not null as "isPaymentHeld", w.held_since is not null as "isAccountHeld", o.id as "payoutId",
         o.status as "payoutStatus", o.value_date as "valueDate", paid.bank_reference as "bankReference",
         paid.failure as "payoutFailure"
    from ledger_entry e
    join payment p on p.id = e.payment_id
    join partner m on m.id = p.partner_id
    join terminal t on t.id = p.terminal_id
    left join partner_profile f on f.id = p.partner_id
    left join payout_terms w on w.partner_id = p.partner_id
    left join attempt a on a.payment_id = p.id and a.status = 'captured'
    left join bank_connection c on c.id = a.connection_id
    left join refund r on r.id = e.refund_id and e.correction_id is null
    left join settlement s on s.payment_id = p.id and s.correction_id is not distinct from e.correction_id
          and s.refund_id is not distinct from (case when e.correction_id is null then e.refund_id end)
          and s.chargeback_id is not distinct from e.chargeback_id
          and (e.chargeback_id is null or sign(s.amount) = sign(e.amount))
    ${newestPayout("s")}
    left join payout paid on paid.id = o.id
   where e.kind in ('capture', 'void', 'credit', 'correction', 'chargeback', 'chargeback_reversal')
     and e.partner_id = $1`;

type Columns = Omit<MovementRow, "amountKurus" | "commissionKurus"> & {
  readonly amount: string;
  readonly commission: string;
};

const toMovement = ({ amount, commission, ...row }: Columns): MovementRow => ({
  ...row,
  amountKurus: BigInt(amount),
  commissionKurus: BigInt(commission),
});

/**
 * Lists the movements of a payment of the account, the capture and then the oldest first; none for a foreign or an
 * unknown payment. A bank's file may name an earlier second than the capture has.
 */
export async function listMovements(db: Db, partnerId: PartnerId, paymentCode: string): Promise<MovementRow[]> {
  const { rows } = await db.pool.query<Columns>({
    name: "list-movements",
    text: `${select} and e.payment_id = $2 order by e.kind <> 'capture', e.occurred_at, e.id`,
    values: [partnerId, paymentCode],
  });
  return rows.map(toMovement);
}

/** Finds a movement of the account by its `transactionId`; null for a foreign one, and for one of another kind. */
export async function findMovement(db: Db, partnerId: PartnerId, transactionId: string): Promise<MovementRow | null> {
  const { rows } = await db.pool.query<Columns>({
    name: "find-movement",
    text: `${select} and e.id = $2`,
    values: [partnerId, transactionId],
  });
  return rows[0] ? toMovement(rows[0]) : null;
}
