import type { Partner, Prisma } from "@/prisma/generated/client";
import { AppError } from "@/server/domain/errors";
import type { AmountLimits } from "@/server/domain/payments/limits";
import type { Db } from "../db";

export type PartnerRow = Partner;
export type PartnerColumns = Prisma.PartnerUpdateInput;

/** Finds an account by its id, for callers who may see every account. */
export const findPartner = (db: Db, partnerId: string): Promise<PartnerRow | null> =>
  db.prisma.partner.findUnique({ where: { id: partnerId } });

/** Lists the names of accounts by their ids. */
export const listPartnerNames = (db: Db, partnerIds: readonly string[]) =>
  db.prisma.partner.findMany({ where: { id: { in: [...new Set(partnerIds)] } }, select: { id: true, name: true } });

/** Returns the account's own limits of one payment (D-57). */
export const toAmountLimits = ({
  minAmount,
  maxAmount,
}: Pick<PartnerRow, "minAmount" | "maxAmount">): AmountLimits => ({
  minAmountKurus: minAmount,
  maxAmountKurus: maxAmount,
});

export const updatePartner = (db: Db, partnerId: string, data: PartnerColumns): Promise<PartnerRow> =>
  db.prisma.partner.update({ where: { id: partnerId }, data });

/** Returns the state of an account. Throws not_found. */
export async function getPartnerStatus(db: Db, partnerId: string): Promise<PartnerRow["status"]> {
  const found = await db.prisma.partner.findUnique({ where: { id: partnerId }, select: { status: true } });
  if (!found) throw new AppError("not_found", `There is no account ${partnerId}`);
  return found.status;
}
