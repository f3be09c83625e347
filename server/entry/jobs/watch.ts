import type { Ctx } from "@/server/usecases/ctx";
import { fireDue } from "@/server/usecases/operations/fire-due";

export interface Watch {
  /** Reports that the round of the minute has succeeded. */
  tick(): void;
  /** Whether due work has been looked for recently, by the functions or by the watch. */
  alive(): boolean;
  stop(): Promise<void>;
}

/** The time without a round after which the watch takes over, ms. Rounds come each minute, so one may be late. */
const silenceMs = 90_000;
const everyMs = 15_000;
const aliveMs = 120_000;

/**
 * Starts the watch, which does due work itself while no rounds of the minute come, because an Inngest server may be
 * down or not connected yet (D-174). Its first round is immediate, for work that fell due while the product was down.
 * @param onSilence called when rounds stop coming
 */
export function startWatch(ctx: Ctx, onSilence: () => void = () => undefined): Watch {
  let lastTick = performance.now();
  let lastRound = performance.now();
  let isSilent = false;

  const round = async (): Promise<void> => {
    try {
      await ctx.dueWork.shared(() => fireDue(ctx, { until: ctx.clock.now() }));
      lastRound = performance.now();
    } catch (error) {
      ctx.log.error({ err: error }, "Due work could not be done");
    }
  };
  const look = async (): Promise<void> => {
    if (performance.now() - lastTick < silenceMs) return;
    if (!isSilent) {
      isSilent = true;
      ctx.log.warn({}, "No round of the minute has come for 90 s; this process does the due work itself");
      onSilence();
    }
    await round();
  };

  let isLooking = true;
  let running = round().finally(() => {
    isLooking = false;
  });
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    running = look().finally(() => {
      isLooking = false;
    });
  }, everyMs);
  return {
    tick() {
      lastTick = performance.now();
      if (isSilent) ctx.log.info({}, "The rounds of the minute have resumed");
      isSilent = false;
    },
    // While the sandbox clock is being moved, that move does the due work.
    alive: () => ctx.dueWork.isExclusiveWanted() || performance.now() - Math.max(lastTick, lastRound) < aliveMs,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
