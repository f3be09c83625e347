import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { type AskedMethod, coversApiAt, limitAt, toRefundWay } from "@/server/domain/refunds/refund-approval";
import { decideRefund } from "@/server/domain/refunds/refund-policy";
import type { RefundRequestStatus } from "@/server/domain/states";
import { findPayment } from "@/server/store/payments/payments";
import { listApprovers, listUsersById } from "@/server/store/people/team";
import { listPendingRefunds } from "@/server/store/refunds/pending-refunds";
import {
  countDecidableRequests,
  expireRefundRequests,
  findAnyRefundRequest,
  findWaitingRequest,
  type ListedRefundRequest,
  listRefundRequestRows,
  listRefundsById,
  readApiApproval,
  readApprovalLimit,
} from "@/server/store/refunds/refund-requests";
import {
  findRefund,
  findRefundByCode,
  listRefundsWithOrder,
  type RefundWithOrder,
} from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { sumRefunded, toRefundable } from "../payments/shared/refundable";
import { staffName } from "../people/shared/staff-actor";
import { operatorName } from "./approve-refund-as-operator";
import { findDeciderFault, listDeciders } from "./shared/refund-deciders";
import { type RefundRecord, toRefundRecord } from "./shared/refund-record";

/** Returns a refund by its id (D-24). Throws refund_not_found. */
export const getRefund = async (ctx: Ctx, input: { partnerId: PartnerId; refundId: string }): Promise<RefundRecord> =>
  requireRefund(await findRefund(ctx.db, input.partnerId, input.refundId));

/**
 * Returns a refund of a payment by its id. Throws payment_not_found, and refund_not_found also for a refund of another
 * payment.
 */
export async function getRefundOfPayment(
  ctx: Ctx,
  input: { partnerId: PartnerId; paymentCode: string; refundId: string },
): Promise<RefundRecord> {
  const [payment, refund] = await Promise.all([
    findPayment(ctx.db, input.partnerId, input.paymentCode),
    findRefund(ctx.db, input.partnerId, input.refundId),
  ]);
  if (!payment) throw new AppError("payment_not_found");
  return requireRefund(refund?.paymentId === payment.id ? refund : null);
}

/**
 * Returns the refund that an account created with a code, which is never used for another one (D-27). Throws
 * refund_not_found.
 */
export const getRefundByCode = async (
  ctx: Ctx,
  input: { partnerId: PartnerId; partnerRefundCode: string },
): Promise<RefundRecord> => requireRefund(await findRefundByCode(ctx.db, input.partnerId, input.partnerRefundCode));

function requireRefund(refund: RefundWithOrder | null): RefundRecord {
  if (!refund) throw new AppError("refund_not_found");
  return toRefundRecord(refund);
}

/** Lists a payment's refunds, newest first (D-24). Throws payment_not_found. */
export async function listRefunds(
  ctx: Ctx,
  input: { partnerId: PartnerId; paymentCode: string },
): Promise<RefundRecord[]> {
  const payment = await findPayment(ctx.db, input.partnerId, input.paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  return (await listRefundsWithOrder(ctx.db, payment.id)).map(toRefundRecord);
}

/** Returns the account and the payment of a refund request, for the operator of the host. Throws refund_not_found. */
export async function getRefundRequestScope(ctx: Ctx, { requestId }: { readonly requestId: string }) {
  const found = await findAnyRefundRequest(ctx.db, requestId);
  if (!found) throw new AppError("refund_not_found");
  return { partnerId: found.partnerId, paymentCode: found.paymentId };
}

const openCountMax = 100;

/** Lists the 100 oldest refunds whose outcome has been unknown for 15 minutes, for staff to look at (D-46). */
export async function listOpenRefunds(ctx: Ctx) {
  const refunds = await listPendingRefunds(ctx.db, plusMs(ctx.clock.now(), -alertAfterMs), openCountMax + 1);
  return { refunds: refunds.slice(0, openCountMax), hasMore: refunds.length > openCountMax };
}

export interface ListRefundRequestsInput {
  readonly partnerId: PartnerId;
  /** The user who views the list; users cannot decide on their own requests. */
  readonly userId: string;
  /** The states to include; an empty list means every state. */
  readonly statuses: readonly RefundRequestStatus[];
  /** The last request of the previous page; null for the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

type Names = ReadonlyMap<string, { readonly name: string; readonly email: string }>;

/** Lists an account's refund requests that wait or waited for a second person, newest first (S32). */
export async function listRefundRequests(ctx: Ctx, input: ListRefundRequestsInput) {
  const { partnerId, countMax } = input;
  const now = ctx.clock.now();
  await expireRefundRequests(ctx.db.prisma, { partnerId }, now);
  const { statuses, cursor: after } = input;
  const rows = await listRefundRequestRows(ctx.db, partnerId, { statuses, after, countMax: countMax + 1 });
  const page = rows.slice(0, countMax);
  const userIds = page.flatMap(({ requestedBy, decidedBy }) => (decidedBy ? [requestedBy, decidedBy] : requestedBy));
  const refundIds = page.flatMap(({ refundId }) => refundId ?? []);
  const [users, refunds, members] = await Promise.all([
    listUsersById(ctx.db, partnerId, userIds),
    listRefundsById(ctx.db, partnerId, refundIds),
    listApprovers(ctx.db.prisma, partnerId),
  ]);
  const reader = members.find(({ id }) => id === input.userId);
  const statusById = new Map(refunds.map(({ id, status }) => [id, status]));
  const names = new Map(users.map(({ id, name, email }) => [id, { name, email }]));
  const items = page.map((row) => ({
    ...toRequestRecord(row, names, input.userId),
    refundStatus: statusById.get(row.refundId ?? "") ?? null,
    outlook: row.status === "waiting" ? previewApproval(row, now) : null,
    /** Why the reader may not approve it (D-67); null where the reader may. */
    fault: reader ? findDeciderFault(reader, row.requestedBy, ctx.realTime.now()) : "no_permission",
  }));
  return { items, nextCursor: rows.length > countMax ? (page.at(-1)?.id ?? null) : null };
}

/** Returns the method that an approval would start now, or the refusal that it would meet. */
function previewApproval({ payment, method, amount }: ListedRefundRequest, now: Date) {
  const request = { way: toRefundWay(method as AskedMethod), amountKurus: amount };
  const decision = decideRefund(toRefundable(payment, payment.terminal), request, now);
  return "method" in decision
    ? { method: decision.method, refusal: null }
    : { method: null, refusal: decision.refusal };
}

const toRequestRecord = (row: ListedRefundRequest, names: Names, userId: string) => ({
  requestId: row.id,
  paymentCode: row.paymentId,
  partnerTxCode: row.payment.partnerTxCode,
  paymentAmount: row.payment.amount,
  refundedAmount: sumRefunded(row.payment),
  amount: row.amount,
  method: row.method as AskedMethod,
  reason: row.reason,
  status: row.status,
  requestedBy: toDisplayName(row.requestedBy, names),
  isOwn: row.requestedBy === userId,
  decidedBy: row.decidedBy === null ? null : toDisplayName(row.decidedBy, names),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  decidedAt: row.decidedAt,
  decisionNote: row.decisionNote,
  refundId: row.refundId,
  failureCode: row.failureCode,
});

const toDisplayName = (id: string, names: Names): string =>
  names.get(id)?.name || names.get(id)?.email || (id === operatorName ? staffName : id);

/** Counts the refund requests that wait for a decision by this user, who cannot decide on their own. */
export const countRefundsToDecide = (
  ctx: Ctx,
  who: { readonly partnerId: PartnerId; readonly userId: string },
): Promise<number> => countDecidableRequests(ctx.db, who, ctx.clock.now());

/** Returns the payment's refund request that waits for a decision, or null. */
export async function findWaitingRefundRequest(
  ctx: Ctx,
  { partnerId, paymentCode, userId }: { partnerId: PartnerId; paymentCode: string; userId: string },
) {
  const request = await findWaitingRequest(ctx.db, partnerId, paymentCode, ctx.clock.now());
  if (!request) return null;
  const { id, amount, method, reason, createdAt, expiresAt, requestedBy } = request;
  const names = await listUsersById(ctx.db, partnerId, [requestedBy]);
  return {
    requestId: id,
    amount,
    method: method as AskedMethod,
    reason,
    createdAt,
    expiresAt,
    requestedBy: names[0]?.name || names[0]?.email || requestedBy,
    isOwn: requestedBy === userId,
  };
}

export interface RefundLimit {
  /** The amount in kuruş above which a refund from the panel needs a second person; null means that none does. */
  readonly limit: bigint | null;
  /** The looser limit that will take effect, and when (UTC); null when no change is planned. */
  readonly next: { readonly limit: bigint | null; readonly at: Date } | null;
  /** Whether refunds through the API above the limit are refused (D-66). */
  readonly inApi: boolean;
  /** Until when they are, after that was switched off, UTC; null while nothing is planned. */
  readonly inApiUntil: Date | null;
  /** The number of other users who could approve a request of this user as its second person (D-67). */
  readonly otherDeciders: number;
}

/** Returns the account's limit that applies now and the planned change. */
export async function getRefundLimit(
  ctx: Ctx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
): Promise<RefundLimit> {
  const [kept, api, deciders] = await Promise.all([
    readApprovalLimit(ctx.db.prisma, partnerId),
    readApiApproval(ctx.db.prisma, partnerId),
    listDeciders(ctx.db.prisma, partnerId, ctx.realTime.now()),
  ]);
  const now = ctx.clock.now();
  const isToCome = kept.nextAt !== null && kept.nextAt > now;
  const next = isToCome && kept.nextAt ? { limit: kept.nextKurus, at: kept.nextAt } : null;
  const inApi = coversApiAt(api, now);
  const otherDeciders = deciders.filter(({ id }) => id !== userId).length;
  return { limit: limitAt(kept, now), next, inApi, inApiUntil: inApi ? api.until : null, otherDeciders };
}
