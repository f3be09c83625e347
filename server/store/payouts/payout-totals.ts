import type { SettlementKind } from "@/server/domain/payouts/settlement-list";
import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/** The settlements of one kind in a payout. Signed kuruş. */
export interface PayoutTotal {
  readonly kind: SettlementKind;
  readonly count: number;
  readonly amountKurus: bigint;
  readonly commissionKurus: bigint;
}

/** Sums the settlements of a payout by the kinds of their movements, those that were carried over included. */
export async function listPayoutTotals(db: Db, partnerId: PartnerId, rootId: string): Promise<PayoutTotal[]> {
  const { rows } = await db.pool.query<{ kind: SettlementKind; count: number; amount: string; commission: string }>({
    name: "list-payout-totals",
    text: `
      select e.kind::text as kind, count(*)::int as count, sum(e.amount)::bigint as amount,
             sum(e.commission_amount)::bigint as commission
        from settlement s join ledger_entry e on e.id = 'txn_' || substr(s.id, 5)
       where s.payout_id = $2 and s.partner_id = $1
       group by e.kind order by e.kind`,
    values: [partnerId, rootId],
  });
  return rows.map(({ kind, count, amount, commission }) => ({
    kind,
    count,
    amountKurus: BigInt(amount),
    commissionKurus: BigInt(commission),
  }));
}

/** Returns the legal title of an account; null where none is recorded. */
export async function findLegalTitle(db: Db, partnerId: PartnerId): Promise<string | null> {
  const profile = await db.prisma.partnerProfile.findUnique({
    where: { id: partnerId },
    select: { legalTitle: true },
  });
  return profile?.legalTitle ?? null;
}
