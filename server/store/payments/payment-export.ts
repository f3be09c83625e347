import type { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db";

const columns = {
  id: true,
  partnerTxCode: true,
  status: true,
  source: true,
  linkId: true,
  terminalId: true,
  amount: true,
  installment: true,
  description: true,
  failureCode: true,
  createdAt: true,
  capturedAt: true,
  voidedAt: true,
  cardBin: true,
  cardLast4: true,
  cardBrand: true,
  cardFamily: true,
  cardBank: true,
  cardScheme: true,
  commissionBasis: true,
  commissionRateBps: true,
  commissionAmount: true,
  customerShareAmount: true,
  refundedAmount: true,
  correctedAmount: true,
  chargedBackAmount: true,
  refundPendingAmount: true,
  terminal: { select: { name: true } },
  attempts: {
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      status: true,
      declineReason: true,
      bankCode: true,
      bankMessage: true,
      startedBy: true,
      handedOutAt: true,
      bankOrderId: true,
      authCode: true,
      rrn: true,
    },
  },
} as const satisfies Prisma.PaymentSelect;

export type ExportedPaymentRow = Prisma.PaymentGetPayload<{ select: typeof columns }>;

/** Lists the payments of a page in the order of the given codes. */
export async function listExportedPayments(db: Db, paymentCodes: readonly string[]): Promise<ExportedPaymentRow[]> {
  const rows = await db.prisma.payment.findMany({
    where: { id: { in: [...paymentCodes] } },
    select: columns,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return paymentCodes.flatMap((code) => byId.get(code) ?? []);
}
