import { settlementDueAt } from "@/server/domain/business-day";
import type { Tx } from "@/server/store/db";
import type { RefundWithPayment } from "@/server/store/refunds";
import { insertSettlement } from "@/server/store/settlements";

/** Money of direct collection goes from the bank to the merchant: nothing is owed for it here. */
const isOwed = (terminal: { readonly mode: string }): boolean => terminal.mode === "standard";

/** Books the net of a capture, due on the next business day after `at`, the bank's instant (D-39). */
export async function bookCapture(
  tx: Tx,
  payment: { readonly id: string; readonly partnerId: string; readonly amount: bigint },
  terminal: { readonly mode: string; readonly dayEndLocal: string },
  commissionKurus: bigint,
  at: Date,
  now: Date,
): Promise<void> {
  if (!isOwed(terminal)) return;
  const { id, partnerId, amount } = payment;
  const settlement = { partnerId, paymentId: id, refundId: null, amountKurus: amount - commissionKurus };
  await insertSettlement(tx, { ...settlement, dueAt: settlementDueAt(at, terminal.dayEndLocal) }, now);
}

/** Books what an approved refund takes back: a void the whole net, a credit its amount, as the commission stays (D-28). */
export async function bookRefund(tx: Tx, refund: RefundWithPayment, now: Date): Promise<void> {
  const { id, partnerId, payment, method, amount, createdAt } = refund;
  if (!isOwed(payment.terminal)) return;
  const reversedKurus = method === "void" ? (payment.commissionAmount ?? 0n) : 0n;
  const settlement = { partnerId, paymentId: payment.id, refundId: id, amountKurus: reversedKurus - amount };
  const dueAt = settlementDueAt(createdAt, payment.terminal.dayEndLocal);
  await insertSettlement(tx, { ...settlement, dueAt }, now);
}
