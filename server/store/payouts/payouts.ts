import type { PayoutFilters } from "@/server/domain/payouts/payout-list";
import type { PayoutItemStatus } from "@/server/domain/states";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/** The sum that falls due for an account on one day and is in no payout yet. Kuruş; negative where the account owes. */
export interface DueDay {
  /** The start of the business day in Istanbul. */
  readonly dueAt: Date;
  readonly count: number;
  readonly amountKurus: bigint;
}

/** Lists the due days of an account, the earliest first. The partial index has all that the query needs. */
export async function listDueDays(db: Db, partnerId: PartnerId): Promise<DueDay[]> {
  const { rows } = await db.pool.query<{ dueAt: Date; count: number; amount: string }>({
    name: "list-due-days",
    text: `select due_at as "dueAt", count(*)::int, sum(amount)::bigint as amount from settlement
            where partner_id = $1 and status = 'pending' group by due_at order by due_at`,
    values: [partnerId],
  });
  return rows.map(({ amount, ...day }) => ({ ...day, amountKurus: BigInt(amount) }));
}

/** The payout of one account in a batch (D-39). Amounts in kuruş. */
export interface PayoutRow {
  readonly id: string;
  readonly batchId: string;
  readonly status: PayoutItemStatus;
  readonly amountKurus: bigint;
  readonly ibanMasked: string;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** The instant at which it was paid out or came back. */
  readonly resolvedAt: Date | null;
}

const payoutSelect = {
  id: true,
  batchId: true,
  status: true,
  amount: true,
  ibanMasked: true,
  createdAt: true,
  sentAt: true,
  resolvedAt: true,
} as const;

export interface PayoutPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Lists a page of an account's payouts, the newest first. */
export async function listPayoutRows(
  db: Db,
  selection: {
    readonly partnerId: PartnerId;
    readonly filters: PayoutFilters;
    readonly after: PayoutPosition | null;
    readonly countMax: number;
  },
): Promise<PayoutRow[]> {
  const { partnerId, filters, after, countMax } = selection;
  const { status, created } = filters;
  const older = after && [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }];
  const rows = await db.prisma.payoutItem.findMany({
    where: {
      partnerId,
      ...(status && { status: { in: [...status] } }),
      ...(created && {
        createdAt: { ...(created.from && { gte: created.from }), ...(created.to && { lt: created.to }) },
      }),
      ...(older && { OR: older }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: countMax,
    select: payoutSelect,
  });
  return rows.map(toPayout);
}

/** Finds a payout of the account with its number of settlements; null also for a payout of another account. */
export async function findPayout(
  db: Db,
  partnerId: PartnerId,
  id: string,
): Promise<(PayoutRow & { settlementCount: number }) | null> {
  const select = { ...payoutSelect, _count: { select: { settlements: true } } };
  const row = await db.prisma.payoutItem.findFirst({ where: { id, partnerId }, select });
  return row && { ...toPayout(row), settlementCount: row._count.settlements };
}

function toPayout({ amount, ...row }: Omit<PayoutRow, "amountKurus"> & { amount: bigint }): PayoutRow {
  const { id, batchId, status, ibanMasked, createdAt, sentAt, resolvedAt } = row;
  return { id, batchId, status, amountKurus: amount, ibanMasked, createdAt, sentAt, resolvedAt };
}
