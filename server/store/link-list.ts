import { Prisma } from "@/prisma/generated/client";
import type { LinkStatus } from "@/server/domain/states";
import type { Db } from "./db";
import type { LinkRow } from "./links";
import type { PartnerId } from "./tenant";

/** Which links of an account, and which of those. Bounds are inclusive; null leaves them open. */
export interface LinkSelection {
  readonly partnerId: PartnerId;
  /** Empty: in any state. */
  readonly statuses: readonly LinkStatus[];
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  /** How many of the newest are passed over. */
  readonly offset: number;
  readonly countMax: number;
}

/**
 * Links of an account, the newest first (D-14). References are 1, 2, 3 … in the order of creation and links are never
 * deleted, so a page without filters begins at a reference that can be worked out, however many links lie before it,
 * and bounds of time are bounds of references. With filters, references are counted off on an index that holds all
 * that is asked about; rows are read for the page alone.
 */
export async function listLinkRows(db: Db, selection: LinkSelection): Promise<LinkRow[]> {
  const references = isFiltered(selection) ? countedOff(selection) : workedOut(selection);
  return db.prisma.$queryRaw<LinkRow[]>`
    with bounds as materialized (${boundsOf(selection)}), page as (${references})
    select ${columns} from page
      join payment_link l on l.partner_id = ${selection.partnerId} and l.partner_reference = page.reference
     order by l.partner_reference desc`;
}

const isFiltered = ({ statuses, minAmountKurus, maxAmountKurus }: LinkSelection): boolean =>
  statuses.length > 0 || minAmountKurus !== null || maxAmountKurus !== null;

/** The first and the last reference within the bounds of time; an empty range when there is none. */
const boundsOf = ({ partnerId, createdFrom, createdTo }: LinkSelection) => {
  const edge = (condition: Prisma.Sql) => Prisma.sql`
    (select partner_reference from payment_link where partner_id = ${partnerId} and ${condition} limit 1)`;
  const first = createdFrom
    ? edge(Prisma.sql`created_at >= ${createdFrom}::timestamptz order by created_at`)
    : Prisma.sql`1`;
  const last = createdTo
    ? edge(Prisma.sql`created_at <= ${createdTo}::timestamptz order by created_at desc`)
    : Prisma.sql`(select link_seq from partner where id = ${partnerId})`;
  return Prisma.sql`select coalesce(${first}, ${largest}::bigint) as first, coalesce(${last}, 0) as last`;
};

const workedOut = ({ offset, countMax }: LinkSelection) => Prisma.sql`
  select generate_series(last - ${offset}, greatest(first, last - ${offset + countMax - 1}), -1) as reference from bounds`;

/** Each state has its own stretch of the index, ordered by reference; merging them sorts nothing. */
const countedOff = (selection: LinkSelection) => {
  const stretches =
    selection.statuses.length > 0 ? [...new Set(selection.statuses)].map(hasStatus) : [Prisma.sql`true`];
  const branches = stretches.map(
    (condition) => Prisma.sql`
      select partner_reference as reference from payment_link
       where partner_id = ${selection.partnerId} and ${condition} and ${amountWithin(selection)}
         and partner_reference >= (select first from bounds) and partner_reference <= (select last from bounds)`,
  );
  return Prisma.sql`
    ${Prisma.join(branches, " union all ")}
     order by reference desc offset ${selection.offset} limit ${selection.countMax}`;
};

const hasStatus = (status: LinkStatus) => Prisma.sql`status = ${status}::"LinkStatus"`;

const amountWithin = ({ minAmountKurus, maxAmountKurus }: LinkSelection) => Prisma.sql`
  amount >= ${minAmountKurus ?? smallest}::bigint and amount <= ${maxAmountKurus ?? largest}::bigint`;

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

const columns = Prisma.raw(
  Object.values(Prisma.PaymentLinkScalarFieldEnum)
    .map((field) => `l.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${field}"`)
    .join(", "),
);
