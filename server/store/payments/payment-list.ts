import { Prisma } from "@/prisma/generated/client";
import { maxAmountKurus } from "@/server/domain/money";
import type { PaymentSearch } from "@/server/domain/payments/payment-search";
import { type PaymentFilters, paymentSources } from "@/server/domain/payments/payment-selection";
import { paymentStates } from "@/server/domain/states";
import type { Db } from "../db";
import { isAnythingDue } from "../expiry/link-expiry";
import type { PartnerId } from "../tenant";
import type { PaymentRow } from "./payments";

/** Where a page ended: the next begins with what is older. */
export interface PaymentPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** Which payments of an account, and how many of the newest of them. */
export interface PaymentSelection {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  /** Null: nothing is looked for. */
  readonly search: PaymentSearch | null;
  /** Null: from the newest on. */
  readonly after: PaymentPlace | null;
  readonly countMax: number;
}

/** What a list shows of a payment. Kuruş, UTC. */
export interface ListedPaymentRow
  extends Pick<
    PaymentRow,
    | ("id" | "partnerTxCode" | "status" | "source" | "terminalId" | "linkId" | "amount" | "installment")
    | ("refundedAmount" | "refundPendingAmount" | "correctedAmount" | "createdAt")
  > {
  /** Of the card that was charged, or of the last one that was tried; null where none was. */
  readonly cardBin: string | null;
  readonly cardLast4: string | null;
  readonly cardBrand: string | null;
}

/**
 * A page of an account's payments, the newest first, in one statement: the payments are found on indexes, then only those of
 * the page are read. It begins after a place, never after so many: page 1,000 costs what the first one does.
 */
export const listPaymentRows = (db: Db, selection: PaymentSelection): Promise<ListedPaymentRow[]> =>
  db.prisma.$queryRaw<ListedPaymentRow[]>`
    with page as materialized (${found(selection)})
    select p.id, p.partner_tx_code as "partnerTxCode", p.status::text as status, p.source::text as source,
           p.terminal_id as "terminalId", p.link_id as "linkId", p.amount, p.installment,
           p.refunded_amount as "refundedAmount", p.refund_pending_amount as "refundPendingAmount",
           p.corrected_amount as "correctedAmount", p.created_at as "createdAt", card.bin as "cardBin", card.last4 as "cardLast4", card.brand as "cardBrand"
      from page join payment p using (id)
      left join lateral (
        select card_bin as bin, card_last4 as last4, card_brand as brand from attempt
         where payment_id = p.id order by created_at desc limit 1) card on true
     order by page.created_at desc, page.id desc`;

/** Whether something has to be written down before the account's payments are in the states that they show (D-2). */
export async function isAnyPaymentDue(db: Db, partnerId: PartnerId, now: Date): Promise<boolean> {
  const [due] = await db.prisma.$queryRaw<{ isDue: boolean }[]>`
    select ${isAnythingDue(partnerId, now)} or exists (select 1 from ${overdue(partnerId, now)}) as "isDue"`;
  return due?.isDue ?? false;
}

/** An account's payments whose own time is over, those first that were due first. */
export async function listOverduePayments(db: Db, partnerId: PartnerId, now: Date): Promise<string[]> {
  const rows = await db.prisma.$queryRaw<{ id: string }[]>`
    select id from ${overdue(partnerId, now)} order by expires_at`;
  return rows.map(({ id }) => id);
}

const overdue = (partnerId: PartnerId, now: Date) => Prisma.sql`
  payment where status = 'initiated' and capture_started_at is null and expires_at <= ${now}::timestamptz
    and partner_id = ${partnerId}`;

/** Places and ids of the page: of each way to the payments the newest, then the newest of all of them. */
function found(selection: PaymentSelection): Prisma.Sql {
  const ways = selection.search ? searchWays(selection, selection.search) : [listWay(selection)];
  return Prisma.sql`
    select id, created_at from (${Prisma.join(ways.map(parenthesised), " union ")}) way
     ${newest(selection)}`;
}

const parenthesised = (sql: Prisma.Sql) => Prisma.sql`(${sql})`;

const newest = ({ countMax }: PaymentSelection) =>
  Prisma.sql`order by created_at desc, id desc limit ${countMax}`;

const orderCode = Prisma.sql`p.partner_tx_code`;

/** Everything that a text may mean, each by an index of its own. */
function searchWays(selection: PaymentSelection, search: PaymentSearch): Prisma.Sql[] {
  const { paymentCode, linkId, cardLast4, amountKurus, partnerTxCodeStart: start } = search;
  const exact = (condition: Prisma.Sql) => Prisma.sql`
    select id, created_at from payment p where ${condition} and ${narrowed(selection)} ${newest(selection)}`;
  const beyond = `${start}\u{10ffff}`;
  return [
    withinRange(selection, orderCode, Prisma.sql`${orderCode} >= ${start} and ${orderCode} < ${beyond}`),
    ...(paymentCode === null ? [] : [exact(Prisma.sql`p.id = ${paymentCode}`)]),
    ...(linkId === null ? [] : [exact(Prisma.sql`p.link_id = ${linkId}`)]),
    ...(amountKurus === null ? [] : [exact(Prisma.sql`p.amount = ${amountKurus}::bigint`)]),
    ...(cardLast4 === null ? [] : [exact(withCard(selection.partnerId, cardLast4))]),
  ];
}

/** Cards that were refused are found as well. The array keeps PostgreSQL from going through the payments for them. */
const withCard = (partnerId: PartnerId, last4: string) => Prisma.sql`
  p.id = any(array(select payment_id from attempt where partner_id = ${partnerId} and card_last4 = ${last4}))`;

function listWay(selection: PaymentSelection): Prisma.Sql {
  const { amountFromKurus, amountToKurus, refunded } = selection.filters;
  const hasMoneyBack = refunded !== null && refunded !== "none";
  if (hasMoneyBack) return inOrder(selection);
  if (amountFromKurus !== null || amountToKurus !== null)
    return withinRange(selection, Prisma.sql`p.amount`, amountRange(selection));
  return isOfKind(selection) ? ofKind(selection) : inOrder(selection);
}

const inOrder = (selection: PaymentSelection) => Prisma.sql`
  select id, created_at from payment p where ${narrowed(selection)} ${newest(selection)}`;

const isOfKind = ({ filters: { status, source, terminalId, refunded } }: PaymentSelection): boolean =>
  status !== null || source !== null || terminalId !== null || refunded === "none";

/** Payments that are read one by one, whatever the index says about their order. */
const fewMax = 5_000;
/** The newest payments, in which what is frequent is found. */
const recentMax = 10_000;

/**
 * Payments within a range of an index that is not ordered by time: all of it where it is few; else the newest payments are
 * gone through. Where those have too few of the range, it lies long ago, as last year's prices do: then it is read from
 * its index to the end, without the rows.
 * @param by the index's column: in its order the first of the range are counted, so that nothing else is gone through
 */
function withinRange(selection: PaymentSelection, by: Prisma.Sql, range: Prisma.Sql): Prisma.Sql {
  const { partnerId, countMax } = selection;
  const gathered = (isWanted: Prisma.Sql) => Prisma.sql`
    select id, created_at from (
      select id, created_at from payment p
       where ${isWanted} and ${range} and ${narrowed(selection)} offset 0) gathered
    ${newest(selection)}`;
  const isMany = Prisma.sql`(select n from counted) > ${fewMax}`;
  const many = isOfKind(selection)
    ? Prisma.sql`recent as materialized (${ofKind(selection, Prisma.sql`${isMany} and ${range}`)})`
    : Prisma.sql`
      newest as materialized (
        select id, created_at from (
          select * from payment p where ${narrowed(withoutAmounts(selection))}
           order by created_at desc, id desc limit ${recentMax}) p
         where ${isMany} and ${range} and ${narrowed(selection)} ${newest(selection)}),
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
 * Terminal, source and status together have a stretch of the index of their own, ordered by time: the newest of each, then
 * the newest of these. A filter that leaves nothing, or three of a million, costs as little as any other.
 */
function ofKind(selection: PaymentSelection, condition = Prisma.sql`true`): Prisma.Sql {
  const { partnerId, filters } = selection;
  const { status, source, terminalId, refunded } = filters;
  const isCaptured = refunded === "none";
  const statuses = paymentStates.filter(
    (one) => (status ?? one) === one && (!isCaptured || one === "captured"),
  );
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
          and ${condition} and ${narrowed(others)}
        ${newest(selection)}) one
     ${newest(selection)}`;
}

const withoutAmounts = (selection: PaymentSelection): PaymentSelection => ({
  ...selection,
  filters: { ...selection.filters, amountFromKurus: null, amountToKurus: null },
});

const amountRange = ({ filters: { amountFromKurus, amountToKurus } }: PaymentSelection) =>
  Prisma.sql`p.amount between ${amountFromKurus ?? 0n}::bigint and ${amountToKurus ?? maxAmountKurus}::bigint`;

/** The account, the place where the page begins, and the filters. */
function narrowed({ partnerId, filters, after }: PaymentSelection): Prisma.Sql {
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

/** As the index of refunded payments has it, so that PostgreSQL sees that it may use that. */
const isTouched = Prisma.sql`(p.refunded_amount > 0 or p.refund_pending_amount > 0 or p.corrected_amount <> 0)`;
const back = Prisma.sql`(p.refunded_amount + p.corrected_amount)`;

const refundedConditions: Readonly<Record<NonNullable<PaymentFilters["refunded"]>, Prisma.Sql>> = {
  none: Prisma.sql`p.status = 'captured' and ${back} = 0 and p.refund_pending_amount = 0`,
  pending: Prisma.sql`${isTouched} and p.refund_pending_amount > 0`,
  partial: Prisma.sql`${isTouched} and ${back} > 0 and ${back} < p.amount`,
  full: Prisma.sql`${isTouched} and ${back} = p.amount`,
};
