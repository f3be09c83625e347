import { Prisma } from "@/prisma/generated/client";
import { paymentSources } from "@/server/domain/payments/payment-filters";
import type { PaymentFilters, PaymentSort } from "@/server/domain/payments/payment-list";
import type { PaymentSearch } from "@/server/domain/payments/payment-search";
import { paymentStates } from "@/server/domain/states";
import type { PartnerId } from "../tenant";

/** The position of the last payment of a page. */
export interface PaymentPosition {
  /** Kuruş. */
  readonly amount: bigint;
  readonly createdAt: Date;
  readonly id: string;
}

/** The filters of a list of an account's payments, its order, and its page. */
export interface PaymentSelection {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  /** Null without a search text. */
  readonly search: PaymentSearch | null;
  readonly sort: PaymentSort;
  /** Null starts at the first payment of the order. */
  readonly after: PaymentPosition | null;
  readonly countMax: number;
}

export const isByAmount = ({ sort }: PaymentSelection): boolean => sort.endsWith("amount");

const isDescending = ({ sort }: PaymentSelection): boolean => sort.startsWith("-");

/**
 * The columns of the order, all in one direction, so that an index can be walked either way. The id makes the order
 * total.
 */
const sortColumns = (selection: PaymentSelection): readonly string[] =>
  isByAmount(selection) ? ["amount", "created_at", "id"] : ["created_at", "id"];

export const inOrder = (selection: PaymentSelection, table?: string): Prisma.Sql => {
  const direction = isDescending(selection) ? "desc" : "asc";
  const columns = sortColumns(selection).map((column) => `${table ? `${table}.` : ""}${column} ${direction}`);
  return Prisma.raw(`order by ${columns.join(", ")}`);
};

/** The order with the size of the page. */
export const firstOfPage = (selection: PaymentSelection): Prisma.Sql =>
  Prisma.sql`${inOrder(selection)} limit ${selection.countMax}`;

/** Builds the conditions: the account, the position after which the page begins, and the filters. */
export function buildConditions(selection: PaymentSelection): Prisma.Sql {
  const { partnerId } = selection;
  const { status, refunded, source, terminalId, linkId, amount, created } = selection.filters;
  return Prisma.join(
    [
      Prisma.sql`p.partner_id = ${partnerId}`,
      afterPosition(selection),
      status && Prisma.sql`p.status = any(${[...status]}::"PaymentStatus"[])`,
      source && Prisma.sql`p.source = ${source}::"PaymentSource"`,
      terminalId && Prisma.sql`p.terminal_id = ${terminalId}`,
      linkId && Prisma.sql`p.link_id = ${linkId}`,
      amount?.fromKurus && Prisma.sql`p.amount >= ${amount.fromKurus}::bigint`,
      amount?.toKurus && Prisma.sql`p.amount <= ${amount.toKurus}::bigint`,
      created?.from && Prisma.sql`p.created_at >= ${created.from}::timestamptz`,
      created?.to && Prisma.sql`p.created_at < ${created.to}::timestamptz`,
      refunded && refundedConditions[refunded],
    ].filter((condition) => condition instanceof Prisma.Sql),
    " and ",
  );
}

/** The second condition is implied by the first one and lets an index begin at the position. */
function afterPosition(selection: PaymentSelection): Prisma.Sql | null {
  const { after } = selection;
  if (after === null) return null;
  const beyond = Prisma.raw(isDescending(selection) ? "<" : ">");
  const { amount, createdAt, id } = after;
  return isByAmount(selection)
    ? Prisma.sql`(p.amount, p.created_at, p.id) ${beyond} (${amount}::bigint, ${createdAt}::timestamptz, ${id})
        and p.amount ${beyond}= ${amount}::bigint`
    : Prisma.sql`(p.created_at, p.id) ${beyond} (${createdAt}::timestamptz, ${id})
        and p.created_at ${beyond}= ${createdAt}::timestamptz`;
}

export const hasKindFilter = ({ filters: { status, source, terminalId, refunded } }: PaymentSelection): boolean =>
  status !== null || source !== null || terminalId !== null || refunded === "none";

/**
 * Lists the combinations of terminal, source and status that the filters leave, as `t.id`, `s.source` and `m.status`.
 * The index `payments_listed` has a range for each.
 */
export function selectedKinds({ partnerId, filters }: PaymentSelection): Prisma.Sql {
  const { status, source, terminalId, refunded } = filters;
  const statuses = paymentStates.filter(
    (one) => (status ?? paymentStates).includes(one) && (refunded !== "none" || one === "captured"),
  );
  const ofTerminal = terminalId === null ? Prisma.empty : Prisma.sql`and id = ${terminalId}`;
  return Prisma.sql`(select id from terminal where partner_id = ${partnerId} ${ofTerminal}) t
    cross join unnest(${source === null ? [...paymentSources] : [source]}::text[]) s(source)
    cross join unnest(${statuses}::text[]) m(status)`;
}

/** The condition of one combination of `selectedKinds`. */
export const isOfKind = Prisma.sql`
  p.terminal_id = t.id and p.source = s.source::"PaymentSource" and p.status = m.status::"PaymentStatus"`;

/** Returns whether the filter selects payments of which money went back or is about to. */
export const selectsMoneyBack = ({ filters: { refunded } }: PaymentSelection): boolean =>
  refunded !== null && refunded !== "none";

/**
 * The condition of the partial index of refunded payments, written in the same way, so that PostgreSQL uses the index.
 */
export const isTouched = Prisma.sql`(p.refunded_amount > 0 or p.refund_pending_amount > 0 or p.corrected_amount <> 0)`;
const back = Prisma.sql`(p.refunded_amount + p.corrected_amount)`;

const refundedConditions: Readonly<Record<NonNullable<PaymentFilters["refunded"]>, Prisma.Sql>> = {
  none: Prisma.sql`p.status = 'captured' and ${back} = 0 and p.refund_pending_amount = 0`,
  pending: Prisma.sql`${isTouched} and p.refund_pending_amount > 0`,
  partial: Prisma.sql`${isTouched} and ${back} > 0 and ${back} < p.amount`,
  full: Prisma.sql`${isTouched} and ${back} = p.amount`,
};

const orderCode = Prisma.sql`p.partner_tx_code`;

/** A range of an index that is not ordered like the list: the column of the index, and the range's condition. */
export interface IndexRange {
  readonly by: Prisma.Sql;
  readonly condition: Prisma.Sql;
}

/** The conditions for the possible meanings of a search text. Each has its own index. */
export function searchConditions({ partnerId }: PaymentSelection, search: PaymentSearch) {
  const { paymentCode, linkId, cardLast4, amountKurus, bankReference, partnerTxCodeStart: start } = search;
  const beyond = `${start}\u{10ffff}`;
  const codes: IndexRange = {
    by: orderCode,
    condition: Prisma.sql`${orderCode} >= ${start} and ${orderCode} < ${beyond}`,
  };
  const exact = [
    ...(paymentCode === null ? [] : [Prisma.sql`p.id = ${paymentCode}`]),
    ...(linkId === null ? [] : [Prisma.sql`p.link_id = ${linkId}`]),
    ...(amountKurus === null ? [] : [Prisma.sql`p.amount = ${amountKurus}::bigint`]),
    ...(cardLast4 === null ? [] : [withCard(partnerId, cardLast4)]),
    ...(bankReference === null ? [] : [withBankReference(partnerId, bankReference)]),
  ];
  return { codes, exact };
}

/** Matches declined cards too. The array prevents PostgreSQL from scanning all payments for this condition. */
const withCard = (partnerId: PartnerId, last4: string) => Prisma.sql`
  p.id = any(array(select payment_id from attempt where partner_id = ${partnerId} and card_last4 = ${last4}))`;

/** Matches the attempts, and the refunds, to which the bank gave a reference. Each column has an index of its own. */
const withBankReference = (partnerId: PartnerId, reference: string) => Prisma.sql`
  p.id = any(array(
    select payment_id from attempt where bank_order_id = ${reference} and partner_id = ${partnerId}
    union all select payment_id from attempt where auth_code = ${reference} and partner_id = ${partnerId}
    union all select payment_id from attempt where rrn = ${reference} and partner_id = ${partnerId}
    union all select payment_id from refund where auth_code = ${reference} and partner_id = ${partnerId}
    union all select payment_id from refund where rrn = ${reference} and partner_id = ${partnerId}))`;
