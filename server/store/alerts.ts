import { Prisma, type StaffAlert } from "@/prisma/generated/client";
import {
  type AlertKind,
  type AlertState,
  alertKinds,
  holdingAlerts,
  isNotified,
  isWithheld,
} from "@/server/domain/alerts";
import { newId } from "@/server/domain/ids";
import type { Random } from "@/server/domain/random";
import { type Db, randomOf, type Tx } from "./db";

export interface NewAlert {
  readonly kind: AlertKind;
  /**
   * The payment code, or the id of the refund or money return, that the alert is about. There is one alert per kind and
   * subject.
   */
  readonly subject: string;
  readonly detail: string;
}

/** Lists the latest alerts, the newest first. Closed ones are included on demand. */
export async function listLatestAlerts(
  db: Db,
  countMax: number,
  { withClosed }: { readonly withClosed: boolean },
): Promise<(StaffAlert & { readonly kind: AlertKind })[]> {
  const rows = await db.prisma.staffAlert.findMany({
    ...(!withClosed && { where: { closedAt: null } }),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
  });
  return rows.map((row) => ({ ...row, kind: row.kind as AlertKind }));
}

/** Lists the alerts that hold a payment (D-75) about the given payments and refunds, the oldest first. */
export const listHoldingAlerts = (db: Db, subjects: readonly string[]) =>
  db.prisma.staffAlert.findMany({
    where: { subject: { in: [...subjects] }, kind: { in: [...holdingAlerts] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/**
 * Raises an alert for staff, once per kind and subject: while it is not closed, raising it again changes nothing. A
 * closed one is opened again, because what it warns of is true again (D-257). The same statement notes the change for
 * the people who are to hear of it (D-362). An alert that only informs later readers is closed from the beginning
 * (D-361). Returns false where it was not closed.
 */
export async function raiseAlert(tx: Tx, alert: NewAlert, now: Date): Promise<boolean> {
  const { kind, subject, detail } = alert;
  const [alertId, noticeId] = [newId(randomOf(tx), "alert", now), newId(randomOf(tx), "alertNotice", now)];
  const sentence = isWithheld(kind) ? null : detail;
  const count = await tx.$executeRaw`
    with raised as (
      insert into staff_alert as present (id, kind, subject, detail, created_at, closed_at)
      values (${alertId}, ${kind}, ${subject}, ${detail}, ${now}, ${isNotified(kind) ? null : now})
      on conflict (kind, subject) do update
         set detail = excluded.detail, created_at = excluded.created_at, acknowledged_at = null,
             acknowledged_by = null, closed_at = excluded.closed_at, closed_by = null, note = null,
             times_raised = present.times_raised + 1
       where present.closed_at is not null
      returning id, times_raised, created_at)
    insert into alert_notice (id, alert_id, kind, subject, change, detail, since, at)
    select ${noticeId}, id, ${kind}, case when ${isWithheld(kind)} then id else ${subject} end,
           case times_raised when 1 then 'opened' else 'returned' end, ${sentence}, created_at, created_at
      from raised`;
  return count === 1;
}
/** Closes the alerts of some kinds about some subjects, because what they warned of is settled (D-257). */
export async function closeAlerts(
  tx: Tx,
  { kinds, subjects }: { readonly kinds: readonly AlertKind[]; readonly subjects: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    with closed as (
      update staff_alert set closed_at = ${now}
       where kind = any(${[...kinds]}::text[]) and subject = any(${[...subjects]}::text[]) and closed_at is null
      returning *)
    ${noteClosed(randomOf(tx), now)}`;
}

/** The second part of a statement that closes alerts: it notes the change for the people who are to hear of it. */
const noteClosed = (random: Random, now: Date): Prisma.Sql => {
  const withheld = alertKinds.filter(isWithheld);
  return Prisma.sql`
    insert into alert_notice (id, alert_id, kind, subject, change, detail, since, at)
    select ${newId(random, "alertNotice", now)} || '_' || id, id, kind,
           case when kind = any(${withheld}::text[]) then id else subject end, 'resolved',
           case when kind = any(${withheld}::text[]) then null else detail end, created_at, ${now}
      from closed`;
};

/** An alert with its state and the e-mail addresses of the people who changed it. */
export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  /** The payment that it is about; null where the subject is gone. */
  readonly paymentCode: string | null;
  readonly detail: string;
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly closedAt: Date | null;
  /** Null for an alert that is not closed, or that closed by itself. */
  readonly closedBy: string | null;
  readonly note: string | null;
  /** How often it was raised. */
  readonly timesRaised: number;
}

/** The position of the last alert of a page. */
export interface AlertPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface AlertSelection {
  readonly states: readonly AlertState[] | null;
  readonly kinds: readonly AlertKind[] | null;
  /** The subjects that the alerts are about; null for any. */
  readonly subjects: readonly string[] | null;
  readonly after: AlertPosition | null;
  readonly countMax: number;
}

const states: Readonly<Record<AlertState, Prisma.Sql>> = {
  open: Prisma.sql`a.closed_at is null and a.acknowledged_at is null`,
  acknowledged: Prisma.sql`a.closed_at is null and a.acknowledged_at is not null`,
  closed: Prisma.sql`a.closed_at is not null`,
};

/** Lists a page of alerts, the newest first. */
export function listAlertRows(db: Db, selection: AlertSelection): Promise<AlertRow[]> {
  const { kinds, subjects, after, countMax } = selection;
  const wanted = selection.states?.map((state) => Prisma.sql`(${states[state]})`) ?? [];
  const conditions = [
    Prisma.sql`true`,
    ...(wanted.length === 0 ? [] : [Prisma.sql`(${Prisma.join(wanted, " or ")})`]),
    ...(kinds ? [Prisma.sql`a.kind = any(${[...kinds]}::text[])`] : []),
    ...(subjects ? [Prisma.sql`a.subject = any(${[...subjects]}::text[])`] : []),
    ...(after ? [Prisma.sql`(a.created_at, a.id) < (${after.createdAt}::timestamptz, ${after.id})`] : []),
  ];
  return db.prisma.$queryRaw<AlertRow[]>`
    with page as (
      select a.* from staff_alert a where ${Prisma.join(conditions, " and ")}
       order by a.created_at desc, a.id desc limit ${countMax})
    select a.id, a.kind, a.subject, a.detail, a.created_at as "createdAt", a.acknowledged_at as "acknowledgedAt",
           seen.email as "acknowledgedBy", a.closed_at as "closedAt", ended.email as "closedBy", a.note,
           a.times_raised as "timesRaised",
           coalesce((select id from payment where id = a.subject), (select payment_id from refund where id = a.subject),
                    (select payment_id from money_return where id = a.subject)) as "paymentCode"
      from page a left join staff_user seen on seen.id = a.acknowledged_by
      left join staff_user ended on ended.id = a.closed_by
     order by a.created_at desc, a.id desc`;
}

/** Counts the open alerts, at most `countMax`. */
export async function countOpenAlerts(db: Db, countMax: number): Promise<number> {
  const rows = await db.prisma.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from staff_alert a where ${states.open} limit ${countMax}) counted`;
  return rows[0]?.count ?? 0;
}

/** Whether an alert exists, in any state. */
export const isAlert = async (db: Db, alertId: string): Promise<boolean> =>
  (await db.prisma.staffAlert.count({ where: { id: alertId } })) === 1;

/** Records that a person looks after an open alert (compare-and-set). Returns false where it is not open any more. */
export async function acknowledgeAlertRow(db: Db, alertId: string, by: string, now: Date): Promise<boolean> {
  const { count } = await db.prisma.staffAlert.updateMany({
    where: { id: alertId, acknowledgedAt: null, closedAt: null },
    data: { acknowledgedAt: now, acknowledgedBy: by },
  });
  return count === 1;
}

/** Closes an alert by a person, with a note (compare-and-set). Returns false where it was closed before. */
export async function closeAlertRow(
  db: Db,
  alertId: string,
  { by, note }: { readonly by: string; readonly note: string },
  now: Date,
): Promise<boolean> {
  const count = await db.prisma.$executeRaw`
    with closed as (
      update staff_alert set closed_at = ${now}, closed_by = ${by}, note = ${note}
       where id = ${alertId} and closed_at is null
      returning *)
    ${noteClosed(db.random, now)}`;
  return count === 1;
}

/** Lists the alerts of some kinds that are not closed. The partial index staff_alert_open holds exactly these. */
export const listOpenSubjects = (db: Db, kinds: readonly AlertKind[]) =>
  db.prisma.staffAlert.findMany({
    where: { kind: { in: [...kinds] }, closedAt: null },
    select: { kind: true, subject: true },
  });
