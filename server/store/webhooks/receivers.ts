import { Prisma } from "@/prisma/generated/client";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";
import type { Db } from "../db";

/** An account with an address, or with deliveries that did not arrive, and what has happened there lately. */
export interface ReceiverRow {
  readonly partnerId: string;
  readonly name: string;
  readonly url: string | null;
  /** Deliveries that did not arrive and are not attempted any more. */
  readonly failedDay: number;
  readonly failedWeek: number;
  /** Deliveries that wait for another attempt. */
  readonly waiting: number;
  readonly lastDeliveredAt: Date | null;
  readonly lastFailedAt: Date | null;
  /** The result of the last attempt of the newest delivery that has not arrived; null where there is none. */
  readonly statusCode: number | null;
  readonly errorClass: DeliveryAttemptError | null;
}

export interface ReceiverSelection {
  /** A part of the account's name, or its id; empty for any. */
  readonly text: string;
  readonly isFailing: boolean;
  readonly dayAgo: Date;
  readonly weekAgo: Date;
  readonly offset: number;
  readonly countMax: number;
}

/** How many deliveries the counts look at, so that an outage of everybody does not make the list slow. */
const countedMax = 100_000;

/**
 * Lists receivers, those with the most trouble first, then by name. What failed and what waits is read from two partial
 * indexes, which hold nothing else; the rest is looked up for the rows of the page.
 */
export const listReceiverRows = (db: Db, selection: ReceiverSelection): Promise<ReceiverRow[]> => {
  const { text, isFailing, dayAgo, weekAgo, offset, countMax } = selection;
  const named =
    text === ""
      ? Prisma.sql`true`
      : Prisma.sql`(p.id = ${text} or p.name ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`})`;
  const wanted = isFailing ? Prisma.sql`t.partner_id is not null` : Prisma.sql`p.webhook_url is not null`;
  return db.prisma.$queryRaw<ReceiverRow[]>`
    with failed as (
      select partner_id, count(*)::int as week, (count(*) filter (where created_at >= ${dayAgo}))::int as day
        from (select partner_id, created_at from webhook_delivery
               where status in ('rejected', 'exhausted', 'dropped') and created_at >= ${weekAgo}
               order by created_at desc limit ${countedMax}) newest
       group by partner_id),
    waiting as (
      select partner_id, count(*)::int as count
        from (select partner_id from webhook_delivery where next_attempt_at is not null and attempts > 0
               order by next_attempt_at limit ${countedMax}) due
       group by partner_id),
    trouble as (
      select partner_id, coalesce(day, 0) as day, coalesce(week, 0) as week, coalesce(waiting.count, 0) as waiting
        from failed full join waiting using (partner_id)),
    page as (
      select p.id, p.name, p.webhook_url, coalesce(t.day, 0) as day, coalesce(t.week, 0) as week,
             coalesce(t.waiting, 0) as waiting
        from partner p left join trouble t on t.partner_id = p.id
       where ${wanted} and ${named}
       order by coalesce(t.day, 0) + coalesce(t.waiting, 0) desc, coalesce(t.week, 0) desc, p.name, p.id
       offset ${offset} limit ${countMax})
    select page.id as "partnerId", page.name, page.webhook_url as url, page.day as "failedDay",
           page.week as "failedWeek", page.waiting, arrived.finished_at as "lastDeliveredAt",
           trying.started_at as "lastFailedAt", trying.status_code as "statusCode", trying.error_class as "errorClass"
      from page
      left join lateral (
        select finished_at from webhook_delivery
         where partner_id = page.id and status = 'delivered' order by created_at desc limit 1) arrived on true
      left join lateral (
        select id from (
          (select id, created_at from webhook_delivery where partner_id = page.id and status = 'exhausted' order by created_at desc limit 1)
          union all
          (select id, created_at from webhook_delivery where partner_id = page.id and status = 'rejected' order by created_at desc limit 1)
          union all
          (select id, created_at from webhook_delivery where partner_id = page.id and status = 'dropped' order by created_at desc limit 1)
          union all
          (select id, created_at from webhook_delivery where partner_id = page.id and next_attempt_at is not null and attempts > 0
            order by next_attempt_at desc limit 1)) one
         order by created_at desc limit 1) newest on true
      left join lateral (
        select started_at, status_code, error_class from webhook_attempt
         where delivery_id = newest.id order by number desc limit 1) trying on true
     order by page.day + page.waiting desc, page.week desc, page.name, page.id`;
};
