import type { PayoutFile } from "@/prisma/generated/client";
import type { PayoutStatus } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PayoutRecord } from "./payout-moves";
import type { PayoutPosition } from "./payouts";

export type PayoutFileRow = PayoutFile;

/** Lists and locks the approved payouts that are in no file, in the order of their identifiers. */
export async function lockUnfiledPayouts(tx: Tx, countMax: number): Promise<PayoutRecord[]> {
  const ids = await tx.$queryRaw<{ id: string }[]>`
    select id from payout where status = 'approved' and file_id is null order by id limit ${countMax} for update`;
  return tx.payout.findMany({ where: { id: { in: ids.map(({ id }) => id) } }, orderBy: { id: "asc" } });
}

/** Inserts a file and puts the payouts into it. */
export async function insertPayoutFile(tx: Tx, file: PayoutFileRow, payoutIds: readonly string[]): Promise<void> {
  await tx.payoutFile.create({ data: file });
  await tx.payout.updateMany({
    where: { id: { in: [...payoutIds] } },
    data: { fileId: file.id, updatedAt: file.createdAt },
  });
}

/** Lists a page of the files with the people who made them, the newest first. */
export const listPayoutFileRows = (
  db: Db,
  { after, countMax }: { readonly after: PayoutPosition | null; readonly countMax: number },
) =>
  db.prisma.payoutFile.findMany({
    where: after
      ? { OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }] }
      : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
    include: { creator: { select: { email: true } } },
  });

/** Counts the payouts of files by their status. */
export async function countPayoutsOfFiles(
  db: Db,
  fileIds: readonly string[],
): Promise<{ readonly fileId: string | null; readonly status: PayoutStatus; readonly count: number }[]> {
  const rows = await db.prisma.payout.groupBy({
    by: ["fileId", "status"],
    where: { fileId: { in: [...fileIds] } },
    _count: true,
  });
  return rows.map(({ fileId, status, _count: count }) => ({ fileId, status, count }));
}

/** Finds a file with its payouts in the order of their identifiers; null for an unknown one. */
export const findPayoutFile = (db: Pick<Db, "prisma">, id: string) =>
  db.prisma.payoutFile.findUnique({ where: { id }, include: { payouts: { orderBy: { id: "asc" } } } });

/** Lists and locks the payouts of a file that have not been sent. */
export async function lockUnsentPayouts(tx: Tx, fileId: string): Promise<PayoutRecord[]> {
  await tx.$queryRaw`select 1 from payout where file_id = ${fileId} order by id for update`;
  return tx.payout.findMany({ where: { fileId, status: "approved" }, orderBy: { id: "asc" } });
}
