import type { Db } from "../db";

/** When sweeps last succeeded in any process of this database, real time (D-332). */
export interface LastSweep {
  /** The last sweep of the cron function; null before the first one. */
  readonly cronAt: Date | null;
  /** The last sweep of a process whose watch saw no cron, and the number of that process; null before the first one. */
  readonly watchAt: Date | null;
  readonly watchBy: number | null;
}

/** Returns null before the first sweep. */
export const findLastSweep = (db: Db): Promise<LastSweep | null> =>
  db.prisma.lastSweep.findUnique({ where: { id: 1 } });

export async function upsertLastSweep(db: Db, sweep: Partial<LastSweep>): Promise<void> {
  await db.prisma.lastSweep.upsert({ where: { id: 1 }, create: { id: 1, ...sweep }, update: sweep });
}
