import type pg from "pg";
import { z } from "zod";
import type { Random } from "@/server/domain/random";
import type { RealTime } from "@/server/domain/real-time";
import { createEventId, planRuns, type RegisteredFunction, readFunctions } from "./function-registry";
import { createJobRunner, type Log } from "./job-runner";
import { takeLock } from "./lock";
import { type App, register } from "./protocol";
import { createQueue } from "./queue";
import type { RunEvent } from "./run";
import { createScheduler } from "./scheduler";
import { insertRuns } from "./store";

export interface ExecutorSettings {
  /** The product's pool; no connection is held during a call. */
  readonly pool: pg.Pool;
  /** The address for the separate connection that holds the advisory lock. */
  readonly databaseUrl: string;
  /** The key that signs calls, because the SDK runs in cloud mode (D-54). */
  readonly signingKey: string;
  readonly random: Random;
  readonly realTime: RealTime;
  readonly log: Log;
}

export interface Executor {
  /**
   * Receives events from the SDK (POST <base>/e/<key>) within this process, for `new Inngest({ fetch })`. Waits for
   * `start`.
   */
  readonly fetch: typeof fetch;
  /**
   * Registers the functions, then runs due jobs until `stop`. Throws an error with a readable message when a function
   * uses an option that the executor does not support (D-181).
   */
  start(app: App): Promise<void>;
  /** Whether a round has succeeded recently, or another process holds the lock. */
  alive(): boolean;
  /** Takes no new jobs, waits for running calls, which are short, and releases the lock for another process. */
  stop(): Promise<void>;
}

/**
 * Creates an executor that runs Inngest functions without an Inngest server: it speaks the SDK's protocol to their
 * handler (D-177). The way of an event:
 * 1. `fetch` takes it and stores one run, with its first job, for each function that it triggers (functions.ts,
 *    store.ts).
 * 2. The scheduler reads the jobs that are due: immediately after an event, and at the end of each sleep
 *    (scheduler.ts).
 * 3. The queue starts a job when the slots of its concurrency limits are free (queue.ts).
 * 4. The job runner calls the function and replaces the job by its result and the next job (job-runner.ts, reduce.ts).
 */
export function createExecutor(settings: ExecutorSettings): Executor {
  const { pool, signingKey, random, realTime } = settings;
  const started = createOnce<readonly RegisteredFunction[]>();
  let engine: Engine | null = null;

  return {
    async fetch(input, init) {
      const functions = await started.value;
      return takeEvents(settings, new Request(input, init), async (events) => {
        const now = realTime.now();
        await insertRuns(pool, planRuns(random, functions, events, now), now);
        engine?.wake();
      });
    },

    async start(app) {
      try {
        const functions = readFunctions(await register(app, { signingKey, at: realTime.now() }));
        engine = startEngine(settings, app, functions);
        started.settle(functions);
      } catch (error) {
        started.fail(error);
        throw error;
      }
    },

    alive: () => engine?.alive() ?? false,
    stop: async () => engine?.stop(),
  };
}

/** Creates a promise that is settled later. */
function createOnce<T>() {
  let settle: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  value.catch(() => undefined);
  return { value, settle, fail };
}

const record = z.record(z.string(), z.unknown());
/** The end of the year 9999, ms since the epoch. */
const latest = 253_402_300_799_999;
const sentEvent = z.object({
  name: z.string().min(1),
  id: z.string().nullish(),
  data: record.nullish(),
  ts: z.int().nonnegative().max(latest).nullish(),
  user: record.optional(),
  v: z.string().optional(),
});
const batch = z.union([z.array(sentEvent), sentEvent.transform((event) => [event])]);

/**
 * Answers requests to the event API, which the SDK sends to an Inngest server. The SDK sends a batch again with the
 * same seed when it received no answer; the event ids are computed from the seed, so no run is started twice.
 */
async function takeEvents(
  { random, realTime }: Pick<ExecutorSettings, "random" | "realTime">,
  request: Request,
  take: (events: readonly RunEvent[]) => Promise<void>,
): Promise<Response> {
  if (request.method !== "POST" || !/\/e\/[^/]+$/.test(new URL(request.url).pathname)) {
    return answer(404, { error: "The embedded executor only takes events." });
  }
  const sent = batch.safeParse(await request.json().catch(() => null));
  if (!sent.success) return answer(400, { ids: [""], error: "An event has no name, or is not an event." });

  const seed = request.headers.get("x-inngest-event-id-seed") ?? random.bytes(16).toString("hex");
  const ids = sent.data.map((_, index) => createEventId(seed, index));
  const events = sent.data.map(({ name, id, data, ts, ...rest }, index) => ({
    name,
    id: id || (ids[index] ?? ""),
    data: data ?? {},
    ts: ts ?? realTime.now().getTime(),
    ...rest,
  }));
  await take(events as readonly RunEvent[]);
  return answer(200, { ids });
}

const answer = (status: number, body: object): Response => Response.json({ ...body, status }, { status });

/** The engine of the executor. It exists until the process stops, and works only while it holds the lock. */
interface Engine {
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
function startEngine(
  { pool, databaseUrl, signingKey, random, realTime, log }: ExecutorSettings,
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
  const runJob = createJobRunner({ pool, app, signingKey, functions, random, realTime, log, queue, onJobs: wake });
  const scheduler = createScheduler({ pool, functions, queue, random, realTime, log });

  let isStopped = false;
  const lock = takeLock({
    databaseUrl,
    realTime,
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
    alive: () => lock.isElsewhere() || realTime.now().getTime() - scheduler.lastRoundAt() < aliveMs,
    async stop() {
      isStopped = true;
      queue.close();
      await scheduler.stop();
      await Promise.race([queue.idle(), realTime.sleep(stopMs, { holdsProcess: false })]);
      await lock.release();
    },
  };
}
