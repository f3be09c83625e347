import type { PaymentSearch } from "@/server/domain/payments/payment-search";
import type { PaymentFilters, RefundedState } from "@/server/domain/payments/payment-selection";
import { listOverdueLinkPayments } from "@/server/store/expiry/link-expiry";
import {
  isAnyPaymentDue,
  type ListedPaymentRow,
  listOverduePayments,
  listPaymentRows,
  type PaymentPlace,
} from "@/server/store/payments/payment-list";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { sumRefunded } from "./refundable";

export interface ListPaymentsInput {
  readonly partnerId: PartnerId;
  readonly filters: PaymentFilters;
  readonly search: PaymentSearch | null;
  /** Where the page before ended; null: the first page. What is none begins at the newest. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/** A payment as a list shows it. Kuruş, UTC. */
export type ListedPayment = ReturnType<typeof toListedPayment>;

export interface ListedPayments {
  readonly items: ListedPayment[];
  /** Null: there are no older ones. */
  readonly nextCursor: string | null;
}

/** A page of an account's payments, the newest first, each in the state that it is in at this instant (D-2). */
export async function listPayments(ctx: Ctx, input: ListPaymentsInput): Promise<ListedPayments> {
  const { cursor, countMax, ...selection } = input;
  await expireDuePayments(ctx, input.partnerId);
  const after = cursor === null ? null : readPlace(cursor);
  const rows = await listPaymentRows(ctx.db, { ...selection, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = items.at(-1);
  return {
    items: items.map(toListedPayment),
    nextCursor: rows.length > countMax && last ? placeText(last) : null,
  };
}

/** Writes down what is due of an account's payments and links (D-2), so that lists find it under its state. */
export async function expireDuePayments(ctx: Ctx, partnerId: PartnerId): Promise<void> {
  if (!(await isAnyPaymentDue(ctx.db, partnerId, ctx.clock.now()))) return;
  while ((await expireLinks(ctx, { partnerId, waits: true })) > 0);
  for (const list of [listOverdueLinkPayments, listOverduePayments]) {
    for (const paymentCode of await list(ctx.db, partnerId, ctx.clock.now())) {
      await expirePayment(ctx, { paymentCode });
    }
  }
}

function toListedPayment(row: ListedPaymentRow) {
  const { id: paymentCode, linkId: paymentLinkId, cardBin, cardLast4, cardBrand, ...facts } = row;
  const { refundedAmount: _, correctedAmount: __, refundPendingAmount: ___, ...shown } = facts;
  return {
    ...shown,
    paymentCode,
    paymentLinkId,
    refunded: refundedOf(row),
    refundedAmount: sumRefunded(row),
    card: cardBin === null ? null : { maskedPan: `${cardBin}******${cardLast4}`, brand: cardBrand },
  };
}

/** What is on its way says more than what has arrived. */
function refundedOf(row: ListedPaymentRow): RefundedState {
  if (row.refundPendingAmount > 0n) return "pending";
  const backKurus = sumRefunded(row);
  if (backKurus === 0n) return "none";
  return backKurus < row.amount ? "partial" : "full";
}

const placeText = ({ createdAt, id }: PaymentPlace): string => `${createdAt.getTime()}-${id}`;

function readPlace(cursor: string): PaymentPlace | null {
  const [, time, id] = /^(\d{1,14})-(pay_\w{1,40})$/.exec(cursor) ?? [];
  return time === undefined || id === undefined ? null : { createdAt: new Date(Number(time)), id };
}
