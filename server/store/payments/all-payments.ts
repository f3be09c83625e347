import { Prisma } from "@/prisma/generated/client";
import { idBound } from "@/server/domain/ids";
import type { AllPaymentFilters } from "@/server/domain/payments/all-payment-list";
import type { AllPaymentSearch } from "@/server/domain/payments/all-payment-search";
import type { Db } from "../db";

// The payments of all accounts, the newest first. Identifiers sort by their time (D-1), so the primary key is the order
// and no other index is needed for it. A page looks through a limited number of payments: one that finds less than a
// page within them ends there, and the next page continues behind (D-255).

/** The filters of a list of all accounts' payments and its page. */
export interface AllPaymentSelection {
  readonly filters: AllPaymentFilters;
  /** Null without a search text. */
  readonly search: AllPaymentSearch | null;
  /** The payment after which the page begins; null starts at the newest one. */
  readonly afterId: string | null;
  readonly countMax: number;
}

export interface FoundPayments {
  /** The newest first. */
  readonly ids: readonly string[];
  /** The payment to which the page looked, where older ones were not looked at; null where all were. */
  readonly lookedTo: string | null;
  /** Whether more order codes begin with the text than were looked at. */
  readonly isCut: boolean;
}

/** How many payments a page looks through for its filters, and how many a search looks through for each meaning. */
const [scannedMax, foundMax] = [30_000, 1_000];

/** How many order codes that begin with a text are looked at, of payments with and without money. */
const codesMax = 300;

/** Finds a page of the payments of all accounts. */
export function findAllPayments(db: Db, selection: AllPaymentSelection): Promise<FoundPayments> {
  if (selection.search !== null) return findBySearch(db, selection, selection.search);
  return hasConditions(selection) ? findByFilters(db, selection) : findNewest(db, selection);
}

async function findNewest(db: Db, selection: AllPaymentSelection): Promise<FoundPayments> {
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select p.id from payment p where ${within(selection, "p.id")} order by p.id desc limit ${selection.countMax}`;
  return { ids: rows.map(({ id }) => id), lookedTo: null, isCut: false };
}

async function findByFilters(db: Db, selection: AllPaymentSelection): Promise<FoundPayments> {
  const { countMax } = selection;
  const [found] = await db.prisma.$queryRaw<Pick<FoundPayments, "ids" | "lookedTo">[]>`
    with page as materialized (
      select id from (
        select p.id, p.status, p.amount, p.partner_id, p.terminal_id from payment p
         where ${within(selection, "p.id")} order by p.id desc limit ${scannedMax}) p
       where ${buildConditions(selection)} order by id desc limit ${countMax})
    select array(select id from page order by id desc) as ids,
           case when (select count(*) from page) < ${countMax} then (
             select p.id from payment p where ${within(selection, "p.id")} order by p.id desc
             offset ${scannedMax - 1} limit 1) end as "lookedTo"`;
  return { ids: found?.ids ?? [], lookedTo: found?.lookedTo ?? null, isCut: false };
}

/**
 * Each meaning of the text has its own index. What one meaning has not looked at is older than its last payment, so the
 * page ends at the newest of these ends.
 */
async function findBySearch(db: Db, selection: AllPaymentSelection, search: AllPaymentSearch): Promise<FoundPayments> {
  const { countMax } = selection;
  const [found] = await db.prisma.$queryRaw<FoundPayments[]>`
    with found(way, id, fits) as materialized (${Prisma.join(ways(selection, search), " union all ")}),
         whole as (select way, count(*) as n, min(id) as lowest from found group by way),
         edge as (select max(lowest) as id from whole where way >= ${codeWays} and n >= ${foundMax}),
         page as materialized (
           select p.id from payment p
            where p.id = any(array(select distinct f.id from found f where f.fits and f.id >= coalesce((select id from edge), '')))
              and ${within(selection, "p.id")} and ${buildConditions(selection)}
            order by p.id desc limit ${countMax})
    select array(select id from page order by id desc) as ids,
           case when (select count(*) from page) < ${countMax} then (select id from edge) end as "lookedTo",
           exists (select 1 from whole where way < ${codeWays} and n > ${codesMax}) as "isCut"`;
  return found ?? { ids: [], lookedTo: null, isCut: false };
}

/** The first ways search by order codes; their rows are not in the order of time. */
const codeWays = 2;

/** Selects `way`, `id`, and whether the row fits the whole text. */
function ways(selection: AllPaymentSelection, search: AllPaymentSearch): Prisma.Sql[] {
  const { paymentCode, linkId, refundId, card, bankReference, orderCode } = search;
  const ofPartner = selection.filters.partnerId
    ? Prisma.sql`and partner_id = ${selection.filters.partnerId}`
    : Prisma.empty;
  const byCode = (statuses: Prisma.Sql) => Prisma.sql`
    select id, true as fits from payment
     where partner_tx_code >= ${orderCode} and partner_tx_code < ${`${orderCode}\u{10ffff}`}
       and status in (${statuses}) ${ofPartner}
     order by partner_tx_code limit ${codesMax + 1}`;
  const ofAttempt = (condition: Prisma.Sql, fits = Prisma.sql`true`) => Prisma.sql`
    select payment_id as id, ${fits} as fits from attempt
     where ${condition} and ${within(selection, "payment_id")} ${ofPartner}
     order by payment_id desc limit ${foundMax}`;
  const ofMoneyBack = (table: "refund" | "money_return", condition: Prisma.Sql) => Prisma.sql`
    select payment_id as id, true as fits from ${Prisma.raw(table)}
     where ${condition} and ${within(selection, "payment_id")} ${ofPartner}
     order by payment_id desc limit ${foundMax}`;
  const all = [
    byCode(Prisma.sql`'initiated', 'captured'`),
    byCode(Prisma.sql`'failed', 'expired'`),
    paymentCode && Prisma.sql`select id, true as fits from payment where id = ${paymentCode}`,
    linkId && Prisma.sql`select id, true as fits from payment where link_id = ${linkId}`,
    refundId && Prisma.sql`select payment_id as id, true as fits from refund where id = ${refundId}`,
    bankReference &&
      Prisma.sql`select payment_id as id, true as fits from attempt where bank_order_id = ${bankReference}`,
    bankReference && ofAttempt(Prisma.sql`auth_code = ${bankReference}`),
    bankReference && ofAttempt(Prisma.sql`rrn = ${bankReference}`),
    bankReference && ofMoneyBack("refund", Prisma.sql`auth_code = ${bankReference}`),
    bankReference && ofMoneyBack("refund", Prisma.sql`rrn = ${bankReference}`),
    bankReference && ofMoneyBack("money_return", Prisma.sql`rrn = ${bankReference}`),
    card &&
      ofAttempt(
        Prisma.sql`card_last4 = ${card.last4}`,
        card.bin === null ? undefined : Prisma.sql`card_bin = ${card.bin}`,
      ),
  ].filter((way) => way instanceof Prisma.Sql);
  return all.map((way, n) => Prisma.sql`(select ${n}::int, id, fits from (${way}) one)`);
}

/** The condition that limits a column with payment codes to the page and to the time of creation. */
function within({ afterId, filters: { created } }: AllPaymentSelection, name: string): Prisma.Sql {
  const column = Prisma.raw(name);
  return Prisma.join(
    [
      Prisma.sql`true`,
      ...(afterId === null ? [] : [Prisma.sql`${column} < ${afterId}`]),
      ...(created?.from ? [Prisma.sql`${column} >= ${idBound("payment", created.from)}`] : []),
      ...(created?.to ? [Prisma.sql`${column} < ${idBound("payment", created.to)}`] : []),
    ],
    " and ",
  );
}

const hasConditions = ({ filters: { status, amount, partnerId, terminalId } }: AllPaymentSelection): boolean =>
  [status, amount, partnerId, terminalId].some((filter) => filter !== null);

function buildConditions({ filters: { status, amount, partnerId, terminalId } }: AllPaymentSelection): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`true`,
      ...(status ? [Prisma.sql`p.status = any(${[...status]}::"PaymentStatus"[])`] : []),
      ...(amount?.fromKurus ? [Prisma.sql`p.amount >= ${amount.fromKurus}::bigint`] : []),
      ...(amount?.toKurus ? [Prisma.sql`p.amount <= ${amount.toKurus}::bigint`] : []),
      ...(partnerId ? [Prisma.sql`p.partner_id = ${partnerId}`] : []),
      ...(terminalId ? [Prisma.sql`p.terminal_id = ${terminalId}`] : []),
    ],
    " and ",
  );
}
