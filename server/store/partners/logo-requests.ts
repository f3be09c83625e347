import type { LogoRequest, Prisma } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";

export type LogoRequestRow = LogoRequest;

export const insertLogoRequest = (tx: Tx, request: Prisma.LogoRequestUncheckedCreateInput) =>
  tx.logoRequest.create({ data: request });

/**
 * Ends a waiting request (compare-and-set), and erases the picture that is not approved. Returns false where it does
 * not wait any more.
 */
export async function endLogoRequest(
  tx: Tx,
  requestId: string,
  end: Pick<LogoRequestRow, "state" | "decidedBy" | "decidedAt" | "decisionNote">,
): Promise<boolean> {
  const data = end.state === "approved" ? end : { ...end, picture: null };
  const { count } = await tx.logoRequest.updateMany({ where: { id: requestId, state: "waiting" }, data });
  return count === 1;
}

/** Withdraws the logo of an account that waits, if there is one, because another one takes its place. */
export const withdrawWaitingLogo = (tx: Tx, partnerId: string, decidedAt: Date) =>
  tx.logoRequest.updateMany({
    where: { partnerId, state: "waiting" },
    data: { state: "withdrawn", decidedAt, picture: null },
  });

export const findLogoRequest = (db: Db, requestId: string): Promise<LogoRequestRow | null> =>
  db.prisma.logoRequest.findUnique({ where: { id: requestId } });

/** Finds the newest request of an account. */
export const findLastLogoRequest = (db: Db | Tx, partnerId: string): Promise<LogoRequestRow | null> =>
  ("prisma" in db ? db.prisma : db).logoRequest.findFirst({
    where: { partnerId },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
  });

/** Returns the picture that the buyers of an account see now; null for every other identifier. */
export async function findShownPicture(db: Db, logoId: string): Promise<Uint8Array | null> {
  const found = await db.prisma.logoRequest.findFirst({
    where: { id: logoId, shownFor: { some: {} } },
    select: { picture: true },
  });
  return found?.picture ?? null;
}

/** Lists the requests that wait, the oldest first, with the present names and logos. */
export const listWaitingLogoRequests = (db: Db, countMax: number) =>
  db.prisma.logoRequest.findMany({
    where: { state: "waiting" },
    include: { partner: { select: { name: true, logo: { select: { picture: true } } } } },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    take: countMax,
  });
