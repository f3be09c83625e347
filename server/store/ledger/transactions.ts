import type { TransactionType } from "@/server/domain/ledger/transactions";
import type { CardFamily } from "@/server/domain/pricing/installments";
import type { PayoutStatus } from "@/server/domain/states";
import type { Db } from "../db";
import { newestPayout } from "../payouts/newest-payout";
import type { PartnerId } from "../tenant";

/** The movements of one account that are read, oldest first. */
export interface TransactionSelection {
  readonly partnerId: PartnerId;
  /** Inclusive, and exclusive; null for no bound. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly type: TransactionType | null;
  readonly terminalId: string | null;
  readonly partnerTxCode: string | null;
  readonly after: TransactionPosition | null;
  readonly countMax: number;
}

/** The position of a movement in the order of reports, and what the reader's first page saw. */
export interface TransactionPosition {
  readonly occurredAt: Date;
  readonly id: string;
  /** The database's snapshot at the first page, and the instant of that page. */
  readonly snapshot: string;
  readonly firstReadAt: Date;
}

/** A movement with the facts that a merchant's accountant compares (D-64). Amounts in signed kuruş. */
export interface TransactionRow {
  readonly id: string;
  readonly type: TransactionType;
  readonly paymentId: string;
  readonly partnerTxCode: string;
  readonly refundId: string | null;
  readonly partnerRefundCode: string | null;
  readonly occurredAt: Date;
  readonly amount: bigint;
  readonly commissionAmount: bigint;
  readonly installment: number;
  readonly terminalId: string;
  readonly source: "api" | "panel" | "payment_link";
  readonly cardBin: string | null;
  readonly cardLast4: string | null;
  readonly cardBrand: string | null;
  readonly cardFamily: CardFamily | null;
  readonly cardBank: string | null;
  readonly cardScheme: string | null;
  readonly bank: string | null;
  readonly bankOrderId: string | null;
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly eci: string | null;
  /** Null for direct collection, which no payout pays. */
  readonly dueAt: Date | null;
  readonly payoutId: string | null;
  readonly payoutStatus: PayoutStatus | null;
  readonly valueDate: Date | null;
}

const columns = `
  e.id, e.kind as type, p.id as "paymentId", p.partner_tx_code as "partnerTxCode", e.refund_id as "refundId",
  r.partner_refund_code as "partnerRefundCode", e.occurred_at as "occurredAt", e.amount,
  e.commission_amount as "commissionAmount", p.installment, p.terminal_id as "terminalId", p.source,
  p.card_bin as "cardBin", p.card_last4 as "cardLast4", p.card_brand as "cardBrand", p.card_family as "cardFamily",
  p.card_bank as "cardBank", p.card_scheme as "cardScheme", c.bank, a.bank_order_id as "bankOrderId",
  case when e.refund_id is null then a.auth_code else r.auth_code end as "authCode",
  case when e.refund_id is null then a.rrn else r.rrn end as rrn,
  case when e.refund_id is null then a.eci end as eci,
  s.due_at as "dueAt", o.id as "payoutId", o.status as "payoutStatus", o.value_date as "valueDate"`;

const sources = `
  join payment p on p.id = e.payment_id
  left join refund r on r.id = e.refund_id
  left join attempt a on a.payment_id = p.id and a.status = 'captured'
  left join bank_connection c on c.id = a.connection_id
  left join settlement s on e.book = 'collected' and s.id = 'stl_' || substr(e.id, 5)
  ${newestPayout("s")}`;

type RawRow = Omit<TransactionRow, "amount" | "commissionAmount"> & { amount: string; commissionAmount: string };

const toRow = (row: RawRow): TransactionRow => ({
  ...row,
  amount: BigInt(row.amount),
  commissionAmount: BigInt(row.commissionAmount),
});

/**
 * Lists a page of movements by the time of the money, then by id. Later pages leave out what was committed after the
 * first one was read (D-64). A restored database begins its numbers of transactions again, so the rule concerns only
 * what was entered from a day before the first page on.
 */
export async function listTransactionRows(db: Db, selection: TransactionSelection): Promise<TransactionRow[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { partnerId, from, to, type, terminalId, partnerTxCode, after, countMax } = selection;
  const conditions = [`e.partner_id = ${bind(partnerId)}`, "e.payment_id is not null"];
  if (from) conditions.push(`e.occurred_at >= ${bind(from)}`);
  if (to) conditions.push(`e.occurred_at < ${bind(to)}`);
  if (type) conditions.push(`e.kind = ${bind(type)}::"LedgerKind"`);
  if (terminalId) conditions.push(`e.terminal_id = ${bind(terminalId)}`);
  if (partnerTxCode !== null) {
    conditions.push(
      `e.payment_id in (select id from payment where partner_id = $1 and partner_tx_code = ${bind(partnerTxCode)})`,
    );
  }
  if (after) {
    conditions.push(
      `(e.occurred_at, e.id) > (${bind(after.occurredAt)}, ${bind(after.id)})`,
      `(e.created_at < ${bind(after.firstReadAt)}::timestamptz - interval '1 day'
        or pg_visible_in_snapshot(e.written_by::text::xid8, ${bind(after.snapshot)}::pg_snapshot))`,
    );
  }
  const { rows } = await db.pool.query<RawRow>({
    text: `
      with page as materialized (
        select * from ledger_entry e where ${conditions.join(" and ")} order by e.occurred_at, e.id limit ${bind(countMax)})
      select ${columns} from page e ${sources} order by e.occurred_at, e.id`,
    values,
  });
  return rows.map(toRow);
}

/** Lists a page of the movements of a payout in the same order, without those that were carried over. */
export async function listPayoutTransactionRows(
  db: Db,
  selection: Pick<TransactionSelection, "partnerId" | "countMax"> & {
    readonly rootId: string;
    readonly after: Pick<TransactionPosition, "occurredAt" | "id"> | null;
  },
): Promise<TransactionRow[]> {
  const { partnerId, rootId, after, countMax } = selection;
  const { rows } = await db.pool.query<RawRow>({
    text: `
      with page as materialized (
        select e.* from settlement s join ledger_entry e on e.id = 'txn_' || substr(s.id, 5)
         where s.payout_id = $1 and s.partner_id = $2 and s.carry_over_id is null
           and ($3::timestamptz is null or (e.occurred_at, e.id) > ($3, $4))
         order by e.occurred_at, e.id limit $5)
      select ${columns} from page e ${sources} order by e.occurred_at, e.id`,
    values: [rootId, partnerId, after?.occurredAt ?? null, after?.id ?? null, countMax],
  });
  return rows.map(toRow);
}

/** Returns the database's present snapshot, by which later pages know what this one could see. */
export async function readSnapshot(db: { readonly pool: Pick<Db["pool"], "query"> }): Promise<string> {
  const { rows } = await db.pool.query<{ snapshot: string }>("select pg_current_snapshot()::text as snapshot");
  return rows[0]?.snapshot ?? "";
}

/** Whether money of an account that was sent before an instant has no outcome yet, so that it may still be booked. */
export async function isAnyOutcomeOpen(db: Db, partnerId: PartnerId, before: Date): Promise<boolean> {
  const { rows } = await db.pool.query<{ open: boolean }>(
    `select exists (select 1 from attempt where partner_id = $1 and status in ('capturing', 'unknown') and capture_sent_at < $2)
            or exists (select 1 from refund where partner_id = $1 and status = 'pending' and sent_at < $2) as open`,
    [partnerId, before],
  );
  return rows[0]?.open ?? false;
}
