import { DatabaseError, type Pool } from "pg";
import type { DayEndLocal } from "./records/ledger";

/** Tells when the bank's day ends on the terminal that an order was made on. */
export type DayEndOf = (orderId: string) => Promise<DayEndLocal>;

/**
 * Reads it where the product keeps it, at the time of asking: both sides then go by one setting, also when it was changed
 * after the capture (D-25, D-41). Midnight for an order that the product does not know, and before its first migration.
 */
export function productDayEnd(pool: Pool): DayEndOf {
  return async (orderId) => {
    try {
      const { rows } = await pool.query(terminalOfOrder, [orderId]);
      return rows[0]?.dayEndLocal ?? midnight;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === undefinedTable) return midnight;
      throw error;
    }
  };
}

const terminalOfOrder = `
  select terminal.day_end_local as "dayEndLocal"
    from public.attempt
    join public.payment on payment.id = attempt.payment_id
    join public.terminal on terminal.id = payment.terminal_id
   where attempt.bank_order_id = $1`;

const midnight = "00:00";

const undefinedTable = "42P01";
