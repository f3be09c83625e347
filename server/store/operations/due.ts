import { Prisma } from "@/prisma/generated/client";
import { plusMs } from "@/server/domain/clock";
import type { Db } from "../db";
import { dueLinks } from "../expiry/link-expiry";
import { dueRow } from "../kept-rows";

export type DueKind =
  | "relay"
  | "payment_expiry"
  | "link_expiry"
  | "inquiry"
  | "alert"
  | "recheck"
  | "return_inquiry"
  | "return_alert"
  | "refund_inquiry"
  | "refund_alert"
  | "refund_recheck"
  | "delivery"
  | "secret_expiry"
  | "message_expiry";

/** One thing whose instant has come (D-48). */
export interface DueItem {
  readonly kind: DueKind;
  /** The payment's code, the delivery's, account's, refund's, return's or attempt's id; the oldest event's, link's, message's or request's of all. */
  readonly id: string;
  readonly at: Date;
  /** The account of a delivery or a secret; empty for what concerns none. */
  readonly partnerId: string;
}

/** One account's deliveries never fill the list: the others' are as due as its own. */
const deliveriesOfOneAccount = 2;

/** Where the due instants of each kind are: `id`, `at` and perhaps an account, oldest first, from one partial index. */
const sources: Record<DueKind, (until: Date, countMax: number) => Prisma.Sql> = {
  relay: (until) => Prisma.sql`
    select id, created_at as at, '' as account from outbox_event
     where relayed_at is null and created_at <= ${until} order by created_at, id limit 1`,
  payment_expiry: (until, countMax) => Prisma.sql`
    select id, expires_at as at, '' as account from payment
     where status = 'initiated' and capture_started_at is null and expires_at <= ${until}
     order by expires_at limit ${countMax}`,
  link_expiry: (until) => Prisma.sql`
    select id, expires_at as at, '' as account from ${dueLinks(until)} order by expires_at limit 1`,
  inquiry: (until, countMax) => Prisma.sql`
    select id, next_inquiry_at as at, '' as account from attempt
     where next_inquiry_at <= ${until} order by next_inquiry_at limit ${countMax}`,
  alert: (until, countMax) => Prisma.sql`
    select id, alert_at as at, '' as account from attempt where alert_at <= ${until} order by alert_at limit ${countMax}`,
  recheck: (until, countMax) => Prisma.sql`
    select id, recheck_at as at, '' as account from attempt where recheck_at <= ${until} order by recheck_at limit ${countMax}`,
  return_inquiry: (until, countMax) => Prisma.sql`
    select id, next_inquiry_at as at, '' as account from money_return
     where next_inquiry_at <= ${until} order by next_inquiry_at limit ${countMax}`,
  return_alert: (until, countMax) => Prisma.sql`
    select id, alert_at as at, '' as account from money_return where alert_at <= ${until} order by alert_at limit ${countMax}`,
  refund_inquiry: (until, countMax) => Prisma.sql`
    select id, next_inquiry_at as at, '' as account from refund
     where next_inquiry_at <= ${until} order by next_inquiry_at limit ${countMax}`,
  refund_alert: (until, countMax) => Prisma.sql`
    select id, alert_at as at, '' as account from refund where alert_at <= ${until} order by alert_at limit ${countMax}`,
  refund_recheck: (until, countMax) => Prisma.sql`
    select id, recheck_at as at, '' as account from refund where recheck_at <= ${until} order by recheck_at limit ${countMax}`,
  secret_expiry: (until, countMax) => Prisma.sql`
    select id, webhook_secret_previous_until as at, id as account from partner
     where webhook_secret_previous_until <= ${until} order by webhook_secret_previous_until limit ${countMax}`,
  message_expiry: (until) => Prisma.sql`
    select id, due_at as at, '' as account
      from (${dueRow("bank_message", until)} union all ${dueRow("api_request", until)}) kept order by due_at limit 1`,
  delivery: (until, countMax) => Prisma.sql`
    select due.id, due.at, busy.partner_id as account
      from (${accountsWithDue(until)}) busy
     cross join lateral (
       select id, next_attempt_at as at from webhook_delivery
        where partner_id = busy.partner_id and next_attempt_at <= ${until}
        order by next_attempt_at, id limit ${deliveriesOfOneAccount}) due
     order by due.at limit ${countMax}`,
};

/** From account to account along the index: reading every due row takes 200 ms where a million are. */
const accountsWithDue = (until: Date) => Prisma.sql`
  with recursive account as (
    (select partner_id from webhook_delivery where next_attempt_at <= ${until} order by partner_id limit 1)
    union all
    select (select d.partner_id from webhook_delivery d
             where d.partner_id > account.partner_id and d.next_attempt_at <= ${until}
             order by d.partner_id limit 1)
      from account where account.partner_id is not null)
  select partner_id from account where partner_id is not null`;

export const dueKinds = Object.keys(sources) as readonly DueKind[];

/** What is due until an instant, oldest first. */
export const listDue = (
  db: Db,
  until: Date,
  countMax: number,
  kinds: readonly DueKind[] = dueKinds,
): Promise<DueItem[]> => {
  const branches = kinds.map(
    (kind) =>
      Prisma.sql`(select ${kind} as kind, id, at, account as "partnerId" from (${sources[kind](until, countMax)}) due)`,
  );
  return db.prisma.$queryRaw<DueItem[]>`
    ${Prisma.join(branches, " union all ")} order by at, id limit ${countMax}`;
};

/** While somebody asks the bank, nobody else does; should it die, the next one asks when this is over. ms. */
const leaseMs = 90_000;

/** Whether a compare-and-set took what was due; false when another was quicker. */
const isTaken = async (taking: Promise<{ count: number }>): Promise<boolean> => (await taking).count === 1;

/** Takes a due inquiry; false when another was quicker. */
export const claimInquiry = (db: Db, attemptId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.attempt.updateMany({
      where: { id: attemptId, nextInquiryAt: { lte: now }, status: { in: ["capturing", "unknown"] } },
      data: { nextInquiryAt: plusMs(now, leaseMs) },
    }),
  );

/** Takes a due alert; false when another was quicker. */
export const claimAlert = (db: Db, attemptId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.attempt.updateMany({
      where: { id: attemptId, alertAt: { lte: now } },
      data: { alertAt: null },
    }),
  );

/** Takes a due look at a capture that was given up; false when another was quicker. */
export const claimRecheck = (db: Db, attemptId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.attempt.updateMany({
      where: { id: attemptId, recheckAt: { lte: now } },
      data: { recheckAt: plusMs(now, leaseMs) },
    }),
  );

/** The inquiry and the alert of money that is on its way back. */
export const claimReturnInquiry = (db: Db, returnId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.moneyReturn.updateMany({
      where: { id: returnId, nextInquiryAt: { lte: now }, status: "pending" },
      data: { nextInquiryAt: plusMs(now, leaseMs) },
    }),
  );

export const claimReturnAlert = (db: Db, returnId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.moneyReturn.updateMany({
      where: { id: returnId, alertAt: { lte: now } },
      data: { alertAt: null },
    }),
  );

/** The same three of a refund. */
export const claimRefundInquiry = (db: Db, refundId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.refund.updateMany({
      where: { id: refundId, nextInquiryAt: { lte: now }, status: "pending" },
      data: { nextInquiryAt: plusMs(now, leaseMs) },
    }),
  );

export const claimRefundAlert = (db: Db, refundId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.refund.updateMany({
      where: { id: refundId, alertAt: { lte: now } },
      data: { alertAt: null },
    }),
  );

export const claimRefundRecheck = (db: Db, refundId: string, now: Date): Promise<boolean> =>
  isTaken(
    db.prisma.refund.updateMany({
      where: { id: refundId, recheckAt: { lte: now } },
      data: { recheckAt: plusMs(now, leaseMs) },
    }),
  );
