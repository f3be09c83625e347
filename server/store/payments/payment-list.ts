import { Prisma } from "@/prisma/generated/client";
import { maxAmountKurus } from "@/server/domain/money";
import { type PaymentFilters, paymentSources } from "@/server/domain/payments/payment-filters";
import type { PaymentSearch } from "@/server/domain/payments/payment-search";
import { paymentStates } from "@/server/domain/states";
import type { Db } from "../db";
import { isAnythingDue } from "../expiry/link-expiry";
import type { PartnerId } from "../tenant";
import type { PaymentRow } from "./payments";

/** The position of the last payment of a page. The next page begins with older payments. */
export interface PaymentPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The filters of a list of an account's payments, and its page. */
export interface PaymentSelection {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  /** Null without a search text. */
  readonly search: PaymentSearch | null;
  /** Null starts at the newest payment. */
  readonly after: PaymentPosition | null;
  readonly countMax: number;
}

/** A payment as a list shows it. Amounts in kuruş, instants in UTC. */
export interface ListedPaymentRow
  extends Pick<
    PaymentRow,
    | ("id" | "partnerTxCode" | "status" | "source" | "terminalId" | "linkId" | "amount" | "installment")
    | ("refundedAmount" | "refundPendingAmount" | "correctedAmount" | "createdAt")
  > {
  /** The BIN of the charged card, or of the last card that was tried; null where no card was tried. */
  readonly cardBin: string | null;
  readonly cardLast4: string | null;
  readonly cardBrand: string | null;
}

/**
 * Lists a page of an account's payments, the newest first, in one statement: it finds the ids on indexes and then reads
 * only the rows of the page. A page begins after a position, not after an offset, so page 1,000 costs as much as the
 * first one.
 */
export const listPaymentRows = (db: Db, selection: PaymentSelection): Promise<ListedPaymentRow[]> =>
  db.prisma.$queryRaw<ListedPaymentRow[]>`
    with page as materialized (${pageSql(selection)})
    select p.id, p.partner_tx_code as "partnerTxCode", p.status::text as status, p.source::text as source,
           p.terminal_id as "terminalId", p.link_id as "linkId", p.amount, p.installment,
           p.refunded_amount as "refundedAmount", p.refund_pending_amount as "refundPendingAmount",
           p.corrected_amount as "correctedAmount", p.created_at as "createdAt", card.bin as "cardBin", card.last4 as "cardLast4", card.brand as "cardBrand"
      from page join payment p using (id)
      left join lateral (
        select card_bin as bin, card_last4 as last4, card_brand as brand from attempt
         where payment_id = p.id order by created_at desc limit 1) card on true
     order by page.created_at desc, page.id desc`;

/** Whether an expiry has to be written down before the account's payments show their present states (D-2). */
export async function isAnyPaymentDue(db: Db, partnerId: PartnerId, now: Date): Promise<boolean> {
  const [due] = await db.prisma.$queryRaw<{ isDue: boolean }[]>`
    select ${isAnythingDue(partnerId, now)} or exists (select 1 from ${overdue(partnerId, now)}) as "isDue"`;
  return due?.isDue ?? false;
}

/** Lists an account's payments whose own time has ended, in the order in which they fell due. */
export async function listOverduePayments(db: Db, partnerId: PartnerId, now: Date): Promise<string[]> {
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select id from ${overdue(partnerId, now)} order by expires_at`;
  return rows.map(({ id }) => id);
}

const overdue = (partnerId: PartnerId, now: Date) => Prisma.sql`
  payment where status = 'initiated' and capture_started_at is null and expires_at <= ${now}::timestamptz
    and partner_id = ${partnerId}`;

/** Selects ids and positions of the page: the newest rows of each branch, then the newest of all branches. */
function pageSql(selection: PaymentSelection): Prisma.Sql {
  const branches = selection.search ? searchBranches(selection, selection.search) : [listBranch(selection)];
  return Prisma.sql`
    select id, created_at from (${Prisma.join(branches.map(parenthesised), " union ")}) way
     ${newest(selection)}`;
}

const parenthesised = (sql: Prisma.Sql) => Prisma.sql`(${sql})`;

const newest = ({ countMax }: PaymentSelection) => Prisma.sql`order by created_at desc, id desc limit ${countMax}`;

const orderCode = Prisma.sql`p.partner_tx_code`;

/** Builds a branch for each possible meaning of the search text. Each branch uses its own index. */
function searchBranches(selection: PaymentSelection, search: PaymentSearch): Prisma.Sql[] {
  const { paymentCode, linkId, cardLast4, amountKurus, partnerTxCodeStart: start } = search;
  const exact = (condition: Prisma.Sql) => Prisma.sql`
    select id, created_at from payment p where ${condition} and ${buildConditions(selection)} ${newest(selection)}`;
  const beyond = `${start}\u{10ffff}`;
  return [
    byRange(selection, orderCode, Prisma.sql`${orderCode} >= ${start} and ${orderCode} < ${beyond}`),
    ...(paymentCode === null ? [] : [exact(Prisma.sql`p.id = ${paymentCode}`)]),
    ...(linkId === null ? [] : [exact(Prisma.sql`p.link_id = ${linkId}`)]),
    ...(amountKurus === null ? [] : [exact(Prisma.sql`p.amount = ${amountKurus}::bigint`)]),
    ...(cardLast4 === null ? [] : [exact(withCard(selection.partnerId, cardLast4))]),
  ];
}

/** Matches declined cards too. The array prevents PostgreSQL from scanning all payments for this condition. */
const withCard = (partnerId: PartnerId, last4: string) => Prisma.sql`
  p.id = any(array(select payment_id from attempt where partner_id = ${partnerId} and card_last4 = ${last4}))`;

function listBranch(selection: PaymentSelection): Prisma.Sql {
  const { amountFromKurus, amountToKurus, refunded } = selection.filters;
  const hasMoneyBack = refunded !== null && refunded !== "none";
  if (hasMoneyBack) return byTime(selection);
  if (amountFromKurus !== null || amountToKurus !== null)
    return byRange(selection, Prisma.sql`p.amount`, amountRange(selection));
  return hasKindFilter(selection) ? byKind(selection) : byTime(selection);
}

const byTime = (selection: PaymentSelection) => Prisma.sql`
  select id, created_at from payment p where ${buildConditions(selection)} ${newest(selection)}`;

const hasKindFilter = ({ filters: { status, source, terminalId, refunded } }: PaymentSelection): boolean =>
  status !== null || source !== null || terminalId !== null || refunded === "none";

/** Up to this number, the payments of a range are all read, although the index does not order them by time. */
const fewMax = 5_000;
/** The number of newest payments that are scanned for a frequent value. */
const recentMax = 10_000;

/**
 * Selects payments within a range of an index that is not ordered by time. A range of few payments is read completely.
 * For a larger range the newest payments are scanned. Where these contain too few matches, its rows are old (for
 * example last year's prices), and all of it is read from its index, without the rows.
 * @param by the column of the index; the payments of the range are counted in its order, so that the count stops early
 */
function byRange(selection: PaymentSelection, by: Prisma.Sql, range: Prisma.Sql): Prisma.Sql {
  const { partnerId, countMax } = selection;
  const gathered = (isWanted: Prisma.Sql) => Prisma.sql`
    select id, created_at from (
      select id, created_at from payment p
       where ${isWanted} and ${range} and ${buildConditions(selection)} offset 0) gathered
    ${newest(selection)}`;
  const isMany = Prisma.sql`(select n from counted) > ${fewMax}`;
  const many = hasKindFilter(selection)
    ? Prisma.sql`recent as materialized (${byKind(selection, Prisma.sql`${isMany} and ${range}`)})`
    : Prisma.sql`
      newest as materialized (
        select id, created_at from (
          select * from payment p where ${buildConditions(withoutAmounts(selection))}
           order by created_at desc, id desc limit ${recentMax}) p
         where ${isMany} and ${range} and ${buildConditions(selection)} ${newest(selection)}),
      recent as materialized (
        select id, created_at from newest
         union (${gathered(Prisma.sql`${isMany} and (select count(*) from newest) < ${countMax}`)}))`;
  return Prisma.sql`
    with counted as materialized (
      select count(*) as n from (
        select 1 from payment p where p.partner_id = ${partnerId} and ${range} order by ${by} limit ${fewMax + 1}) known),
    ${many}
    select id, created_at from recent
     union (${gathered(Prisma.sql`not (${isMany})`)})
     ${newest(selection)}`;
}

/**
 * Selects by terminal, source and status. Each combination has its own range of an index, ordered by time: the newest
 * rows of each range are merged. A filter that matches nothing, or three of a million payments, costs as little as any
 * other.
 */
function byKind(selection: PaymentSelection, condition = Prisma.sql`true`): Prisma.Sql {
  const { partnerId, filters } = selection;
  const { status, source, terminalId, refunded } = filters;
  const isCaptured = refunded === "none";
  const statuses = paymentStates.filter((one) => (status ?? one) === one && (!isCaptured || one === "captured"));
  const sources = source === null ? paymentSources : [source];
  const ofTerminal = terminalId === null ? Prisma.empty : Prisma.sql`and id = ${terminalId}`;
  const others = { ...selection, filters: { ...filters, status: null, source: null, terminalId: null } };
  return Prisma.sql`
    select one.id, one.created_at
      from (select id from terminal where partner_id = ${partnerId} ${ofTerminal}) t
     cross join unnest(${sources}::text[]) s(source)
     cross join unnest(${statuses}::text[]) m(status)
     cross join lateral (
       select id, created_at from payment p
        where p.terminal_id = t.id and p.source = s.source::"PaymentSource" and p.status = m.status::"PaymentStatus"
          and ${condition} and ${buildConditions(others)}
        ${newest(selection)}) one
     ${newest(selection)}`;
}

const withoutAmounts = (selection: PaymentSelection): PaymentSelection => ({
  ...selection,
  filters: { ...selection.filters, amountFromKurus: null, amountToKurus: null },
});

const amountRange = ({ filters: { amountFromKurus, amountToKurus } }: PaymentSelection) =>
  Prisma.sql`p.amount between ${amountFromKurus ?? 0n}::bigint and ${amountToKurus ?? maxAmountKurus}::bigint`;

/** Builds the conditions: the account, the position after which the page begins, and the filters. */
function buildConditions({ partnerId, filters, after }: PaymentSelection): Prisma.Sql {
  const { status, refunded, source, terminalId, amountFromKurus, amountToKurus } = filters;
  const { createdFrom, createdTo } = filters;
  return Prisma.join(
    [
      Prisma.sql`p.partner_id = ${partnerId}`,
      after &&
        Prisma.sql`(p.created_at, p.id) < (${after.createdAt}::timestamptz, ${after.id}) and p.created_at <= ${after.createdAt}::timestamptz`,
      status && Prisma.sql`p.status = ${status}::"PaymentStatus"`,
      source && Prisma.sql`p.source = ${source}::"PaymentSource"`,
      terminalId && Prisma.sql`p.terminal_id = ${terminalId}`,
      amountFromKurus !== null && Prisma.sql`p.amount >= ${amountFromKurus}::bigint`,
      amountToKurus !== null && Prisma.sql`p.amount <= ${amountToKurus}::bigint`,
      createdFrom && Prisma.sql`p.created_at >= ${createdFrom}::timestamptz`,
      createdTo && Prisma.sql`p.created_at < ${createdTo}::timestamptz`,
      refunded && refundedConditions[refunded],
    ].filter((condition) => condition instanceof Prisma.Sql),
    " and ",
  );
}

/**
 * The condition of the partial index of refunded payments, written in the same way, so that PostgreSQL uses the index.
 */
const isTouched = Prisma.sql`(p.refunded_amount > 0 or p.refund_pending_amount > 0 or p.corrected_amount <> 0)`;
const back = Prisma.sql`(p.refunded_amount + p.corrected_amount)`;

const refundedConditions: Readonly<Record<NonNullable<PaymentFilters["refunded"]>, Prisma.Sql>> = {
  none: Prisma.sql`p.status = 'captured' and ${back} = 0 and p.refund_pending_amount = 0`,
  pending: Prisma.sql`${isTouched} and p.refund_pending_amount > 0`,
  partial: Prisma.sql`${isTouched} and ${back} > 0 and ${back} < p.amount`,
  full: Prisma.sql`${isTouched} and ${back} = p.amount`,
};
