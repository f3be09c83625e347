import type { Partner, Prisma } from "@/prisma/generated/client";
import type { Db, Tx } from "../db";

export type PartnerRow = Partner;
export type PartnerColumns = Prisma.PartnerUpdateInput;

/** An account by its id, for those who may see every account. */
export const findPartner = (db: Db, partnerId: string): Promise<PartnerRow | null> =>
  db.prisma.partner.findUnique({ where: { id: partnerId } });

/** What decides whether an account takes a payment now; as committed by others until this statement. */
export const readAccountState = (tx: Tx, partnerId: string) =>
  tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { status: true, paymentLinksEnabled: true, acceptanceHeld: true },
  });

export const updatePartner = (db: Db, partnerId: string, data: PartnerColumns): Promise<PartnerRow> =>
  db.prisma.partner.update({ where: { id: partnerId }, data });
