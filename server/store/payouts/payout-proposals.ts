import type { Db, Tx } from "../db";
import type { PayoutRecord } from "./payout-moves";

/** A payout that waits for a second person, with the change that proposes it. */
export interface WaitingPayout {
  readonly payoutId: string;
  readonly changeId: string;
}

/** Lists which of the given payouts wait for a second person, with the changes that propose them. */
export const listWaitingPayouts = (
  prisma: Pick<Tx, "$queryRaw">,
  payoutIds: readonly string[],
): Promise<WaitingPayout[]> =>
  prisma.$queryRaw<WaitingPayout[]>`
    select proposed.id as "payoutId", c.id as "changeId"
      from staff_change c
     cross join lateral json_array_elements_text(c.payload -> 'payoutIds') as proposed(id)
     where c.kind = 'payouts' and c.status = 'waiting' and proposed.id = any(${[...payoutIds]})
     order by c.id, proposed.id`;

/** Lists the amount (kuruş) and the status of each of the given payouts. */
export const listProposedPayouts = (
  db: Db,
  payoutIds: readonly string[],
): Promise<Pick<PayoutRecord, "amount" | "status">[]> =>
  db.prisma.payout.findMany({ where: { id: { in: [...payoutIds] } }, select: { amount: true, status: true } });

/**
 * Locks the given payouts until the transaction ends, all in one order, so that transactions with some payouts in
 * common do not block each other for ever. Returns those that exist, in the order of their identifiers.
 */
export async function lockPayouts(tx: Tx, payoutIds: readonly string[]): Promise<PayoutRecord[]> {
  const ids = [...payoutIds];
  await tx.$queryRaw`select 1 from payout where id = any(${ids}) order by id for update`;
  return tx.payout.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
}
