import type { Db } from "../db";

/** The refunds whose outcome is open since before an instant, oldest first. */
export const listPendingRefunds = (db: Db, createdBefore: Date, countMax: number) =>
  db.prisma.refund.findMany({
    where: { status: "pending", createdAt: { lte: createdBefore } },
    orderBy: { createdAt: "asc" },
    take: countMax,
    include: { attempt: { select: { bankOrderId: true } } },
  });

/** Whether there is such a refund, of whatever account. */
export const isRefund = async (db: Db, refundId: string): Promise<boolean> =>
  (await db.prisma.refund.count({ where: { id: refundId } })) === 1;
