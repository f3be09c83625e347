import { findRow, type Queryable } from "./database";

/**
 * Records that the buyer's bank took money of an order back. Returns the number of the case; null where the order was
 * not captured, or less is left of it.
 * @param amountKurus null for all that was captured
 */
export async function chargeBack(
  db: Queryable,
  { orderId, amountKurus, at }: { readonly orderId: string; readonly amountKurus: bigint | null; readonly at: Date },
): Promise<string | null> {
  const made = await findRow<{ caseNumber: string }>(
    db,
    `insert into simulator.chargeback (order_id, kind, case_number, amount, at)
     select order_id, 'chargeback', 'CB-' || (select count(*) + 1 from simulator.chargeback where kind = 'chargeback'),
            coalesce($2, captured), $3
       from simulator.bank_order
      where order_id = $1
        and captured >= coalesce($2, captured) + (
          select coalesce(sum(case kind when 'chargeback' then amount else - amount end), 0)
            from simulator.chargeback where order_id = $1)
     returning case_number as "caseNumber"`,
    [orderId, amountKurus, at],
  );
  return made?.caseNumber ?? null;
}

/** Gives the money of a case back, once. Returns whether there was such a case. */
export async function giveBack(db: Queryable, caseNumber: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into simulator.chargeback (order_id, kind, case_number, amount, at)
     select order_id, 'chargeback_reversal', case_number, amount, $2
       from simulator.chargeback where case_number = $1 and kind = 'chargeback'
     on conflict do nothing`,
    [caseNumber, at],
  );
  return rowCount === 1;
}
