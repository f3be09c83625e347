import { AppError } from "@/server/domain/errors";
import { findPayment } from "@/server/store/payments/payments";
import { findRefund, findRefundByCode, type RefundRow } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { type RefundRecord, toRefundRecord } from "./refund-record";

/** A refund by its id (D-24). Throws refund_not_found. */
export const getRefund = async (
  ctx: Ctx,
  input: { partnerId: PartnerId; refundId: string },
): Promise<RefundRecord> => found(await findRefund(ctx.db, input.partnerId, input.refundId));

/** The same, of a payment. Throws payment_not_found, and refund_not_found also for a refund of another payment. */
export async function getRefundOfPayment(
  ctx: Ctx,
  input: { partnerId: PartnerId; paymentCode: string; refundId: string },
): Promise<RefundRecord> {
  const [payment, refund] = await Promise.all([
    findPayment(ctx.db, input.partnerId, input.paymentCode),
    findRefund(ctx.db, input.partnerId, input.refundId),
  ]);
  if (!payment) throw new AppError("payment_not_found");
  return found(refund?.paymentId === payment.id ? refund : null);
}

/** The refund that an account's code names, for ever (D-27). Throws refund_not_found. */
export const getRefundByCode = async (
  ctx: Ctx,
  input: { partnerId: PartnerId; partnerRefundCode: string },
): Promise<RefundRecord> => found(await findRefundByCode(ctx.db, input.partnerId, input.partnerRefundCode));

function found(refund: RefundRow | null): RefundRecord {
  if (!refund) throw new AppError("refund_not_found");
  return toRefundRecord(refund);
}
