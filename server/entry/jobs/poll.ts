import type { Ctx } from "@/server/usecases/ctx";
import { fireDue } from "@/server/usecases/fire-due";

export interface Polling {
  /** Whether a round has ended well, or an item was done, lately. */
  alive(): boolean;
  stop(): Promise<void>;
}

const everyMs = 1_000;

/** Fires what is due, round after round, so that nothing depends on a wake-up that was lost (D-48). */
export function startPolling(ctx: Ctx): Polling {
  let stopped = false;
  let lastGood = performance.now();
  let timer: NodeJS.Timeout;
  const round = async (): Promise<void> => {
    try {
      await fireDue(ctx, { until: ctx.clock.now() });
      lastGood = performance.now();
    } catch (error) {
      ctx.log.error({ err: error }, "Could not look for what is due");
    }
    if (!stopped) timer = setTimeout(() => (running = round()), everyMs);
  };
  let running = round();
  return {
    alive: () => performance.now() - Math.max(lastGood, ctx.dueWork.progressAt) < 120_000,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
