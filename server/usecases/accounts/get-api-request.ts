import type { ShownFields } from "@/server/domain/accounts/shown-request";
import { AppError, adviceOf, type ErrorCode } from "@/server/domain/errors";
import { findRequest } from "@/server/store/accounts/api-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** One API request of the last seven days. Throws not_found, also when it is another account's. */
export async function getApiRequest(
  ctx: Ctx,
  { partnerId, traceId }: { partnerId: PartnerId; traceId: string },
) {
  const row = await findRequest(ctx.db, partnerId, traceId, ctx.clock.now());
  if (!row) throw new AppError("not_found", `${partnerId} has no request ${traceId}`);
  const { partnerId: _, id, code, query, body, ...request } = row;
  return {
    ...request,
    traceId: id,
    code: code as ErrorCode | null,
    /** What is to be done about the failure; null where there was none. */
    advice: code === null ? null : adviceOf(code as ErrorCode),
    query: query as ShownFields | null,
    body: body as ShownFields | null,
  };
}
