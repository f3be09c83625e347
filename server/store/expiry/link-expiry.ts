import { Prisma } from "@/prisma/generated/client";
import { openLinkStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";

/** As the index of what is due has it: a parameter would hide from PostgreSQL that it may use that. */
const isOpen = Prisma.raw(`status in (${openLinkStates.map((status) => `'${status}'`).join(", ")})`);

/** Only of a link in 3-D Secure can a capture run; its outcome decides what becomes of the link (D-10). */
const isCapturing = Prisma.sql`
  status = 'initiated' and (select capture_started_at from payment
                             where link_id = payment_link.id and payment.status = 'initiated') is not null`;

/** Links whose window has elapsed and which nothing keeps from expiring. */
export const dueLinks = (until: Date) => Prisma.sql`
  payment_link where ${isOpen} and expires_at <= ${until}::timestamptz and not (${isCapturing})`;

/**
 * Whether anything of an account's links is due and not written down (D-2): a link, or a payment of one. Links of a state
 * are due in the order of their references, so the first of each state tells about all of them.
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
  /** Only of this account. */
  readonly partnerId?: PartnerId;
  /** Whether links that somebody else has locked are waited for; they are passed over when left out. */
  readonly waits?: boolean;
}

/** Locks the links that fell due first. */
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

export interface ExpiredLink {
  readonly id: string;
  readonly partnerId: string;
  readonly expiresAt: Date;
}

/**
 * Expires those of the locked links that have no payment that is open or has the money, in one statement. It begins when
 * all of them are locked, so it sees every payment that there was before.
 */
export const expireIdleLinks = (tx: Tx, ids: readonly string[], now: Date): Promise<ExpiredLink[]> =>
  tx.$queryRaw<ExpiredLink[]>`
    update payment_link set status = 'expired', updated_at = ${now}::timestamptz
     where id = any(${ids}) and ${isOpen} and expires_at <= ${now}::timestamptz
       and not exists (select 1 from payment
                        where link_id = payment_link.id and payment.status in ('initiated', 'captured'))
    returning id, partner_id as "partnerId", expires_at as "expiresAt"`;

/** The payments of an account's links whose time is over (D-2). */
const overduePayments = (partnerId: PartnerId, now: Date) => Prisma.sql`
  payment where status = 'initiated' and capture_started_at is null and expires_at <= ${now}::timestamptz
    and partner_id = ${partnerId} and link_id is not null`;

export const listOverdueLinkPayments = async (db: Db, partnerId: PartnerId, now: Date): Promise<string[]> => {
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select id from ${overduePayments(partnerId, now)} order by expires_at`;
  return rows.map(({ id }) => id);
};
