import { DatabaseError, type Pool } from "pg";
import type { DayEndLocal } from "./records/ledger";

/** Returns the local time at which the bank's day ends on the terminal of an order. */
export type ReadDayEnd = (orderId: string) => Promise<DayEndLocal>;

/**
 * Reads the day-end from the product's own tables for each request, so that both sides use one setting also after it
 * was changed (D-25, D-41). Returns midnight for an order that the product does not know and before its first
 * migration.
 */
export function productDayEnd(pool: Pool): ReadDayEnd {
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
