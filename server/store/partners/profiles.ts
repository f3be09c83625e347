import type { PartnerProfile, Prisma } from "@/prisma/generated/client";
import type { PartnerColumns, PartnerRow } from "../accounts/partners";
import type { Db, Tx } from "../db";

export type ProfileRow = PartnerProfile;
export type ProfileColumns = Omit<Prisma.PartnerProfileUncheckedUpdateInput, "id" | "revision">;

/** An account with what is known about its merchant; null where nothing was written down yet. */
export type PartnerWithProfile = PartnerRow & { readonly profile: ProfileRow | null };

export const findPartnerWithProfile = (db: Db | Tx, partnerId: string): Promise<PartnerWithProfile | null> =>
  prismaOf(db).partner.findUnique({ where: { id: partnerId }, include: { profile: true } });

const prismaOf = (db: Db | Tx): Tx => ("prisma" in db ? db.prisma : db);

/** Returns whether an account has an IBAN that payouts can go to. */
export const hasIban = async (tx: Tx, partnerId: string): Promise<boolean> =>
  (await tx.partnerProfile.count({ where: { id: partnerId, iban: { not: null } } })) > 0;

/** Locks an account (the first in the lock order, see `inTx`) and returns it; null for an unknown one. */
export async function lockPartnerWithProfile(tx: Tx, partnerId: string): Promise<PartnerWithProfile | null> {
  await tx.$queryRaw`select 1 from partner where id = ${partnerId} for update`;
  return findPartnerWithProfile(tx, partnerId);
}

/** Changes columns of an account and of its profile, and counts the change. */
export async function savePartner(
  tx: Tx,
  partnerId: string,
  { partner, profile }: { readonly partner?: PartnerColumns; readonly profile?: ProfileColumns },
): Promise<void> {
  if (partner) await tx.partner.update({ where: { id: partnerId }, data: partner });
  await tx.partnerProfile.upsert({
    where: { id: partnerId },
    create: { ...(profile as Prisma.PartnerProfileUncheckedCreateInput), id: partnerId, revision: 1 },
    update: { ...profile, revision: { increment: 1 } },
  });
}

/** Inserts a new account with its profile. */
export const insertPartner = (
  tx: Tx,
  partner: Prisma.PartnerUncheckedCreateInput,
  profile: Omit<Prisma.PartnerProfileUncheckedCreateInput, "id">,
) => tx.partner.create({ data: { ...partner, profile: { create: profile } } });
