import {
  pathPatterns,
  type RequestArea,
  type RequestMethod,
  type StatusClass,
  statusRange,
  traceIdPattern,
} from "@/server/domain/accounts/request-selection";
import { AppError } from "@/server/domain/errors";
import { listRequests, type RequestPlace, type RequestRow } from "@/server/store/accounts/api-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface ListApiRequestsInput {
  readonly partnerId: PartnerId;
  /** The whole of it; null, as everywhere below: any. */
  readonly traceId: string | null;
  readonly status: StatusClass | null;
  readonly method: RequestMethod | null;
  readonly area: RequestArea | null;
  readonly keyId: string | null;
  /** `nextCursor` of the page before; null for the first page. */
  readonly cursor: string | null;
  /** From 1. */
  readonly countMax: number;
}

/** A request as a list shows it. */
export type ApiRequestRecord = RequestRow;

/** A page of an account's API requests of the last seven days, the newest first. Throws validation_error for a strange cursor. */
export async function listApiRequests(
  ctx: Ctx,
  { status, area, cursor, countMax, ...same }: ListApiRequestsInput,
): Promise<{ items: ApiRequestRecord[]; nextCursor: string | null }> {
  const [statusFrom, statusBelow] = status === null ? [null, null] : statusRange[status];
  const [pathLike, pathNotLike] = area === null ? [null, null] : pathPatterns[area];
  const rows = await listRequests(ctx.db, {
    ...same,
    statusFrom,
    statusBelow,
    pathLike,
    pathNotLike,
    now: ctx.clock.now(),
    before: cursor === null ? null : placeOf(cursor),
    countMax: countMax + 1,
  });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.at.getTime()}.${last.id}` : null };
}

function placeOf(cursor: string): RequestPlace {
  const [ms = "", id = ""] = cursor.split(".");
  if (!/^\d{1,15}$/.test(ms) || !traceIdPattern.test(id))
    throw new AppError("validation_error", "A cursor of a list");
  return { at: new Date(Number(ms)), id };
}
