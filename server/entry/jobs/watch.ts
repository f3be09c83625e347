import type { Ctx } from "@/server/usecases/ctx";
import { fireDue } from "@/server/usecases/operations/fire-due";

export interface Watch {
  /** The minute's round came to its end. */
  tick(): void;
  /** Whether what is due has been looked for lately, by whomever. */
  alive(): boolean;
  stop(): Promise<void>;
}

/** Rounds come each minute: one may be late, two may not. ms. */
const silenceMs = 90_000;
const everyMs = 15_000;
const aliveMs = 120_000;

/**
 * Fires what is due itself while no rounds of the minute come, since Inngest may be down or not connected yet (trap 10).
 * The first round is at once: what fell due while the product was down waits for no minute.
 * @param onSilence told when rounds stop coming
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
      ctx.log.error({ err: error }, "Could not look for what is due");
    }
  };
  const look = async (): Promise<void> => {
    if (performance.now() - lastTick < silenceMs) return;
    if (!isSilent) {
      isSilent = true;
      ctx.log.warn({}, "No round of the minute came here for 90 s; firing what is due without it");
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
      if (isSilent) ctx.log.info({}, "Rounds of the minute come again");
      isSilent = false;
    },
    // While the sandbox clock is moved on, it is what fires.
    alive: () =>
      ctx.dueWork.isExclusiveWanted() || performance.now() - Math.max(lastTick, lastRound) < aliveMs,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
