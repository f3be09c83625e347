import { Prisma } from "@/prisma/generated/client";
import { maxAmountKurus } from "@/server/domain/money";
import {
  buildConditions,
  firstOfPage,
  hasKindFilter,
  type IndexRange,
  inOrder,
  isOfKind,
  type PaymentSelection,
  searchConditions,
  selectedKinds,
  selectsMoneyBack,
} from "./payment-selection";

/** Selects ids and positions of a page by creation: the first rows of each branch, then the first of all branches. */
export function pageByTime(selection: PaymentSelection): Prisma.Sql {
  const branches = selection.search ? searchBranches(selection) : [listBranch(selection)];
  return Prisma.sql`
    select id, created_at from (${Prisma.join(branches.map(parenthesised), " union ")}) way
     ${firstOfPage(selection)}`;
}

const parenthesised = (sql: Prisma.Sql) => Prisma.sql`(${sql})`;

/** Builds a branch for each possible meaning of the search text. */
function searchBranches(selection: PaymentSelection): Prisma.Sql[] {
  if (!selection.search) return [];
  const { codes, exact } = searchConditions(selection, selection.search);
  const branches = exact.map(
    (condition) => Prisma.sql`
      select id, created_at from payment p where ${condition} and ${buildConditions(selection)}
       ${firstOfPage(selection)}`,
  );
  return [byRange(selection, codes), ...branches];
}

function listBranch(selection: PaymentSelection): Prisma.Sql {
  if (selection.filters.linkId !== null) return ofLink(selection);
  if (selectsMoneyBack(selection)) return byTime(selection);
  if (selection.filters.amount !== null) return byRange(selection, amountRange(selection.filters.amount));
  return hasKindFilter(selection) ? byKind(selection) : byTime(selection);
}

const byTime = (selection: PaymentSelection) => Prisma.sql`
  select id, created_at from payment p where ${buildConditions(selection)} ${firstOfPage(selection)}`;

/** Selects the payments of one link: few enough to be all read from their own index, whatever the planner expects. */
const ofLink = (selection: PaymentSelection) => Prisma.sql`
  select id, created_at from (
    select id, created_at from payment p where ${buildConditions(selection)} offset 0) of_link
   ${firstOfPage(selection)}`;

/** Up to this number, the payments of a range are all read, although the index does not order them by time. */
const fewMax = 5_000;
/** The number of payments at the beginning of the list that are scanned for a frequent value. */
const scannedMax = 10_000;

/**
 * Selects payments within a range of an index that is not ordered by time. A range of few payments is read completely.
 * For a larger range the beginning of the list is scanned. Where it contains too few matches, the range's rows are far
 * away (for example last year's prices), and all of it is read from its index, without the rows.
 *
 * The payments of the range are counted in the order of its index, so that the count stops early.
 */
function byRange(selection: PaymentSelection, { by, condition }: IndexRange): Prisma.Sql {
  const { partnerId, countMax } = selection;
  const gathered = (isWanted: Prisma.Sql) => Prisma.sql`
    select id, created_at from (
      select id, created_at from payment p
       where ${isWanted} and ${condition} and ${buildConditions(selection)} offset 0) gathered
    ${firstOfPage(selection)}`;
  const isMany = Prisma.sql`(select n from counted) > ${fewMax}`;
  const many = hasKindFilter(selection)
    ? Prisma.sql`near as materialized (${byKind(selection, Prisma.sql`${isMany} and ${condition}`)})`
    : Prisma.sql`
      beginning as materialized (
        select id, created_at from (
          select * from payment p where ${buildConditions(withoutAmounts(selection))}
           ${inOrder(selection)} limit ${scannedMax}) p
         where ${isMany} and ${condition} and ${buildConditions(selection)} ${firstOfPage(selection)}),
      near as materialized (
        select id, created_at from beginning
         union (${gathered(Prisma.sql`${isMany} and (select count(*) from beginning) < ${countMax}`)}))`;
  return Prisma.sql`
    with counted as materialized (
      select count(*) as n from (
        select 1 from payment p where p.partner_id = ${partnerId} and ${condition}
         order by ${by} limit ${fewMax + 1}) known),
    ${many}
    select id, created_at from near
     union (${gathered(Prisma.sql`not (${isMany})`)})
     ${firstOfPage(selection)}`;
}

/**
 * Selects by terminal, source and status. Each combination has its own range of an index, ordered by time: the first
 * rows of each range are merged. A filter that matches nothing, or three of a million payments, costs as little as any
 * other.
 */
function byKind(selection: PaymentSelection, condition = Prisma.sql`true`): Prisma.Sql {
  const others = {
    ...selection,
    filters: { ...selection.filters, status: null, source: null, terminalId: null },
  };
  return Prisma.sql`
    select one.id, one.created_at
      from ${selectedKinds(selection)}
     cross join lateral (
       select id, created_at from payment p
        where ${isOfKind} and ${condition} and ${buildConditions(others)} ${firstOfPage(selection)}) one
     ${firstOfPage(selection)}`;
}

const withoutAmounts = (selection: PaymentSelection): PaymentSelection => ({
  ...selection,
  filters: { ...selection.filters, amount: null },
});

const amountRange = ({ fromKurus, toKurus }: NonNullable<PaymentSelection["filters"]["amount"]>): IndexRange => ({
  by: Prisma.sql`p.amount`,
  condition: Prisma.sql`p.amount between ${fromKurus ?? 0n}::bigint and ${toKurus ?? maxAmountKurus}::bigint`,
});
