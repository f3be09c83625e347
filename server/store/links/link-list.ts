import { Prisma } from "@/prisma/generated/client";
import { type LinkStatus, linkStates } from "@/server/domain/states";
import type { Db } from "../db";
import { isAnythingDue } from "../expiry/link-expiry";
import type { PartnerId } from "../tenant";
import type { LinkRow } from "./links";

/** The filters and the page of a list of links. Bounds are inclusive; a null bound is open. Amounts in kuruş. */
export interface LinkSelection {
  readonly partnerId: PartnerId;
  /** An empty list selects every state. */
  readonly statuses: readonly LinkStatus[];
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  /** The number of newest links to skip. */
  readonly offset: number;
  readonly countMax: number;
}

/**
 * Lists links of an account, the newest first (D-14). References are 1, 2, 3 … in the order of creation and links are
 * never deleted. Without filters the first reference of a page can therefore be computed for any offset, and
 * bounds of time are bounds of references (D-147). With filters, the references are counted on a covering index; only
 * the rows of the page are read.
 */
export async function listLinkRows(db: Db, selection: LinkSelection, now: Date): Promise<FoundLinks> {
  const rows = isFiltered(selection) ? pageByIndex(selection) : pageByReference(selection);
  const found = await db.prisma.$queryRaw<({ isAnythingDue: boolean } & (LinkRow | { id: null }))[]>`
    with bounds as materialized (${referenceBounds(selection)})
    select due.*, ${columns}
      from (select ${isAnythingDue(selection.partnerId, now)} as "isAnythingDue") due
      left join lateral (${rows}) l on true
     order by l.partner_reference desc`;
  return {
    rows: found.filter((row) => row.id !== null),
    isAnythingDue: found.some((row) => row.isAnythingDue),
  };
}

export interface FoundLinks {
  readonly rows: LinkRow[];
  /** Whether an expiry has to be written down before the rows show the present states (D-2). */
  readonly isAnythingDue: boolean;
}

const isFiltered = ({ statuses, minAmountKurus, maxAmountKurus }: LinkSelection): boolean =>
  statuses.length > 0 || minAmountKurus !== null || maxAmountKurus !== null;

/** Selects the first and the last reference within the bounds of time; an empty range where no link lies in them. */
const referenceBounds = ({ partnerId, createdFrom, createdTo }: LinkSelection) => {
  const edge = (condition: Prisma.Sql) => Prisma.sql`
    (select partner_reference from payment_link where partner_id = ${partnerId} and ${condition} limit 1)`;
  const first = createdFrom
    ? edge(Prisma.sql`created_at >= ${createdFrom}::timestamptz order by created_at`)
    : Prisma.sql`1`;
  const last = createdTo
    ? edge(Prisma.sql`created_at <= ${createdTo}::timestamptz order by created_at desc`)
    : Prisma.sql`(select link_seq from partner where id = ${partnerId})`;
  return Prisma.sql`select coalesce(${first}, ${maxReference}::bigint) as first, coalesce(${last}, 0) as last`;
};

const pageByReference = ({ partnerId, offset, countMax }: LinkSelection) => Prisma.sql`
  select * from payment_link
   where partner_id = ${partnerId} and partner_reference >= (select first from bounds)
     and partner_reference <= (select last - ${offset} from bounds)
   order by partner_reference desc limit ${countMax}`;

/**
 * Each state has its own range of the index, ordered by reference, so PostgreSQL can merge the ranges without a full
 * sort.
 */
const pageByIndex = (selection: LinkSelection) => {
  const { partnerId, statuses, createdFrom, createdTo, offset, countMax } = selection;
  const filters = [
    Prisma.sql`partner_id = ${partnerId}`,
    ...amountFilters(selection),
    ...(createdFrom ? [Prisma.sql`partner_reference >= (select first from bounds)`] : []),
    ...(createdTo ? [Prisma.sql`partner_reference <= (select last from bounds)`] : []),
  ];
  const branches = [...new Set(statuses.length > 0 ? statuses : linkStates)].map(
    (status) => Prisma.sql`
      (select partner_reference as reference from payment_link
        where status = ${status}::"LinkStatus" and ${Prisma.join(filters, " and ")}
        order by partner_reference desc limit ${offset + countMax})`,
  );
  // `limit 1` prevents PostgreSQL from scanning the whole table, which it prefers for tables of medium size.
  return Prisma.sql`
    select row.* from (
      select reference from (${Prisma.join(branches, " union all ")}) merged
       order by reference desc offset ${offset} limit ${countMax}) page
     cross join lateral (
       select * from payment_link where partner_id = ${partnerId} and partner_reference = reference limit 1) row`;
};

const amountFilters = ({ minAmountKurus, maxAmountKurus }: LinkSelection) => [
  ...(minAmountKurus === null ? [] : [Prisma.sql`amount >= ${minAmountKurus}::bigint`]),
  ...(maxAmountKurus === null ? [] : [Prisma.sql`amount <= ${maxAmountKurus}::bigint`]),
];

/** A reference above that of any link. */
const maxReference = 2n ** 62n;

const columns = Prisma.raw(
  Object.values(Prisma.PaymentLinkScalarFieldEnum)
    .map((field) => `l.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${field}"`)
    .join(", "),
);
