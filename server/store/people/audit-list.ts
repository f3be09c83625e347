import { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db";

/** Which actions of a log. Null leaves a filter open. */
export interface AuditSelection {
  readonly scope: string;
  /** By whom. */
  readonly actorId: string | null;
  /** The first word of what was asked for, e.g. `refund`. */
  readonly area: string | null;
  readonly from: Date | null;
  /** Not this instant itself. */
  readonly until: Date | null;
  /** Only entries with lower numbers. */
  readonly before: bigint | null;
  readonly countMax: number;
}

/** An action with its first entry and, where there is one, what became of it. */
export interface AuditRow {
  readonly number: bigint;
  readonly at: Date;
  readonly actorKind: string;
  readonly actorName: string;
  readonly action: string;
  readonly actionId: string;
  readonly subject: string | null;
  readonly outcome: "begun" | "done" | "refused";
  readonly code: string | null;
  readonly detail: unknown;
  readonly sourceIp: string;
  readonly hash: Uint8Array;
  /** Of the entry with the outcome; null where the first is the only one. */
  readonly endNumber: bigint | null;
  readonly endedAt: Date | null;
}

/**
 * Actions of a log, the newest first, each once: the first entry of an action carries the later one's outcome. The log is
 * walked backwards by its numbers, which its index has in order.
 */
export const listAuditRows = (db: Db, selection: AuditSelection): Promise<AuditRow[]> =>
  db.prisma.$queryRaw<AuditRow[]>`
    select e.number, e.at, e.actor_kind as "actorKind", e.actor_name as "actorName", e.action,
           e.action_id as "actionId", e.source_ip as "sourceIp", coalesce(o.hash, e.hash) as hash,
           coalesce(o.subject, e.subject) as subject, coalesce(o.outcome, e.outcome)::text as outcome,
           coalesce(o.code, e.code) as code, coalesce(o.detail, e.detail) as detail,
           o.number as "endNumber", o.at as "endedAt"
      from audit_log e
      left join lateral (
        select * from audit_log l
         where l.action_id = e.action_id and l.scope = e.scope and l.number > e.number
         order by l.number desc limit 1) o on true
     where ${Prisma.join(filtersOf(selection), " and ")}
     order by e.number desc limit ${selection.countMax}`;

const filtersOf = ({ scope, actorId, area, from, until, before }: AuditSelection) => [
  Prisma.sql`e.scope = ${scope}`,
  Prisma.sql`(e.outcome = 'begun' or not exists (
    select 1 from audit_log f where f.action_id = e.action_id and f.scope = e.scope and f.number < e.number))`,
  ...(before === null ? [] : [Prisma.sql`e.number < ${before}::bigint`]),
  ...(actorId === null ? [] : [Prisma.sql`e.actor_id = ${actorId}`]),
  ...(area === null ? [] : [Prisma.sql`split_part(e.action, '.', 1) = ${area}`]),
  ...(from === null ? [] : [Prisma.sql`e.at >= ${from}::timestamptz`]),
  ...(until === null ? [] : [Prisma.sql`e.at < ${until}::timestamptz`]),
];

/** Everybody who is or was of an account, for whom to look for. */
export const listEverybody = (db: Db, partnerId: string) =>
  db.prisma.panelUser.findMany({
    where: { partnerId },
    select: { id: true, name: true, email: true, removedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 500,
  });

/** How long each log is, and the hash of its newest entry, which covers all before it. */
export const listAuditHeads = (db: Db) =>
  db.prisma.$queryRaw<{ scope: string; count: bigint; hash: Uint8Array }[]>`
    select distinct on (scope) scope, count(*) over (partition by scope) as count, hash
      from audit_log order by scope, number desc`;

/** The first entry of each log that does not follow from the one before it; none: the logs are whole. */
export const listAuditBreaks = (db: Db) =>
  db.prisma.$queryRaw<{ scope: string; number: bigint }[]>`select scope, number from audit_chain_breaks()`;
