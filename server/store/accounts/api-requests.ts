import { Prisma } from "@/prisma/generated/client";
import type { ShownFields } from "@/server/domain/accounts/shown-request";
import { plusMs } from "@/server/domain/clock";
import type { ErrorCode } from "@/server/domain/errors";
import type { Db } from "../db";
import { rowsKeptMs, trimRows } from "../kept-rows";

/** A request of a merchant's server, fit to be shown: texts, secrets and card data are replaced. */
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
  readonly query: ShownFields | null;
  readonly body: ShownFields | null;
}

/** A request with when it came. */
export type NotedRequest = ApiRequest & { readonly at: Date };

/** So many of an account are kept, the newest, give or take what came since it was last seen to. */
export const requestsPerPartnerMax = 20_000;
const trimmedEvery = 1_000;

/** How a process keeps requests: those of a moment in one statement, which also says when each key was last used. */
export function createRequestKeeping(
  db: Db,
  { countMax = requestsPerPartnerMax, every = trimmedEvery } = {},
) {
  /** How many of an account came since its oldest were erased; it is seen to at its first. */
  const sinceTrimmed = new Map<string, number>();
  const needsTrim = (partnerId: string, count: number): boolean => {
    const since = (sinceTrimmed.get(partnerId) ?? every) + count;
    sinceTrimmed.set(partnerId, since > every ? 0 : since);
    return since > every;
  };
  return async (requests: readonly NotedRequest[]): Promise<void> => {
    if (requests.length === 0) return;
    await insertRequests(db, requests);
    const counts = new Map<string, number>();
    for (const { partnerId } of requests) counts.set(partnerId, (counts.get(partnerId) ?? 0) + 1);
    const owners = [...counts].filter(([id, count]) => needsTrim(id, count)).map(([id]) => id);
    if (owners.length > 0) await trimRows(db, "api_request", { owners, countMax });
  };
}

async function insertRequests(db: Db, requests: readonly NotedRequest[]): Promise<void> {
  const column = <T>(of: (request: NotedRequest) => T): T[] => requests.map(of);
  const json = (value: ShownFields | null) => (value === null ? null : JSON.stringify(value));
  await db.pool.query({
    name: "insert-api-requests",
    text: insertSql,
    values: [
      column(({ traceId }) => traceId),
      column(({ partnerId }) => partnerId),
      column(({ keyId }) => keyId),
      column(({ at }) => at),
      column(({ method }) => method),
      column(({ path }) => path),
      column(({ status }) => status),
      column(({ code }) => code),
      column(({ message }) => message),
      column(({ durationMs }) => durationMs),
      column(({ sourceIp }) => sourceIp),
      column(({ userAgent }) => userAgent),
      column(({ query }) => json(query)),
      column(({ body }) => json(body)),
    ],
  });
}

const columns = `id, partner_id, key_id, at, method, path, status, code, message, duration_ms, source_ip, user_agent,
                 query, body`;

/** The keys in the order of their ids, as whoever revokes several locks them. */
const insertSql = `
  with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::int[],
                         $8::text[], $9::text[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[])
           as g(${columns})),
  used as (
    select k.id, u.at from api_key k
      join (select key_id, max(at) as at from given group by key_id) u on u.key_id = k.id
     where k.last_used_at is null or k.last_used_at < u.at
     order by k.id for no key update of k),
  noted as (
    update api_key k set last_used_at = used.at from used where k.id = used.id)
  insert into api_request (${columns})
  select g.id, g.partner_id, g.key_id, g.at, g.method, g.path, g.status, g.code, g.message, g.duration_ms, g.source_ip,
         g.user_agent, g.query::json, g.body::json
    from given g join partner p on p.id = g.partner_id
  on conflict (id) do nothing`;

/** What of an account's requests is asked for; null: all. */
export interface RequestFilter {
  readonly partnerId: string;
  readonly traceId: string | null;
  readonly keyId: string | null;
  readonly method: string | null;
  /** Status from, and below. */
  readonly statusFrom: number | null;
  readonly statusBelow: number | null;
  /** Beginnings of paths, of which one must fit, and a word that must not be in it. */
  readonly pathLike: string | null;
  readonly pathNotLike: string | null;
  readonly before: RequestPlace | null;
  readonly now: Date;
  readonly countMax: number;
}

/** A place in the list, which is the newest first. */
export interface RequestPlace {
  readonly at: Date;
  readonly id: string;
}

export interface RequestRow extends RequestPlace {
  readonly keyId: string;
  /** Null: the key is gone. */
  readonly keyName: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
}

/** An account's requests of the last seven days, newest first. */
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
           r.duration_ms as "durationMs"
      from api_request r left join api_key k on k.id = r.key_id and k.partner_id = r.partner_id
     where ${Prisma.join(wanted, " and ")}
     order by r.at desc, r.id desc limit ${filter.countMax}`;
};

/** One request of an account, as long as it is shown; null when there is none. */
export async function findRequest(db: Db, partnerId: string, traceId: string, now: Date) {
  const row = await db.prisma.apiRequest.findFirst({
    where: { id: traceId, partnerId, at: { gt: plusMs(now, -rowsKeptMs) } },
  });
  if (!row) return null;
  const key = await db.prisma.apiKey.findFirst({
    where: { id: row.keyId, partnerId },
    select: { name: true, prefix: true },
  });
  return { ...row, key };
}
