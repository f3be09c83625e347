import { firstInquiryAt } from "@/server/domain/payments/inquiry";
import type { StoredBaseline } from "@/server/domain/refunds/refund-baseline";
import type { Db } from "../db";
import { creditUnsent, type RefundRow } from "./refunds";

/**
 * Permits a credit to be sent: at most once ever, over all processes, and never after it is resolved. The same
 * statement stores the bank's history from before (D-76) and the time of sending. Returns false where the credit must
 * not be sent.
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

/** Whether a void is still pending and may be sent: another process may have resolved it meanwhile. */
export const isVoidPending = async (db: Db, refundId: string): Promise<boolean> =>
  (await db.prisma.refund.count({ where: { id: refundId, status: "pending", method: "void" } })) === 1;

/**
 * Sets when a void was sent, where it leaves on a later bank day than its intent. Returns false where it is not pending
 * any more and must not be sent.
 */
export async function updateVoidSentAt(db: Db, refundId: string, sentAt: Date): Promise<boolean> {
  const { count } = await db.prisma.refund.updateMany({
    where: { id: refundId, status: "pending", method: "void" },
    data: { sentAt },
  });
  return count === 1;
}

/**
 * Turns a pending void that was requested as `automatic` into a credit, which is then sent like any other (D-157).
 * Returns false where the refund is resolved, is a credit already, or was requested as a void.
 */
export async function continueAsCredit(db: Db, { id }: Pick<RefundRow, "id">, now: Date): Promise<boolean> {
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
