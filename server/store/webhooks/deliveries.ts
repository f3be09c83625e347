import { plusMs } from "@/server/domain/clock";
import { type DeliveryStatus, deliveryTable, sourceStates } from "@/server/domain/states";
import type { DeliveryAttemptResult, DeliveryStep } from "@/server/domain/webhooks/delivery";
import { batchWrites } from "../batch-writes";
import type { Db } from "../db";
import { prepareStatement, recordTable } from "../named-sql";
import type { PartnerId } from "../tenant";

/** A delivery that was claimed for an attempt, with the account's address and secrets. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly partnerId: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly occurredAt: Date;
  readonly scheduledAttempts: number;
  /** Null until an attempt was recorded: an attempt lost in a crash does not start the 24 hours (§6.4). */
  readonly firstAttemptAt: Date | null;
  readonly status: DeliveryStatus;
  /** The trace of its event; null without one (D-354). */
  readonly traceParent: string | null;
  readonly webhookUrl: string | null;
  readonly webhookSecret: Uint8Array<ArrayBuffer>;
  readonly webhookSecretNext: Uint8Array<ArrayBuffer> | null;
  readonly webhookSecretPrevious: Uint8Array<ArrayBuffer> | null;
  readonly webhookSecretPreviousUntil: Date | null;
}

/**
 * The lease of a claimed delivery, ms (D-167): longer than an attempt can take. After a crash the next attempt follows
 * it.
 */
const leaseMs = 30_000;

const claimed = `
  d.id, d.partner_id as "partnerId", d.body, d.occurred_at as "occurredAt", d.status,
  d.trace_parent as "traceParent",
  d.scheduled_attempts as "scheduledAttempts",
  d.first_attempt_at as "firstAttemptAt", p.webhook_url as "webhookUrl", p.webhook_secret as "webhookSecret",
  p.webhook_secret_next as "webhookSecretNext", p.webhook_secret_previous as "webhookSecretPrevious",
  p.webhook_secret_previous_until as "webhookSecretPreviousUntil"`;

/** Claims those of the deliveries that are due and reads what their attempts need, in one round trip. */
export async function claimDeliveries(db: Db, deliveryIds: readonly string[], now: Date): Promise<ClaimedDelivery[]> {
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

/** Makes deliveries due again now that were claimed at `claimedAt` and not attempted. */
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

/** Finds a delivery of any status for a manual attempt outside its schedule (D-35); null where there is none. */
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

/** Finds the next instant at which one of these deliveries is due; null where all have ended. */
export async function findNextAttemptAt(db: Db, deliveryIds: readonly string[]): Promise<Date | null> {
  const { _min } = await db.prisma.webhookDelivery.aggregate({
    where: { id: { in: [...deliveryIds] } },
    _min: { nextAttemptAt: true },
  });
  return _min.nextAttemptAt;
}

interface EndedAttempt extends DeliveryAttemptResult {
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
 * Records an attempt and moves its delivery by a row of `deliveryTable` (R4), in one statement. Attempts that end while
 * an earlier statement is under way share the next one. A delivery that is no longer in a source state of the step
 * keeps its state; the attempt is recorded anyway.
 * @param step null where the attempt changes nothing
 */
export const recordAttempt = (
  db: Db,
  deliveryId: string,
  attempt: AttemptRecord["attempt"],
  step: DeliveryStep | null,
): Promise<void> => recordTogether(db, deliveryId, { deliveryId, attempt, step });

const given = recordTable<AttemptRecord>("g", {
  id: ["text", ({ deliveryId }) => deliveryId],
  sources: ["text", ({ step }) => (step ? findStepSources(step).join(" ") : "")],
  status: ["text", ({ step }) => step?.status ?? null],
  next_attempt_at: ["timestamptz", ({ step }) => step?.nextAttemptAt ?? null],
  ended_at: ["timestamptz", ({ attempt }) => attempt.endedAt],
  url: ["text", ({ attempt }) => attempt.url],
  started_at: ["timestamptz", ({ attempt }) => attempt.startedAt],
  duration_ms: ["int", ({ attempt }) => attempt.durationMs],
  status_code: ["int", ({ attempt }) => attempt.statusCode],
  error_class: ["text", ({ attempt }) => attempt.errorClass],
  response: ["bytea", ({ attempt }) => attempt.response],
  scheduled: ["int", ({ attempt }) => (attempt.isScheduled ? 1 : 0)],
});

const recordStatement = prepareStatement(
  "record-attempts",
  `with given as materialized (select g.*, string_to_array(g.sources, ' ') as leads_from from ${given.sql}),
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
     from moved join given using (id)`,
);

const recordTogether = batchWrites<AttemptRecord>(async (db, records) => {
  await db.pool.query(recordStatement(given.values(records)));
});

const findStepSources = ({ status }: DeliveryStep): DeliveryStatus[] =>
  status === "pending" ? ["pending"] : sourceStates(deliveryTable, status);

/**
 * Lists the deliveries of an account that have failed attempts or are overdue and have not succeeded, the newest first,
 * each with its last attempt.
 */
export const listUndelivered = (db: Db, partnerId: PartnerId, overdue: Date, countMax: number) =>
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

/** Drops a pending delivery without another attempt (§6.4). */
export async function dropDelivery(db: Db, deliveryId: string, now: Date): Promise<void> {
  await db.prisma.webhookDelivery.updateMany({
    where: { id: deliveryId, status: { in: sourceStates(deliveryTable, "dropped") } },
    data: { status: "dropped", nextAttemptAt: null, finishedAt: now },
  });
}
