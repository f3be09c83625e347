import { mayStillBeSent } from "@/server/domain/inquiry";
import { getRefund } from "@/server/store/refunds";
import { connectionOf, placedOrderOf } from "./bank-connection";
import type { Ctx } from "./ctx";
import { recordRefund } from "./record-refund";

export interface SendRefundInput {
  readonly refundId: string;
  /** When its intent was recorded, by `performance.now()`: how long this process stood still is no matter of the product's clock. */
  readonly recordedAt: number;
}

/**
 * Sends a refund whose intent is on record: once, never again (D-46). Never throws for what the bank does; whatever is not
 * a clear answer is left to the inquiry.
 */
export function sendRefund(ctx: Ctx, { refundId, recordedAt }: SendRefundInput): Promise<void> {
  const refund = callBank(ctx, refundId, recordedAt).finally(() => ctx.openMoneyCalls.delete(refundId));
  ctx.openMoneyCalls.set(refundId, refund);
  ctx.background(refund);
  return refund;
}

async function callBank(ctx: Ctx, refundId: string, recordedAt: number): Promise<void> {
  const refund = await getRefund(ctx.db, refundId);
  // A process that stood still meanwhile must not send what another one has found not done.
  if (refund.status !== "pending" || !mayStillBeSent(performance.now() - recordedAt)) {
    ctx.log.warn({ refundId, status: refund.status }, "A refund was not sent: too late for it");
    return;
  }
  const { method, bankKey, attempt } = refund;
  const connection = connectionOf(ctx, attempt.connection);
  const order = { ...placedOrderOf(attempt), amountKurus: refund.amount };
  const outcome = await connection.call(
    method === "void" ? { kind: "void", ...order } : { kind: "credit", ...order, refundKey: bankKey },
  );
  await recordRefund(ctx, { refund, outcome });
}
