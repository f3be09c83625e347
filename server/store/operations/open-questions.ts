import { Prisma } from "@/prisma/generated/client";
import type { InquirableKind, OpenQuestionKind } from "@/server/domain/payments/open-question";
import type { Db } from "../db";
import { inquiryLeaseMs } from "./claims";

export interface OpenQuestionRow {
  readonly kind: OpenQuestionKind;
  /** The id of the attempt, the refund or the money return. */
  readonly id: string;
  readonly paymentCode: string;
  readonly partnerId: string;
  readonly partnerName: string;
  /** Kuruş. */
  readonly amount: bigint;
  readonly method: "void" | "credit" | null;
  readonly bankOrderId: string;
  /** When the call was sent to the bank. */
  readonly sentAt: Date;
  /** When the bank approved it first; null where it never did. */
  readonly approvedAt: Date | null;
  readonly askedAt: Date | null;
  readonly inquiries: number;
  readonly nextInquiryAt: Date | null;
}

/**
 * Lists the open questions about calls that were sent before an instant, the oldest first. Each kind has a partial
 * index that holds open calls only.
 */
export const listOpenQuestionRows = (db: Db, sentBefore: Date, countMax: number): Promise<OpenQuestionRow[]> =>
  db.prisma.$queryRaw<OpenQuestionRow[]>`
    with open as (
      select 'capture' as kind, a.id, a.payment_id, p.amount, null as method, a.id as attempt_id,
             coalesce(a.capture_sent_at, a.created_at) as sent_at, a.approved_at, a.asked_at, a.inquiries,
             a.next_inquiry_at
        from attempt a join payment p on p.id = a.payment_id
       where a.next_inquiry_at is not null and a.status in ('capturing', 'unknown')
      union all
      select 'money_kept', a.id, a.payment_id, p.amount, null, a.id, coalesce(a.capture_sent_at, a.created_at),
             a.approved_at, null, a.inquiries, a.recheck_at
        from attempt a join payment p on p.id = a.payment_id
       where a.status = 'declined' and a.approved_at is not null and p.returned_amount = 0
         and not exists (select 1 from money_return where attempt_id = a.id and status = 'pending')
         and (exists (select 1 from money_return where attempt_id = a.id)
              or not exists (select 1 from capture_decision where attempt_id = a.id and verdict = 'not_taken'))
      union all
      select 'refund', id, payment_id, amount, method::text, attempt_id, sent_at, null, asked_at, inquiries,
             next_inquiry_at
        from refund where next_inquiry_at is not null and status = 'pending'
      union all
      select 'money_return', id, payment_id, amount, method::text, attempt_id, created_at, null, asked_at, inquiries,
             next_inquiry_at
        from money_return where next_inquiry_at is not null and status = 'pending')
    select open.kind, open.id, open.payment_id as "paymentCode", open.amount, open.method,
           open.sent_at as "sentAt", open.approved_at as "approvedAt", open.asked_at as "askedAt", open.inquiries,
           open.next_inquiry_at as "nextInquiryAt", a.bank_order_id as "bankOrderId", p.id as "partnerId",
           p.name as "partnerName"
      from (select * from open where sent_at <= ${sentBefore} order by sent_at, id limit ${countMax}) open
      join attempt a on a.id = open.attempt_id join partner p on p.id = a.partner_id
     order by open.sent_at, open.id`;

/** The kinds whose bank can be asked now, with their table and the states in which they are open. */
const tables = {
  capture: { table: Prisma.raw("attempt"), isOpen: Prisma.sql`status in ('capturing', 'unknown')` },
  refund: { table: Prisma.raw("refund"), isOpen: Prisma.sql`status = 'pending'` },
  money_return: { table: Prisma.raw("money_return"), isOpen: Prisma.sql`status = 'pending'` },
} as const satisfies Record<InquirableKind, object>;

/** True for a row of these tables while the bank is being asked, or until the lease of a process that died ends. */
const isBeingAsked = Prisma.sql`
  coalesce(next_inquiry_at = asked_at + ${inquiryLeaseMs}::int * interval '1 ms', false)`;

export interface PlannedInquiry {
  readonly isOpen: boolean;
  /** Whether a process asks the bank at this moment, or died while it did, less than the lease ago. */
  readonly isBeingAsked: boolean;
  readonly nextInquiryAt: Date | null;
  readonly askedAt: Date | null;
  readonly inquiries: number;
}

/** Reads the plan of an open call's inquiries; null where there is no such call. */
export async function findPlannedInquiry(db: Db, kind: InquirableKind, id: string): Promise<PlannedInquiry | null> {
  const { table, isOpen } = tables[kind];
  const [row] = await db.prisma.$queryRaw<PlannedInquiry[]>`
    select ${isOpen} as "isOpen", ${isBeingAsked} as "isBeingAsked", next_inquiry_at as "nextInquiryAt",
           asked_at as "askedAt", inquiries
      from ${table} where id = ${id}`;
  return row ?? null;
}

/**
 * Makes the planned inquiry of an open call due now (compare-and-set). Returns false where the plan has changed since
 * it was read, where the bank is being asked at this moment, and where the call itself may still be on its way: the
 * bank was not asked about it, and its answer was not lost.
 */
export async function bringInquiryForward(
  db: Db,
  kind: InquirableKind,
  id: string,
  { nextInquiryAt, now }: { readonly nextInquiryAt: Date; readonly now: Date },
): Promise<boolean> {
  const { table, isOpen } = tables[kind];
  const count = await db.prisma.$executeRaw`
    update ${table} set next_inquiry_at = ${now}
     where id = ${id} and ${isOpen} and next_inquiry_at = ${nextInquiryAt}
       and (unknown_since is not null or asked_at is not null)
       and not ${isBeingAsked}`;
  return count === 1;
}

/**
 * Plans the next inquiry again as it was planned before a person asked, so that asking by hand never postpones it
 * (compare-and-set: nothing is changed where the bank was asked again since).
 */
export async function restorePlannedInquiry(
  db: Db,
  kind: InquirableKind,
  id: string,
  { before, after }: { readonly before: PlannedInquiry; readonly after: PlannedInquiry },
): Promise<void> {
  const { table, isOpen } = tables[kind];
  await db.prisma.$executeRaw`
    update ${table} set next_inquiry_at = ${before.nextInquiryAt}, inquiries = ${before.inquiries}
     where id = ${id} and ${isOpen} and asked_at = ${after.askedAt} and next_inquiry_at = ${after.nextInquiryAt}`;
}
