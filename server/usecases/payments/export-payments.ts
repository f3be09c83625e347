import type { PaymentSearch } from "@/server/domain/payments/payment-search";
import type { PaymentFilters } from "@/server/domain/payments/payment-selection";
import { type ExportedPaymentRow, readForExport } from "@/server/store/payments/payment-export";
import { listPaymentRows, type PaymentPlace } from "@/server/store/payments/payment-list";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expireDuePayments } from "./list-payments";
import { netOf } from "./payment-record";

export interface ExportPaymentsInput {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  readonly search: PaymentSearch | null;
}

/** A payment as a file has it. Kuruş, UTC. */
export interface ExportedPayment extends ExportedPaymentRow {
  /** What is left of it after commission, refunds and corrections (D-28); null where nothing was captured. */
  readonly netAmount: bigint | null;
}

/** Payments that are read together. */
const pageSize = 500;

/**
 * All payments that a list shows, the newest first, page by page as they are taken: whoever stops taking them stops the
 * reading. Those that are made meanwhile are not among them.
 */
export async function* exportPayments(ctx: Ctx, input: ExportPaymentsInput): AsyncGenerator<ExportedPayment> {
  await expireDuePayments(ctx, input.partnerId);
  let after: PaymentPlace | null = null;
  for (;;) {
    const page: PaymentPlace[] = await listPaymentRows(ctx.db, { ...input, after, countMax: pageSize });
    const rows = await readForExport(
      ctx.db,
      page.map(({ id }) => id),
    );
    for (const row of rows) yield { ...row, netAmount: netAmountOf(row) };
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

const netAmountOf = (row: ExportedPaymentRow): bigint | null =>
  row.commissionAmount === null ? null : netOf(row, row.commissionAmount).netAmount;
