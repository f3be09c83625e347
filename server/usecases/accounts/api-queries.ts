import type { RedactedFields } from "@/server/domain/accounts/redact-request";
import {
  pathPatterns,
  type RequestArea,
  type RequestMethod,
  type StatusClass,
  statusRange,
  traceIdPattern,
} from "@/server/domain/accounts/request-filters";
import { AppError, type ErrorCode, toAdvice } from "@/server/domain/errors";
import { type ApiKeyRow, listApiKeyRows, listKeysSeenBy } from "@/server/store/accounts/api-keys";
import { findRequest, listRequests, type RequestPosition, type RequestRow } from "@/server/store/accounts/api-requests";
import { listLiveKeyNames } from "@/server/store/accounts/callers";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** An API key as people see it: never the key, nor its hash. */
export type ApiKeyRecord = ApiKeyRow;

/** Lists an account's API keys with their states: those that are not revoked first, then the latest revoked ones. */
export async function listApiKeys(ctx: Ctx, { partnerId }: { partnerId: PartnerId }) {
  const now = ctx.clock.now();
  return (await listApiKeyRows(ctx.db, partnerId)).map(({ seenBy: _, ...key }) => ({
    ...key,
    state: toKeyState(key, now),
  }));
}

/** Lists the keys, not revoked, that a member of the account made or received and so may still know (D-66). */
export async function listKeysOfMember(ctx: Ctx, { partnerId, userId }: { partnerId: PartnerId; userId: string }) {
  const keys = await listKeysSeenBy(ctx.db.prisma, partnerId, userId);
  return keys.map(({ id, name, prefix, lastUsedAt, scopes }) => ({ keyId: id, name, prefix, lastUsedAt, scopes }));
}

function toKeyState(
  { revokedAt, expiresAt }: Pick<ApiKeyRow, "revokedAt" | "expiresAt">,
  now: Date,
): "live" | "expired" | "revoked" {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "live";
}

/** The name of an API key and its public prefix, which tells keys apart. */
export interface KeyName {
  readonly keyId: string;
  readonly name: string;
  readonly prefix: string;
}

/** Lists the account's keys that are not revoked, the oldest first. */
export const listKeyNames = (ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<KeyName[]> =>
  listLiveKeyNames(ctx.db, partnerId);

/** A null filter matches every request. */
export interface ListApiRequestsInput {
  readonly partnerId: PartnerId;
  /** The complete trace id. */
  readonly traceId: string | null;
  readonly status: StatusClass | null;
  readonly method: RequestMethod | null;
  readonly area: RequestArea | null;
  readonly keyId: string | null;
  /** The `nextCursor` of the previous page; null for the first page. */
  readonly cursor: string | null;
  /** At least 1. */
  readonly countMax: number;
}

/** A request as a list shows it. */
export type ApiRequestRecord = RequestRow;

/**
 * Lists a page of an account's API requests of the last seven days, the newest first. Throws validation_error for an
 * invalid cursor.
 */
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
    before: cursor === null ? null : readCursor(cursor),
    countMax: countMax + 1,
  });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.at.getTime()}.${last.id}` : null };
}

function readCursor(cursor: string): RequestPosition {
  const [ms = "", id = ""] = cursor.split(".");
  if (!/^\d{1,15}$/.test(ms) || !traceIdPattern.test(id)) throw new AppError("validation_error", "A cursor of a list");
  return { at: new Date(Number(ms)), id };
}

/** Returns one API request of the last seven days. Throws not_found, also for a request of another account. */
export async function getApiRequest(ctx: Ctx, { partnerId, traceId }: { partnerId: PartnerId; traceId: string }) {
  const row = await findRequest(ctx.db, partnerId, traceId, ctx.clock.now());
  if (!row) throw new AppError("not_found", `${partnerId} has no request ${traceId}`);
  const { partnerId: _, id, code, query, body, ...request } = row;
  return {
    ...request,
    traceId: id,
    code: code as ErrorCode | null,
    /** What the merchant should do about the failure; null where there was none. */
    advice: code === null ? null : toAdvice(code as ErrorCode),
    query: query as RedactedFields | null,
    body: body as RedactedFields | null,
  };
}
