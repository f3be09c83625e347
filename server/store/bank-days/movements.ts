import type { AuditedSale } from "@/server/domain/bank-days/commission-audit";
import type { LineKind } from "@/server/domain/bank-days/day-line";
import type { CardBrand, CardFamily, TariffPrice } from "@/server/domain/pricing/installments";
import type { Tx } from "../db";

/** A movement of the books as it is stored. Amounts in kuruş. */
export interface MovementRow extends Omit<AuditedSale, "acquirer"> {
  readonly id: string;
  readonly entryId: string | null;
  readonly kind: LineKind;
  readonly orderId: string;
  /** What moved; more than 0. For a refund it is another amount than that of its payment. */
  readonly movedKurus: bigint;
  readonly at: Date;
  readonly day: string | null;
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly caseNumber: string | null;
  readonly isExpected: boolean;
  readonly isMatchedElsewhere: boolean;
  readonly paymentId: string;
  readonly partnerId: string;
  readonly terminalId: string;
  /** The terminal's bank, by its key in the catalogue. */
  readonly bank: string;
  /** The tariff that was in force when the card was entered. */
  readonly tariffId: string | null;
}

export interface MovementSelection {
  readonly bankDayId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The banks, by their keys in the catalogue; null for all. */
  readonly banks: readonly string[] | null;
  readonly orderIds: readonly string[];
  readonly rrns: readonly string[];
}

/**
 * Lists the movements of a bank day with those of other days whose orders or references a file names. A movement that
 * an approved correction denies is left out with its correction, and a correction that says what the bank did stands
 * for it, without a day of the bank. Money that went back without being booked (D-72) is a sale and its return.
 */
export async function listMovements(tx: Tx, selection: MovementSelection): Promise<MovementRow[]> {
  const { bankDayId, day, banks, orderIds, rrns } = selection;
  const rows = await tx.$queryRawUnsafe<Row[]>(
    movementSql,
    day,
    banks === null ? null : [...banks],
    [...orderIds],
    [...rrns],
    bankDayId,
  );
  return rows.map(({ brand, ...row }) => ({ ...row, brand: brand as CardBrand | null }));
}

type Row = Omit<MovementRow, "brand" | "family"> & {
  readonly brand: string | null;
  readonly family: CardFamily | null;
};

const facts = `
  p.amount as "amountKurus", p.customer_share_amount as "customerShareKurus", a.commission_basis::text as basis,
  p.installment, a.created_at as "pricedAt", a.card_family::text as family, a.card_brand as brand, a.card_bank as issuer,
  t.bank, p.id as "paymentId", p.partner_id as "partnerId", t.id as "terminalId",
  (select f.id from tariff f
    where f.terminal_id = t.id and (f.withdrawn_at is null or f.withdrawn_at > a.created_at) and f.valid_from <= a.created_at
      and (f.valid_to is null or f.valid_to > a.created_at)
    order by f.valid_to is null, f.valid_from desc limit 1) as "tariffId"`;

const movementSql = `
  with asked as materialized (
    select id, payment_id from attempt where bank_order_id = any($3::text[])
    union select id, payment_id from attempt where rrn = any($4::text[])
    union select attempt_id, payment_id from refund where rrn = any($4::text[])),
  chosen as materialized (
    select e.id from ledger_entry e where e.day = $1::date and e.payment_id is not null
    union select e.id from ledger_entry e where e.payment_id in (select payment_id from asked))
  select e.id, e.id as "entryId",
         case e.kind::text when 'capture' then 'sale'
                           when 'correction' then case c.kind when 'void_done' then 'void' else 'credit' end
                           else e.kind::text end as kind,
         a.bank_order_id as "orderId", abs(e.amount) as "movedKurus", e.occurred_at as at,
         case when e.kind = 'correction' then null else to_char(e.day, 'YYYY-MM-DD') end as day,
         case when e.kind = 'capture' then a.auth_code else r.auth_code end as "authCode",
         case when e.kind = 'capture' then a.rrn else r.rrn end as rrn,
         b.case_number as "caseNumber", e.kind <> 'correction' as "isExpected",
         exists (select 1 from bank_day_line l where l.entry_id = e.id and l.bank_day_id <> $5) as "isMatchedElsewhere", ${facts}
    from chosen join ledger_entry e on e.id = chosen.id
    join payment p on p.id = e.payment_id
    join terminal t on t.id = p.terminal_id and ($2::text[] is null or t.bank = any($2))
    left join refund r on r.id = e.refund_id
    left join correction c on c.id = e.correction_id
    left join chargeback b on b.id = e.chargeback_id
    join attempt a on case when r.id is null then a.payment_id = p.id and a.status = 'captured' else a.id = r.attempt_id end
   where (c.id is null or c.kind in ('credit_done', 'void_done'))
     and not exists (
       select 1 from correction denied
        where denied.refund_id = e.refund_id and denied.status = 'approved' and denied.kind in ('credit_not_done', 'void_not_done'))
  union all
  select m.id || side.kind, null, side.kind, a.bank_order_id, m.amount, side.at, null, side.auth_code, side.rrn, null, false, false, ${facts}
    from money_return m
    join attempt a on a.id = m.attempt_id and a.id in (select id from asked)
    join payment p on p.id = a.payment_id
    join terminal t on t.id = p.terminal_id and ($2::text[] is null or t.bank = any($2))
   cross join lateral (values ('sale', a.created_at, a.auth_code, a.rrn),
                              (m.method::text, coalesce(m.resolved_at, m.created_at), m.auth_code, m.rrn))
              as side(kind, at, auth_code, rrn)
   where m.status = 'approved'`;

/** The payment that an order is about. */
export interface PaymentOfOrder {
  readonly paymentId: string;
  readonly partnerId: string;
  readonly terminalId: string;
}

/** Lists the payments of some orders, by the order, whatever has become of their attempts. */
export async function listPaymentsOfOrders(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOfOrder>> {
  const attempts = await tx.attempt.findMany({
    where: { bankOrderId: { in: [...new Set(orderIds)] } },
    select: { bankOrderId: true, paymentId: true, payment: { select: { partnerId: true, terminalId: true } } },
  });
  return new Map(attempts.map(({ bankOrderId, paymentId, payment }) => [bankOrderId, { paymentId, ...payment }]));
}

/** Lists the prices of some tariffs, by the tariff. */
export async function listPricesOf(tx: Tx, tariffIds: readonly string[]): Promise<Map<string, TariffPrice[]>> {
  const rows = await tx.tariffRow.findMany({ where: { tariffId: { in: [...tariffIds] } } });
  const prices = new Map<string, TariffPrice[]>();
  for (const { tariffId, id: _, brand, ...price } of rows) {
    const list = prices.get(tariffId) ?? [];
    list.push({ ...price, brand: brand as CardBrand | null });
    prices.set(tariffId, list);
  }
  return prices;
}
