import { istanbulDate } from "@/server/domain/business-day";
import type { CardBrand } from "@/server/domain/pricing/installments";
import { type StatementKind, type StatementSelection, statementKinds } from "@/server/domain/statements/statement";
import { newestPayout } from "../payouts/newest-payout";
import type { PartnerId } from "../tenant";
import { dayStart } from "./ledger-days";
import type { Connection } from "./snapshot";

/** The position of a line: lines are in the order of their instants, then of their identifiers. */
export interface LinePosition {
  readonly occurredAt: Date;
  readonly id: string;
}

export interface LineSelection extends StatementSelection {
  readonly partnerId: PartnerId;
  readonly after: LinePosition | null;
  readonly countMax: number;
  /** What the first page could see; later pages leave out the rest. Null for a page that is read alone. */
  readonly seenBy: { readonly snapshot: string; readonly firstReadAt: Date } | null;
}

/** A line without its balance. Amounts in signed kuruş. */
export interface LineRow {
  readonly id: string;
  readonly kind: StatementKind;
  readonly occurredAt: Date;
  readonly partnerTxCode: string | null;
  readonly paymentCode: string | null;
  readonly refundId: string | null;
  readonly partnerRefundCode: string | null;
  readonly amountKurus: bigint;
  readonly commissionKurus: bigint;
  readonly cardBrand: CardBrand | null;
  readonly cardLast4: string | null;
  readonly installment: number | null;
  readonly terminalId: string | null;
  readonly terminalName: string | null;
  readonly authCode: string | null;
  readonly rrn: string | null;
  readonly bankOrderId: string | null;
  readonly payoutId: string | null;
  readonly valueDate: Date | null;
}

const columns = `
  e.id, e.kind, e.occurred_at as "occurredAt", p.partner_tx_code as "partnerTxCode", p.id as "paymentCode",
  e.refund_id as "refundId", r.partner_refund_code as "partnerRefundCode", e.amount as "amountKurus",
  e.commission_amount as "commissionKurus", p.card_brand as "cardBrand", p.card_last4 as "cardLast4", p.installment,
  t.id as "terminalId", t.name as "terminalName",
  case when e.refund_id is null then a.auth_code else r.auth_code end as "authCode",
  case when e.refund_id is null then a.rrn else r.rrn end as rrn, a.bank_order_id as "bankOrderId",
  coalesce(w.id, o.id) as "payoutId", coalesce(w.value_date, o.value_date, s.due_at) as "valueDate"`;

const sources = `
  join ledger_entry e on e.id = page.id
  left join payment p on p.id = e.payment_id
  left join refund r on r.id = e.refund_id
  left join terminal t on t.id = e.terminal_id
  left join attempt a on a.payment_id = p.id and a.status = 'captured'
  left join payout w on w.id = e.payout_id
  left join settlement s on e.book = 'collected' and e.payment_id is not null and s.id = 'stl_' || substr(e.id, 5)
  ${newestPayout("s")}`;

/**
 * Lists a page of lines, oldest first. Each kind is read from its own range of the index, so that a rare kind is found
 * among a million others. The lines of a terminal are read from the days on which the stored sums show some.
 */
export async function listLineRows(connection: Connection, selection: LineSelection): Promise<LineRow[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { partnerId, book, from, to, kinds, terminalId, after, countMax, seenBy } = selection;
  const bound = {
    account: bind(partnerId),
    book: bind(book),
    kinds: bind(kinds ?? statementKinds),
    limit: bind(countMax),
  };
  const conditions = [
    `partner_id = ${bound.account}`,
    `book = ${bound.book}::"LedgerBook"`,
    "kind = k.kind",
    `occurred_at < ${bind(to)}`,
    after ? `(occurred_at, id) > (${bind(after.occurredAt)}, ${bind(after.id)})` : `occurred_at >= ${bind(from)}`,
  ];
  let [tables, days] = ["", ""];
  if (terminalId !== null) {
    const terminal = bind(terminalId);
    conditions.push(`terminal_id = ${terminal}`, `occurred_at >= ${dayStart("d.day")}`);
    conditions.push(`occurred_at < ${dayStart("d.day + 1")}`);
    const span = { first: bind(istanbulDate(after?.occurredAt ?? from)), end: bind(istanbulDate(to)) };
    tables = daysOfTerminal({ ...bound, terminal, ...span });
    days = "days as d cross join";
  }
  if (seenBy) {
    conditions.push(
      `(created_at < ${bind(seenBy.firstReadAt)}::timestamptz - interval '1 day'
        or pg_visible_in_snapshot(written_by::text::xid8, ${bind(seenBy.snapshot)}::pg_snapshot))`,
    );
  }
  const { rows } = await connection.query<RawRow>(
    `with ${tables} page as materialized (
       select one.id, one.occurred_at
         from ${days} unnest(${bound.kinds}::"LedgerKind"[]) as k(kind)
        cross join lateral (
          select id, occurred_at from ledger_entry
           where ${conditions.join(" and ")} order by occurred_at, id limit ${bound.limit}) one
        order by one.occurred_at, one.id limit ${bound.limit})
     select ${columns} from page ${sources} order by page.occurred_at, page.id`,
    values,
  );
  return rows.map((row) => ({
    ...row,
    amountKurus: BigInt(row.amountKurus),
    commissionKurus: BigInt(row.commissionKurus),
  }));
}

/**
 * Returns the SQL of a table `days` for a statement's `with`: the first day, the days after it that have enough lines
 * of a terminal for a page, and the days whose sums are not stored. The parameters are those of the statement.
 */
const daysOfTerminal = (
  p: Readonly<Record<"account" | "book" | "kinds" | "limit" | "terminal" | "first" | "end", string>>,
) => `
  days as materialized (
    select ${p.first}::date as day
    union
    select day from (
      select day, sum(sum(count)) over (order by day) - sum(count) as before from ledger_day_total
       where partner_id = ${p.account} and book = ${p.book}::"LedgerBook" and terminal_id = ${p.terminal}
         and kind = any(${p.kinds}::"LedgerKind"[]) and day > ${p.first}::date and day < ${p.end}::date
       group by day) counted
     where before < ${p.limit}
    union
    select every.day from (
      select generate_series(${p.first}::timestamp, ${p.end}::timestamp - interval '1 day', interval '1 day')::date as day) every
     where not exists (
       select 1 from ledger_day s where s.partner_id = ${p.account} and s.book = ${p.book}::"LedgerBook" and s.day = every.day)),`;

type RawRow = Omit<LineRow, "amountKurus" | "commissionKurus"> & { amountKurus: string; commissionKurus: string };

/**
 * Adds up, kuruş, the lines of a day from its start up to a position, this one included.
 * @param day the date in Istanbul of the position, `YYYY-MM-DD`
 */
export async function sumDayUpTo(
  connection: Connection,
  {
    partnerId,
    book,
    day,
    position,
  }: Pick<LineSelection, "partnerId" | "book"> & { day: string; position: LinePosition },
): Promise<bigint> {
  const { rows } = await connection.query<{ net: string }>(
    `select coalesce(sum(one.net), 0)::bigint as net
       from unnest($3::"LedgerKind"[]) as k(kind)
      cross join lateral (
        select sum(amount + commission_amount) as net from ledger_entry
         where partner_id = $1 and book = $2::"LedgerBook" and kind = k.kind and occurred_at >= ${dayStart("$4::date")}
           and (occurred_at, id) <= ($5, $6)) one`,
    [partnerId, book, statementKinds, day, position.occurredAt, position.id],
  );
  return BigInt(rows[0]?.net ?? 0);
}
