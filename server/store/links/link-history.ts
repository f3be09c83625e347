import type { Db } from "../db";
import type { PartnerId } from "../tenant";

const cardColumns = { cardBin: true, cardLast4: true, cardBrand: true, cardBank: true } as const;

/**
 * Lists a link's payments, the newest first, each with its attempts. The caller has checked that the account owns the
 * link.
 */
export const listPaymentsOfLink = (db: Db, linkId: string, limit: number) =>
  db.prisma.payment.findMany({
    where: { linkId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: {
      id: true,
      partnerTxCode: true,
      status: true,
      amount: true,
      installment: true,
      createdAt: true,
      capturedAt: true,
      failedAt: true,
      expiredAt: true,
      failureCode: true,
      commissionAmount: true,
      refundedAmount: true,
      correctedAmount: true,
      chargedBackAmount: true,
      voidedAt: true,
      ...cardColumns,
      attempts: {
        orderBy: { createdAt: "asc" },
        select: {
          id: true,
          status: true,
          createdAt: true,
          updatedAt: true,
          declineReason: true,
          ...cardColumns,
        },
      },
    },
  });

export type PaymentOfLink = Awaited<ReturnType<typeof listPaymentsOfLink>>[number];

/** Lists the webhook deliveries about a link and its payments, the oldest first. */
export const listDeliveriesOfLink = (db: Db, partnerId: PartnerId, linkId: string, paymentCodes: readonly string[]) =>
  db.prisma.webhookDelivery.findMany({
    where: {
      partnerId,
      OR: [
        {
          type: { in: ["payment_link.completed", "payment_link.expired"] },
          resourceType: "payment_link",
          resourceId: linkId,
        },
        {
          type: { in: ["payment.captured", "payment.failed", "payment.expired"] },
          resourceType: "payment",
          resourceId: { in: [...paymentCodes] },
        },
      ],
    },
    orderBy: { occurredAt: "asc" },
    select: { id: true, type: true, occurredAt: true, status: true },
  });

/** Finds the terminal of a link's payments. Throws where there is no such link. */
export const findTerminalOfLink = (db: Db, linkId: string) =>
  db.prisma.paymentLink.findUniqueOrThrow({
    where: { id: linkId },
    select: { terminal: { select: { id: true, name: true } } },
  });
