import type pg from "pg";
import type { RealTime } from "@/server/domain/real-time";

const longestWaits = new WeakMap<pg.Pool, number>();

type Connected = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/** Measures from now on how long requests wait for a connection of a pool while all of them are in use. */
export function measureWaits(pool: pg.Pool, realTime: RealTime): void {
  longestWaits.set(pool, 0);
  const connect: (callback?: (...answer: Connected) => void) => unknown = pool.connect.bind(pool);
  const measured = (callback?: (...answer: Connected) => void): unknown => {
    const isUsedUp = pool.idleCount === 0 && pool.totalCount >= (pool.options.max ?? 0);
    if (!isUsedUp) return connect(callback);
    const startedAt = realTime.monotonicMs();
    const note = (): void => {
      longestWaits.set(pool, Math.max(longestWaits.get(pool) ?? 0, realTime.monotonicMs() - startedAt));
    };
    if (!callback) return (connect() as Promise<pg.PoolClient>).finally(note);
    return connect((...answer) => {
      note();
      callback(...answer);
    });
  };
  pool.connect = measured as pg.Pool["connect"];
}

/** Returns the longest wait that has ended since the last call, ms, also of requests that got no connection. */
export function takeLongestWait(pool: pg.Pool): number {
  const longestMs = longestWaits.get(pool) ?? 0;
  longestWaits.set(pool, 0);
  return longestMs;
}
