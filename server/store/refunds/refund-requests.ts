import type { Partner, Prisma, RefundRequest } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { ApprovalLimit } from "@/server/domain/refunds/refund-approval";
import { type RefundRequestStatus, refundRequestTable, sourceStates } from "@/server/domain/states";
import type { ApiApproval } from "../accounts/callers";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

export type RefundRequestRow = RefundRequest;

/** Returns the present and the next limit (kuruş) above which a refund from the panel needs a second person. */
export async function readApprovalLimit(tx: Pick<Tx, "partner">, partnerId: PartnerId): Promise<ApprovalLimit> {
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

/** Returns whether the limit also refuses refunds through the API (D-66). */
export async function readApiApproval(tx: Pick<Tx, "partner">, partnerId: PartnerId): Promise<ApiApproval> {
  const select = { refundApprovalInApi: true, refundApprovalInApiUntil: true } as const;
  const row = await tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select });
  return { isOn: row.refundApprovalInApi, until: row.refundApprovalInApiUntil };
}

export const saveApiApproval = (tx: Tx, partnerId: PartnerId, { isOn, until }: ApiApproval) =>
  tx.partner.update({
    where: { id: partnerId },
    data: { refundApprovalInApi: isOn, refundApprovalInApiUntil: until },
  });

/** Inserts a refund request. Throws refund_in_progress where another request of the payment waits already. */
export async function insertRefundRequest(
  tx: Tx,
  request: Omit<Prisma.RefundRequestUncheckedCreateInput, "status">,
): Promise<void> {
  const data = { ...request, status: refundRequestTable.initial };
  const { count } = await tx.refundRequest.createMany({ data: [data], skipDuplicates: true });
  if (count === 0) throw new AppError("refund_in_progress", "A refund of the payment waits for a decision");
}

/** Finds a request of the account; null also for a request of another account. */
export const findRefundRequest = (db: Db, partnerId: PartnerId, requestId: string): Promise<RefundRequestRow | null> =>
  db.prisma.refundRequest.findFirst({ where: { id: requestId, partnerId } });

/** Finds a request of any account with the account's state, for the operator of the host. */
export const findAnyRefundRequest = (db: Db, requestId: string) =>
  db.prisma.refundRequest.findUnique({
    where: { id: requestId },
    select: { partnerId: true, paymentId: true, partner: { select: { status: true } } },
  });

/** Finds a request of the account by its `partnerRefundCode`, which its refund has or will have. */
export const findRequestByCode = (
  db: Db,
  partnerId: PartnerId,
  partnerRefundCode: string,
): Promise<RefundRequestRow | null> =>
  db.prisma.refundRequest.findUnique({
    where: { partnerId_partnerRefundCode: { partnerId, partnerRefundCode } },
  });

export const isRequestCodeUsed = async (tx: Tx, partnerId: PartnerId, partnerRefundCode: string): Promise<boolean> =>
  (await tx.refundRequest.count({ where: { partnerId, partnerRefundCode } })) > 0;

/** Finds the request of a payment that waits for a decision and has not expired; null where there is none. */
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

/**
 * Moves a request by a row of `refundRequestTable` (R4), as a compare-and-set. Returns false where it was moved or has
 * expired.
 */
export async function moveRefundRequest(
  tx: Tx,
  requestId: string,
  to: Exclude<RefundRequestStatus, "waiting" | "expired">,
  now: Date,
  facts: Pick<Prisma.RefundRequestUncheckedUpdateManyInput, "decidedBy" | "decisionNote" | "refundId" | "failureCode">,
): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id: requestId, status: { in: sourceStates(refundRequestTable, to) }, expiresAt: { gt: now } },
    data: { ...facts, status: to, decidedAt: now, updatedAt: now },
  });
  return count === 1;
}

/** Withdraws the waiting requests of a user who may not start refunds any more. */
export const withdrawRefundRequests = (tx: Tx, partnerId: PartnerId, userId: string, now: Date) =>
  tx.refundRequest.updateMany({
    where: { partnerId, requestedBy: userId, status: { in: sourceStates(refundRequestTable, "withdrawn") } },
    data: { status: "withdrawn", decidedBy: userId, decidedAt: now, updatedAt: now },
  });

/** Expires the requests whose time has ended (D-2), of an account or of one payment. */
export const expireRefundRequests = (
  tx: Tx,
  which: { readonly partnerId: PartnerId; readonly paymentId?: string },
  now: Date,
) =>
  tx.refundRequest.updateMany({
    where: { ...which, status: { in: sourceStates(refundRequestTable, "expired") }, expiresAt: { lte: now } },
    data: { status: "expired", updatedAt: now },
  });

/** Counts the requests on which a user may decide: all waiting requests except the user's own. */
export const countDecidableRequests = (
  db: Db,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
  now: Date,
): Promise<number> =>
  db.prisma.refundRequest.count({
    where: { partnerId, status: "waiting", expiresAt: { gt: now }, requestedBy: { not: userId } },
  });

/** Lists requests of an account with their payments, the newest first. */
export const listRefundRequestRows = (
  db: Db,
  partnerId: PartnerId,
  { statuses, after, countMax }: { statuses: readonly RefundRequestStatus[]; after: string | null; countMax: number },
) =>
  db.prisma.refundRequest.findMany({
    where: { partnerId, ...(statuses.length > 0 && { status: { in: [...statuses] } }) },
    include: { payment: { include: { terminal: { select: { mode: true, dayEndLocal: true } } } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(after !== null && { cursor: { id: after }, skip: 1 }),
    take: countMax,
  });

export type ListedRefundRequest = Awaited<ReturnType<typeof listRefundRequestRows>>[number];

/** Lists refunds of an account by their ids, with their statuses. */
export const listRefundsById = (db: Db, partnerId: PartnerId, refundIds: readonly string[]) =>
  db.prisma.refund.findMany({
    where: { partnerId, id: { in: [...refundIds] } },
    select: { id: true, status: true },
  });
