import { Prisma } from "@/prisma/generated/client";
import { newId } from "@/server/domain/ids";
import type { EventType } from "@/server/domain/states";
import { buildDeliveryBody, toDeliveryId } from "@/server/domain/webhooks/events";
import { type Db, findTraceParent, inTx, markEventWritten, randomOf, type Tx } from "../db";

export interface NewEvent {
  readonly partnerId: string;
  readonly type: EventType;
  /** The resource of the event. Each event of a resource is written once. */
  readonly resourceType: "payment" | "refund" | "payment_link" | "payout_item" | "test";
  readonly resourceId: string;
  /** The id that the body contains: of the payment, the link or the payout batch; null in a test (§6.2). */
  readonly subjectId: string | null;
  /** The instant at which the event happened or fell due (D-48). */
  readonly occurredAt: Date;
}

/**
 * Writes an event in the transaction of its change (R8). Returns the id of the delivery that the relay will create.
 * Returns null where the event was written before, or where the account had no webhook address when it happened; such
 * an event is never sent, also not after an address is added (§6, D-166).
 */
export async function writeEvent(tx: Tx, event: NewEvent, now: Date): Promise<string | null> {
  const [deliveryId = null] = await writeEvents(tx, [event], now);
  return deliveryId;
}

/**
 * Writes many events in one statement, like `writeEvent`. Returns the ids of the deliveries that the relay will create.
 */
export async function writeEvents(tx: Tx, events: readonly NewEvent[], now: Date): Promise<string[]> {
  const column = <T>(of: (event: NewEvent) => T): T[] => events.map(of);
  const written = await tx.$queryRaw<{ id: string; awaits: boolean }[]>`
    insert into outbox_event
      (id, partner_id, type, resource_type, resource_id, subject_id, occurred_at, created_at, trace_parent, relayed_at)
    select e.id, partner.id, e.type, e.resource_type, e.resource_id, e.subject_id, e.occurred_at, ${now}::timestamptz,
           ${findTraceParent(tx)},
           case when ${hadAddress(Prisma.sql`e.occurred_at`)} then null else ${now}::timestamptz end
      from unnest(
        ${column(() => newId(randomOf(tx), "event", now))}::text[], ${column(({ partnerId }) => partnerId)}::text[],
        ${column(({ type }) => type)}::text[], ${column(({ resourceType }) => resourceType)}::text[],
        ${column(({ resourceId }) => resourceId)}::text[], ${column(({ subjectId }) => subjectId)}::text[],
        ${column(({ occurredAt }) => occurredAt)}::timestamptz[])
        as e(id, partner_id, type, resource_type, resource_id, subject_id, occurred_at)
      join partner on partner.id = e.partner_id
    on conflict do nothing
    returning id, relayed_at is null as awaits`;
  const awaiting = written.filter(({ awaits }) => awaits);
  if (awaiting.length > 0) markEventWritten(tx);
  return awaiting.map(({ id }) => toDeliveryId(id));
}

/**
 * Returns SQL that says whether the account had a webhook address at an instant (D-166). The account stores when an
 * address was last added (`webhook_url_since`) and last removed (`webhook_url_until`):
 * - Where it has no address now, it had one between the two instants.
 * - Where it has an address now, it had one from `since` on, and also before `until`. A null `since` means that the
 *   address was there from the beginning; a null `until` means that none was ever removed.
 */
const hadAddress = (at: Prisma.Sql) => Prisma.sql`
  case when webhook_url is null
       then coalesce(webhook_url_since <= ${at}, true) and coalesce(webhook_url_until > ${at}, false)
       else coalesce(webhook_url_since <= ${at}, true) or coalesce(webhook_url_until > ${at}, false) end`;

/** A delivery that the relay has created. */
export interface MadeDelivery {
  readonly deliveryId: string;
  readonly partnerId: string;
}

type WaitingEvent = {
  id: string;
  partnerId: string;
  type: EventType;
  resourceType: string;
  resourceId: string;
  subjectId: string | null;
  occurredAt: Date;
  createdAt: Date;
  traceParent: string | null;
};

/**
 * Creates the deliveries of the oldest waiting events: one row each, with the bytes of its body, due immediately. Row
 * locks prevent that two relays take the same event. The event is marked and the delivery is inserted in one
 * transaction, so that a crash loses neither.
 */
export const relayEvents = (db: Db, now: Date, countMax: number): Promise<MadeDelivery[]> =>
  inTx(db, async (tx) => {
    const events = await tx.$queryRaw<WaitingEvent[]>`
      select id, partner_id as "partnerId", type, resource_type as "resourceType", resource_id as "resourceId",
             subject_id as "subjectId", occurred_at as "occurredAt", created_at as "createdAt",
             trace_parent as "traceParent"
        from outbox_event where relayed_at is null
       order by created_at, id limit ${countMax} for update skip locked`;
    if (events.length === 0) return [];
    await insertDeliveries(tx, events, now);
    return events.map(({ id, partnerId }) => ({ deliveryId: toDeliveryId(id), partnerId }));
  });

/** Inserts with one array per column: the same query by Prisma took longer than the rest of the relay's work. */
async function insertDeliveries(tx: Tx, events: readonly WaitingEvent[], now: Date): Promise<void> {
  const column = <T>(of: (event: WaitingEvent) => T): T[] => events.map(of);
  await tx.$executeRaw`
    with relayed as (
      update outbox_event set relayed_at = ${now}::timestamptz where id = any(${column(({ id }) => id)}))
    insert into webhook_delivery
      (id, partner_id, type, resource_type, resource_id, body, occurred_at, status, created_at, next_attempt_at,
       trace_parent)
    select id, partner_id, type, resource_type, resource_id, convert_to(body, 'UTF8'), occurred_at, 'pending',
           created_at, created_at, trace_parent
      from unnest(
        ${column(({ id }) => toDeliveryId(id))}::text[], ${column(({ partnerId }) => partnerId)}::text[],
        ${column(({ type }) => type)}::text[], ${column(({ resourceType }) => resourceType)}::text[],
        ${column(({ resourceId }) => resourceId)}::text[], ${column(toBodyText)}::text[],
        ${column(({ occurredAt }) => occurredAt)}::timestamptz[],
        ${column(({ createdAt }) => createdAt)}::timestamptz[],
        ${column(({ traceParent }) => traceParent)}::text[])
        as d(id, partner_id, type, resource_type, resource_id, body, occurred_at, created_at, trace_parent)
    on conflict do nothing`;
}

const toBodyText = ({ id, traceParent: _, ...event }: WaitingEvent): string =>
  buildDeliveryBody({ ...event, deliveryId: toDeliveryId(id) }).toString();
