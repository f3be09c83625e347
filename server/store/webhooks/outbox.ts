import { Prisma } from "@/prisma/generated/client";
import { newId } from "@/server/domain/ids";
import type { EventType } from "@/server/domain/states";
import { bodyOf, deliveryIdOf } from "@/server/domain/webhooks/events";
import { type Db, inTx, noteEvent, type Tx } from "../db";

export interface NewEvent {
  readonly partnerId: string;
  readonly type: EventType;
  /** What it happened to; the same event of a resource is written once. */
  readonly resourceType: "payment" | "refund" | "payment_link" | "payout_item" | "test";
  readonly resourceId: string;
  /** What the body names: the payment, the link, the payout batch; null in a test (§6.2). */
  readonly subjectId: string | null;
  /** When it happened or fell due (D-48). */
  readonly occurredAt: Date;
}

/**
 * Writes an event in the transaction of its change (rule 8). Answers the id of the delivery that the relay will make;
 * null when the account had no address when it happened, which means never (§6), or the event was written before.
 */
export async function writeEvent(tx: Tx, event: NewEvent, now: Date): Promise<string | null> {
  const [deliveryId = null] = await writeEvents(tx, [event], now);
  return deliveryId;
}

/** The same for many, in one statement; answers the deliveries that the relay will make of those that it will. */
export async function writeEvents(tx: Tx, events: readonly NewEvent[], now: Date): Promise<string[]> {
  const column = <T>(of: (event: NewEvent) => T): T[] => events.map(of);
  const written = await tx.$queryRaw<{ id: string; awaits: boolean }[]>`
    insert into outbox_event
      (id, partner_id, type, resource_type, resource_id, subject_id, occurred_at, created_at, relayed_at)
    select e.id, partner.id, e.type, e.resource_type, e.resource_id, e.subject_id, e.occurred_at, ${now}::timestamptz,
           case when ${hadAddress(Prisma.sql`e.occurred_at`)} then null else ${now}::timestamptz end
      from unnest(
        ${column(() => newId("event", now))}::text[], ${column(({ partnerId }) => partnerId)}::text[],
        ${column(({ type }) => type)}::text[], ${column(({ resourceType }) => resourceType)}::text[],
        ${column(({ resourceId }) => resourceId)}::text[], ${column(({ subjectId }) => subjectId)}::text[],
        ${column(({ occurredAt }) => occurredAt)}::timestamptz[])
        as e(id, partner_id, type, resource_type, resource_id, subject_id, occurred_at)
      join partner on partner.id = e.partner_id
    on conflict do nothing
    returning id, relayed_at is null as awaits`;
  const awaiting = written.filter(({ awaits }) => awaits);
  if (awaiting.length > 0) noteEvent(tx);
  return awaiting.map(({ id }) => deliveryIdOf(id));
}

/**
 * Whether the account had an address at an instant, from when it last got one and when it last lost one: now that it has
 * none, between the two; now that it has one again, before it was lost and since it is back.
 */
const hadAddress = (at: Prisma.Sql) => Prisma.sql`
  case when webhook_url is null
       then coalesce(webhook_url_since <= ${at}, true) and coalesce(webhook_url_until > ${at}, false)
       else coalesce(webhook_url_since <= ${at}, true) or coalesce(webhook_url_until > ${at}, false) end`;

/** A delivery that the relay has made. */
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
};

/**
 * Makes the deliveries of the oldest events that wait for one: a row with its bytes each, due at once. Two relays
 * never take the same event, and an event and its delivery are marked in one transaction: a crash loses neither.
 */
export const relayEvents = (db: Db, now: Date, countMax: number): Promise<MadeDelivery[]> =>
  inTx(db, async (tx) => {
    const events = await tx.$queryRaw<WaitingEvent[]>`
      select id, partner_id as "partnerId", type, resource_type as "resourceType", resource_id as "resourceId",
             subject_id as "subjectId", occurred_at as "occurredAt", created_at as "createdAt"
        from outbox_event where relayed_at is null
       order by created_at, id limit ${countMax} for update skip locked`;
    if (events.length === 0) return [];
    await insertDeliveries(tx, events, now);
    return events.map(({ id, partnerId }) => ({ deliveryId: deliveryIdOf(id), partnerId }));
  });

/** One statement with a list for each column: as a query of Prisma it took longer than all else that the relay does. */
async function insertDeliveries(tx: Tx, events: readonly WaitingEvent[], now: Date): Promise<void> {
  const column = <T>(of: (event: WaitingEvent) => T): T[] => events.map(of);
  await tx.$executeRaw`
    with relayed as (
      update outbox_event set relayed_at = ${now}::timestamptz where id = any(${column(({ id }) => id)}))
    insert into webhook_delivery
      (id, partner_id, type, resource_type, resource_id, body, occurred_at, status, created_at, next_attempt_at)
    select id, partner_id, type, resource_type, resource_id, convert_to(body, 'UTF8'), occurred_at, 'pending',
           created_at, created_at
      from unnest(
        ${column(({ id }) => deliveryIdOf(id))}::text[], ${column(({ partnerId }) => partnerId)}::text[],
        ${column(({ type }) => type)}::text[], ${column(({ resourceType }) => resourceType)}::text[],
        ${column(({ resourceId }) => resourceId)}::text[], ${column(bodyTextOf)}::text[],
        ${column(({ occurredAt }) => occurredAt)}::timestamptz[],
        ${column(({ createdAt }) => createdAt)}::timestamptz[])
        as d(id, partner_id, type, resource_type, resource_id, body, occurred_at, created_at)
    on conflict do nothing`;
}

const bodyTextOf = ({ id, ...event }: WaitingEvent): string =>
  bodyOf({ ...event, deliveryId: deliveryIdOf(id) }).toString();
