import type { Partner, Prisma } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";

export type PartnerRow = Partner;
export type PartnerColumns = Prisma.PartnerUpdateInput;

/** Finds an account by its id, for callers who may see every account. */
export const findPartner = (db: Db, partnerId: string): Promise<PartnerRow | null> =>
  db.prisma.partner.findUnique({ where: { id: partnerId } });

/** Reads what decides whether an account accepts a payment now. The statement sees what others committed before it. */
export const readAccountState = (tx: Tx, partnerId: string) =>
  tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { status: true, paymentLinksEnabled: true, acceptanceHeld: true },
  });

export const updatePartner = (db: Db, partnerId: string, data: PartnerColumns): Promise<PartnerRow> =>
  db.prisma.partner.update({ where: { id: partnerId }, data });
