import type { Prisma } from "@/prisma/generated/client";
import type { PayoutFilters } from "@/server/domain/payouts/payout-list";
import type { PayoutStatus } from "@/server/domain/states";
import type { Db, Tx } from "../db";
import type { PartnerId } from "../tenant";
import type { PayoutFailure, PayoutRecord } from "./payout-moves";

/** The sum that falls due for an account on one day and is in no payout yet. Kuruş; negative where the account owes. */
export interface DueDay {
  /** The start of the business day in Istanbul. */
  readonly dueAt: Date;
  readonly count: number;
  readonly amountKurus: bigint;
}

/**
 * Lists the due days of an account whose settlements nothing has collected, the earliest first. The partial index has
 * all that the query needs.
 */
export async function listDueDays(db: Db, partnerId: PartnerId): Promise<DueDay[]> {
  const { rows } = await db.pool.query<{ dueAt: Date; count: number; amount: string }>({
    name: "list-due-days",
    text: `select due_at as "dueAt", count(*)::int as count, sum(amount)::bigint as amount from settlement
            where partner_id = $1 and payout_id is null and carry_over_id is null group by due_at order by due_at`,
    values: [partnerId],
  });
  return rows.map(({ amount, ...day }) => ({ ...day, amountKurus: BigInt(amount) }));
}

/** Settlements that were carried over and wait for the next payout: their number, and their sum in signed kuruş. */
export interface CarriedOver {
  readonly count: number;
  readonly amountKurus: bigint;
}

/** Returns what an account's earlier days carried over and no payout has collected. */
export async function getCarriedOver(db: Db, partnerId: PartnerId): Promise<CarriedOver> {
  const { rows } = await db.pool.query<{ count: number; amount: string }>({
    name: "get-carried-over",
    text: `select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from settlement
            where partner_id = $1 and payout_id is null and carry_over_id is not null`,
    values: [partnerId],
  });
  return { count: rows[0]?.count ?? 0, amountKurus: BigInt(rows[0]?.amount ?? 0) };
}

/** A payout as its merchant sees it (D-64). Amounts in kuruş. */
export interface PayoutRow {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly amountKurus: bigint;
  /** What was brought in from earlier days, signed. */
  readonly carriedKurus: bigint;
  readonly lineCount: number;
  /** The business day on which the account gets the money: midnight UTC of its date. */
  readonly valueDate: Date;
  /** The account of the payout, or before its approval the account's present one; null where it has none. */
  readonly ibanMasked: string | null;
  readonly bankReference: string | null;
  readonly failure: PayoutFailure | null;
  /** The first payout of the chain, which has the settlements. */
  readonly rootId: string;
  /** The failed payout that this one issues again. */
  readonly reissueOf: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** The instant at which it was paid out or failed. */
  readonly endedAt: Date | null;
}

const payoutSelect = {
  id: true,
  status: true,
  amount: true,
  carriedAmount: true,
  lineCount: true,
  valueDate: true,
  ibanMasked: true,
  bankReference: true,
  failure: true,
  rootId: true,
  reissueOf: true,
  createdAt: true,
  sentAt: true,
  endedAt: true,
  partner: { select: { profile: { select: { ibanMasked: true } } } },
} as const satisfies Prisma.PayoutSelect;

export interface PayoutPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Lists a page of an account's payouts without those that were withdrawn, the newest first. */
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
  const rows = await db.prisma.payout.findMany({
    where: {
      partnerId,
      status: status ? { in: [...status] } : { not: "withdrawn" },
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

/** Finds a payout of the account; null also for a withdrawn one and for one of another account. */
export async function findPayout(db: Db, partnerId: PartnerId, id: string): Promise<PayoutRow | null> {
  const row = await db.prisma.payout.findFirst({
    where: { id, partnerId, status: { not: "withdrawn" } },
    select: payoutSelect,
  });
  return row && toPayout(row);
}

function toPayout({
  amount,
  carriedAmount,
  ibanMasked,
  partner,
  ...row
}: Prisma.PayoutGetPayload<{ select: typeof payoutSelect }>): PayoutRow {
  const shown = ibanMasked ?? partner.profile?.ibanMasked ?? null;
  return { ...row, amountKurus: amount, carriedKurus: carriedAmount, ibanMasked: shown };
}

/** Returns a payout, whose row is locked until the transaction ends; null for an unknown one. */
export async function findPayoutForMove(tx: Tx, id: string): Promise<PayoutRecord | null> {
  await tx.$queryRaw`select 1 from payout where id = ${id} for update`;
  return tx.payout.findUnique({ where: { id } });
}

/** Returns whether a failed payout was issued again and the re-issue was not withdrawn. */
export const hasLiveReissue = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.payout.count({ where: { reissueOf: id, status: { not: "withdrawn" } } })) > 0;
