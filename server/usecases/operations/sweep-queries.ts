import { findLastSweep } from "@/server/store/operations/last-sweep";
import type { Ctx } from "../ctx";

/** How long ago sweeps last succeeded, real time, ms; infinite where none did. */
export interface SweepAges {
  /** The age of the last sweep of the cron function, in whichever process. */
  readonly cronMs: number;
  /** The age of the last sweep by the watch of another process. */
  readonly otherWatchMs: number;
}

/** Reads what the processes of this database have noted about their sweeps (D-332). */
export async function getSweepAges(ctx: Ctx): Promise<SweepAges> {
  const last = await findLastSweep(ctx.db);
  const now = ctx.realTime.now().getTime();
  const toAge = (at: Date | null | undefined): number =>
    at ? Math.max(0, now - at.getTime()) : Number.POSITIVE_INFINITY;
  return {
    cronMs: toAge(last?.cronAt),
    otherWatchMs: last?.watchBy === ctx.processNumber ? Number.POSITIVE_INFINITY : toAge(last?.watchAt),
  };
}
