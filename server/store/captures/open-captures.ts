import type { Db } from "../db";

/**
 * Captures that the bank does not end: open since before an instant, or given up although the bank has said that it has the
 * money, which is not back yet. Oldest first.
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
          // Money that turned up after a person had said that none was taken is open again.
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

/** The attempt of a payment whose capture was sent, the newest; null: none was. */
export async function findSentAttemptId(db: Db, paymentCode: string): Promise<string | null> {
  const attempt = await db.prisma.attempt.findFirst({
    where: { paymentId: paymentCode, captureSentAt: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return attempt?.id ?? null;
}
