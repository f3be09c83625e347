import { Prisma } from "@/prisma/generated/client";
import { linkTable, openLinkStates, sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";
import { type NewEvent, writeEvents } from "../webhooks/outbox";

/** The condition of the partial index of due links, as literals: with parameters PostgreSQL could not use the index. */
const isOpen = Prisma.raw(`status in (${openLinkStates.map((status) => `'${status}'`).join(", ")})`);

/**
 * Whether a capture runs, which only a link in 3-D Secure can have. The capture's outcome then decides about the link
 * (D-10).
 */
const isCapturing = Prisma.sql`
  status = 'initiated' and (select capture_started_at from payment
                             where link_id = payment_link.id and payment.status = 'initiated') is not null`;

/** The links whose time has ended and for which no capture runs. */
export const dueLinks = (until: Date) => Prisma.sql`
  payment_link where ${isOpen} and expires_at <= ${until}::timestamptz and not (${isCapturing})`;

/**
 * Whether a link of an account, or a payment of one, is due and its expiry is not written down yet (D-2). The links of
 * a state fall due in the order of their references, so the first link of each state decides for all of them.
 */
export const isAnythingDue = (partnerId: PartnerId, now: Date) => {
  const oldest = openLinkStates.map(
    (status) => Prisma.sql`
      (select expires_at from payment_link
        where partner_id = ${partnerId} and status = ${status}::"LinkStatus" and not (${isCapturing})
        order by partner_reference limit 1)`,
  );
  return Prisma.sql`
    (exists (select 1 from (${Prisma.join(oldest, " union all ")}) oldest where expires_at <= ${now}::timestamptz)
     or exists (select 1 from ${overduePayments(partnerId, now)}))`;
};

export interface DueLinksInput {
  readonly until: Date;
  readonly countMax: number;
  /** Only the links of this account. */
  readonly partnerId?: PartnerId;
  /** Whether to wait for links that another transaction has locked. They are skipped by default. */
  readonly waits?: boolean;
}

/** Locks a batch of due links, those that fell due first. */
export async function lockDueLinks(
  tx: Tx,
  { until, countMax, partnerId, waits = false }: DueLinksInput,
): Promise<string[]> {
  const ofAccount = partnerId === undefined ? Prisma.empty : Prisma.sql`and partner_id = ${partnerId}`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from ${dueLinks(until)} ${ofAccount}
     order by expires_at, id limit ${countMax} for update ${waits ? Prisma.empty : Prisma.sql`skip locked`}`;
  return rows.map(({ id }) => id);
}

/**
 * Expires those of the locked links that have no payment which is open or has captured the money, by the rows of the
 * state table (R4), and writes their events. Returns the identifiers of the expired links. The statement begins when
 * all links are locked, so it sees every payment that exists.
 */
export async function expireIdleLinks(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const expired = await tx.$queryRaw<{ id: string; partnerId: string; expiresAt: Date }[]>`
    update payment_link set status = 'expired', updated_at = ${now}::timestamptz
     where id = any(${ids}) and status::text = any(${sourceStates(linkTable, "expired")})
       and expires_at <= ${now}::timestamptz
       and not exists (select 1 from payment
                        where link_id = payment_link.id and payment.status in ('initiated', 'captured'))
    returning id, partner_id as "partnerId", expires_at as "expiresAt"`;
  const events = expired.map(
    ({ id, partnerId, expiresAt }): NewEvent => ({
      partnerId,
      type: "payment_link.expired",
      occurredAt: expiresAt,
      resourceType: "payment_link",
      resourceId: id,
      subjectId: id,
    }),
  );
  if (events.length > 0) await writeEvents(tx, events, now);
  return expired.map(({ id }) => id);
}

/** The payments of an account's links whose own time has ended (D-2). */
const overduePayments = (partnerId: PartnerId, now: Date) => Prisma.sql`
  payment where status = 'initiated' and capture_started_at is null and expires_at <= ${now}::timestamptz
    and partner_id = ${partnerId} and link_id is not null`;

export const listOverdueLinkPayments = async (db: Db, partnerId: PartnerId, now: Date): Promise<string[]> => {
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select id from ${overduePayments(partnerId, now)} order by expires_at`;
  return rows.map(({ id }) => id);
};
