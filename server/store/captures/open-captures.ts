import type { Db } from "../db";

/**
 * Lists captures that need a person, the oldest first: those sent before an instant whose outcome is still open, and
 * those that were given up although the bank had approved them, while the money has not been returned.
 */
export const listOpenCaptureRows = (db: Db, sentBefore: Date, countMax: number) =>
  db.prisma.attempt.findMany({
    where: {
      OR: [
        { status: { in: ["capturing", "unknown"] }, captureSentAt: { lte: sentBefore } },
        {
          status: "declined",
          approvedAt: { not: null },
          payment: { returnedAmount: 0 },
          // Money that appeared after a person had decided `not_taken` is open again.
          OR: [{ decisions: { none: { verdict: "not_taken" } } }, { moneyReturns: { some: {} } }],
        },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: countMax,
    include: {
      payment: { select: { status: true, amount: true } },
      moneyReturns: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
  });

/** Finds the newest attempt of a payment whose capture was sent; null where none was sent. */
export async function findSentAttemptId(db: Db, paymentCode: string): Promise<string | null> {
  const attempt = await db.prisma.attempt.findFirst({
    where: { paymentId: paymentCode, captureSentAt: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return attempt?.id ?? null;
}
