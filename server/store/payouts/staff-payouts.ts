import type { Prisma } from "@/prisma/generated/client";
import type { StaffPayoutFilters } from "@/server/domain/payouts/staff-payout-list";
import type { PayoutStatus } from "@/server/domain/states";
import type { Db } from "../db";
import type { PayoutPosition } from "./payouts";

const withPartner = {
  partner: {
    select: { name: true, profile: { select: { ibanMasked: true } }, payoutTerms: { select: { heldSince: true } } },
  },
} as const satisfies Prisma.PayoutInclude;

export type StaffPayoutRow = Prisma.PayoutGetPayload<{ include: typeof withPartner }>;

/** Lists a page of the payouts of all accounts, the newest first. */
export const listStaffPayoutRows = (
  db: Db,
  selection: {
    readonly filters: StaffPayoutFilters;
    readonly after: PayoutPosition | null;
    readonly countMax: number;
  },
): Promise<StaffPayoutRow[]> => {
  const { filters, after, countMax } = selection;
  const { status, created, partner } = filters;
  return db.prisma.payout.findMany({
    where: {
      ...(status && { status: { in: [...status] } }),
      ...(partner && { partnerId: partner }),
      ...(created && {
        createdAt: { ...(created.from && { gte: created.from }), ...(created.to && { lt: created.to }) },
      }),
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
    include: withPartner,
  });
};

/** Finds a payout with its account, its approval and the other payouts of its chain; null for an unknown one. */
export const findStaffPayout = (db: Db, id: string) =>
  db.prisma.payout.findUnique({
    where: { id },
    include: {
      ...withPartner,
      change: { select: { id: true, proposer: { select: { email: true } }, decider: { select: { email: true } } } },
      root: {
        select: { chain: { select: { id: true, status: true, createdAt: true }, orderBy: { createdAt: "asc" } } },
      },
    },
  });

/** The payouts of one status: their number and their sum in kuruş. */
export interface PayoutSum {
  readonly status: PayoutStatus;
  readonly count: number;
  readonly amountKurus: bigint;
}

/** Sums up the payouts that wait for a person, by their status. */
export async function sumOpenPayouts(db: Db): Promise<PayoutSum[]> {
  const rows = await db.prisma.payout.groupBy({
    by: ["status"],
    where: { status: { in: ["prepared", "approved", "sent"] } },
    _count: true,
    _sum: { amount: true },
  });
  return rows.map(({ status, _count, _sum }) => ({ status, count: _count, amountKurus: _sum.amount ?? 0n }));
}
