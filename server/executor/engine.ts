import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { App } from "./call";
import type { RegisteredFunction } from "./functions";
import { createHop, type Log } from "./hop";
import { takeLock } from "./lock";
import { createQueue } from "./queue";
import { createScheduler } from "./scheduler";

export interface ExecutorSettings {
  /** Shared with the product; no connection is held during a call. */
  readonly pool: pg.Pool;
  /** For a connection of its own, which holds the lock. */
  readonly databaseUrl: string;
  /** Calls are signed with it: the SDK runs in cloud mode (D-54). */
  readonly signingKey: string;
  readonly log: Log;
}

/** What runs from the start to the end of the process, with the lock and without. */
export interface Engine {
  /** There is something new in the database. */
  wake(): void;
  alive(): boolean;
  stop(): Promise<void>;
}

const callsMax = 1_000;
const aliveMs = 10_000;
/** A call that hangs does not hold up the end of the process; its step runs again. */
const stopMs = 20_000;

/** Takes the lock of the database, and works while it has it. */
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
    perform: (work) => hop(work),
    onRoom: wake,
  });
  const hop = createHop({ pool, app, signingKey, functions, log, queue, onJobs: wake });
  const scheduler = createScheduler({ pool, functions, queue, log });

  let isStopped = false;
  const lock = takeLock({
    databaseUrl,
    onHeld() {
      if (isStopped) return;
      log.info({ functions: functions.length }, "the embedded executor runs the functions of this database");
      queue.open();
      scheduler.start();
    },
    onLost() {
      log.warn({}, "the embedded executor lost its connection; it takes nothing new until it has another");
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
