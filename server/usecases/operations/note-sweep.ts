import { upsertLastSweep } from "@/server/store/operations/last-sweep";
import type { Ctx } from "../ctx";

/**
 * Notes that a sweep has succeeded, by the cron function or by the watch of this process, so that other processes know
 * that due work is being done (D-332). The instant is in real time, because the sandbox clock can jump.
 */
export async function noteSweep(ctx: Ctx, { by }: { readonly by: "cron" | "watch" }): Promise<void> {
  const now = ctx.realTime.now();
  await upsertLastSweep(ctx.db, by === "cron" ? { cronAt: now } : { watchAt: now, watchBy: ctx.processNumber });
}
