import { Prisma } from "@/prisma/generated/client";
import type { RedactedFields } from "@/server/domain/accounts/redact-request";
import { plusMs } from "@/server/domain/clock";
import type { ErrorCode } from "@/server/domain/errors";
import { raiseAlert } from "../alerts";
import type { Db } from "../db";
import { rowsKeptMs, trimRows } from "../kept-rows";
import { prepareStatement, recordTable } from "../named-sql";
import type { PartnerId } from "../tenant";

/** A request of a merchant's server as it may be shown: free texts, secrets and card data are redacted. */
export interface ApiRequest {
  readonly traceId: string;
  readonly partnerId: string;
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly message: string | null;
  readonly durationMs: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly query: RedactedFields | null;
  readonly body: RedactedFields | null;
  /** The fields in which a card number was sent, separated by commas; null where none was (D-284). */
  readonly cardFields: string | null;
}

/** A request with the instant of its arrival. */
export type NotedRequest = ApiRequest & { readonly at: Date };

/** The number of newest requests that are kept of an account; up to `trimmedEvery` more remain until the next trim. */
const requestsPerPartnerMax = 20_000;
const trimmedEvery = 1_000;

/** Creates the writer of request rows: one statement per batch, which also updates when each key was last used. */
export function createRequestKeeping(db: Db, { countMax = requestsPerPartnerMax, every = trimmedEvery } = {}) {
  /**
   * The number of requests of each account since its last trim. An account's first request in this process trims it.
   */
  const sinceTrimmed = new Map<string, number>();
  const needsTrim = (partnerId: string, count: number): boolean => {
    const since = (sinceTrimmed.get(partnerId) ?? every) + count;
    sinceTrimmed.set(partnerId, since > every ? 0 : since);
    return since > every;
  };
  return async (requests: readonly NotedRequest[]): Promise<void> => {
    if (requests.length === 0) return;
    await db.pool.query(insertStatement(given.values(requests)));
    await raiseCardAlerts(db, requests);
    const counts = new Map<string, number>();
    for (const { partnerId } of requests) counts.set(partnerId, (counts.get(partnerId) ?? 0) + 1);
    const owners = [...counts].filter(([id, count]) => needsTrim(id, count)).map(([id]) => id);
    if (owners.length > 0) await trimRows(db, "api_request", { owners, countMax });
  };
}

/** Tells staff, once per account while the alert is open, that its server sends card numbers where none belong. */
async function raiseCardAlerts(db: Db, requests: readonly NotedRequest[]): Promise<void> {
  const flagged = new Map(requests.filter(({ cardFields }) => cardFields !== null).map((one) => [one.partnerId, one]));
  for (const [partnerId, { method, path, cardFields, at }] of flagged) {
    const detail = `A card number was sent in ${cardFields} (${method} ${path}).`;
    await raiseAlert(db.prisma, { kind: "card_number_received", subject: partnerId, detail }, at);
  }
}

const toJson = (value: RedactedFields | null): string | null => (value === null ? null : JSON.stringify(value));

const given = recordTable<NotedRequest>("g", {
  id: ["text", ({ traceId }) => traceId],
  partner_id: ["text", ({ partnerId }) => partnerId],
  key_id: ["text", ({ keyId }) => keyId],
  at: ["timestamptz", ({ at }) => at],
  method: ["text", ({ method }) => method],
  path: ["text", ({ path }) => path],
  status: ["int", ({ status }) => status],
  code: ["text", ({ code }) => code],
  message: ["text", ({ message }) => message],
  duration_ms: ["int", ({ durationMs }) => durationMs],
  source_ip: ["text", ({ sourceIp }) => sourceIp],
  user_agent: ["text", ({ userAgent }) => userAgent],
  query: ["text", ({ query }) => toJson(query)],
  body: ["text", ({ body }) => toJson(body)],
  card_fields: ["text", ({ cardFields }) => cardFields],
});

/**
 * Locks the keys in the order of their ids: a statement that locks several keys in another order could deadlock with
 * it.
 */
const insertStatement = prepareStatement(
  "insert-api-requests",
  `with given as materialized (select * from ${given.sql}),
   used as (
     select k.id, u.at from api_key k
       join (select key_id, max(at) as at from given group by key_id) u on u.key_id = k.id
      where k.last_used_at is null or k.last_used_at < u.at
      order by k.id for no key update of k),
   noted as (
     update api_key k set last_used_at = used.at from used where k.id = used.id)
   insert into api_request (${given.names})
   select g.id, g.partner_id, g.key_id, g.at, g.method, g.path, g.status, g.code, g.message, g.duration_ms, g.source_ip,
          g.user_agent, g.query::json, g.body::json, g.card_fields
     from given g join partner p on p.id = g.partner_id
   on conflict (id) do nothing`,
);

/** The selection of an account's requests. A null filter matches every request. */
export interface RequestFilter {
  readonly partnerId: string;
  readonly traceId: string | null;
  readonly keyId: string | null;
  readonly method: string | null;
  /** The HTTP status range: `statusFrom` inclusive, `statusBelow` exclusive. */
  readonly statusFrom: number | null;
  readonly statusBelow: number | null;
  /** SQL patterns that the path must match, and must not match. */
  readonly pathLike: string | null;
  readonly pathNotLike: string | null;
  readonly before: RequestPosition | null;
  readonly now: Date;
  readonly countMax: number;
}

/** A position in the list, which is ordered newest first. */
export interface RequestPosition {
  readonly at: Date;
  readonly id: string;
}

export interface RequestRow extends RequestPosition {
  readonly keyId: string;
  /** Null where the account has no such key any more. */
  readonly keyName: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  /** The fields in which a card number was sent; null where none was. */
  readonly cardFields: string | null;
}

/** Lists an account's requests of the last seven days, the newest first. */
export const listRequests = (db: Db, filter: RequestFilter): Promise<RequestRow[]> => {
  const { before, now } = filter;
  const wanted = [
    Prisma.sql`r.partner_id = ${filter.partnerId} and r.at > ${plusMs(now, -rowsKeptMs)}`,
    filter.traceId === null ? null : Prisma.sql`r.id = ${filter.traceId}`,
    filter.keyId === null ? null : Prisma.sql`r.key_id = ${filter.keyId}`,
    filter.method === null ? null : Prisma.sql`r.method = ${filter.method}`,
    filter.statusFrom === null ? null : Prisma.sql`r.status >= ${filter.statusFrom}`,
    filter.statusBelow === null ? null : Prisma.sql`r.status < ${filter.statusBelow}`,
    filter.pathLike === null ? null : Prisma.sql`r.path like ${filter.pathLike}`,
    filter.pathNotLike === null ? null : Prisma.sql`r.path not like ${filter.pathNotLike}`,
    before === null ? null : Prisma.sql`(r.at, r.id) < (${before.at}, ${before.id})`,
  ].filter((one) => one !== null);
  return db.prisma.$queryRaw<RequestRow[]>`
    select r.id, r.at, r.key_id as "keyId", k.name as "keyName", r.method, r.path, r.status, r.code,
           r.duration_ms as "durationMs", r.card_fields as "cardFields"
      from api_request r left join api_key k on k.id = r.key_id and k.partner_id = r.partner_id
     where ${Prisma.join(wanted, " and ")}
     order by r.at desc, r.id desc limit ${filter.countMax}`;
};

/** Finds one request of an account within the last seven days, with its key's name; null where there is none. */
export async function findRequest(db: Db, partnerId: PartnerId, traceId: string, now: Date) {
  const row = await db.prisma.apiRequest.findFirst({
    where: { id: traceId, partnerId, at: { gt: plusMs(now, -rowsKeptMs) } },
  });
  if (!row) return null;
  const key = await db.prisma.apiKey.findFirst({
    where: { id: row.keyId, partnerId },
    select: { name: true, prefix: true, createdBy: true },
  });
  return { ...row, key };
}
