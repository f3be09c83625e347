import { AppError } from "@/server/domain/errors";
import { getTerminal } from "@/server/store/accounts/terminals";
import {
  findPayment,
  findPaymentByCode,
  isPaymentDue,
  type PaymentRow,
} from "@/server/store/payments/payments";
import { listRefundsOf } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expirePayment } from "../expiry/expire-payment";
import { type PaymentRecord, toPaymentRecord } from "./payment-record";

/** A payment by its code (§4.6); its expiry is applied first (D-2). Throws payment_not_found. */
export async function getPayment(
  ctx: Ctx,
  input: { partnerId: PartnerId; paymentCode: string },
): Promise<PaymentRecord> {
  const find = () => findPayment(ctx.db, input.partnerId, input.paymentCode);
  return record(ctx, await applyExpiry(ctx, await find(), find));
}

/** The initiated or captured payment that holds a partnerTxCode (§4.5.1). Throws payment_not_found. */
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
  const [terminal, refunds] = await Promise.all([
    getTerminal(ctx.db, payment.terminalId),
    payment.status === "captured" ? listRefundsOf(ctx.db, payment.id) : [],
  ]);
  return toPaymentRecord(payment, refunds, terminal, ctx.clock.now());
}
