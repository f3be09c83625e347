import type { PayoutFilters } from "@/server/domain/payouts/payout-list";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
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

/** The position of the last settlement of a page. */
export interface SettlementPosition {
  readonly dueAt: Date;
  readonly id: string;
}

/** Selects the settlements that wait for a payout, all or those of one due day; or the settlements of one payout. */
export type SettlementScope =
  | { readonly kind: "due"; readonly dueAt: Date | null }
  | { readonly kind: "item"; readonly payoutItemId: string };

/** The movement of money that a settlement books. */
type SettlementKind = "capture" | RefundMethod | "correction";

/** A settlement with the movement that it books. Kuruş; negative where the account owes. */
export interface SettlementRow {
  readonly id: string;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly kind: SettlementKind;
  /** The amount that was captured or went back, before the commission. */
  readonly grossKurus: bigint;
  readonly netKurus: bigint;
  readonly paymentCode: string;
  readonly partnerTxCode: string;
  readonly refundId: string | null;
  /** The correction of the books that it belongs to; null for a capture or a refund. */
  readonly correctionId: string | null;
}

const settlementColumns = `
  s.id, s.due_at as "dueAt", s.created_at as "createdAt",
  case when c.id is not null then 'correction' else coalesce(r.method::text, 'capture') end as kind,
  case when c.kind in ('credit_done', 'void_done') then -c.amount else coalesce(c.amount, -r.amount, p.amount) end
    as "grossKurus",
  s.amount as "netKurus", p.id as "paymentCode", p.partner_tx_code as "partnerTxCode", r.id as "refundId",
  c.id as "correctionId"`;

/** Lists a page of an account's settlements by due date, the earliest first. It begins after a position. */
export async function listSettlementRows(
  db: Db,
  selection: {
    readonly partnerId: PartnerId;
    readonly scope: SettlementScope;
    readonly after: SettlementPosition | null;
    readonly countMax: number;
  },
): Promise<SettlementRow[]> {
  const { partnerId, scope, after, countMax } = selection;
  const conditions = ["partner_id = $1"];
  const values: unknown[] = [partnerId, countMax];
  const bind = (value: unknown) => `$${values.push(value)}`;
  if (scope.kind === "item") conditions.push(`payout_item_id = ${bind(scope.payoutItemId)}`);
  else conditions.push("status = 'pending'");
  if (scope.kind === "due" && scope.dueAt) conditions.push(`due_at = ${bind(scope.dueAt)}`);
  if (after) conditions.push(`(due_at, id) > (${bind(after.dueAt)}, ${bind(after.id)})`);
  const { rows } = await db.pool.query<SettlementRow & { grossKurus: string; netKurus: string }>(
    `with page as materialized (
       select * from settlement where ${conditions.join(" and ")} order by due_at, id limit $2)
     select ${settlementColumns}
       from page s join payment p on p.id = s.payment_id left join refund r on r.id = s.refund_id
       left join correction c on c.id = s.correction_id
      order by s.due_at, s.id`,
    values,
  );
  return rows.map((row) => ({
    ...row,
    grossKurus: BigInt(row.grossKurus),
    netKurus: BigInt(row.netKurus),
  }));
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
