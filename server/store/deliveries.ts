import type { WebhookDelivery } from "@/prisma/generated/client";
import { plusMs } from "@/server/domain/clock";
import type { AttemptResult, DeliveryStep } from "@/server/domain/delivery";
import { type DeliveryStatus, deliveryTable, sourcesOf } from "@/server/domain/states";
import type { Db } from "./db";

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

/** Takes a due delivery, in one round trip with all that an attempt needs; null when it is not due or somebody has it. */
export async function claimDelivery(db: Db, deliveryId: string, now: Date): Promise<ClaimedDelivery | null> {
  const { rows } = await db.pool.query<ClaimedDelivery>({
    name: "claim-delivery",
    text: `update webhook_delivery d
              set next_attempt_at = $3
             from partner p
            where d.id = $1 and d.next_attempt_at <= $2 and p.id = d.partner_id
        returning ${claimed}`,
    values: [deliveryId, now, plusMs(now, leaseMs)],
  });
  return rows[0] ?? null;
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

/** When a delivery is due next; null when it has come to its end. */
export async function nextAttemptOf(db: Db, deliveryId: string): Promise<Date | null> {
  const row = await db.prisma.webhookDelivery.findUnique({
    where: { id: deliveryId },
    select: { nextAttemptAt: true },
  });
  return row?.nextAttemptAt ?? null;
}

export interface EndedAttempt extends AttemptResult {
  readonly url: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/**
 * Appends an attempt and moves its delivery on by a row of the table (rule 4), in one statement. A delivery that has
 * left the states from which the step leads keeps what it is; the attempt is on record all the same.
 * @param step null when the attempt changes nothing
 */
export async function recordAttempt(
  db: Db,
  deliveryId: string,
  attempt: EndedAttempt & { readonly isScheduled: boolean },
  step: DeliveryStep | null,
): Promise<void> {
  const from = step ? sourcesOfStep(step) : [];
  await db.pool.query({
    name: "record-attempt",
    text: `
      with moved as (
        update webhook_delivery set
               attempts = attempts + 1,
               scheduled_attempts = least(scheduled_attempts + $12::int, 6),
               first_attempt_at = coalesce(first_attempt_at, case when $12::int = 1 then $7::timestamptz end),
               status = case when status::text = any($2) then $3::"DeliveryStatus" else status end,
               next_attempt_at = case when status::text = any($2) then $4 else next_attempt_at end,
               finished_at = case when status::text <> all($2) then finished_at
                                  when $3 = 'pending' then null else $5::timestamptz end
         where id = $1 returning attempts)
      insert into webhook_attempt
        (delivery_id, number, url, started_at, duration_ms, status_code, error_class, response, by_hand)
      select $1, attempts, $6, $7, $8, $9, $10, $11, $12 = 0 from moved`,
    values: [
      ...[deliveryId, from, step?.status ?? null, step?.nextAttemptAt ?? null, attempt.endedAt],
      ...[attempt.url, attempt.startedAt, attempt.durationMs],
      ...[attempt.statusCode, attempt.errorClass, attempt.response, attempt.isScheduled ? 1 : 0],
    ],
  });
}

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
