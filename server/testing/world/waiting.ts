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

/** Waits for all running work, including work that it starts meanwhile. */
export async function waitForAll(running: readonly Promise<unknown>[]): Promise<void> {
  for (let known = -1; known < running.length; ) {
    known = running.length;
    await Promise.all(running);
  }
}

/**
 * Creates a place where works wait until `size` of them are there and then go on together; the next ones wait for each
 * other again.
 */
export function createMeeting(size: number) {
  let [waiting, present, most] = [0, 0, 0];
  let gathered = newGate();
  return {
    /** The largest number of works that were there at the same time. */
    get most() {
      return most;
    },
    /** @param linger keeps a work there for long enough that one more would be noticed, although it comes last */
    async meet(linger: () => Promise<unknown>): Promise<void> {
      const { opened, open } = gathered;
      present += 1;
      most = Math.max(most, present);
      waiting += 1;
      if (waiting === size) {
        waiting = 0;
        gathered = newGate();
        open();
      }
      await opened;
      await linger();
      present -= 1;
    },
  };
}

/** A promise that resolves when it is opened. */
export function newGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
