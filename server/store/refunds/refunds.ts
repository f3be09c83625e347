import { Prisma, type Refund } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import { findMove, type RefundStatus, refundTable, sourcesOf } from "@/server/domain/states";
import type { TerminalFacts } from "../accounts/terminals";
import { getConnectionOfAttempt } from "../banks/bank-connections";
import type { Db, Tx } from "../db";
import type { PaymentRow } from "../payments/payments";
import type { PartnerId } from "../tenant";
import { writeEvent } from "../webhooks/outbox";

export type RefundRow = Refund;

/** A refund of the partner; another's is as good as missing. */
export const findRefund = (db: Db, partnerId: PartnerId, refundId: string): Promise<RefundRow | null> =>
  db.prisma.refund.findFirst({ where: { id: refundId, partnerId } });

export const findRefundByCode = (
  db: Db,
  partnerId: PartnerId,
  partnerRefundCode: string,
): Promise<RefundRow | null> =>
  db.prisma.refund.findUnique({ where: { partnerId_partnerRefundCode: { partnerId, partnerRefundCode } } });

/** A payment's refunds, newest first. */
export const listRefundsOf = (db: Db, paymentCode: string): Promise<RefundRow[]> =>
  db.prisma.refund.findMany({
    where: { paymentId: paymentCode },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });

const attemptColumns = {
  bankOrderId: true,
  buyerIp: true,
  authCode: true,
  rrn: true,
  transactionId: true,
  connectionId: true,
} as const satisfies Prisma.AttemptSelect;

/** A refund with all that asking the bank about it needs, the captured attempt's bank connection among it. */
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

/** Whether an account has used a code, for whatever refund (D-27). */
export const isRefundCodeUsed = async (
  tx: Tx,
  partnerId: PartnerId,
  partnerRefundCode: string,
): Promise<boolean> => (await tx.refund.count({ where: { partnerId, partnerRefundCode } })) > 0;

/** What a refund is decided on. Kuruş, UTC. */
export interface LockedForRefund
  extends Pick<
    PaymentRow,
    | ("status" | "amount" | "refundedAmount" | "refundPendingAmount" | "correctedAmount")
    | ("heldSince" | "capturedAt" | "createdAt")
  > {
  readonly mode: TerminalFacts["mode"];
  readonly dayEndLocal: string;
  /** The attempt that was captured; null where none was when this reading began. */
  readonly attemptId: string | null;
}

/**
 * A payment of the account under its row lock, with its terminal and the attempt that was captured, in one statement; null
 * where the account has no such payment. What waited for the lock sees the payment as it is now, all else as it was before.
 */
export async function lockForRefund(
  tx: Tx,
  partnerId: PartnerId,
  paymentCode: string,
): Promise<LockedForRefund | null> {
  const [payment] = await tx.$queryRaw<LockedForRefund[]>`
    select p.status::text as status, p.amount, p.refunded_amount as "refundedAmount",
           p.refund_pending_amount as "refundPendingAmount", p.corrected_amount as "correctedAmount",
           p.held_since as "heldSince", p.captured_at as "capturedAt", p.created_at as "createdAt",
           t.mode::text as mode, t.day_end_local as "dayEndLocal",
           (select id from attempt where payment_id = p.id and status = 'captured') as "attemptId"
      from payment p join terminal t on t.id = p.terminal_id
     where p.id = ${paymentCode} and p.partner_id = ${partnerId}
       for update of p`;
  return payment ?? null;
}

/**
 * Writes down the intent. Throws refund_in_progress where a race was lost: for the code, or for the one refund that a payment
 * may have pending.
 */
export async function insertRefund(
  tx: Tx,
  refund: Omit<Prisma.RefundUncheckedCreateInput, "status">,
): Promise<void> {
  const data = { ...refund, status: refundTable.initial };
  const { count } = await tx.refund.createMany({ data: [data], skipDuplicates: true });
  if (count === 0) throw new AppError("refund_in_progress", "Lost the race for the code or the payment");
}

/** The rows of credits that were never sent: what lets a credit be sent stores its baseline (D-76). */
export const creditUnsent = { method: "credit", baseline: { equals: Prisma.DbNull } } as const;

type Facts = Omit<Prisma.RefundUncheckedUpdateManyInput, "status">;

/**
 * Resolves a refund by a row of the table (rule 4): compare-and-set, with the event in the same transaction. Answers `moved`
 * when this call resolved it, else the state in which it is: one that is final stays, and one that is pending has gone on as
 * another method since it was read, or was sent where the caller demands that it was not.
 */
export async function moveRefund(
  tx: Tx,
  refund: Pick<RefundRow, "id" | "partnerId" | "paymentId" | "method">,
  to: Exclude<RefundStatus, "pending">,
  now: Date,
  facts: Facts,
  demand: "unsent" | null = null,
): Promise<"moved" | RefundStatus> {
  const from = sourcesOf(refundTable, to);
  const { count } = await tx.refund.updateMany({
    where: { id: refund.id, status: { in: from }, ...(demand ? creditUnsent : { method: refund.method }) },
    data: { nextInquiryAt: null, alertAt: null, ...facts, status: to, resolvedAt: now, updatedAt: now },
  });
  if (count === 0) return (await readOutcome(tx, refund.id)).status;
  const event = from.map((state) => findMove(refundTable, state, to)?.event).find((type) => type);
  if (event) {
    const resource = { resourceType: "refund" as const, resourceId: refund.id, subjectId: refund.paymentId };
    await writeEvent(tx, { partnerId: refund.partnerId, type: event, ...resource, occurredAt: now }, now);
  }
  return "moved";
}

/** A refund's status and method as they are now. */
export const readOutcome = (
  tx: Pick<Tx, "refund">,
  refundId: string,
): Promise<{ status: RefundStatus; method: RefundMethod }> =>
  tx.refund.findUniqueOrThrow({ where: { id: refundId }, select: { status: true, method: true } });

/**
 * Writes down what an inquiry that settled nothing has seen, and when the next one is due. False once the refund is resolved,
 * or has gone on as another method: what was seen then says nothing of it.
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

/** When the bank is asked a last time about a refund that was given up; null: no more (D-46). */
export const setRefundRecheck = (db: Db, refundId: string, recheckAt: Date | null) =>
  db.prisma.refund.update({ where: { id: refundId }, data: { recheckAt } });

/** What the books hold of a payment's approved credits, corrections among them: how many, and how much in kuruş. */
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
