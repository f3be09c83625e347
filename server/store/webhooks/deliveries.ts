import type { WebhookDelivery } from "@/prisma/generated/client";
import { plusMs } from "@/server/domain/clock";
import { type DeliveryStatus, deliveryTable, sourcesOf } from "@/server/domain/states";
import type { AttemptResult, DeliveryStep } from "@/server/domain/webhooks/delivery";
import type { Db } from "../db";
import { writtenTogether } from "../written-together";

export type DeliveryRow = WebhookDelivery;

/** A delivery taken for an attempt, with what its account says about where to and how to sign. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly partnerId: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly occurredAt: Date;
  readonly scheduledAttempts: number;
  /** Null until an attempt has ended: one that nobody ended does not use up the day (§6.4). */
  readonly firstAttemptAt: Date | null;
  readonly status: DeliveryStatus;
  readonly webhookUrl: string | null;
  readonly webhookSecret: Uint8Array<ArrayBuffer>;
  readonly webhookSecretNext: Uint8Array<ArrayBuffer> | null;
  readonly webhookSecretPrevious: Uint8Array<ArrayBuffer> | null;
  readonly webhookSecretPreviousUntil: Date | null;
}

/** Longer than an attempt can take; should its process die, the next one may begin when this is over. ms. */
const leaseMs = 30_000;

const claimed = `
  d.id, d.partner_id as "partnerId", d.body, d.occurred_at as "occurredAt", d.status,
  d.scheduled_attempts as "scheduledAttempts",
  d.first_attempt_at as "firstAttemptAt", p.webhook_url as "webhookUrl", p.webhook_secret as "webhookSecret",
  p.webhook_secret_next as "webhookSecretNext", p.webhook_secret_previous as "webhookSecretPrevious",
  p.webhook_secret_previous_until as "webhookSecretPreviousUntil"`;

/** Takes those of the deliveries that are due, in one round trip with all that their attempts need; leaves out the others. */
export async function claimDeliveries(
  db: Db,
  deliveryIds: readonly string[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.pool.query<ClaimedDelivery>({
    name: "claim-deliveries",
    text: `update webhook_delivery d
              set next_attempt_at = $3
             from partner p
            where d.id = any($1) and d.next_attempt_at <= $2 and p.id = d.partner_id
        returning ${claimed}`,
    values: [deliveryIds, now, plusMs(now, leaseMs)],
  });
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Makes deliveries that were claimed at an instant, and not tried, due again now. */
export async function releaseDeliveries(
  db: Db,
  deliveryIds: readonly string[],
  { claimedAt, now }: { claimedAt: Date; now: Date },
): Promise<void> {
  await db.pool.query({
    name: "release-deliveries",
    text: "update webhook_delivery set next_attempt_at = $3 where id = any($1) and next_attempt_at = $2",
    values: [deliveryIds, plusMs(claimedAt, leaseMs), now],
  });
}

/** A delivery of any status for an attempt beside its schedule (D-35); null when there is none. */
export async function findDelivery(
  db: Db,
  deliveryId: string,
): Promise<(ClaimedDelivery & { createdAt: Date }) | null> {
  const { rows } = await db.pool.query<ClaimedDelivery & { createdAt: Date }>(
    `select ${claimed}, d.created_at as "createdAt"
       from webhook_delivery d join partner p on p.id = d.partner_id where d.id = $1`,
    [deliveryId],
  );
  return rows[0] ?? null;
}

/** When the first of these deliveries is due next; null when all have come to their end. */
export async function nextAttemptOf(db: Db, deliveryIds: readonly string[]): Promise<Date | null> {
  const { _min } = await db.prisma.webhookDelivery.aggregate({
    where: { id: { in: [...deliveryIds] } },
    _min: { nextAttemptAt: true },
  });
  return _min.nextAttemptAt;
}

export interface EndedAttempt extends AttemptResult {
  readonly url: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

interface AttemptRecord {
  readonly deliveryId: string;
  readonly attempt: EndedAttempt & { readonly isScheduled: boolean };
  readonly step: DeliveryStep | null;
}

/**
 * Appends an attempt and moves its delivery on by a row of the table (rule 4), in one statement, which it shares with
 * others that end while an earlier one is under way. A delivery that has left the states from which the step leads
 * keeps what it is; the attempt is on record all the same.
 * @param step null when the attempt changes nothing
 */
export const recordAttempt = (
  db: Db,
  deliveryId: string,
  attempt: AttemptRecord["attempt"],
  step: DeliveryStep | null,
): Promise<void> => recordTogether(db, deliveryId, { deliveryId, attempt, step });

const recordTogether = writtenTogether<AttemptRecord>(async (db, records) => {
  const column = <T>(of: (record: AttemptRecord) => T): T[] => records.map(of);
  await db.pool.query({
    name: "record-attempts",
    text: recordSql,
    values: [
      column(({ deliveryId }) => deliveryId),
      column(({ step }) => (step ? sourcesOfStep(step).join(" ") : "")),
      column(({ step }) => step?.status ?? null),
      column(({ step }) => step?.nextAttemptAt ?? null),
      column(({ attempt }) => attempt.endedAt),
      column(({ attempt }) => attempt.url),
      column(({ attempt }) => attempt.startedAt),
      column(({ attempt }) => attempt.durationMs),
      column(({ attempt }) => attempt.statusCode),
      column(({ attempt }) => attempt.errorClass),
      column(({ attempt }) => attempt.response),
      column(({ attempt }) => (attempt.isScheduled ? 1 : 0)),
    ],
  });
});

const recordSql = `
  with given as materialized (
    select g.*, string_to_array(g.sources, ' ') as leads_from
      from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[],
                  $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::bytea[], $12::int[])
        as g(id, sources, status, next_attempt_at, ended_at, url, started_at, duration_ms, status_code, error_class,
             response, scheduled)),
  moved as (
    update webhook_delivery d set
           attempts = attempts + 1,
           scheduled_attempts = least(scheduled_attempts + g.scheduled, 6),
           first_attempt_at = coalesce(first_attempt_at, case when g.scheduled = 1 then g.started_at end),
           status = case when d.status::text = any(leads_from) then g.status::"DeliveryStatus" else d.status end,
           next_attempt_at = case when d.status::text = any(leads_from) then g.next_attempt_at
                                  else d.next_attempt_at end,
           finished_at = case when d.status::text <> all(leads_from) then finished_at
                              when g.status = 'pending' then null else g.ended_at end
      from given g where d.id = g.id returning d.id, d.attempts)
  insert into webhook_attempt
    (delivery_id, number, url, started_at, duration_ms, status_code, error_class, response, by_hand)
  select id, attempts, url, started_at, duration_ms, status_code, error_class, response, scheduled = 0
    from moved join given using (id)`;

const sourcesOfStep = ({ status }: DeliveryStep): DeliveryStatus[] =>
  status === "pending" ? ["pending"] : sourcesOf(deliveryTable, status);

/** Deliveries of an account with failed attempts that have not arrived, newest first, each with its last attempt. */
export const listUndelivered = (db: Db, partnerId: string, overdue: Date, countMax: number) =>
  db.prisma.webhookDelivery.findMany({
    where: {
      partnerId,
      OR: [
        { status: { not: "delivered" }, attempts: { gt: 0 } },
        { status: "pending", nextAttemptAt: { lt: overdue } },
      ],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
    include: { tries: { orderBy: { number: "desc" }, take: 1 } },
  });

/** Gives a pending delivery up without another attempt (§6.4). */
export async function dropDelivery(db: Db, deliveryId: string, now: Date): Promise<void> {
  await db.prisma.webhookDelivery.updateMany({
    where: { id: deliveryId, status: { in: sourcesOf(deliveryTable, "dropped") } },
    data: { status: "dropped", nextAttemptAt: null, finishedAt: now },
  });
}
