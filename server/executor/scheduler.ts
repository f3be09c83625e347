import type pg from "pg";
import type { Random } from "@/server/domain/random";
import type { RealTime } from "@/server/domain/real-time";
import type { RegisteredFunction } from "./function-registry";
import { planCronRuns } from "./function-registry";
import type { Log } from "./job-runner";
import type { Queue } from "./queue";
import { deleteEndedRuns, findNextRunAt, insertRuns, listDueWork } from "./store";

export interface SchedulerSettings {
  readonly pool: pg.Pool;
  readonly functions: readonly RegisteredFunction[];
  readonly queue: Queue;
  readonly random: Random;
  readonly realTime: RealTime;
  readonly log: Log;
}

/** Runs rounds that look for due work: crons, calls and ends of sleeps. */
export interface Scheduler {
  /** Starts a round now, or immediately after the running one. */
  wake(): void;
  /** Runs rounds until `stop`; a second call meanwhile changes nothing. */
  start(): void;
  /** Stops the rounds and resolves when none is running. */
  stop(): Promise<void>;
  /** Returns when a round last succeeded, ms since the epoch; 0 before the first. */
  lastRoundAt(): number;
}

/** The longest pause between two rounds, ms; jobs of other processes are found within this time. */
const idleMs = 500;
const minuteMs = 60_000;

/**
 * How long ended runs are kept, ms: their keys recognise an event for 24 h, plus one hour because the sweep is hourly.
 */
const keptMs = 25 * 60 * minuteMs;
const sweepEveryMs = 60 * minuteMs;
const sweepBatch = 1_000;

export function createScheduler({ pool, functions, queue, random, realTime, log }: SchedulerSettings): Scheduler {
  let isRunning = false;
  let rounds: Promise<void> = Promise.resolve();
  let lastRoundAt = 0;
  let firedMinute = 0;
  let sweptAt = 0;
  const alarm = createAlarm(realTime);
  const nowMs = (): number => realTime.now().getTime();

  /** Starts the cron runs of the current minute. Missed minutes are not made up for (D-180). */
  const fireCrons = async (now: Date): Promise<void> => {
    const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
    if (minute === firedMinute) return;
    await insertRuns(pool, planCronRuns(random, functions, new Date(minute)), now);
    firedMinute = minute;
  };

  const takeDue = async (now: Date): Promise<void> => {
    for (;;) {
      const look = queue.beginLook();
      if (look.countMax <= 0) return;
      const works = await listDueWork(pool, { now, ...look });
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

  /** Runs one round and returns when the next one must start at the latest, ms since the epoch. */
  const round = async (): Promise<number> => {
    const now = realTime.now();
    await fireCrons(now);
    await takeDue(now);
    await sweep(now);
    lastRoundAt = nowMs();
    const next = (await findNextRunAt(pool, now))?.getTime() ?? Number.POSITIVE_INFINITY;
    return Math.min(next, now.getTime() + idleMs, firedMinute + minuteMs);
  };

  const run = async (): Promise<void> => {
    while (isRunning) {
      alarm.set();
      let nextAt = nowMs() + idleMs;
      try {
        nextAt = await round();
      } catch (error) {
        log.warn({ error: String(error) }, "The embedded executor could not look for due work; trying again");
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

/**
 * Creates an alarm that ends a pause at an instant or when it is rung, also when it was rung between `set` and the
 * pause.
 */
function createAlarm(realTime: RealTime) {
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
        const withdraw = realTime.after(Math.max(ms - realTime.now().getTime(), 0), resolve);
        end = () => {
          withdraw();
          resolve();
        };
      }),
  };
}
