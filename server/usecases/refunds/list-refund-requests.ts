import { type AskedMethod, wayOf } from "@/server/domain/refunds/refund-approval";
import { decideRefund } from "@/server/domain/refunds/refund-policy";
import type { RefundRequestStatus } from "@/server/domain/states";
import { listUsersById } from "@/server/store/people/team";
import {
  countRequestsFor,
  expireRefundRequests,
  findWaitingRequest,
  type ListedRefundRequest,
  listRefundRequestRows,
  listRefundsById,
} from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { sumRefunded, toRefundable } from "../payments/refundable";

export interface ListRefundRequestsInput {
  readonly partnerId: PartnerId;
  /** Who looks: what they asked for themselves is not theirs to decide. */
  readonly userId: string;
  /** Empty: in any state. */
  readonly statuses: readonly RefundRequestStatus[];
  /** The last one of the page before; null: the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

type Names = ReadonlyMap<string, { readonly name: string; readonly email: string }>;

/** Refunds of an account that waited for a second person, or wait, the newest first. */
export async function listRefundRequests(ctx: Ctx, input: ListRefundRequestsInput) {
  const { partnerId, countMax } = input;
  const now = ctx.clock.now();
  await expireRefundRequests(ctx.db.prisma, { partnerId }, now);
  const rows = await listRefundRequestRows(ctx.db, partnerId, {
    statuses: input.statuses,
    after: input.cursor,
    countMax: countMax + 1,
  });
  const page = rows.slice(0, countMax);
  const people = page.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]);
  const [names, refunds] = await Promise.all([
    listUsersById(
      ctx.db,
      partnerId,
      people.filter((id) => id !== null),
    ),
    listRefundsById(
      ctx.db,
      partnerId,
      page.flatMap(({ refundId }) => refundId ?? []),
    ),
  ]);
  const statusOf = new Map(refunds.map(({ id, status }) => [id, status]));
  const byId = new Map(names.map(({ id, name, email }) => [id, { name, email }]));
  const items = page.map((row) => ({
    ...toRecord(row, byId, input.userId),
    refundStatus: statusOf.get(row.refundId ?? "") ?? null,
    outlook: row.status === "waiting" ? outlookOf(row, now) : null,
  }));
  return { items, nextCursor: rows.length > countMax ? (page.at(-1)?.id ?? null) : null };
}

/** What the approval would begin now: a method, or why nothing. */
function outlookOf({ payment, method, amount }: ListedRefundRequest, now: Date) {
  const request = { way: wayOf(method as AskedMethod), amountKurus: amount };
  const decision = decideRefund(toRefundable(payment, payment.terminal), request, now);
  return "method" in decision
    ? { method: decision.method, refusal: null }
    : { method: null, refusal: decision.refusal };
}

const toRecord = (row: ListedRefundRequest, names: Names, userId: string) => ({
  requestId: row.id,
  paymentCode: row.paymentId,
  partnerTxCode: row.payment.partnerTxCode,
  paymentAmount: row.payment.amount,
  refundedAmount: sumRefunded(row.payment),
  amount: row.amount,
  method: row.method as AskedMethod,
  reason: row.reason,
  status: row.status,
  requestedBy: nameOf(row.requestedBy, names),
  isOwn: row.requestedBy === userId,
  decidedBy: row.decidedBy === null ? null : nameOf(row.decidedBy, names),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  decidedAt: row.decidedAt,
  decisionNote: row.decisionNote,
  refundId: row.refundId,
  failureCode: row.failureCode,
});

const nameOf = (id: string, names: Names): string => names.get(id)?.name || names.get(id)?.email || id;

/** How many refunds wait for somebody to decide on them. */
export const countRefundsToDecide = (
  ctx: Ctx,
  who: { readonly partnerId: PartnerId; readonly userId: string },
): Promise<number> => countRequestsFor(ctx.db, who, ctx.clock.now());

/** The request that waits for a decision about a payment; null: none does. */
export async function findRefundInWaiting(
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
