import { Prisma } from "@/prisma/generated/client";
import type { BankDaySpan } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import type { BookedOrder } from "@/server/domain/operations/reconciliation";
import type { Db, Tx } from "../db";

/** An order of the bank in the books. */
export interface BookedOrderRow extends BookedOrder {
  readonly attemptId: string;
  readonly paymentCode: string;
  readonly orderId: string;
  /** The refund without an outcome; null where there is none. */
  readonly pendingRefundId: string | null;
}

/** How long before its money moves a payment may have been created, in ms. Payments are valid for less. */
const createdBeforeMs = days(1);

const columns = Prisma.sql`
  a.id as "attemptId", p.id as "paymentCode", a.bank_order_id as "orderId", a.status::text as "attemptStatus",
  p.status::text as "paymentStatus", p.amount as "amountKurus",
  case when a.status = 'captured' then p.refunded_amount + p.corrected_amount
       when a.status = 'declined' then p.returned_amount else 0 end as "backKurus",
  pending.id as "pendingRefundId",
  a.status in ('capturing', 'unknown') or pending.id is not null
    or exists (select 1 from money_return where attempt_id = a.id and status = 'pending') as "hasOpenCall",
  greatest(coalesce(a.capture_sent_at, a.created_at),
           (select max(coalesce(resolved_at, sent_at)) from refund where attempt_id = a.id),
           (select max(coalesce(resolved_at, created_at)) from money_return where attempt_id = a.id)) as "lastSentAt"`;

const tables = Prisma.sql`
  attempt a join payment p on p.id = a.payment_id
  left join refund pending on pending.payment_id = p.id and pending.attempt_id = a.id and pending.status = 'pending'`;

/**
 * Lists the orders of a terminal of which money may have moved on a bank day, the oldest first: the attempts of that
 * day in any state, those of which something was refunded that day, and those with the given order ids.
 */
export const listBookedOrders = (
  db: Db,
  terminalId: string,
  { from, to }: BankDaySpan,
  orderIds: readonly string[],
): Promise<BookedOrderRow[]> =>
  db.prisma.$queryRaw<BookedOrderRow[]>`
    with chosen as (
      select a.id from attempt a join payment p on p.id = a.payment_id
       where p.terminal_id = ${terminalId}
         and p.partner_id = (select partner_id from terminal where id = ${terminalId})
         and p.created_at >= ${plusMs(from, -createdBeforeMs)} and p.created_at < ${to}
         and coalesce(a.bank_at, a.capture_sent_at, a.created_at) >= ${from}
         and coalesce(a.bank_at, a.capture_sent_at, a.created_at) < ${to}
      union
      select r.attempt_id from refund r join payment p on p.id = r.payment_id
       where p.terminal_id = ${terminalId}
         and coalesce(r.done_at, r.sent_at) >= ${from} and coalesce(r.done_at, r.sent_at) < ${to}
      union
      select a.id from attempt a join payment p on p.id = a.payment_id
       where p.terminal_id = ${terminalId} and a.bank_order_id = any(${[...orderIds]}::text[]))
    select ${columns} from chosen join ${tables} on a.id = chosen.id order by a.created_at, a.id`;

/** Finds one order of the books by its attempt, in a transaction that has locked the payment. */
export async function getBookedOrder(tx: Tx, attemptId: string): Promise<BookedOrderRow> {
  const [row] = await tx.$queryRaw<BookedOrderRow[]>`select ${columns} from ${tables} where a.id = ${attemptId}`;
  if (!row) throw new Error(`There is no attempt ${attemptId}`);
  return row;
}
