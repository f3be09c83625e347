import type { Prisma } from "@/prisma/generated/client";
import type { Db } from "../db";

const evidence = {
  partner: { select: { name: true, profile: { select: { legalTitle: true } } } },
  terminal: { select: { name: true, bank: true } },
  payment: {
    include: {
      link: { select: { description: true, payerName: true, items: true, createdAt: true, firstOpenedAt: true } },
      attempts: {
        where: { status: "captured" },
        include: {
          callbacks: { orderBy: { receivedAt: "asc" }, select: { verdict: true, receivedAt: true } },
          refunds: {
            where: { status: "approved" },
            orderBy: { createdAt: "asc" },
            select: { method: true, amount: true, doneAt: true, rrn: true, authCode: true },
          },
        },
      },
    },
  },
} as const satisfies Prisma.ChargebackInclude;

/** A chargeback with all that is held of its payment. */
export type EvidenceRow = Prisma.ChargebackGetPayload<{ include: typeof evidence }>;

/** Finds a chargeback with all that is held of its payment; null for an unknown one and for one of another account. */
export const findEvidence = (
  db: Db,
  where: { readonly id: string; readonly partnerId?: string },
): Promise<EvidenceRow | null> => db.prisma.chargeback.findFirst({ where, include: evidence });
