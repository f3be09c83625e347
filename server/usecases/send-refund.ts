import { mayStillBeSent } from "@/server/domain/inquiry";
import { getRefund, type RefundWithPayment } from "@/server/store/refunds";
import { toTerminalFacts } from "@/server/store/terminals";
import { connectionOf } from "./bank-connection";
import type { Ctx } from "./ctx";
import { recordRefund } from "./record-refund";

/**
 * Sends a refund whose intent is on record: once, never again (D-46). Never throws for what the bank does; whatever is not
 * a clear answer is left to the inquiry.
 */
export function sendRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<void> {
  const refund = callBank(ctx, refundId).finally(() => ctx.openMoneyCalls.delete(refundId));
  ctx.openMoneyCalls.set(refundId, refund);
  ctx.background(refund);
  return refund;
}

async function callBank(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await getRefund(ctx.db, refundId);
  if (!mayBeSent(ctx, refund)) {
    ctx.log.warn({ refundId, status: refund.status }, "A refund was not sent: too late for it");
    return;
  }
  const { method, bankKey, payment, attempt } = refund;
  const connection = connectionOf(ctx, toTerminalFacts(payment.terminal));
  const order = { orderId: attempt.bankOrderId, amountKurus: refund.amount };
  const outcome = await connection.call(
    method === "void" ? { kind: "void", ...order } : { kind: "credit", ...order, refundKey: bankKey },
  );
  await recordRefund(ctx, { refund, outcome });
}

/** A process that stood still meanwhile, for whatever reason, must not send what another one has found not done. */
const mayBeSent = (ctx: Ctx, { status, createdAt }: RefundWithPayment): boolean =>
  status === "pending" && mayStillBeSent(createdAt, ctx.clock.now());
