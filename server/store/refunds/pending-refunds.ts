import type { Db } from "../db";

/** Lists the refunds that were created before an instant and are still pending, the oldest first. */
export const listPendingRefunds = (db: Db, createdBefore: Date, countMax: number) =>
  db.prisma.refund.findMany({
    where: { status: "pending", createdAt: { lte: createdBefore } },
    orderBy: { createdAt: "asc" },
    take: countMax,
    include: { attempt: { select: { bankOrderId: true } } },
  });

/** Whether the refund exists, in any account. */
export const isRefund = async (db: Db, refundId: string): Promise<boolean> =>
  (await db.prisma.refund.count({ where: { id: refundId } })) === 1;

/** Finds the account of a refund; null where there is no such refund. */
export const findPartnerOfRefund = async (db: Db, refundId: string): Promise<string | null> =>
  (await db.prisma.refund.findUnique({ where: { id: refundId }, select: { partnerId: true } }))?.partnerId ?? null;
