import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { type DueWorkDone, doDueWork } from "@/server/usecases/operations/do-due-work";
import { noteSweep } from "@/server/usecases/operations/note-sweep";
import { getSweepAges, type SweepAges } from "@/server/usecases/operations/sweep-queries";

/**
 * The sweep does everything that is due. A cron runs it each minute; while no cron comes to any process, one of them
 * runs it itself. It waits while the sandbox clock is being moved (D-47).
 */
const sweep = (ctx: Ctx): Promise<DueWorkDone> => ctx.dueWork.shared(() => doDueWork(ctx, { until: ctx.clock.now() }));

/**
 * Creates the cron function of the sweep, so that nothing depends on a signal that was lost (D-48).
 * @param onSwept called when a sweep has succeeded
 */
export const sweepFunction = (client: Inngest, ctx: Ctx, onSwept: () => void) =>
  client.createFunction(
    { id: "fire-due", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 1 },
    async ({ step }) => {
      const fired = await step.run("fire", async () => {
        const done = await sweep(ctx);
        await noteSweep(ctx, { by: "cron" });
        return done;
      });
      onSwept();
      return fired;
    },
  );

export interface Watch {
  /** Reports that a sweep of the cron function has succeeded in this process. */
  onSwept(): void;
  /** Whether a sweep has succeeded recently, by the cron function or by a watch, in this process or another one. */
  alive(): boolean;
  stop(): Promise<void>;
}

/**
 * The time without a sweep of the cron after which the watch sweeps, ms. The cron comes each minute, so one may be
 * late.
 */
const silenceMs = 90_000;
/** How often the watch looks, and how often it then sweeps, ms. */
const everyMs = 15_000;
const aliveMs = 120_000;

/**
 * Starts the watch, which sweeps in this process while the cron comes to none, because an Inngest server may be down or
 * not connected yet (D-174). Where the watch of another process does it already, this one leaves it to that one
 * (D-332). Its first sweep is immediate, for work that fell due while the product was down.
 * @param onSilence called when the cron stops coming
 */
export function startWatch(ctx: Ctx, onSilence: () => void = () => undefined): Watch {
  let lastCron = performance.now();
  let lastSweep = performance.now();
  let isSilent = false;

  const endSilence = (message: string): void => {
    if (isSilent) ctx.log.info({}, message);
    isSilent = false;
  };
  const sweepHere = async (afterwards: () => Promise<void>): Promise<void> => {
    try {
      await sweep(ctx);
      await afterwards();
      lastSweep = performance.now();
    } catch (error) {
      ctx.log.error({ err: error }, "Due work could not be done");
    }
  };
  const look = async (): Promise<void> => {
    if (performance.now() - lastCron < silenceMs) return;
    const { cronMs, otherWatchMs } = await getSweepAges(ctx).catch(() => unknownAges);
    const elsewhereMs = Math.min(cronMs, otherWatchMs);
    if (elsewhereMs < silenceMs) {
      lastSweep = Math.max(lastSweep, performance.now() - elsewhereMs);
      return endSilence(cronMs < silenceMs ? resumed : "Another process does the due work now");
    }
    if (!isSilent) {
      isSilent = true;
      ctx.log.warn({}, "No sweep has come for 90 s; this process does the due work itself");
      onSilence();
    }
    await sweepHere(() => noteSweep(ctx, { by: "watch" }));
  };

  let isLooking = true;
  // This one is not noted: it is no promise to go on.
  let running = sweepHere(async () => undefined).finally(() => {
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
    onSwept() {
      lastCron = performance.now();
      endSilence(resumed);
    },
    // While the sandbox clock is being moved, that move does the due work.
    alive: () => ctx.dueWork.isExclusiveWanted() || performance.now() - Math.max(lastCron, lastSweep) < aliveMs,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

const resumed = "The sweeps of each minute have resumed";
/** What a process takes for true while the database does not answer. */
const unknownAges: SweepAges = { cronMs: Number.POSITIVE_INFINITY, otherWatchMs: Number.POSITIVE_INFINITY };
