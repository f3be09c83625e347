import { plusMs, seconds } from "@/server/domain/clock";
import { moneyCallTimeoutMs } from "@/server/domain/payments/inquiry";
import type { StoredBaseline } from "@/server/domain/refunds/refund-baseline";
import type { Db } from "../db";
import { creditUnsent, type RefundRow } from "./refunds";

/** The last moment before a process that died in the call is no longer waited for: the bank is asked then. UTC. */
export const firstInquiryAt = (intendedAt: Date): Date => plusMs(intendedAt, moneyCallTimeoutMs + seconds(5));

/**
 * Gives the permission to send a credit: at most once ever, over all processes, and never once it is resolved. The same
 * statement stores what the bank had before (D-76) and when the credit was sent. False: it must not be sent.
 */
export async function permitCredit(
  db: Db,
  refundId: string,
  { baseline, sentAt }: { readonly baseline: StoredBaseline; readonly sentAt: Date },
): Promise<boolean> {
  const { count } = await db.prisma.refund.updateMany({
    where: { id: refundId, status: "pending", ...creditUnsent },
    data: { baseline, sentAt },
  });
  return count === 1;
}

/** Whether a void is still to be sent: another process may have found meanwhile that it was not done. */
export const isVoidPending = async (db: Db, refundId: string): Promise<boolean> =>
  (await db.prisma.refund.count({ where: { id: refundId, status: "pending", method: "void" } })) === 1;

/** The same of a void that leaves on a later day of the bank than its intent: when it was sent is corrected with it. */
export async function restampVoid(db: Db, refundId: string, sentAt: Date): Promise<boolean> {
  const { count } = await db.prisma.refund.updateMany({
    where: { id: refundId, status: "pending", method: "void" },
    data: { sentAt },
  });
  return count === 1;
}

/**
 * Lets a pending void that was asked for as automatic go on as a credit, which is then sent like any other (D-74). False
 * where it is resolved, is a credit already, or was asked for as a void.
 */
export async function goOnAsCredit(db: Db, { id }: Pick<RefundRow, "id">, now: Date): Promise<boolean> {
  const { count } = await db.prisma.refund.updateMany({
    where: { id, status: "pending", method: "void", way: "automatic" },
    data: {
      method: "credit",
      sentAt: now,
      updatedAt: now,
      unknownSince: null,
      inquiries: 0,
      notFoundSeen: 0,
      nextInquiryAt: firstInquiryAt(now),
    },
  });
  return count === 1;
}
