import type { AlertKind } from "@/server/domain/alerts";
import { plusMs, seconds } from "@/server/domain/clock";
import type { AlertNotice } from "@/server/domain/operations/incident-messages";
import type { Db, Tx } from "../db";

/** Whether changes of alerts wait for a message. */
export async function hasNotices({ pool }: Pick<Db, "pool">): Promise<boolean> {
  return (await pool.query("select 1 from alert_notice limit 1")).rowCount === 1;
}

/** The key of the lock that one process holds while it takes notices: two would each write a message of a kind. */
const takingLock = 7_436_150_861;

/**
 * Takes the changes of the kinds about which no message was written since an instant, in their order. The rows are
 * erased, so the caller writes the messages in the same transaction. Returns none while another process takes them.
 */
export async function takeNotices(tx: Tx, quietSince: Date): Promise<AlertNotice[]> {
  const [lock] = await tx.$queryRaw<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${takingLock}) as held`;
  if (lock?.held !== true) return [];
  return tx.$queryRaw<AlertNotice[]>`
    with taken as (
      delete from alert_notice n
       where not exists (
         select 1 from incident_message m where m.kind = n.kind and m.created_at > ${quietSince})
      returning *)
    select alert_id as "alertId", kind, subject, change, detail, since from taken order by at, id`;
}

/** Counts the alerts of some kinds that are not closed. */
export async function countUnclosed(tx: Tx, kinds: readonly AlertKind[]): Promise<ReadonlyMap<AlertKind, number>> {
  const rows = await tx.staffAlert.groupBy({
    by: ["kind"],
    where: { kind: { in: [...kinds] }, closedAt: null },
    _count: true,
  });
  return new Map(rows.map(({ kind, _count }) => [kind as AlertKind, _count]));
}

export interface NewIncidentMessage {
  readonly id: string;
  readonly kind: AlertKind;
  readonly body: string;
  readonly createdAt: Date;
  /** Null where the message goes to no webhook. */
  readonly nextAttemptAt: Date | null;
}

/** Writes messages, and erases those from before an instant. */
export async function insertIncidentMessages(
  tx: Tx,
  messages: readonly NewIncidentMessage[],
  keptSince: Date,
): Promise<void> {
  await tx.incidentMessage.createMany({ data: [...messages] });
  await tx.incidentMessage.deleteMany({ where: { createdAt: { lt: keptSince }, nextAttemptAt: null } });
}

export interface ClaimedIncidentMessage {
  readonly id: string;
  readonly kind: AlertKind;
  readonly body: string;
  readonly createdAt: Date;
  readonly attempts: number;
}

/** How long a claim lasts, ms: longer than an attempt takes. */
const leaseMs = seconds(60);

/**
 * Claims the due messages, of each kind the oldest only: the end of an incident must not be heard of before its
 * beginning.
 */
export const claimIncidentMessages = (db: Db, now: Date): Promise<ClaimedIncidentMessage[]> =>
  db.prisma.$queryRaw<ClaimedIncidentMessage[]>`
    update incident_message set attempts = attempts + 1, next_attempt_at = ${plusMs(now, leaseMs)}
     where id in (
       select id from incident_message due
        where next_attempt_at <= ${now}
          and not exists (select 1 from incident_message older
                           where older.kind = due.kind and older.next_attempt_at is not null
                             and (older.created_at, older.id) < (due.created_at, due.id))
        limit 20 for update skip locked)
    returning id, kind, body, created_at as "createdAt", attempts`;

/** Records that a message was sent. */
export async function recordIncidentSent(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.incidentMessage.update({ where: { id }, data: { sentAt: now, nextAttemptAt: null, lastError: null } });
}

/** Records that an attempt failed; `nextAttemptAt` is null where the message is given up. */
export async function recordIncidentFailure(
  tx: Tx,
  id: string,
  { nextAttemptAt, lastError }: { readonly nextAttemptAt: Date | null; readonly lastError: string },
): Promise<void> {
  await tx.incidentMessage.updateMany({ where: { id, sentAt: null }, data: { nextAttemptAt, lastError } });
}
