import { type Prisma, Prisma as sql } from "@/prisma/generated/client";
import type { DeliveryStatus, EventType } from "@/server/domain/states";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/** The position of the last delivery of a page, in a list ordered newest first. */
export interface DeliveryPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface DeliverySelection {
  readonly partnerId: PartnerId;
  /** An empty list selects every state. */
  readonly statuses: readonly DeliveryStatus[];
  readonly type: EventType | null;
  readonly after: DeliveryPosition | null;
  readonly countMax: number;
}

export interface ListedDeliveryRow {
  readonly id: string;
  readonly type: EventType;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly body: Uint8Array;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  /** The result of the last attempt; both fields are null where there was none. */
  readonly statusCode: number | null;
  readonly errorClass: DeliveryAttemptError | null;
}

/**
 * Lists deliveries of an account, the newest first. Each state has its own range of the index, so only few rows are
 * sorted.
 */
export function listDeliveryRows(db: Db, selection: DeliverySelection): Promise<ListedDeliveryRow[]> {
  const { statuses, countMax } = selection;
  const branches =
    statuses.length === 0
      ? [buildBranch(selection, sql.empty)]
      : statuses.map((status) => buildBranch(selection, sql.sql`and status = ${status}::"DeliveryStatus"`));
  return db.prisma.$queryRaw<ListedDeliveryRow[]>`
    select d.id, d.type, d.resource_type as "resourceType", d.resource_id as "resourceId", d.body,
           d.status::text as status, d.attempts, d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt",
           last.status_code as "statusCode", last.error_class as "errorClass"
      from (select * from (${sql.join(branches, " union all ")}) merged
             order by created_at desc, id desc limit ${countMax}) d
      left join lateral (
        select status_code, error_class from webhook_attempt
         where delivery_id = d.id order by number desc limit 1) last on true
     order by d.created_at desc, d.id desc`;
}

const buildBranch = ({ partnerId, type, after, countMax }: DeliverySelection, status: Prisma.Sql) => sql.sql`
  (select * from webhook_delivery
    where partner_id = ${partnerId} ${status}
      ${type === null ? sql.empty : sql.sql`and type = ${type}`}
      ${after === null ? sql.empty : sql.sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id})`}
    order by created_at desc, id desc limit ${countMax})`;

/**
 * Finds a delivery of an account with its latest attempts, the newest first; null where the account has no such
 * delivery.
 */
export const findDeliveryWithAttempts = (db: Db, partnerId: PartnerId, deliveryId: string, attemptsMax: number) =>
  db.prisma.webhookDelivery.findFirst({
    where: { id: deliveryId, partnerId },
    include: {
      tries: { orderBy: { number: "desc" }, take: attemptsMax },
      partner: { select: { webhookUrl: true } },
    },
  });

export interface FailedSelection {
  readonly partnerId: PartnerId;
  /** Created at this instant or later. */
  readonly since: Date;
  readonly statuses: readonly DeliveryStatus[];
  /** An empty list selects every type. */
  readonly types: readonly EventType[];
  readonly countMax: number;
}

/** Lists the ids of an account's deliveries in the given states, the oldest first. */
export async function listDeliveryIds(db: Db, selection: FailedSelection): Promise<string[]> {
  const { partnerId, since, statuses, types, countMax } = selection;
  const rows = await db.prisma.webhookDelivery.findMany({
    where: {
      partnerId,
      status: { in: [...statuses] },
      createdAt: { gte: since },
      ...(types.length === 0 ? {} : { type: { in: [...types] } }),
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: countMax,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Whether a delivery is in one of the states and was not sent manually at or after an instant. */
export async function isUntouchedSince(
  db: Db,
  deliveryId: string,
  statuses: readonly DeliveryStatus[],
  instant: Date,
): Promise<boolean> {
  const row = await db.prisma.webhookDelivery.findFirst({
    where: {
      id: deliveryId,
      status: { in: [...statuses] },
      tries: { none: { byHand: true, startedAt: { gte: instant } } },
    },
    select: { id: true },
  });
  return row !== null;
}
