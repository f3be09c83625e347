import { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db";

/** The filters of a list of audited actions. A null filter matches everything. */
export interface AuditSelection {
  readonly scope: string;
  /** The id of the person who acted. */
  readonly actorId: string | null;
  /** The first part of the action's name, e.g. `refund` of `refund.start`. */
  readonly area: string | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
  /** Only entries with lower numbers. */
  readonly before: bigint | null;
  readonly countMax: number;
}

/** An action: its first entry and, where there is one, the entry with its outcome. */
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
  /** The number of the entry with the outcome; null where the first entry is the only one. */
  readonly endNumber: bigint | null;
  readonly endedAt: Date | null;
}

/**
 * Lists actions of a log, the newest first, each once: the first entry of an action gets the outcome of its later
 * entry. The query walks the log backwards by number, in the order of the index.
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
     where ${Prisma.join(buildFilters(selection), " and ")}
     order by e.number desc limit ${selection.countMax}`;

const buildFilters = ({ scope, actorId, area, from, until, before }: AuditSelection) => [
  Prisma.sql`e.scope = ${scope}`,
  Prisma.sql`(e.outcome = 'begun' or not exists (
    select 1 from audit_log f where f.action_id = e.action_id and f.scope = e.scope and f.number < e.number))`,
  ...(before === null ? [] : [Prisma.sql`e.number < ${before}::bigint`]),
  ...(actorId === null ? [] : [Prisma.sql`e.actor_id = ${actorId}`]),
  ...(area === null ? [] : [Prisma.sql`split_part(e.action, '.', 1) = ${area}`]),
  ...(from === null ? [] : [Prisma.sql`e.at >= ${from}::timestamptz`]),
  ...(until === null ? [] : [Prisma.sql`e.at < ${until}::timestamptz`]),
];

/** Lists all present and former users of an account, at most 500. */
export const listAllUsers = (db: Db, partnerId: string) =>
  db.prisma.panelUser.findMany({
    where: { partnerId },
    select: { id: true, name: true, email: true, removedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 500,
  });
