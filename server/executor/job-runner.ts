import type pg from "pg";
import type { Random } from "@/server/domain/random";
import { limitTime, type RealTime } from "@/server/domain/real-time";
import { createFailureEvent, defaultAttemptsMax, planRuns, type RegisteredFunction } from "./function-registry";
import { type App, brokenCall, callError, createCall, readVerdict, type Verdict } from "./protocol";
import type { Queue } from "./queue";
import { type Result, reduce } from "./reduce";
import type { Outcome, RunError, Work } from "./run";
import { findWork, insertRuns, inTransaction, lockRun, recordOutcome } from "./store";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface JobRunnerSettings {
  readonly pool: pg.Pool;
  readonly app: App;
  readonly signingKey: string;
  readonly functions: readonly RegisteredFunction[];
  readonly random: Random;
  readonly realTime: RealTime;
  readonly log: Log;
  readonly queue: Pick<Queue, "claim" | "forget">;
  /** Called when the database has new jobs. */
  onJobs(): void;
}

/**
 * The timeout of a call, ms. Without it a step that never ends would keep its slot for ever. The product's own waits
 * are much shorter.
 */
const callTimeoutMs = 15 * 60_000;

/**
 * How often recording a result is tried while the database is not reachable; without the record the step would run
 * again.
 */
const recordTries = 20;
const recordPauseMs = 500;

/**
 * Creates the function that runs one job: it calls the SDK, then replaces the job by its result in one transaction. A
 * crash before that leaves the job unchanged, and a result whose job no longer exists is dropped (D-178). Returns the
 * run's next job when it can start immediately, so it need not be read from the database.
 */
export function createJobRunner(settings: JobRunnerSettings): (work: Work) => Promise<Work | null> {
  const { pool, realTime, log, onJobs } = settings;

  const perform = async (given: Work): Promise<Work | null> => {
    // If the run has other jobs, it may have changed while this one waited, so read it again.
    const work = given.siblingStepIds.length === 0 ? given : await findWork(pool, given.id);
    if (!work) return null;
    const result = await callOrWake(settings, work);
    return untilRecorded(settings, () => record(settings, work, result));
  };

  return async (work) => {
    try {
      return await perform(work);
    } catch (error) {
      const { functionId, runId } = work;
      log.error({ functionId, runId, error: String(error) }, "A job of a function failed and is run again");
      await realTime.sleep(recordPauseMs);
      onJobs();
      return null;
    }
  };
}

async function callOrWake(settings: JobRunnerSettings, work: Work): Promise<Result> {
  if (work.kind === "wake") return { kind: "woken" };
  const verdict = await call(settings, work, findAttemptsMax(settings, work));
  if (verdict.kind === "failed" && verdict.error.name === callError) {
    const { functionId, runId } = work;
    settings.log.warn(
      { functionId, runId, error: verdict.error.message },
      "A call of a function did not reach it or got no valid answer",
    );
  }
  return verdict;
}

/** Calls the SDK for one job. Never throws: every error on the way becomes a failure that is tried again. */
async function call(
  { app, signingKey, realTime }: JobRunnerSettings,
  work: Work,
  attemptsMax: number,
): Promise<Verdict> {
  try {
    const answer = app.handler(createCall(app, { signingKey, at: realTime.now() }, work, attemptsMax));
    const verdict = answer.then((response) => readVerdict(response, work.version, signingKey));
    const late = (): Verdict => brokenCall("The call took too long.");
    return await limitTime(realTime, verdict, { ms: callTimeoutMs, late, holdsProcess: false });
  } catch (error) {
    return brokenCall(error instanceof Error ? error.message : String(error));
  }
}

const findAttemptsMax = ({ functions }: JobRunnerSettings, work: Work): number =>
  functions.find(({ id }) => id === work.functionId)?.attemptsMax ?? defaultAttemptsMax;

async function record(settings: JobRunnerSettings, work: Work, result: Result): Promise<Work | null> {
  const now = settings.realTime.now();
  const moment = { now, attemptsMax: findAttemptsMax(settings, work), random: settings.random };

  // Only this job can change a run that has a single job, so the data read with the job is still current.
  const outcome = work.siblingStepIds.length === 0 ? reduce(work, result, moment) : null;
  if (outcome && outcome.end?.status !== "failed") return recordAlone(settings, work, outcome, now);
  await recordLocked(settings, work, (current) => reduce(current, result, moment), now);
  return null;
}

/** Records the result of a run's only job in one statement; this is by far the most frequent case. */
async function recordAlone(
  { pool, queue, onJobs }: JobRunnerSettings,
  work: Work,
  outcome: Outcome,
  now: Date,
): Promise<Work | null> {
  const next = findNextWork(work, outcome, now);
  if (next) queue.claim(next.id);
  let isRecorded = false;
  try {
    isRecorded = await recordOutcome(pool, work, outcome, now);
  } finally {
    if (next && !isRecorded) queue.forget(next.id);
  }
  if (!next && outcome.jobs.length > 0) onJobs();
  return isRecorded ? next : null;
}

/** Records a result under the lock of its run, so that parallel jobs of a run are recorded one after the other. */
async function recordLocked(
  { pool, functions, random, log, onJobs }: JobRunnerSettings,
  { id, runId }: Work,
  outcomeOf: (current: Work) => Outcome,
  now: Date,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockRun(tx, runId);
    const current = await findWork(tx, id);
    if (!current) return;
    const outcome = outcomeOf(current);
    await recordOutcome(tx, current, outcome, now);
    if (outcome.end?.status !== "failed") return;
    const { error } = outcome.end;
    await insertRuns(tx, planRuns(random, functions, [createFailureEvent(current, error, now)], now), now);
    logFailure(log, current, error);
  });
  onJobs();
}

/** Returns the next job if it is the only one and due; it then keeps the slots of this one. */
function findNextWork(work: Work, { steps, version, jobs, end }: Outcome, now: Date): Work | null {
  const [job] = jobs;
  const isNext = job?.kind === "call" && jobs.length === 1 && !end && job.runAt <= now;
  return isNext ? { ...work, ...job, steps: steps ?? work.steps, version } : null;
}

async function untilRecorded<T>(
  { realTime, log }: Pick<JobRunnerSettings, "realTime" | "log">,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === recordTries) throw error;
      log.warn({ error: String(error) }, "The result of a step could not be recorded yet; trying again");
      await realTime.sleep(recordPauseMs);
    }
  }
}

const logFailure = (log: Log, { functionId, runId }: Work, error: RunError): void =>
  log.info({ functionId, runId, error: error.message }, "A run of a function failed");
