import { Prisma } from "@/prisma/generated/client";
import { idBound } from "@/server/domain/ids";
import type { Db } from "../db";

/** The filters of a list of actions in all audit logs. A null filter matches everything. */
export interface StaffAuditSelection {
  /** An account's id, or `staff`. */
  readonly scope: string | null;
  /** An account's id: the actions of its own log, and those of staff whose record is the account. */
  readonly account: string | null;
  /** The part of the action before the dot. */
  readonly area: string | null;
  readonly outcome: "done" | "refused" | "unfinished" | null;
  /** A person's name or address, or the identifier of a record. */
  readonly text: string | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
  /** Only entries with lower ids. */
  readonly before: string | null;
  readonly countMax: number;
}

/** An action by the entry with its outcome, or by its only entry. */
export interface StaffAuditRow {
  readonly id: string;
  readonly scope: string;
  /** The name of the account; null for the log of the staff. */
  readonly partnerName: string | null;
  readonly number: bigint;
  readonly beganAt: Date;
  /** Null for an action without an outcome. */
  readonly endedAt: Date | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly actionId: string;
  readonly subject: string | null;
  readonly outcome: "begun" | "done" | "refused";
  readonly code: string | null;
  readonly detail: unknown;
  readonly sourceIp: string;
  readonly hash: Uint8Array;
}

/**
 * Lists actions of all logs, the newest first, each once. Identifiers of entries sort by time, so each filter has an
 * index that ends with the identifier. A text is looked for in several ways, each by a query of its own, so that each
 * uses its index.
 */
export async function listStaffAuditRows(db: Db, selection: StaffAuditSelection): Promise<StaffAuditRow[]> {
  const conditions = await findWays(db, selection);
  const found =
    conditions.length === 0
      ? newest(Prisma.sql`true`, selection)
      : Prisma.sql`select id from (${Prisma.join(
          conditions.map((condition) => Prisma.sql`(${newest(condition, selection)})`),
          " union ",
        )}) w order by id desc limit ${selection.countMax}`;
  return db.prisma.$queryRaw<StaffAuditRow[]>`
    with found as materialized (${found})
    select e.id, e.scope, p.name as "partnerName", e.number, coalesce(b.at, e.at) as "beganAt",
           case when e.outcome = 'begun' then null else e.at end as "endedAt", e.actor_kind as "actorKind",
           e.actor_id as "actorId", e.actor_name as "actorName", e.action, e.action_id as "actionId",
           coalesce(e.subject, b.subject) as subject, e.outcome::text as outcome, e.code, e.detail,
           e.source_ip as "sourceIp", e.hash
      from found f join audit_log e on e.id = f.id
      left join partner p on p.id = e.scope
      left join lateral (
        select l.at, l.subject from audit_log l
         where l.action_id = e.action_id and l.scope = e.scope and l.outcome = 'begun' and l.id <> e.id limit 1) b on true
     order by e.id desc`;
}

/** Builds the query of the newest entries that satisfy a condition and the other filters. */
const newest = (condition: Prisma.Sql, selection: StaffAuditSelection): Prisma.Sql => Prisma.sql`
  select e.id from audit_log e
   where ${condition} and ${Prisma.join(buildFilters(selection), " and ")}
   order by e.id desc limit ${selection.countMax}`;

const buildFilters = ({ scope, area, outcome, from, until, before }: StaffAuditSelection): Prisma.Sql[] => [
  buildOutcome(outcome),
  ...(scope === null ? [] : [Prisma.sql`e.scope = ${scope}`]),
  ...(area === null ? [] : [Prisma.sql`split_part(e.action, '.', 1) = ${area}`]),
  // The identifiers sort by time, so the index of every other filter begins and ends at these.
  ...(from === null ? [] : [Prisma.sql`e.id >= ${idBound("auditEntry", from)}`]),
  ...(until === null ? [] : [Prisma.sql`e.id < ${idBound("auditEntry", until)}`]),
  ...(before === null ? [] : [Prisma.sql`e.id < ${before}`]),
];

/** The people that a text finds. */
const peopleMax = 30;

/** Builds the condition of an outcome, by which each action is listed once. */
function buildOutcome(outcome: StaffAuditSelection["outcome"]): Prisma.Sql {
  if (outcome === "done") return Prisma.sql`e.outcome = 'done'`;
  if (outcome === "refused") return Prisma.sql`e.outcome = 'refused'`;
  const ended = Prisma.sql`select l.id from audit_log l
                            where l.action_id = e.action_id and l.scope = e.scope and l.outcome <> 'begun'`;
  // An array, so that the few entries are looked up and the log is not read.
  if (outcome === "unfinished") return Prisma.sql`e.id = any(array(select u.entry_id from audit_unfinished u))`;
  // The same as `not exists`, which the database would answer here by reading the whole log into a table of hashes.
  return Prisma.sql`(e.outcome <> 'begun' or (${ended} limit 1) is null)`;
}

/** Returns the conditions of which an entry has to fulfil one; none where every entry is wanted. */
async function findWays(db: Db, { account, text }: StaffAuditSelection): Promise<Prisma.Sql[]> {
  const ofAccount =
    account === null
      ? []
      : [Prisma.sql`e.scope = ${account}`, Prisma.sql`(e.subject = ${account} and e.scope = ${staffScope})`];
  if (text === null) return ofAccount;
  const ofText = await waysToText(db, text);
  if (account === null) return ofText;
  return ofAccount.flatMap((one) => ofText.map((other) => Prisma.sql`${one} and ${other}`));
}

/** The log of the staff. */
const staffScope = "staff";

/** Returns the ways to find a text: as the record that is concerned, as a person, and as a part of the system. */
async function waysToText(db: Db, text: string): Promise<Prisma.Sql[]> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const people = await db.prisma.$queryRaw<{ id: string }[]>`
    (select id from staff_user where id = ${text} or email like lower(${pattern}) or name ilike ${pattern})
    union all
    (select id from panel_user where id = ${text} or email like lower(${pattern}) or name ilike ${pattern})
    limit ${peopleMax}`;
  return [
    Prisma.sql`e.subject = ${text}`,
    Prisma.sql`(e.actor_id is null and e.actor_name = ${text})`,
    ...people.map(({ id }) => Prisma.sql`e.actor_id = ${id}`),
  ];
}
