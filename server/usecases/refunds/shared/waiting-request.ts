import { AppError } from "@/server/domain/errors";
import type { Tx } from "@/server/store/db";
import {
  expireRefundRequests,
  findRefundRequest,
  moveRefundRequest,
  type RefundRequestRow,
} from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { ActingAccount } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";

export interface DecideRefundRequestInput {
  readonly account: Pick<ActingAccount, "partnerId" | "status">;
  /** The user who decides. */
  readonly userId: string;
  readonly requestId: string;
}

/** Returns a waiting request that another user made. Throws like `getWaitingRequest`, and own_refund_request. */
export async function getWaitingRequestOfOther(ctx: Ctx, input: DecideRefundRequestInput): Promise<RefundRequestRow> {
  const request = await getWaitingRequest(ctx, { partnerId: input.account.partnerId, requestId: input.requestId });
  if (request.requestedBy === input.userId) throw new AppError("own_refund_request");
  return request;
}

/** Returns a request that waits for a decision and has not expired. Throws refund_not_found, refund_request_decided. */
export async function getWaitingRequest(
  ctx: Ctx,
  { partnerId, requestId }: { readonly partnerId: PartnerId; readonly requestId: string },
): Promise<RefundRequestRow> {
  await expireRefundRequests(ctx.db.prisma, { partnerId }, ctx.clock.now());
  const request = await findRefundRequest(ctx.db, partnerId, requestId);
  if (!request) throw new AppError("refund_not_found");
  if (request.status !== "waiting") throw new AppError("refund_request_decided");
  return request;
}

/** Moves a waiting request to another state. Throws refund_request_decided where another process has moved it first. */
export async function moveWaitingRequest(tx: Tx, { id }: RefundRequestRow, ...change: Move): Promise<void> {
  if (!(await moveRefundRequest(tx, id, ...change))) throw new AppError("refund_request_decided");
}

type Move = Parameters<typeof moveRefundRequest> extends [unknown, unknown, ...infer Rest] ? Rest : never;
