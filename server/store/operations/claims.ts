import { plusMs } from "@/server/domain/clock";
import type { Db } from "../db";

// Claims. A worker moves the instant of due work by a compare-and-set before doing the work, so that a function, the
// sweep and another process never do the same work. A delivery is claimed in `store/webhooks/deliveries.ts`, a
// mail in `store/mail/outbox.ts`; an expiry is claimed by its change of status, and a relayed event by the lock of its
// row.

/**
 * The lease of a claimed inquiry, ms: no other process asks the bank meanwhile, and after a crash the next one asks.
 */
export const inquiryLeaseMs = 90_000;

/** Whether a compare-and-set claimed the item; false where another process was faster. */
const isTaken = async (taking: Promise<{ count: number }>): Promise<boolean> => (await taking).count === 1;

/** Claims a due inquiry of an attempt. Returns false where another process was faster. */
export const claimInquiry = (db: Db, attemptId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.attempt.updateMany({
      where: { id: attemptId, nextInquiryAt: { lte: now }, status: { in: ["capturing", "unknown"] } },
      data: { nextInquiryAt: plusMs(now, inquiryLeaseMs), askedAt: now },
    }),
  );

/** Claims a due alert of an attempt. Returns false where another process was faster. */
export const claimAlert = (db: Db, attemptId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.attempt.updateMany({
      where: { id: attemptId, alertAt: { lte: now } },
      data: { alertAt: null },
    }),
  );

/** Claims a due recheck of a capture that was given up (D-72). Returns false where another process was faster. */
export const claimRecheck = (db: Db, attemptId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.attempt.updateMany({
      where: { id: attemptId, recheckAt: { lte: now } },
      data: { recheckAt: plusMs(now, inquiryLeaseMs) },
    }),
  );

/** Claims a due inquiry of a money return. Returns false where another process was faster. */
export const claimMoneyReturnInquiry = (db: Db, returnId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.moneyReturn.updateMany({
      where: { id: returnId, nextInquiryAt: { lte: now }, status: "pending" },
      data: { nextInquiryAt: plusMs(now, inquiryLeaseMs), askedAt: now },
    }),
  );

/** Claims a due alert of a money return. Returns false where another process was faster. */
export const claimMoneyReturnAlert = (db: Db, returnId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.moneyReturn.updateMany({
      where: { id: returnId, alertAt: { lte: now } },
      data: { alertAt: null },
    }),
  );

/** Claims a due inquiry of a refund. Returns false where another process was faster. */
export const claimRefundInquiry = (db: Db, refundId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.refund.updateMany({
      where: { id: refundId, nextInquiryAt: { lte: now }, status: "pending" },
      data: { nextInquiryAt: plusMs(now, inquiryLeaseMs), askedAt: now },
    }),
  );

/** Claims a due alert of a refund. Returns false where another process was faster. */
export const claimRefundAlert = (db: Db, refundId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.refund.updateMany({
      where: { id: refundId, alertAt: { lte: now } },
      data: { alertAt: null },
    }),
  );

/** Claims a due recheck of a refund that was given up (D-159). Returns false where another process was faster. */
export const claimRefundRecheck = (db: Db, refundId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.refund.updateMany({
      where: { id: refundId, recheckAt: { lte: now } },
      data: { recheckAt: plusMs(now, inquiryLeaseMs) },
    }),
  );
