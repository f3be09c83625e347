import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { App } from "./call";
import type { RegisteredFunction } from "./functions";
import { createJobRunner, type Log } from "./job-runner";
import { takeLock } from "./lock";
import { createQueue } from "./queue";
import { createScheduler } from "./scheduler";

export interface ExecutorSettings {
  /** The product's pool; no connection is held during a call. */
  readonly pool: pg.Pool;
  /** The address for the separate connection that holds the advisory lock. */
  readonly databaseUrl: string;
  /** The key that signs calls, because the SDK runs in cloud mode (D-54). */
  readonly signingKey: string;
  readonly log: Log;
}

/** The engine of the executor. It exists until the process stops, and works only while it holds the lock. */
export interface Engine {
  /** Reports that the database has new jobs. */
  wake(): void;
  alive(): boolean;
  stop(): Promise<void>;
}

const callsMax = 1_000;
const aliveMs = 10_000;
/** The longest wait for running calls at the stop, ms. The step of a call that still hangs runs again later. */
const stopMs = 20_000;

/** Starts the engine: waits for the advisory lock of the database and runs jobs while it holds it. */
export function startEngine(
  { pool, databaseUrl, signingKey, log }: ExecutorSettings,
  app: App,
  functions: readonly RegisteredFunction[],
): Engine {
  const limits = new Map(functions.map((fn) => [fn.id, fn.limits]));
  const wake = (): void => scheduler.wake();

  const queue = createQueue({
    callsMax,
    limitOf: (work, index) => limits.get(work.functionId)?.[index] ?? Number.POSITIVE_INFINITY,
    perform: (work) => runJob(work),
    onRoom: wake,
  });
  const runJob = createJobRunner({ pool, app, signingKey, functions, log, queue, onJobs: wake });
  const scheduler = createScheduler({ pool, functions, queue, log });

  let isStopped = false;
  const lock = takeLock({
    databaseUrl,
    onHeld() {
      if (isStopped) return;
      log.info({ functions: functions.length }, "The embedded executor runs the functions of this database");
      queue.open();
      scheduler.start();
    },
    onLost() {
      log.warn(
        {},
        "The embedded executor lost the connection that holds its lock; it takes no new jobs until it holds the lock again",
      );
      queue.close();
      void scheduler.stop();
    },
  });

  return {
    wake,
    alive: () => lock.isElsewhere() || Date.now() - scheduler.lastRoundAt() < aliveMs,
    async stop() {
      isStopped = true;
      queue.close();
      await scheduler.stop();
      await Promise.race([queue.idle(), pause(stopMs, undefined, { ref: false })]);
      await lock.release();
    },
  };
}
