import { drawFraction, type Random } from "@/server/domain/random";
import type { Op, Verdict } from "./protocol";
import { discovery, type Job, type Outcome, type RunError, type StepResult, type Work } from "./run";

interface RetryMoment {
  readonly now: Date;
  /** Spreads retries, and names new jobs. */
  readonly random: Random;
}

interface ReduceMoment extends RetryMoment {
  readonly attemptsMax: number;
}

export type Result = Verdict | { readonly kind: "woken" };

/** Computes how a job's result changes its run. It is pure except for what it draws. */
export function reduce(work: Work, result: Result, moment: ReduceMoment): Outcome {
  switch (result.kind) {
    case "finished":
      return { ...unchanged(work), end: { status: "completed", result: result.result } };
    case "failed":
      return result.isFinal || isLastTry(work, moment)
        ? failed(work, result.error)
        : { ...unchanged(work), jobs: [createRetry(work, result.retryAfter, moment)] };
    case "woken":
      return continueRun(work, { ...nothingYet(work), done: [{ id: work.stepId, value: null }] }, moment);
    case "steps":
      return reduceOps(work, result, moment);
  }
}

/** The combined effect of an answer's operations. */
interface Gathered {
  readonly version: number;
  readonly done: readonly StepResult[];
  readonly jobs: readonly Job[];
  readonly end?: Outcome;
}

function reduceOps(work: Work, answer: Verdict & { kind: "steps" }, moment: ReduceMoment): Outcome {
  let gathered: Gathered = { ...nothingYet(work), version: answer.version };
  for (const op of answer.ops) {
    if (isKnown(work, gathered, op)) continue;
    gathered = gather(work, gathered, op, answer.retryAfter, moment);
    if (gathered.end) return { ...gathered.end, version: gathered.version };
  }
  return continueRun(work, gathered, moment);
}

/** Whether a step is already pending or done; branches that lost a race report it again. */
function isKnown(work: Work, { done, jobs }: Gathered, { id, op }: Op): boolean {
  if (op === "RunComplete") return false;
  return (
    work.steps.some((step) => step.id === id) ||
    done.some((step) => step.id === id) ||
    jobs.some((job) => job.stepId === id) ||
    work.siblingStepIds.includes(id)
  );
}

function gather(work: Work, so: Gathered, op: Op, retryAfter: string | null, moment: ReduceMoment): Gathered {
  const withStep = (value: unknown): Gathered => ({ ...so, done: [...so.done, { id: op.id, value }] });
  const withJob = (job: Job): Gathered => ({ ...so, jobs: [...so.jobs, job] });
  const eager = op.opts?.parallelMode === "race";

  switch (op.op) {
    case "StepRun":
    case "Step":
      return withStep({ data: op.data ?? null });
    case "StepFailed":
      return withStep({ error: op.error });
    case "StepError":
      return isLastTry(work, moment) ? withStep({ error: op.error }) : withJob(createRetry(work, retryAfter, moment));
    case "StepPlanned":
      return withJob(newJob(moment.random, { kind: "call", stepId: op.id, runAt: moment.now, eager }));
    case "Sleep": {
      const runAt = sleepEnd(String(op.opts?.duration ?? op.name), moment.now);
      if (runAt) return withJob(newJob(moment.random, { kind: "wake", stepId: op.id, runAt, eager }));
      return { ...so, end: failed(work, createNotSupportedError(`A sleep until "${op.name}"`)) };
    }
    case "RunComplete": {
      const result = JSON.stringify(op.data ?? null);
      return { ...so, end: { ...unchanged(work), end: { status: "completed", result } } };
    }
    default:
      return { ...so, end: failed(work, createNotSupportedError(`A step of the kind ${op.op}`)) };
  }
}

/**
 * Plans the call that asks the function what comes next after a step: immediately, or with request version 2 when all
 * steps that were discovered together have finished. Such a call that already runs is replaced, because it does not
 * know this step.
 */
function continueRun(work: Work, { done, jobs, version }: Gathered, { now, random }: ReduceMoment): Outcome {
  const steps = done.length === 0 ? null : [...work.steps, ...done];
  const others = work.siblingStepIds.filter((stepId) => stepId !== discovery);
  const isAlone = others.length === 0 && jobs.length === 0;
  const isAsked = done.length > 0 && (version !== 2 || work.eager || isAlone);
  if (isAsked) {
    const question = newJob(random, { kind: "call", stepId: discovery, runAt: now, eager: false });
    return { steps, version, jobs: [...jobs, question], end: null };
  }
  if (work.siblingStepIds.length === 0 && jobs.length === 0) {
    return failed(work, { name: "Error", message: "The SDK reported nothing that is left to do." });
  }
  return { steps, version, jobs, end: null };
}

const createRetry = (work: Work, retryAfter: string | null, moment: ReduceMoment): Job =>
  newJob(moment.random, {
    kind: "call",
    stepId: work.stepId,
    attempt: work.attempt + 1,
    runAt: retryAt(work.attempt, retryAfter, moment),
    eager: work.eager,
  });

const newJob = (random: Random, job: Omit<Job, "id" | "attempt"> & { attempt?: number }): Job => ({
  attempt: 0,
  ...job,
  id: random.bytes(16).toString("hex"),
});

const isLastTry = (work: Work, { attemptsMax }: ReduceMoment): boolean => work.attempt + 1 >= attemptsMax;

const nothingYet = ({ version }: Work): Gathered => ({ version, done: [], jobs: [] });

const unchanged = ({ version }: Work): Outcome => ({ steps: null, version, jobs: [], end: null });

const failed = (work: Work, error: RunError): Outcome => ({
  ...unchanged(work),
  end: { status: "failed", error },
});

const createNotSupportedError = (what: string): RunError => ({
  name: "NotSupported",
  message: `${what} cannot be done by the embedded executor: use an Inngest server.`,
});

const seconds = 1_000;
const minutes = 60 * seconds;

/**
 * The delay after the n-th failed try of a job, as an Inngest server uses it, plus up to half a minute of jitter, ms.
 */
const delaysMs = [15 * seconds, 30 * seconds, ...[1, 2, 5, 10, 20, 40, 60].map((count) => count * minutes)];
const lastDelayMs = 120 * minutes;
const jitterMs = 30 * seconds;
const shortestMs = 1 * seconds;
const longestMs = 24 * 60 * minutes;

/**
 * Returns the time of the next try: as the SDK requests it (seconds or a date), otherwise by the table; from 1 s to 24
 * h.
 */
export function retryAt(attempt: number, retryAfter: string | null, { now, random }: RetryMoment): Date {
  const asked = retryAfter === null ? null : askedDelayMs(retryAfter, now);
  const delayMs = asked ?? (delaysMs[attempt] ?? lastDelayMs) + drawFraction(random) * jitterMs;
  return new Date(now.getTime() + Math.min(Math.max(delayMs, shortestMs), longestMs));
}

function askedDelayMs(retryAfter: string, now: Date): number | null {
  const delayMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * seconds : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(delayMs) ? null : delayMs;
}

const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Returns the end of a sleep: after a duration in the SDK's notation (`1m30s`), or at an ISO date; null for other
 * texts.
 */
export function sleepEnd(text: string, now: Date): Date | null {
  if (/^(\d+(ms|[smhdw]))+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+)(ms|[smhdw])/g)];
    const totalMs = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (unitsMs[unit] ?? 0), 0);
    return new Date(now.getTime() + totalMs);
  }
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
