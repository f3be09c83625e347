import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type App, call, callError } from "./call";
import { defaultAttemptsMax, type RegisteredFunction } from "./functions";
import { failureEvent, runsOf } from "./intake";
import type { Queue } from "./queue";
import { type Result, reduce } from "./reduce";
import type { Outcome, RunError, Work } from "./run";
import { findWork, insertRuns, inTransaction, lockRun, recordOutcome } from "./store";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface HopSettings {
  readonly pool: pg.Pool;
  readonly app: App;
  readonly signingKey: string;
  readonly functions: readonly RegisteredFunction[];
  readonly log: Log;
  readonly queue: Pick<Queue, "claim" | "forget">;
  /** There are jobs in the database that nobody has looked for yet. */
  onJobs(): void;
}

/** While the database is away a result is kept: without it the step would run again. */
const recordTries = 20;
const recordPauseMs = 500;

/**
 * Makes what does one job: it calls the SDK, then replaces the job by what came of it in one transaction. A crash
 * before that leaves the job as it was; a result whose job is gone changes nothing. Tells of the job of the same run
 * that can be done right after it, without looking for it in the database.
 */
export function createHop(settings: HopSettings): (work: Work) => Promise<Work | null> {
  const { pool, log, onJobs } = settings;

  const perform = async (given: Work): Promise<Work | null> => {
    // A run that has other jobs may have changed while this one waited.
    const work = given.beside.length === 0 ? given : await findWork(pool, given.id);
    if (!work) return null;
    const result = await resultOf(settings, work);
    return untilRecorded(log, () => record(settings, work, result));
  };

  return async (work) => {
    try {
      return await perform(work);
    } catch (error) {
      const { functionId, runId } = work;
      log.error({ functionId, runId, error: String(error) }, "a job of a function is done again");
      await pause(recordPauseMs);
      onJobs();
      return null;
    }
  };
}

async function resultOf(settings: HopSettings, work: Work): Promise<Result> {
  if (work.kind === "wake") return { kind: "woken" };
  const verdict = await call(settings.app, settings.signingKey, work, attemptsMaxOf(settings, work));
  if (verdict.kind === "failed" && verdict.error.name === callError) {
    const { functionId, runId } = work;
    settings.log.warn(
      { functionId, runId, error: verdict.error.message },
      "a call of a function came to nothing",
    );
  }
  return verdict;
}

const attemptsMaxOf = ({ functions }: HopSettings, work: Work): number =>
  functions.find(({ id }) => id === work.functionId)?.attemptsMax ?? defaultAttemptsMax;

async function record(settings: HopSettings, work: Work, result: Result): Promise<Work | null> {
  const now = new Date();
  const moment = { now, attemptsMax: attemptsMaxOf(settings, work), random: Math.random() };

  // Nobody else changes a run that has a single job: what was read with the job is how it is.
  const outcome = work.beside.length === 0 ? reduce(work, result, moment) : null;
  if (outcome && outcome.end?.status !== "failed") return recordAlone(settings, work, outcome, now);
  await recordLocked(settings, work, (current) => reduce(current, result, moment), now);
  return null;
}

/** One statement, by far the most frequent case. */
async function recordAlone(
  { pool, queue, onJobs }: HopSettings,
  work: Work,
  outcome: Outcome,
  now: Date,
): Promise<Work | null> {
  const next = nextOf(work, outcome, now);
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

/** Jobs of one run that end together are recorded one after the other, each with what the ones before it left. */
async function recordLocked(
  { pool, functions, log, onJobs }: HopSettings,
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
    await insertRuns(tx, runsOf(functions, [failureEvent(current, error, now)], now), now);
    logFailure(log, current, error);
  });
  onJobs();
}

/** The next job when it is the only one and due: it keeps its slots. */
function nextOf(work: Work, { steps, version, jobs, end }: Outcome, now: Date): Work | null {
  const [job] = jobs;
  const isNext = job?.kind === "call" && jobs.length === 1 && !end && job.runAt <= now;
  return isNext ? { ...work, ...job, steps: steps ?? work.steps, version } : null;
}

async function untilRecorded<T>(log: Log, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === recordTries) throw error;
      log.warn({ error: String(error) }, "a step's result could not be recorded yet");
      await pause(recordPauseMs);
    }
  }
}

const logFailure = (log: Log, { functionId, runId }: Work, error: RunError): void =>
  log.info({ functionId, runId, error: error.message }, "a run of a function failed");
