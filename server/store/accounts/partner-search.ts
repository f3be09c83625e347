import { Prisma } from "@/prisma/generated/client";
import type { PartnerFilters, PartnerState } from "@/server/domain/accounts/partner-list";
import type { Db } from "../db";

/** The kinds of match by which an account is found. */
const partnerClues = ["partner", "name", "user", "payment", "link", "refund", "delivery", "key"] as const;
type PartnerClue = (typeof partnerClues)[number];

export interface FoundPartner {
  readonly partnerId: string;
  readonly name: string;
  readonly status: PartnerState;
  readonly acceptanceHeld: boolean;
  readonly foundBy: PartnerClue;
}

/**
 * The possible meanings of a search text, judged by its form. Each is searched in its own index; null is not searched.
 */
export interface PartnerSearch {
  /** A part of the account's name, case-insensitive. */
  readonly name: string | null;
  /** The beginning of a user's e-mail address, in lower case. */
  readonly email: string | null;
  /** A complete identifier. */
  readonly id: string | null;
  /** The stored prefix of an API key. */
  readonly keyPrefix: string | null;
  readonly filters: PartnerFilters;
  /** The account after which the page begins. Null, or an account that does not exist, starts at the first one. */
  readonly afterId: string | null;
  readonly countMax: number;
}

/** Searches accounts by the clues that staff have. A page has each account once, by its best match, ordered by name. */
export const searchPartners = (db: Db, search: PartnerSearch): Promise<FoundPartner[]> => {
  const { id, name, email, keyPrefix, filters, afterId } = search;
  const branches = [
    id === null
      ? null
      : Prisma.sql`
        select id, 1 as rank, 'partner' as clue from partner where id = ${id}
        union all select partner_id, 2, 'payment' from payment where id = ${id}
        union all select partner_id, 3, 'link' from payment_link where id = ${id}
        union all select partner_id, 4, 'refund' from refund where id = ${id}
        union all select partner_id, 5, 'delivery' from webhook_delivery where id = ${id}`,
    keyPrefix === null
      ? null
      : Prisma.sql`select partner_id as id, 6 as rank, 'key' as clue from api_key where prefix = ${keyPrefix}`,
    email === null
      ? null
      : Prisma.sql`
        select partner_id as id, 7 as rank, 'user' as clue from panel_user
         where removed_at is null and starts_with(email, ${email})`,
    name === null
      ? null
      : Prisma.sql`select id, 8 as rank, 'name' as clue from partner where name ilike ${`%${literal(name)}%`}`,
  ].filter((one) => one !== null);
  if (branches.length === 0) return Promise.resolve([]);
  const conditions = [
    Prisma.sql`coalesce((p.name, p.id) > (select name, id from partner where id = ${afterId}), true)`,
    ...(filters.status ? [Prisma.sql`p.status = any(${[...filters.status]}::"PartnerStatus"[])`] : []),
    ...(filters.acceptance ? [Prisma.sql`p.acceptance_held = ${filters.acceptance === "held"}`] : []),
  ];
  return db.prisma.$queryRaw<FoundPartner[]>`
    select p.id as "partnerId", p.name, p.status::text as status, p.acceptance_held as "acceptanceHeld",
           found.clue as "foundBy"
      from (select distinct on (id) id, clue from (${Prisma.join(branches, " union all ")}) hits order by id, rank) found
      join partner p on p.id = found.id
     where ${Prisma.join(conditions, " and ")}
     order by p.name, p.id limit ${search.countMax}`;
};

/** Escapes the wildcards of SQL's `like`. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const failed = ["rejected", "exhausted", "dropped"] as const;

/** Counts the records of an account. Deliveries are counted from `since` on, pending ones in total. */
export async function countPartnerRecords({ prisma }: Db, partnerId: string, since: Date) {
  const recent = { partnerId, createdAt: { gte: since } };
  const [users, apiKeys, terminals, activeTerminals, deliveries, failedDeliveries, pendingDeliveries, last] =
    await Promise.all([
      prisma.panelUser.count({ where: { partnerId, removedAt: null } }),
      prisma.apiKey.count({ where: { partnerId, revokedAt: null } }),
      prisma.terminal.count({ where: { partnerId } }),
      prisma.terminal.count({ where: { partnerId, active: true } }),
      prisma.webhookDelivery.count({ where: recent }),
      prisma.webhookDelivery.count({ where: { ...recent, status: { in: [...failed] } } }),
      prisma.webhookDelivery.count({ where: { partnerId, status: "pending" } }),
      prisma.payment.findFirst({
        where: { partnerId },
        orderBy: { createdAt: "desc" },
        select: { createdAt: true },
      }),
    ]);
  return {
    users,
    apiKeys,
    terminals,
    activeTerminals,
    deliveries,
    failedDeliveries,
    pendingDeliveries,
    lastPaymentAt: last?.createdAt ?? null,
  };
}
