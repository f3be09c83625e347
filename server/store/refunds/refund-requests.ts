import type { Partner, Prisma, RefundRequest } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { ApprovalLimit } from "@/server/domain/refunds/refund-approval";
import { type RefundRequestStatus, refundRequestTable, sourcesOf } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

export type RefundRequestRow = RefundRequest;

/** Above what a refund from the panel wants a second person, now and soon. */
export async function readApprovalLimit(
  tx: Pick<Tx, "partner">,
  partnerId: PartnerId,
): Promise<ApprovalLimit> {
  const select = { refundApprovalAbove: true, refundApprovalNext: true, refundApprovalNextAt: true } as const;
  return toApprovalLimit(await tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select }));
}

export const toApprovalLimit = (
  row: Pick<Partner, "refundApprovalAbove" | "refundApprovalNext" | "refundApprovalNextAt">,
): ApprovalLimit => ({
  presentKurus: row.refundApprovalAbove,
  nextKurus: row.refundApprovalNext,
  nextAt: row.refundApprovalNextAt,
});

export const saveApprovalLimit = (tx: Tx, partnerId: PartnerId, limit: ApprovalLimit) =>
  tx.partner.update({
    where: { id: partnerId },
    data: {
      refundApprovalAbove: limit.presentKurus,
      refundApprovalNext: limit.nextKurus,
      refundApprovalNextAt: limit.nextAt,
    },
  });

/** Throws refund_in_progress where another refund of the payment waits already. */
export async function insertRefundRequest(
  tx: Tx,
  request: Omit<Prisma.RefundRequestUncheckedCreateInput, "status">,
): Promise<void> {
  const data = { ...request, status: refundRequestTable.initial };
  const { count } = await tx.refundRequest.createMany({ data: [data], skipDuplicates: true });
  if (count === 0) throw new AppError("refund_in_progress", "A refund of the payment waits for a decision");
}

/** A request of the account; another's is as good as missing. */
export const findRefundRequest = (
  db: Db,
  partnerId: PartnerId,
  requestId: string,
): Promise<RefundRequestRow | null> =>
  db.prisma.refundRequest.findFirst({ where: { id: requestId, partnerId } });

/** A request of the account by the code that its refund has, or will have. */
export const findRequestByCode = (
  db: Db,
  partnerId: PartnerId,
  partnerRefundCode: string,
): Promise<RefundRequestRow | null> =>
  db.prisma.refundRequest.findUnique({
    where: { partnerId_partnerRefundCode: { partnerId, partnerRefundCode } },
  });

export const isRequestCodeUsed = async (
  tx: Tx,
  partnerId: PartnerId,
  partnerRefundCode: string,
): Promise<boolean> => (await tx.refundRequest.count({ where: { partnerId, partnerRefundCode } })) > 0;

/** The one that waits for a decision about a payment, and whose time is not over. */
export const findWaitingRequest = (
  db: Db,
  partnerId: PartnerId,
  paymentCode: string,
  now: Date,
): Promise<RefundRequestRow | null> =>
  db.prisma.refundRequest.findFirst({
    where: { partnerId, paymentId: paymentCode, status: "waiting", expiresAt: { gt: now } },
  });

export const isRequestWaiting = async (tx: Tx, requestId: string): Promise<boolean> =>
  (await tx.refundRequest.count({ where: { id: requestId, status: "waiting" } })) === 1;

/** Moves a request by a row of its table (rule 4), by compare-and-set. False: somebody else has moved it. */
export async function moveRefundRequest(
  tx: Tx,
  requestId: string,
  to: Exclude<RefundRequestStatus, "waiting" | "expired">,
  now: Date,
  facts: Pick<
    Prisma.RefundRequestUncheckedUpdateManyInput,
    "decidedBy" | "decisionNote" | "refundId" | "failureCode"
  >,
): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id: requestId, status: { in: sourcesOf(refundRequestTable, to) }, expiresAt: { gt: now } },
    data: { ...facts, status: to, decidedAt: now, updatedAt: now },
  });
  return count === 1;
}

/** Takes back what somebody has asked for who may ask for no refund any more. */
export const withdrawRequestsOf = (tx: Tx, partnerId: PartnerId, userId: string, now: Date) =>
  tx.refundRequest.updateMany({
    where: { partnerId, requestedBy: userId, status: { in: sourcesOf(refundRequestTable, "withdrawn") } },
    data: { status: "withdrawn", decidedBy: userId, decidedAt: now, updatedAt: now },
  });

/** Writes down whose time is over (D-2): of an account, or of one payment. */
export const expireRefundRequests = (
  tx: Tx,
  which: { readonly partnerId: PartnerId; readonly paymentId?: string },
  now: Date,
) =>
  tx.refundRequest.updateMany({
    where: { ...which, status: { in: sourcesOf(refundRequestTable, "expired") }, expiresAt: { lte: now } },
    data: { status: "expired", updatedAt: now },
  });

/** How many wait for a decision by somebody: all but what they asked for themselves. */
export const countRequestsFor = (
  db: Db,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
  now: Date,
): Promise<number> =>
  db.prisma.refundRequest.count({
    where: { partnerId, status: "waiting", expiresAt: { gt: now }, requestedBy: { not: userId } },
  });

/** Requests of an account with their payments, the newest first. */
export const listRefundRequestRows = (
  db: Db,
  partnerId: PartnerId,
  {
    statuses,
    after,
    countMax,
  }: { statuses: readonly RefundRequestStatus[]; after: string | null; countMax: number },
) =>
  db.prisma.refundRequest.findMany({
    where: { partnerId, ...(statuses.length > 0 && { status: { in: [...statuses] } }) },
    include: { payment: { include: { terminal: { select: { mode: true, dayEndLocal: true } } } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(after !== null && { cursor: { id: after }, skip: 1 }),
    take: countMax,
  });

export type ListedRefundRequest = Awaited<ReturnType<typeof listRefundRequestRows>>[number];

/** How the refunds stand that were begun. */
export const listRefundsById = (db: Db, partnerId: PartnerId, refundIds: readonly string[]) =>
  db.prisma.refund.findMany({
    where: { partnerId, id: { in: [...refundIds] } },
    select: { id: true, status: true },
  });
