import type { NameRequest, Prisma } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";

export type NameRequestRow = NameRequest;

/** Inserts a waiting request. Returns false where the account has one already. */
export async function insertNameRequest(tx: Tx, request: Prisma.NameRequestCreateManyInput): Promise<boolean> {
  const { count } = await tx.nameRequest.createMany({ data: [request], skipDuplicates: true });
  return count === 1;
}

/** Ends a waiting request (compare-and-set). Returns false where it does not wait any more. */
export async function endNameRequest(
  tx: Tx,
  requestId: string,
  end: Pick<NameRequestRow, "state" | "decidedBy" | "decidedAt" | "decisionNote">,
): Promise<boolean> {
  const { count } = await tx.nameRequest.updateMany({ where: { id: requestId, state: "waiting" }, data: end });
  return count === 1;
}

/** Withdraws the name of an account that waits, if there is one, because another one takes its place. */
export const withdrawWaitingName = (tx: Tx, partnerId: string, decidedAt: Date) =>
  tx.nameRequest.updateMany({ where: { partnerId, state: "waiting" }, data: { state: "withdrawn", decidedAt } });

export const findNameRequest = (db: Db, requestId: string): Promise<NameRequestRow | null> =>
  db.prisma.nameRequest.findUnique({ where: { id: requestId } });

/** Finds the newest request of an account. */
export const findLastNameRequest = (db: Db | Tx, partnerId: string): Promise<NameRequestRow | null> =>
  ("prisma" in db ? db.prisma : db).nameRequest.findFirst({
    where: { partnerId },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
  });

/** Lists the requests that wait, the oldest first, with the present names. */
export const listWaitingNameRequests = (db: Db, countMax: number) =>
  db.prisma.nameRequest.findMany({
    where: { state: "waiting" },
    include: { partner: { select: { name: true } } },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    take: countMax,
  });
