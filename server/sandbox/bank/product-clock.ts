import { DatabaseError, type Pool } from "pg";
import { type Clock, plusMs } from "@/server/domain/clock";

/** Returns the time of the product, which the sandbox may have moved ahead (D-47, D-52). */
export type Now = () => Promise<Date>;

/**
 * Creates a clock that adds the product's offset, which is in the same database, to real time. Before the product's
 * first migration there is no table and so no offset.
 */
export function productClock(pool: Pool, realTime: Clock): Now {
  return async () => plusMs(realTime.now(), await readOffsetMs(pool));
}

async function readOffsetMs(pool: Pool): Promise<number> {
  try {
    const { rows } = await pool.query("select offset_ms from public.sandbox_clock where id = 1");
    return Number(rows[0]?.offset_ms ?? 0);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedTable) return 0;
    throw error;
  }
}

const undefinedTable = "42P01";
