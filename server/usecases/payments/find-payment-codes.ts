import { listPaymentsOfOrders } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";

/** The payments behind bank order ids: order id → paymentCode. */
export async function findPaymentCodesByBankOrder(
  ctx: Ctx,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listPaymentsOfOrders(ctx.db, orderIds);
  return new Map(rows.map((row) => [row.bankOrderId, row.paymentId]));
}
