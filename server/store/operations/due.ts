import { Prisma } from "@/prisma/generated/client";
import type { ErasedName } from "@/server/domain/retention/erased-data";
import type { Db } from "../db";
import { dueRow, type ErasableName } from "../erasable";
import { dueLinks } from "../expiry/link-expiry";
import { duePerson } from "../people/erased-people";

export type DueKind =
  | "relay"
  | "payment_expiry"
  | "link_expiry"
  | "capture_inquiry"
  | "capture_alert"
  | "capture_recheck"
  | "money_return_inquiry"
  | "money_return_alert"
  | "refund_inquiry"
  | "refund_alert"
  | "refund_recheck"
  | "payout_collection"
  | "automatic_payout"
  | "delivery"
  | "mail"
  | "secret_expiry"
  | "cooling_end"
  | "key_end"
  | "diagnostics_expiry"
  | "retention_end";

/** A due item: work of one kind whose instant has come (D-48). */
export interface DueItem {
  readonly kind: DueKind;
  /**
   * The id of the row whose work is due: a payment code, or the id of an attempt, refund, money return, delivery, mail,
   * API key, payout or account, or the subject of a cooling. The kinds `relay`, `link_expiry`, `diagnostics_expiry` and
   * `retention_end` work in batches; for them it is the id of the oldest due row.
   */
  readonly id: string;
  readonly at: Date;
  /** The account of a delivery or of a webhook secret; empty for the other kinds. */
  readonly partnerId: string;
}

/** Selects rows of one kind: `id`, `at` and `account` (or ''), the oldest first. */
type Source = (until: Date, countMax: number) => Prisma.Sql;

/** Selects the rows of a table whose instant in a column has come; one partial index holds exactly these rows. */
const rowsBy =
  (table: "attempt" | "money_return" | "refund", column: "next_inquiry_at" | "alert_at" | "recheck_at"): Source =>
  (until, countMax) => {
    const at = Prisma.raw(column);
    return Prisma.sql`
      select id, ${at} as at, '' as account from ${Prisma.raw(table)} where ${at} <= ${until} order by ${at} limit ${countMax}`;
  };

/** The number of listed deliveries per account, so that one account's deliveries never fill the list alone. */
const deliveriesOfOneAccount = 2;

/**
 * Says what is due, and when: every kind of work that waits for an instant is a line here, and the instant is a column
 * of the row that the work changes. `server/usecases/operations/do-due-work.ts` says what is done for each kind.
 */
const sources: Record<DueKind, Source> = {
  // The outbox: an event is due as soon as it is committed, until the relay has created its delivery.
  relay: (until) => Prisma.sql`
    select id, created_at as at, '' as account from outbox_event
     where relayed_at is null and created_at <= ${until} order by created_at, id limit 1`,
  // Payments and links that expire. A running capture decides about its payment and link, so they are not due.
  payment_expiry: (until, countMax) => Prisma.sql`
    select id, expires_at as at, '' as account from payment
     where status = 'initiated' and capture_started_at is null and expires_at <= ${until}
     order by expires_at limit ${countMax}`,
  link_expiry: (until) => Prisma.sql`
    select id, expires_at as at, '' as account from ${dueLinks(until)} order by expires_at limit 1`,
  // Money calls whose outcome is unknown (D-46): inquiries of the bank, alerts of staff, and looks at what was given
  // up.
  capture_inquiry: rowsBy("attempt", "next_inquiry_at"),
  capture_alert: rowsBy("attempt", "alert_at"),
  capture_recheck: rowsBy("attempt", "recheck_at"),
  money_return_inquiry: rowsBy("money_return", "next_inquiry_at"),
  money_return_alert: rowsBy("money_return", "alert_at"),
  refund_inquiry: rowsBy("refund", "next_inquiry_at"),
  refund_alert: rowsBy("refund", "alert_at"),
  refund_recheck: rowsBy("refund", "recheck_at"),
  // Accounts with settlements whose collection has come (D-392), by their oldest one.
  payout_collection: (until, countMax) => Prisma.sql`
    select waiting.partner_id as id, due.at, '' as account
      from (${accountsToCollect}) waiting
     cross join lateral (
       select s.collect_at as at from settlement s
        where s.partner_id = waiting.partner_id and s.payout_id is null and s.carry_over_id is null
          and s.collect_at <= ${until}
          and s.payment_id <> all (array(select id from payment where held_since is not null))
        order by s.collect_at limit 1) due
     where not exists (
       select 1 from payout_terms t where t.partner_id = waiting.partner_id and t.held_since is not null)
     order by due.at limit ${countMax}`,
  // Payouts that the sandbox pays by itself.
  automatic_payout: (until, countMax) => Prisma.sql`
    select id, auto_at as at, '' as account from payout
     where auto_at <= ${until} and status = 'prepared' order by auto_at limit ${countMax}`,
  // The previous webhook secret is erased when its 24 hours have ended (D-37).
  secret_expiry: (until, countMax) => Prisma.sql`
    select id, webhook_secret_previous_until as at, id as account from partner
     where webhook_secret_previous_until <= ${until} order by webhook_secret_previous_until limit ${countMax}`,
  // Coolings that have been over for an hour (D-290).
  cooling_end: (until, countMax) => Prisma.sql`
    select subject as id, calm_at as at, '' as account from card_cooling
     where calm_at <= ${until} order by calm_at limit ${countMax}`,
  // Warnings that a key ends (D-323).
  key_end: (until, countMax) => Prisma.sql`
    select id, end_warning_at as at, '' as account from api_key
     where end_warning_at <= ${until} and revoked_at is null order by end_warning_at limit ${countMax}`,
  // Diagnostic rows whose seven days have ended.
  diagnostics_expiry: (until) => Prisma.sql`
    select id, due_at as at, '' as account
      from (${dueRow("bank_messages", until, "minute")} union all ${dueRow("api_requests", until, "minute")}) kept
     order by due_at limit 1`,
  // Personal data whose age has ended on the product's clock (D-281).
  retention_end: (until) => Prisma.sql`
    select id, due_at as at, '' as account
      from (${Prisma.join(
        aged.map((name) => dueRow(name, until, "day")),
        " union all ",
      )} union all ${duePerson(until)}) kept order by due_at limit 1`,
  // Attempts of mails: the first one, and the next one after a failure (D-231).
  mail: (until, countMax) => Prisma.sql`
    select id, next_attempt_at as at, '' as account from mail_message
     where status = 'pending' and next_attempt_at <= ${until} order by next_attempt_at limit ${countMax}`,
  // Attempts of webhooks: the first one, and the next one after a failure (§6.4).
  delivery: (until, countMax) => Prisma.sql`
    select due.id, due.at, busy.partner_id as account
      from (${accountsWithDue(until)}) busy
     cross join lateral (
       select id, next_attempt_at as at from webhook_delivery
        where partner_id = busy.partner_id and next_attempt_at <= ${until}
        order by next_attempt_at, id limit ${deliveriesOfOneAccount}) due
     order by due.at limit ${countMax}`,
};

/** What ages on the product's clock, except diagnostic rows; what ages in real time is erased by sign-ins (D-47). */
const aged: readonly ErasableName[] = ["payer_names", "buyer_addresses", "buyer_networks_in_alerts", "csp_reports"];

/** What the sweep erases for the kind `retention_end`. */
export const agedByProductClock: readonly ErasedName[] = [...aged, "removed_members", "removed_staff"];

/** Walks the index of what waits for its collection from account to account. */
const accountsToCollect = Prisma.sql`
  with recursive account as (
    (select partner_id from settlement where payout_id is null and carry_over_id is null order by partner_id limit 1)
    union all
    select (select s.partner_id from settlement s
             where s.partner_id > account.partner_id and s.payout_id is null and s.carry_over_id is null
             order by s.partner_id limit 1)
      from account where account.partner_id is not null)
  select partner_id from account where partner_id is not null`;

/** Walks the index from account to account. Reading every due row would take 200 ms when a million rows are due. */
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

/** Selects the due items of a kind, the oldest first. */
const itemsOf = (kind: DueKind, until: Date, countMax: number): Prisma.Sql =>
  Prisma.sql`(select ${kind} as kind, id, at, account as "partnerId" from (${sources[kind](until, countMax)}) due)`;

/** Lists what is due until an instant, the oldest first. */
export const listDue = (
  db: Db,
  until: Date,
  countMax: number,
  kinds: readonly DueKind[] = dueKinds,
): Promise<DueItem[]> => {
  const branches = kinds.map((kind) => itemsOf(kind, until, countMax));
  return db.prisma.$queryRaw<DueItem[]>`
    ${Prisma.join(branches, " union all ")} order by at, id limit ${countMax}`;
};

/** Lists up to so many due items of each kind, the oldest first. No kind takes the place of another one. */
export const listDueOfEach = (db: Db, until: Date, countsMax: ReadonlyMap<DueKind, number>): Promise<DueItem[]> => {
  const branches = [...countsMax].map(([kind, countMax]) => itemsOf(kind, until, countMax));
  return db.prisma.$queryRaw<DueItem[]>`${Prisma.join(branches, " union all ")} order by at, id`;
};
