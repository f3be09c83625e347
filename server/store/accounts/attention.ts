import { days, hours, plusMs } from "@/server/domain/clock";
import { endsSoonMs } from "@/server/domain/keys/key-end";
import { openLinkStates } from "@/server/domain/states";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/** The number of items of one kind that need attention, and the most important instant among them. */
export interface Counted {
  readonly count: number;
  /**
   * The beginning of the oldest item; for links and keys, the instant at which the first one expires, and for
   * chargebacks the first last day for an answer.
   */
  readonly at: Date;
}

export interface AttentionRow {
  /** The deliveries of the last 24 hours that were attempted and have not succeeded. */
  readonly undelivered: (Counted & { readonly nextAttemptAt: Date | null }) | null;
  readonly refundsPending: Counted | null;
  readonly refundRequests: Counted | null;
  /** The open links that expire within 24 hours. */
  readonly linksExpiring: Counted | null;
  readonly capturesUnknown: Counted | null;
  /** The API keys in use that end soon, with the first end. */
  readonly keysEnding: Counted | null;
  /** The chargebacks that wait for an answer. */
  readonly chargebacksOpen: Counted | null;
  readonly hasWebhookAddress: boolean;
}

const sql = `
  select p.webhook_url is not null as "hasWebhookAddress",
         d.count as "undelivered", d.at as "undeliveredAt", d.next as "nextAttemptAt",
         r.count as "refundsPending", r.at as "refundsPendingAt",
         q.count as "refundRequests", q.at as "refundRequestsAt",
         l.count as "linksExpiring", l.at as "linksExpiringAt",
         u.count as "capturesUnknown", u.at as "capturesUnknownAt",
         k.count as "keysEnding", k.at as "keysEndingAt",
         c.count as "chargebacksOpen", c.at as "chargebacksOpenAt"
    from partner p
   cross join lateral (
     select count(*)::int, min(created_at) as at, min(next_attempt_at) as next from webhook_delivery
      where partner_id = p.id and status in ('pending', 'rejected', 'exhausted', 'dropped') and created_at >= $2
        and (attempts > 0 or status <> 'pending')) d
   cross join lateral (
     select count(*)::int, min(created_at) as at from refund where partner_id = p.id and status = 'pending') r
   cross join lateral (
     select count(*)::int, min(created_at) as at from refund_request
      where partner_id = p.id and status = 'waiting' and expires_at > $3) q
   cross join lateral (
     select count(*)::int, min(expires_at) as at from payment_link
      where partner_id = p.id and status in (${openLinkStates.map((state) => `'${state}'`).join(", ")})
        and expires_at > $3 and expires_at <= $4) l
   cross join lateral (
     select count(*)::int, min(a.unknown_since) as at
       from attempt a join payment on payment.id = a.payment_id
      where a.status = 'unknown' and payment.partner_id = p.id) u
   cross join lateral (
     select count(*)::int, min(expires_at) as at from api_key
      where partner_id = p.id and revoked_at is null and expires_at > $3 and expires_at <= $5) k
   cross join lateral (
     select count(*)::int, min(respond_by)::timestamp at time zone 'Europe/Istanbul' as at from chargeback
      where partner_id = p.id and status = 'open') c
   where p.id = $1`;

/** Finds what needs attention in an account, in one statement. */
export async function findAttention(db: Db, partnerId: PartnerId, now: Date): Promise<AttentionRow> {
  const { rows } = await db.pool.query({
    name: "find-attention",
    text: sql,
    values: [partnerId, plusMs(now, -days(1)), now, plusMs(now, hours(24)), plusMs(now, endsSoonMs)],
  });
  const [row] = rows;
  const counted = (name: string): Counted | null => (row[name] > 0 ? { count: row[name], at: row[`${name}At`] } : null);
  const undelivered = counted("undelivered");
  return {
    undelivered: undelivered && { ...undelivered, nextAttemptAt: row.nextAttemptAt },
    refundsPending: counted("refundsPending"),
    refundRequests: counted("refundRequests"),
    linksExpiring: counted("linksExpiring"),
    capturesUnknown: counted("capturesUnknown"),
    keysEnding: counted("keysEnding"),
    chargebacksOpen: counted("chargebacksOpen"),
    hasWebhookAddress: row.hasWebhookAddress,
  };
}

/** A place of an account in which no card is taken, or was not taken until less than an hour ago (D-290). */
export interface PausedCards {
  readonly scope: "link" | "bin" | "merchant";
  /** The link and its number at the merchant; null in the other scopes. */
  readonly linkId: string | null;
  readonly number: bigint | null;
  /** The first six digits of the cards; null in the other scopes. */
  readonly bin: string | null;
  /** The refused cards that began the pause. */
  readonly refusals: number;
  readonly startedAt: Date;
  readonly until: Date;
}

/** The number of places that are listed, the newest first. */
const pausesMax = 5;

/** Lists where cards of an account are paused. Networks are counted over all accounts and are not listed. */
export async function listPausedCards(db: Db, partnerId: PartnerId): Promise<PausedCards[]> {
  const { rows } = await db.pool.query({
    name: "list-paused-cards",
    text: `select c.scope, c.link_id as "linkId", l.partner_reference as number, c.refusals,
                  case when c.scope = 'bin' then right(c.subject, 6) end as bin, c.started_at as "startedAt", c.until
             from card_cooling c left join payment_link l on l.id = c.link_id
            where c.partner_id = $1 order by c.started_at desc, c.subject limit ${pausesMax}`,
    values: [partnerId],
  });
  return rows.map(({ number, ...row }) => ({ ...row, number: number === null ? null : BigInt(number) }));
}

export interface AccountActivity {
  readonly openLinkCount: number;
  /** Whether the account has neither a payment nor a link yet. */
  readonly isNew: boolean;
}

const opennessSql = `
  select (select count(*)::int from payment_link
           where partner_id = $1 and status in (${openLinkStates.map((state) => `'${state}'`).join(", ")})
             and expires_at > $2) as "openLinkCount",
         not exists (select 1 from payment where partner_id = $1)
           and not exists (select 1 from payment_link where partner_id = $1) as "isNew"`;

/** Counts the links of an account that can still be paid, and says whether the account is new. */
export async function findAccountActivity(db: Db, partnerId: PartnerId, now: Date): Promise<AccountActivity> {
  const query = { name: "find-openness", text: opennessSql, values: [partnerId, now] };
  return (await db.pool.query<AccountActivity>(query)).rows[0] as AccountActivity;
}

/** Counts the captured payments of an account whose payout waits for a correction of the books (D-75). */
export async function findHeldPayments(db: Db, partnerId: PartnerId): Promise<Counted | null> {
  const { rows } = await db.pool.query<{ count: number; at: Date }>({
    name: "find-held-payments",
    text: `select count(*)::int, min(held_since) as at from payment where held_since is not null and partner_id = $1`,
    values: [partnerId],
  });
  const [row] = rows;
  return row && row.count > 0 ? row : null;
}
