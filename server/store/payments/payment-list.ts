import { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db";
import { isAnythingDue } from "../expiry/link-expiry";
import type { PartnerId } from "../tenant";
import { inOrder, isByAmount, type PaymentSelection } from "./payment-selection";
import type { PaymentRow } from "./payments";
import { pageByAmount } from "./payments-by-amount";
import { pageByTime } from "./payments-by-time";

/** A payment as a list shows it. Amounts in kuruş, instants in UTC. */
export interface ListedPaymentRow
  extends Pick<
    PaymentRow,
    | ("id" | "partnerId" | "partnerTxCode" | "status" | "source" | "terminalId" | "linkId" | "amount" | "installment")
    | ("refundedAmount" | "refundPendingAmount" | "correctedAmount" | "chargedBackAmount" | "createdAt" | "description")
    | ("commissionAmount" | "voidedAt" | "failureCode")
  > {
  /** The BIN of the charged card, or of the last card that was tried; null where no card was tried. */
  readonly cardBin: string | null;
  readonly cardLast4: string | null;
  readonly cardBrand: string | null;
  /** Why the bank declined the last card; null where it was not declined. */
  readonly declineReason: string | null;
}

/**
 * Lists a page of an account's payments in one statement: it finds the ids on indexes and then reads only the rows of
 * the page. A page begins after a position, not after an offset, so page 1,000 costs as much as the first one.
 */
export const listPaymentRows = (db: Db, selection: PaymentSelection): Promise<ListedPaymentRow[]> =>
  readRows(db, isByAmount(selection) ? pageByAmount(selection) : pageByTime(selection), inOrder(selection, "page"));

/** Lists payments of any accounts by their codes, the newest first. */
export const listPaymentRowsById = (db: Db, ids: readonly string[]): Promise<ListedPaymentRow[]> =>
  readRows(db, Prisma.sql`select id from unnest(${[...ids]}::text[]) given(id)`, Prisma.sql`order by p.id desc`);

/** Reads the rows of a page that selects ids. */
const readRows = (db: Db, page: Prisma.Sql, order: Prisma.Sql): Promise<ListedPaymentRow[]> =>
  db.prisma.$queryRaw<ListedPaymentRow[]>`
    with page as materialized (${page})
    select p.id, p.partner_id as "partnerId", p.partner_tx_code as "partnerTxCode", p.status::text as status,
           p.source::text as source, p.terminal_id as "terminalId", p.link_id as "linkId", p.amount, p.installment,
           p.description, p.refunded_amount as "refundedAmount", p.refund_pending_amount as "refundPendingAmount",
           p.corrected_amount as "correctedAmount", p.charged_back_amount as "chargedBackAmount",
           p.commission_amount as "commissionAmount",
           p.voided_at as "voidedAt", p.failure_code as "failureCode", p.created_at as "createdAt",
           card.bin as "cardBin", card.last4 as "cardLast4", card.brand as "cardBrand",
           card.reason as "declineReason"
      from page join payment p using (id)
      left join lateral (
        select card_bin as bin, card_last4 as last4, card_brand as brand, decline_reason as reason from attempt
         where payment_id = p.id order by created_at desc limit 1) card on true
     ${order}`;

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
