import type pg from "pg";
import type { RegisteredFunction } from "./functions";
import type { Log } from "./hop";
import { cronRunsOf } from "./intake";
import type { Queue } from "./queue";
import { deleteEndedRuns, dueWork, insertRuns, nextRunAt } from "./store";

export interface SchedulerSettings {
  readonly pool: pg.Pool;
  readonly functions: readonly RegisteredFunction[];
  readonly queue: Queue;
  readonly log: Log;
}

/** Rounds of looking for what is due: crons, calls, ends of sleeps. */
export interface Scheduler {
  /** Look now, or right after the look that is under way. */
  wake(): void;
  /** Looks until `stop`; a second call while rounds go on changes nothing. */
  start(): void;
  /** Resolves when no round is under way. */
  stop(): Promise<void>;
  /** When a round last came through, ms since the epoch; 0 before the first. */
  lastRoundAt(): number;
}

/** Jobs of other processes are found within this time. */
const idleMs = 500;
const minuteMs = 60_000;

/** Keys of ended runs recognise an event for 24 h; an hour more for the hourly sweep. */
const keptMs = 25 * 60 * minuteMs;
const sweepEveryMs = 60 * minuteMs;
const sweepBatch = 1_000;

export function createScheduler({ pool, functions, queue, log }: SchedulerSettings): Scheduler {
  let isRunning = false;
  let rounds: Promise<void> = Promise.resolve();
  let lastRoundAt = 0;
  let firedMinute = 0;
  let sweptAt = 0;
  const alarm = createAlarm();

  /** A minute that was missed stays missed, but for the present one. */
  const fireCrons = async (now: Date): Promise<void> => {
    const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
    if (minute === firedMinute) return;
    await insertRuns(pool, cronRunsOf(functions, new Date(minute)), now);
    firedMinute = minute;
  };

  const takeDue = async (now: Date): Promise<void> => {
    for (;;) {
      const look = queue.beginLook();
      if (look.countMax <= 0) return;
      const works = await dueWork(pool, { now, ...look });
      if (!isRunning) return;
      queue.add(works);
      if (works.length < look.countMax) return;
    }
  };

  const sweep = async (now: Date): Promise<void> => {
    if (now.getTime() - sweptAt < sweepEveryMs) return;
    const before = new Date(now.getTime() - keptMs);
    const deleted = await deleteEndedRuns(pool, before, sweepBatch);
    if (deleted < sweepBatch) sweptAt = now.getTime();
  };

  /** Tells when the next one has to come at the latest. */
  const round = async (): Promise<number> => {
    const now = new Date();
    await fireCrons(now);
    await takeDue(now);
    await sweep(now);
    lastRoundAt = Date.now();
    const next = (await nextRunAt(pool, now))?.getTime() ?? Number.POSITIVE_INFINITY;
    return Math.min(next, now.getTime() + idleMs, firedMinute + minuteMs);
  };

  const run = async (): Promise<void> => {
    while (isRunning) {
      alarm.set();
      let nextAt = Date.now() + idleMs;
      try {
        nextAt = await round();
      } catch (error) {
        log.warn({ error: String(error) }, "the executor could not look for what is due");
        alarm.set();
      }
      if (isRunning) await alarm.at(nextAt);
    }
  };

  return {
    wake: alarm.ring,
    start() {
      if (isRunning) return;
      isRunning = true;
      rounds = rounds.then(run);
    },
    async stop() {
      isRunning = false;
      alarm.ring();
      await rounds;
    },
    lastRoundAt: () => lastRoundAt,
  };
}

/** Ends a pause at an instant or when it is rung, also when it was rung since it was set. */
function createAlarm() {
  let isRung = false;
  let end = () => {};
  return {
    set(): void {
      isRung = false;
    },
    ring(): void {
      isRung = true;
      end();
    },
    at: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (isRung) return resolve();
        const timer = setTimeout(resolve, Math.max(ms - Date.now(), 0));
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
