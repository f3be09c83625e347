import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/server/store/db";

const blockedSql = `select from pg_stat_activity
                     where datname = current_database() and backend_type = 'client backend'
                       and cardinality(pg_blocking_pids(pid)) > 0`;

/**
 * Watches work that should wait for a lock of another transaction. Returns "waits" when the database says that a
 * connection waits for another one, or the result of the work when it ends before that.
 */
export async function watchForWait<T>({ pool }: Pick<Db, "pool">, work: Promise<T>): Promise<T | "waits"> {
  const ended = work.then((value) => ({ value }));
  for (;;) {
    const { rowCount } = await pool.query(blockedSql);
    if (rowCount) return "waits";
    const first = await Promise.race([ended, sleep(10)]);
    if (first) return first.value;
  }
}
