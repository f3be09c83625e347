import { AppError } from "@/server/domain/errors";
import { findPayment } from "@/server/store/payments/payments";
import { listRefundsOf } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { type RefundRecord, toRefundRecord } from "./refund-record";

/** A payment's refunds, newest first (D-24). Throws payment_not_found. */
export async function listRefunds(
  ctx: Ctx,
  input: { partnerId: PartnerId; paymentCode: string },
): Promise<RefundRecord[]> {
  const payment = await findPayment(ctx.db, input.partnerId, input.paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  return (await listRefundsOf(ctx.db, payment.id)).map(toRefundRecord);
}
