import type { Db } from "../db";
import type { PartnerId } from "../tenant";

const cardColumns = { cardBin: true, cardLast4: true, cardBrand: true, cardBank: true } as const;

/** The payments of a link, the first first, each with its cards. The link is known to be the account's. */
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

/** Webhooks about a link and its payments, the first first. */
export const listDeliveriesOfLink = (
  db: Db,
  partnerId: PartnerId,
  linkId: string,
  paymentCodes: readonly string[],
) =>
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

/** The terminal that a link's payments are taken at. */
export const findTerminalOfLink = (db: Db, linkId: string) =>
  db.prisma.paymentLink.findUniqueOrThrow({
    where: { id: linkId },
    select: { terminal: { select: { id: true, name: true } } },
  });
