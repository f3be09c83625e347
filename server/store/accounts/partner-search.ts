import { Prisma } from "@/prisma/generated/client";
import { foldName } from "@/server/domain/accounts/fold-name";
import type { PartnerFilters, PartnerState } from "@/server/domain/accounts/partner-list";
import type { Db } from "../db";

/** The kinds of match by which an account is found, the best first. */
const partnerClues = [
  "partner",
  "tax",
  "terminal",
  "payment",
  "link",
  "refund",
  "delivery",
  "payout",
  "key",
  "user",
  "order",
  "card",
  "name",
  "title",
] as const;
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
export interface PartnerMeanings {
  /** A part of the account's name or of its legal title; neither case nor Turkish accents matter. */
  readonly name: string | null;
  /** The beginning of a user's e-mail address, in lower case. */
  readonly email: string | null;
  /** A complete identifier. */
  readonly id: string | null;
  readonly taxNumber: string | null;
  /** A merchant's whole order code. */
  readonly orderCode: string | null;
  /** The last four digits of a card that was tried recently. */
  readonly lastFour: string | null;
  /** The stored prefix of an API key. */
  readonly keyPrefix: string | null;
}

export interface PartnerSearch {
  /** Null lists all accounts. */
  readonly meanings: PartnerMeanings | null;
  readonly filters: PartnerFilters;
  /** The account after which the page begins. Null, or an account that does not exist, starts at the first one. */
  readonly afterId: string | null;
  readonly countMax: number;
}

/** Searches accounts by the clues that staff have. A page has each account once, by its best match, ordered by name. */
export const searchPartners = (db: Db, search: PartnerSearch): Promise<FoundPartner[]> => {
  const { meanings, filters, afterId, countMax } = search;
  const conditions = [
    Prisma.sql`coalesce((p.name, p.id) > (select name, id from partner where id = ${afterId}), true)`,
    ...(filters.status ? [Prisma.sql`p.status = any(${[...filters.status]}::"PartnerStatus"[])`] : []),
    ...(filters.acceptance ? [Prisma.sql`p.acceptance_held = ${filters.acceptance === "held"}`] : []),
  ];
  const shown = Prisma.sql`p.id as "partnerId", p.name, p.status::text as status, p.acceptance_held as "acceptanceHeld"`;
  const page = Prisma.sql`where ${Prisma.join(conditions, " and ")} order by p.name, p.id limit ${countMax}`;
  if (meanings === null) return db.prisma.$queryRaw`select ${shown}, 'name' as "foundBy" from partner p ${page}`;
  const hits = searchedClues(meanings).map(([clue, sql]) => {
    return Prisma.sql`select found.id, ${partnerClues.indexOf(clue)}::int as rank from (${sql}) found(id)`;
  });
  if (hits.length === 0) return Promise.resolve([]);
  return db.prisma.$queryRaw<FoundPartner[]>`
    select ${shown}, (${[...partnerClues]}::text[])[best.rank + 1] as "foundBy"
      from (select id, min(rank) as rank from (${Prisma.join(hits, " union all ")}) hits group by id) best
      join partner p on p.id = best.id ${page}`;
};

/** The newest records that one clue reads, so that a code which thousands of payments share costs no more. */
const recordsMax = 500;

/** Builds the search of each clue that the text may be: the ids of accounts, by one index each. */
function searchedClues(meanings: PartnerMeanings): readonly (readonly [PartnerClue, Prisma.Sql])[] {
  const { id, name, email, keyPrefix, taxNumber, orderCode, lastFour } = meanings;
  const clues: [PartnerClue, Prisma.Sql | null | ""][] = [
    ["partner", id && Prisma.sql`select id from partner where id = ${id}`],
    ["tax", taxNumber && Prisma.sql`select id from partner_profile where tax_number = ${taxNumber}`],
    ["terminal", id && Prisma.sql`select partner_id from terminal where id = ${id}`],
    ["payment", id && Prisma.sql`select partner_id from payment where id = ${id}`],
    ["link", id && Prisma.sql`select partner_id from payment_link where id = ${id}`],
    ["refund", id && Prisma.sql`select partner_id from refund where id = ${id}`],
    ["delivery", id && Prisma.sql`select partner_id from webhook_delivery where id = ${id}`],
    ["payout", id && Prisma.sql`select partner_id from payout where id = ${id}`],
    ["key", keyPrefix && Prisma.sql`select partner_id from api_key where prefix = ${keyPrefix}`],
    ["user", email && usersBeginning(email)],
    ["order", orderCode && paymentsOfCode(orderCode)],
    [
      "card",
      lastFour &&
        Prisma.sql`select partner_id from attempt where card_last4 = ${lastFour} order by payment_id desc limit ${recordsMax}`,
    ],
    ["name", name && Prisma.sql`select id from partner where search_name like ${pattern(name)}`],
    ["title", name && Prisma.sql`select id from partner_profile where search_title like ${pattern(name)}`],
  ];
  return clues.flatMap(([clue, sql]) => (sql ? [[clue, sql] as const] : []));
}

/** Reads the range of an index whose order is that of bytes (`text_pattern_ops`). */
const usersBeginning = (email: string) =>
  Prisma.sql`select partner_id from panel_user
              where removed_at is null and email ~>=~ ${email} and email ~<~ ${`${email}\u{10ffff}`}`;

/** Ended payments and others have an index each. */
const paymentsOfCode = (code: string) => Prisma.sql`
  (select partner_id from payment
    where partner_tx_code = ${code} and status in ('initiated', 'captured') limit ${recordsMax})
  union all
  (select partner_id from payment
    where partner_tx_code = ${code} and status in ('failed', 'expired') limit ${recordsMax})`;

/** The pattern of a part of a folded name, without wildcards of its own. */
const pattern = (text: string): string => `%${foldName(text).replace(/[\\%_]/g, "\\$&")}%`;

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
