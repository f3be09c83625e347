import type { Ctx } from "./ctx";

/** The payments behind bank order ids: order id → paymentCode. */
export async function findPaymentCodesByBankOrder(
  ctx: Ctx,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db.prisma.attempt.findMany({
    where: { bankOrderId: { in: [...orderIds] } },
    select: { bankOrderId: true, paymentId: true },
  });
  return new Map(rows.map((row) => [row.bankOrderId, row.paymentId]));
}
