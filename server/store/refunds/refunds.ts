import { Prisma, type Refund } from "@/prisma/generated/client";
import { refundAlerts } from "@/server/domain/alerts";
import { AppError } from "@/server/domain/errors";
import { wasLeftOpen } from "@/server/domain/payments/inquiry";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import { findMove, type RefundStatus, refundTable, sourceStates } from "@/server/domain/states";
import type { TerminalFacts } from "../accounts/terminals";
import { closeAlerts } from "../alerts";
import { getConnectionOfAttempt } from "../banks/bank-connections";
import { type Db, markMoved, type Tx } from "../db";
import type { PaymentRow } from "../payments/payments";
import type { PartnerId } from "../tenant";
import { writeEvent } from "../webhooks/outbox";

export type RefundRow = Refund;

/** A refund with the order id of its payment at the bank. */
export type RefundWithOrder = RefundRow & { readonly attempt: { readonly bankOrderId: string } };

const withOrder = { attempt: { select: { bankOrderId: true } } } as const satisfies Prisma.RefundInclude;

/** Finds a refund of the partner; null for an unknown refund and for one of another partner. */
export const findRefund = (db: Db, partnerId: PartnerId, refundId: string): Promise<RefundWithOrder | null> =>
  db.prisma.refund.findFirst({ where: { id: refundId, partnerId }, include: withOrder });

export const findRefundByCode = (
  db: Db,
  partnerId: PartnerId,
  partnerRefundCode: string,
): Promise<RefundWithOrder | null> =>
  db.prisma.refund.findUnique({
    where: { partnerId_partnerRefundCode: { partnerId, partnerRefundCode } },
    include: withOrder,
  });

const newestFirst = [{ createdAt: "desc" }, { id: "desc" }] as const satisfies Prisma.RefundOrderByWithRelationInput[];

/** Lists a payment's refunds, the newest first. */
export const listRefundsOfPayment = (db: Db, paymentCode: string): Promise<RefundRow[]> =>
  db.prisma.refund.findMany({ where: { paymentId: paymentCode }, orderBy: [...newestFirst] });

/** Does the same with their order ids. */
export const listRefundsWithOrder = (db: Db, paymentCode: string): Promise<RefundWithOrder[]> =>
  db.prisma.refund.findMany({ where: { paymentId: paymentCode }, orderBy: [...newestFirst], include: withOrder });

const attemptColumns = {
  bankOrderId: true,
  buyerIp: true,
  authCode: true,
  rrn: true,
  transactionId: true,
  connectionId: true,
} as const satisfies Prisma.AttemptSelect;

/**
 * Returns a refund with everything that a call to the bank needs, including the bank connection of the captured
 * attempt. Throws where it does not exist.
 */
export async function getRefund(db: Db, refundId: string) {
  const refund = await db.prisma.refund.findUniqueOrThrow({
    where: { id: refundId },
    include: { payment: true, attempt: { select: attemptColumns } },
  });
  const { payment, attempt } = refund;
  const { connection, terminal } = await getConnectionOfAttempt(db, attempt.connectionId);
  return { ...refund, payment: { ...payment, terminal }, attempt: { ...attempt, connection } };
}

export type RefundWithPayment = Awaited<ReturnType<typeof getRefund>>;

/** Whether an account has used a `partnerRefundCode` for any refund (D-27). */
export const isRefundCodeUsed = async (tx: Tx, partnerId: PartnerId, partnerRefundCode: string): Promise<boolean> =>
  (await tx.refund.count({ where: { partnerId, partnerRefundCode } })) > 0;

/** The facts of a payment by which a refund is decided. Amounts in kuruş, instants in UTC. */
export interface LockedForRefund
  extends Pick<
    PaymentRow,
    | ("status" | "amount" | "refundedAmount" | "refundPendingAmount" | "correctedAmount" | "chargedBackAmount")
    | ("heldSince" | "capturedAt" | "createdAt")
  > {
  readonly mode: TerminalFacts["mode"];
  readonly dayEndLocal: string;
  /** The captured attempt; null where none was captured when this statement began. */
  readonly attemptId: string | null;
}

/**
 * Locks a payment of the account and returns it with its terminal and its captured attempt, in one statement; null
 * where the account has no such payment. After a wait for the lock the payment's columns are current, but those of the
 * other tables are as they were when the statement began.
 */
export async function lockForRefund(
  tx: Tx,
  partnerId: PartnerId,
  paymentCode: string,
): Promise<LockedForRefund | null> {
  const [payment] = await tx.$queryRaw<LockedForRefund[]>`
    select p.status::text as status, p.amount, p.refunded_amount as "refundedAmount",
           p.refund_pending_amount as "refundPendingAmount", p.corrected_amount as "correctedAmount",
           p.charged_back_amount as "chargedBackAmount", p.held_since as "heldSince", p.captured_at as "capturedAt", p.created_at as "createdAt",
           t.mode::text as mode, t.day_end_local as "dayEndLocal",
           (select id from attempt where payment_id = p.id and status = 'captured') as "attemptId"
      from payment p join terminal t on t.id = p.terminal_id
     where p.id = ${paymentCode} and p.partner_id = ${partnerId}
       for update of p`;
  return payment ?? null;
}

/**
 * Inserts the intent of a refund. Throws refund_in_progress where a race was lost: for the code, or for the one pending
 * refund that a payment may have.
 */
export async function insertRefund(tx: Tx, refund: Omit<Prisma.RefundUncheckedCreateInput, "status">): Promise<void> {
  const data = { ...refund, status: refundTable.initial };
  const { count } = await tx.refund.createMany({ data: [data], skipDuplicates: true });
  if (count === 0) throw new AppError("refund_in_progress", "Lost the race for the code or the payment");
  markMoved(tx, { kind: "refund", to: refundTable.initial });
}

/** The condition of credits that were never sent: the statement that permits a credit stores its baseline (D-76). */
export const creditUnsent = { method: "credit", baseline: { equals: Prisma.DbNull } } as const;

type Facts = Omit<Prisma.RefundUncheckedUpdateManyInput, "status">;

/**
 * Resolves a refund by a row of `refundTable` (R4), as a compare-and-set, and writes the event in the same transaction
 * (R8). Returns `moved` where this call resolved it, else its present state. A final state stays. `pending` means that
 * the refund has changed its method since it was read, or that it was sent although the caller demands an unsent one.
 */
export async function moveRefund(
  tx: Tx,
  refund: Pick<RefundRow, "id" | "partnerId" | "paymentId" | "method" | "createdAt" | "inquiries">,
  to: Exclude<RefundStatus, "pending">,
  now: Date,
  facts: Facts,
  demand: "unsent" | null = null,
): Promise<"moved" | RefundStatus> {
  const from = sourceStates(refundTable, to);
  const { count } = await tx.refund.updateMany({
    where: { id: refund.id, status: { in: from }, ...(demand ? creditUnsent : { method: refund.method }) },
    data: { nextInquiryAt: null, alertAt: null, ...facts, status: to, resolvedAt: now, updatedAt: now },
  });
  if (count === 0) return (await readOutcome(tx, refund.id)).status;
  markMoved(tx, { kind: "refund", to });
  if (wasLeftOpen(refund.inquiries, refund.createdAt, now)) {
    await closeAlerts(tx, { kinds: refundAlerts, subjects: [refund.id] }, now);
  }
  const event = from.map((state) => findMove(refundTable, state, to)?.event).find((type) => type);
  if (event) {
    const resource = { resourceType: "refund" as const, resourceId: refund.id, subjectId: refund.paymentId };
    await writeEvent(tx, { partnerId: refund.partnerId, type: event, ...resource, occurredAt: now }, now);
  }
  return "moved";
}

/** Returns a refund's present status and method. */
export const readOutcome = (
  tx: Pick<Tx, "refund">,
  refundId: string,
): Promise<{ status: RefundStatus; method: RefundMethod }> =>
  tx.refund.findUniqueOrThrow({ where: { id: refundId }, select: { status: true, method: true } });

/**
 * Stores what an inconclusive inquiry has seen, and when the next one is due. Returns false where the refund is
 * resolved, or has changed its method, so that what was seen does not apply to it.
 */
export async function planRefundInquiry(
  db: Db,
  { id, method }: Pick<RefundRow, "id" | "method">,
  plan: { unknownSince: Date; inquiries?: number; notFoundSeen?: number; nextInquiryAt: Date },
): Promise<boolean> {
  const { count } = await db.prisma.refund.updateMany({
    where: { id, status: "pending", method },
    data: plan,
  });
  return count === 1;
}

/** Plans the last recheck of a refund that was given up; null ends the rechecks (D-159). */
export const setRefundRecheck = (db: Db, refundId: string, recheckAt: Date | null) =>
  db.prisma.refund.update({ where: { id: refundId }, data: { recheckAt } });

/** Sums a payment's approved credits in the books, corrections included: their number and their amount in kuruş. */
export async function sumApprovedCredits(
  db: Db,
  paymentCode: string,
): Promise<{ creditCount: number; creditedKurus: bigint }> {
  const [sums] = await db.prisma.$queryRaw<{ creditCount: number; creditedKurus: bigint }[]>`
    select coalesce(sum(booked.count), 0)::int as "creditCount", coalesce(sum(booked.amount), 0)::bigint as "creditedKurus"
      from (select count(*) as count, sum(amount) as amount from refund
             where payment_id = ${paymentCode} and status = 'approved' and method = 'credit'
            union all
            select case kind when 'credit_done' then 1 else -1 end, case kind when 'credit_done' then amount else - amount end
              from correction
             where payment_id = ${paymentCode} and status = 'approved' and kind in ('credit_done', 'credit_not_done')) booked`;
  return sums ?? { creditCount: 0, creditedKurus: 0n };
}
