import type { Db, Tx } from "../db";

/** The terms of an account's payouts (D-392). */
export interface PayoutTerms {
  /** The smallest sum that is paid out, kuruş. */
  readonly minimumAmount: bigint;
  readonly heldSince: Date | null;
  readonly holdReason: string | null;
  /** Whether the sandbox pays by itself. */
  readonly isAutomatic: boolean;
}

const defaults: PayoutTerms = { minimumAmount: 1n, heldSince: null, holdReason: null, isAutomatic: true };

const select = { minimumAmount: true, heldSince: true, holdReason: true, isAutomatic: true } as const;

/** Returns the terms of an account; the defaults where it has none of its own. */
export const getPayoutTerms = async (db: Pick<Db, "prisma">, partnerId: string): Promise<PayoutTerms> =>
  (await db.prisma.payoutTerms.findUnique({ where: { partnerId }, select })) ?? defaults;

/**
 * Returns the terms of an account, whose row is locked until the transaction ends. It is the lock of the account's
 * collections, and of the approval of its payouts.
 */
export async function lockPayoutTerms(tx: Tx, partnerId: string): Promise<PayoutTerms> {
  await tx.payoutTerms.createMany({ data: [{ partnerId }], skipDuplicates: true });
  await tx.$queryRaw`select 1 from payout_terms where partner_id = ${partnerId} for update`;
  return tx.payoutTerms.findUniqueOrThrow({ where: { partnerId }, select });
}

/** Changes terms of an account. */
export const setPayoutTerms = (tx: Tx, partnerId: string, changes: Partial<PayoutTerms>) =>
  tx.payoutTerms.upsert({ where: { partnerId }, create: { partnerId, ...changes }, update: changes });
