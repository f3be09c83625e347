import { Prisma } from "@/prisma/generated/client";
import {
  buildConditions,
  firstOfPage,
  hasKindFilter,
  isOfKind,
  isTouched,
  type PaymentSelection,
  searchConditions,
  selectedKinds,
  selectsMoneyBack,
} from "./payment-selection";

/** Up to this number, the payments that an index finds for a filter are all read and sorted. */
const fewMax = 5_000;

/**
 * Selects ids and positions of a page by amount. The index `payments_of_amount` has the order, so without filters a
 * page is a walk along it. A filter may match only payments that are far apart on this walk: the payments of each
 * filter that has an index of its own are therefore counted first, and where they are few, these are read and sorted.
 * Where every filter matches many, the walk meets a page of them soon.
 */
export function pageByAmount(selection: PaymentSelection): Prisma.Sql {
  const { conditions, ways } = narrow(selection);
  if (ways.length === 0) return page(selection, conditions);
  const known = ways.map((way, n) => Prisma.sql`${name(n)} as materialized (select id from (${way}) found ${limit})`);
  const few = ways.map((_, n) => Prisma.sql`(select count(*) from ${name(n)}) <= ${fewMax}`);
  const noneBefore = (count: number) => few.slice(0, count).map((isFew) => Prisma.sql`not ${isFew}`);
  const sorted = ways.map((_, n) =>
    Prisma.join([...noneBefore(n), few[n], Prisma.sql`p.id = any(array(select id from ${name(n)}))`], " and "),
  );
  const branches = [...sorted, Prisma.join(noneBefore(ways.length), " and ")].map(
    (condition) => Prisma.sql`(${page(selection, Prisma.sql`${condition} and ${conditions}`)})`,
  );
  return Prisma.sql`
    with ${Prisma.join(known, ", ")}
    select * from (${Prisma.join(branches, " union all ")}) way ${firstOfPage(selection)}`;
}

const page = (selection: PaymentSelection, conditions: Prisma.Sql) => Prisma.sql`
  select amount, created_at, id from payment p where ${conditions} ${firstOfPage(selection)}`;

const name = (n: number): Prisma.Sql => Prisma.raw(`known_${n}`);
const limit = Prisma.sql`limit ${fewMax + 1}`;

/** Returns all conditions, and the ways in which an index finds the payments of one filter, in no order. */
function narrow(selection: PaymentSelection) {
  const { partnerId, search, filters } = selection;
  const from = (condition: Prisma.Sql) => Prisma.sql`
    select p.id from payment p where p.partner_id = ${partnerId} and ${condition} ${limit}`;
  const meanings = search ? toMeanings(selection, search) : [];
  const ways = [
    ...(search
      ? [
          Prisma.join(
            meanings.map((meaning) => Prisma.sql`(${from(meaning)})`),
            " union ",
          ),
        ]
      : []),
    ...(filters.linkId ? [from(Prisma.sql`p.link_id = ${filters.linkId}`)] : []),
    ...(filters.created ? [from(Prisma.sql`${createdWithin(filters.created)}`)] : []),
    ...(selectsMoneyBack(selection) ? [from(isTouched)] : []),
    ...(hasKindFilter(selection) ? [ofKinds(selection)] : []),
  ];
  const searched = search ? Prisma.sql`(${Prisma.join(meanings, " or ")})` : Prisma.sql`true`;
  return { ways, conditions: Prisma.sql`${searched} and ${buildConditions(selection)}` };
}

const toMeanings = (selection: PaymentSelection, search: NonNullable<PaymentSelection["search"]>): Prisma.Sql[] => {
  const { codes, exact } = searchConditions(selection, search);
  return [codes.condition, ...exact];
};

const createdWithin = ({ from, to }: NonNullable<PaymentSelection["filters"]["created"]>): Prisma.Sql =>
  Prisma.join(
    [
      ...(from ? [Prisma.sql`p.created_at >= ${from}::timestamptz`] : []),
      ...(to ? [Prisma.sql`p.created_at < ${to}::timestamptz`] : []),
    ],
    " and ",
  );

const ofKinds = (selection: PaymentSelection) => Prisma.sql`
  select one.id from ${selectedKinds(selection)}
   cross join lateral (
     select p.id from payment p where ${isOfKind} and p.partner_id = ${selection.partnerId} ${limit}) one`;
