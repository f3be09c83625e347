import { Prisma } from "@/prisma/generated/client";
import type { LinkSort } from "@/server/domain/links/link-list";
import { type LinkStatus, linkStates } from "@/server/domain/states";
import type { Db } from "../db";
import { isAnythingDue } from "../expiry/link-expiry";
import type { PartnerId } from "../tenant";
import type { LinkRow } from "./links";

/** The position of the last link of a page. */
export interface LinkPosition {
  /** Kuruş. */
  readonly amount: bigint;
  readonly partnerReference: bigint;
}

/**
 * The filters, the order and the page of a list of links. Bounds are inclusive; a null bound is open. Amounts in kuruş.
 */
export interface LinkSelection {
  readonly partnerId: PartnerId;
  /** An empty list selects every state. */
  readonly statuses: readonly LinkStatus[];
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  readonly sort: LinkSort;
  /** The page begins after this position; null begins at the first link of the order. */
  readonly after: LinkPosition | null;
  /** The number of links to skip. */
  readonly offset: number;
  readonly countMax: number;
}

/**
 * Lists links of an account (D-14). References are 1, 2, 3 … in the order of creation and links are never deleted.
 * Without filters the first reference of a page can therefore be computed for any offset, and bounds of time and the
 * position after which a page begins are bounds of references (D-147). With filters, the references are counted on a
 * covering index; only the rows of the page are read.
 */
export async function listLinkRows(db: Db, selection: LinkSelection, now: Date): Promise<FoundLinks> {
  const rows = isByAmount(selection)
    ? pageByAmount(selection)
    : isFiltered(selection)
      ? pageByState(selection)
      : pageByReference(selection);
  const found = await db.prisma.$queryRaw<({ isAnythingDue: boolean } & (LinkRow | { id: null }))[]>`
    with bounds as materialized (${referenceBounds(selection)})
    select due.*, ${columns}
      from (select ${isAnythingDue(selection.partnerId, now)} as "isAnythingDue") due
      left join lateral (${rows}) l on true
     order by ${inOrder(selection, ...sortColumns(selection).map((column) => `l.${column}`))}`;
  return {
    rows: found.filter((row) => row.id !== null),
    isAnythingDue: found.some((row) => row.isAnythingDue),
  };
}

const isByAmount = ({ sort }: LinkSelection): boolean => sort.endsWith("amount");
const isDescending = ({ sort }: LinkSelection): boolean => sort.startsWith("-");

const sortColumns = (selection: LinkSelection): readonly string[] =>
  isByAmount(selection) ? ["amount", "partner_reference"] : ["partner_reference"];

const inOrder = (selection: LinkSelection, ...names: string[]): Prisma.Sql =>
  Prisma.raw(names.map((name) => `${name} ${isDescending(selection) ? "desc" : "asc"}`).join(", "));

export interface FoundLinks {
  readonly rows: LinkRow[];
  /** Whether an expiry has to be written down before the rows show the present states (D-2). */
  readonly isAnythingDue: boolean;
}

const isFiltered = ({ statuses, minAmountKurus, maxAmountKurus }: LinkSelection): boolean =>
  statuses.length > 0 || minAmountKurus !== null || maxAmountKurus !== null;

/** Selects the first and the last reference of the page's range; an empty range where no link lies in it. */
const referenceBounds = (selection: LinkSelection) => {
  const { partnerId, createdFrom, createdTo, after } = selection;
  const edge = (condition: Prisma.Sql) => Prisma.sql`
    (select partner_reference from payment_link where partner_id = ${partnerId} and ${condition} limit 1)`;
  const first = createdFrom
    ? edge(Prisma.sql`created_at >= ${createdFrom}::timestamptz order by created_at`)
    : Prisma.sql`1`;
  const last = createdTo
    ? edge(Prisma.sql`created_at <= ${createdTo}::timestamptz order by created_at desc`)
    : Prisma.sql`(select link_seq from partner where id = ${partnerId})`;
  const passed = isByAmount(selection) || after === null ? null : after.partnerReference;
  const next = passed !== null && !isDescending(selection) ? passed + 1n : 1n;
  const previous = passed !== null && isDescending(selection) ? passed - 1n : maxReference;
  return Prisma.sql`
    select greatest(coalesce(${first}, ${maxReference}::bigint), ${next}::bigint) as first,
           least(coalesce(${last}, 0), ${previous}::bigint) as last`;
};

const pageByReference = (selection: LinkSelection) => {
  const { partnerId, offset, countMax } = selection;
  const range = isDescending(selection)
    ? Prisma.sql`partner_reference >= (select first from bounds)
        and partner_reference <= (select last - ${offset} from bounds)`
    : Prisma.sql`partner_reference >= (select first + ${offset} from bounds)
        and partner_reference <= (select last from bounds)`;
  return Prisma.sql`
    select * from payment_link where partner_id = ${partnerId} and ${range}
     order by ${inOrder(selection, "partner_reference")} limit ${countMax}`;
};

/**
 * Each state has its own range of the index, ordered by reference, so PostgreSQL can merge the ranges without a full
 * sort.
 */
const pageByState = (selection: LinkSelection) => {
  const { offset, countMax } = selection;
  const filters = buildFilters(selection, hasSpan(selection) || selection.after !== null);
  const branches = selectedStates(selection).map(
    (status) => Prisma.sql`
      (select partner_reference as reference from payment_link
        where status = ${status}::"LinkStatus" and ${filters}
        order by ${inOrder(selection, "partner_reference")} limit ${offset + countMax})`,
  );
  return rowsOf(
    selection,
    Prisma.sql`
      select reference from (${Prisma.join(branches, " union all ")}) merged
       order by ${inOrder(selection, "reference")} offset ${offset} limit ${countMax}`,
  );
};

/** The index of amounts has the order and everything that the filters need, so it is walked without the rows. */
const pageByAmount = (selection: LinkSelection) => {
  const { after, offset, countMax } = selection;
  const beyond = Prisma.raw(isDescending(selection) ? "<" : ">");
  const filters = [
    buildFilters(selection, hasSpan(selection)),
    ...(selection.statuses.length === 0
      ? []
      : [Prisma.sql`status = any(${selectedStates(selection)}::"LinkStatus"[])`]),
    ...(after === null
      ? []
      : [
          Prisma.sql`(amount, partner_reference) ${beyond} (${after.amount}::bigint, ${after.partnerReference}::bigint)
            and amount ${beyond}= ${after.amount}::bigint`,
        ]),
  ];
  return rowsOf(
    selection,
    Prisma.sql`
      select partner_reference as reference from payment_link where ${Prisma.join(filters, " and ")}
       order by ${inOrder(selection, ...sortColumns(selection))} offset ${offset} limit ${countMax}`,
  );
};

const hasSpan = ({ createdFrom, createdTo }: LinkSelection): boolean => createdFrom !== null || createdTo !== null;

/**
 * The conditions of every page. The bounds are left out where they contain every link: PostgreSQL expects them to
 * select few links, and would then sort instead of walking along the index.
 */
const buildFilters = (selection: LinkSelection, isBounded: boolean): Prisma.Sql => {
  const { partnerId, minAmountKurus, maxAmountKurus } = selection;
  const conditions = [
    Prisma.sql`partner_id = ${partnerId}`,
    ...(minAmountKurus === null ? [] : [Prisma.sql`amount >= ${minAmountKurus}::bigint`]),
    ...(maxAmountKurus === null ? [] : [Prisma.sql`amount <= ${maxAmountKurus}::bigint`]),
    ...(isBounded
      ? [
          Prisma.sql`partner_reference >= (select first from bounds)
            and partner_reference <= (select last from bounds)`,
        ]
      : []),
  ];
  return Prisma.join(conditions, " and ");
};

/** `limit 1` prevents PostgreSQL from scanning the whole table, which it prefers for tables of medium size. */
const rowsOf = ({ partnerId }: LinkSelection, references: Prisma.Sql) => Prisma.sql`
  select row.* from (${references}) page
   cross join lateral (
     select * from payment_link where partner_id = ${partnerId} and partner_reference = reference limit 1) row`;

const selectedStates = ({ statuses }: LinkSelection): LinkStatus[] => [
  ...new Set(statuses.length > 0 ? statuses : linkStates),
];

/** A reference above that of any link. */
const maxReference = 2n ** 62n;

const columns = Prisma.raw(
  Object.values(Prisma.PaymentLinkScalarFieldEnum)
    .map((field) => `l.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${field}"`)
    .join(", "),
);
