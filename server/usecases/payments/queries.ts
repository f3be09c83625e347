import { type Decline, findDecline } from "@/server/domain/banks/decline";
import { AppError } from "@/server/domain/errors";
import { cursorCodec, idPart, instantPart, integerPart } from "@/server/domain/list-cursor";
import type { PaymentFilters, PaymentSort } from "@/server/domain/payments/payment-list";
import type { PaymentSearch } from "@/server/domain/payments/payment-search";
import { getTerminal } from "@/server/store/accounts/terminals";
import { listOverdueLinkPayments } from "@/server/store/expiry/link-expiry";
import { listPaymentsOfOrders } from "@/server/store/payments/attempts";
import { getCapturedFacts } from "@/server/store/payments/payment-evidence";
import { type ExportedPaymentRow, listExportedPayments } from "@/server/store/payments/payment-export";
import { listAttemptEnds } from "@/server/store/payments/payment-history";
import { isAnyPaymentDue, listOverduePayments, listPaymentRows } from "@/server/store/payments/payment-list";
import type { PaymentPosition } from "@/server/store/payments/payment-selection";
import { findPayment, findPaymentByCode, isPaymentDue, type PaymentRow } from "@/server/store/payments/payments";
import { listRefundsOfPayment } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { type ListedPayment, toListedPayment } from "./shared/listed-payment";
import { computeNet, type PaymentRecord, toPaymentRecord } from "./shared/payment-record";

/** Returns a payment by its code (§4.6), after it has applied a due expiry (D-2). Throws payment_not_found. */
export async function getPayment(
  ctx: Ctx,
  input: { partnerId: PartnerId; paymentCode: string },
): Promise<PaymentRecord> {
  const find = () => findPayment(ctx.db, input.partnerId, input.paymentCode);
  return record(ctx, await applyExpiry(ctx, await find(), find));
}

/**
 * Returns the initiated or captured payment that holds a partnerTxCode (§4.5.1), after it has applied a due expiry
 * (D-2). Throws payment_not_found.
 */
export async function getPaymentByCode(
  ctx: Ctx,
  input: { partnerId: PartnerId; partnerTxCode: string },
): Promise<PaymentRecord> {
  const find = () => findPaymentByCode(ctx.db, input.partnerId, input.partnerTxCode);
  return record(ctx, await applyExpiry(ctx, await find(), find));
}

async function applyExpiry(
  ctx: Ctx,
  payment: PaymentRow | null,
  readAgain: () => Promise<PaymentRow | null>,
): Promise<PaymentRow | null> {
  if (!payment || !(await isPaymentDue(ctx.db, payment, ctx.clock.now()))) return payment;
  await expirePayment(ctx, { paymentCode: payment.id });
  return readAgain();
}

async function record(ctx: Ctx, payment: PaymentRow | null): Promise<PaymentRecord> {
  if (!payment) throw new AppError("payment_not_found");
  const now = ctx.clock.now();
  if (payment.status !== "captured") {
    const [terminal, attempts] = await Promise.all([
      getTerminal(ctx.db, payment.terminalId),
      listAttemptEnds(ctx.db, payment.id),
    ]);
    return toPaymentRecord(payment, [], terminal, { evidence: null, decline: findDecline(payment, attempts) }, now);
  }
  const [{ terminal, evidence }, refunds] = await Promise.all([
    getCapturedFacts(ctx.db, payment.id),
    listRefundsOfPayment(ctx.db, payment.id),
  ]);
  const named = evidence && { ...evidence, bankName: ctx.banks.getBrand(evidence.bank).name };
  return toPaymentRecord(payment, refunds, terminal, { evidence: named, decline: null }, now);
}

export interface ListPaymentsInput {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  readonly search: PaymentSearch | null;
  readonly sort: PaymentSort;
  /**
   * The `nextCursor` of the previous page; null for the first page. An invalid cursor, or one of another order, starts
   * at the first payment.
   */
  readonly cursor: string | null;
  readonly countMax: number;
}

export interface ListedPayments {
  readonly items: ListedPayment[];
  /** The cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

const cursors = cursorCodec<PaymentPosition>({ amount: integerPart, createdAt: instantPart, id: idPart("pay_") });

/** Returns a page of an account's payments, after it has applied all due expiries of the account (D-2). */
export async function listPayments(ctx: Ctx, input: ListPaymentsInput): Promise<ListedPayments> {
  const { cursor, countMax, ...selection } = input;
  await expireDuePayments(ctx, input.partnerId);
  const after = cursor === null ? null : cursors.read(input.sort, cursor);
  const rows = await listPaymentRows(ctx.db, { ...selection, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = items.at(-1);
  return {
    items: items.map(toListedPayment),
    nextCursor: rows.length > countMax && last ? cursors.write(input.sort, last) : null,
  };
}

/** Applies the due expiries of an account's payments and links (D-2), so that filters by state find the right rows. */
async function expireDuePayments(ctx: Ctx, partnerId: PartnerId): Promise<void> {
  if (!(await isAnyPaymentDue(ctx.db, partnerId, ctx.clock.now()))) return;
  while ((await expireLinks(ctx, { partnerId, waits: true })) > 0);
  for (const list of [listOverdueLinkPayments, listOverduePayments]) {
    for (const paymentCode of await list(ctx.db, partnerId, ctx.clock.now())) {
      await expirePayment(ctx, { paymentCode });
    }
  }
}

export interface ExportPaymentsInput {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  readonly search: PaymentSearch | null;
}

/** A payment as the exported file shows it. Amounts in kuruş, instants in UTC. */
export interface ExportedPayment extends Omit<ExportedPaymentRow, "attempts"> {
  /** Why the newest card was refused (D-63); null once captured, and where no card was refused. */
  readonly decline: Decline | null;
  /** The bank's references of the capture; null where nothing was captured. */
  readonly bank: Pick<ExportedPaymentRow["attempts"][number], "bankOrderId" | "authCode" | "rrn"> | null;
  /** The amount after commission, refunds and corrections (D-28); null if nothing was captured. */
  readonly netAmount: bigint | null;
}

/** The number of payments that one query reads. */
const pageSize = 500;

/**
 * Yields all payments of a selection, each once, from the newest to the oldest. It reads page by page on demand, so a
 * consumer that stops also stops the reading. Payments created in the meantime are not included. No other order is
 * offered: the amount of a payment that is not captured may change while the file is read, so that an order by amount
 * could skip or repeat it.
 */
export async function* exportPayments(ctx: Ctx, input: ExportPaymentsInput): AsyncGenerator<ExportedPayment> {
  await expireDuePayments(ctx, input.partnerId);
  let after: PaymentPosition | null = null;
  for (;;) {
    const page: PaymentPosition[] = await listPaymentRows(ctx.db, {
      ...input,
      sort: "-created",
      after,
      countMax: pageSize,
    });
    const rows = await listExportedPayments(
      ctx.db,
      page.map(({ id }) => id),
    );
    for (const { attempts, ...row } of rows) {
      const bank = attempts.find(({ status }) => status === "captured") ?? null;
      yield { ...row, netAmount: findNetAmount(row), decline: findDecline(row, attempts), bank };
    }
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

const findNetAmount = (row: Omit<ExportedPaymentRow, "attempts">): bigint | null =>
  row.commissionAmount === null ? null : computeNet(row, row.commissionAmount).netAmount;

/** Returns the payments of bank orders: a map from order id to paymentCode. */
export async function findPaymentCodesByBankOrder(ctx: Ctx, orderIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await listPaymentsOfOrders(ctx.db, orderIds);
  return new Map(rows.map((row) => [row.bankOrderId, row.paymentId]));
}
