import { randomUUID } from "node:crypto";
import type { Op, Verdict } from "./call";
import { sleepEnd } from "./duration";
import { type RetryMoment, retryAt } from "./retry";
import { discovery, type Job, type Outcome, type RunError, type StepResult, type Work } from "./run";

export interface Moment extends RetryMoment {
  readonly attemptsMax: number;
}

export type Result = Verdict | { readonly kind: "woken" };

/** What a job's result makes of its run. Pure but for the ids of new jobs. */
export function reduce(work: Work, result: Result, moment: Moment): Outcome {
  switch (result.kind) {
    case "finished":
      return { ...unchanged(work), end: { status: "completed", result: result.result } };
    case "failed":
      return result.isFinal || isLastTry(work, moment)
        ? failed(work, result.error)
        : { ...unchanged(work), jobs: [again(work, result.retryAfter, moment)] };
    case "woken":
      return goOn(work, { ...nothingYet(work), done: [{ id: work.stepId, value: null }] }, moment);
    case "steps":
      return reduceOps(work, result, moment);
  }
}

/** What the operations of an answer add up to. */
interface Gathered {
  readonly version: number;
  readonly done: readonly StepResult[];
  readonly jobs: readonly Job[];
  readonly end?: Outcome;
}

function reduceOps(work: Work, answer: Verdict & { kind: "steps" }, moment: Moment): Outcome {
  let gathered: Gathered = { ...nothingYet(work), version: answer.version };
  for (const op of answer.ops) {
    if (isKnown(work, gathered, op)) continue;
    gathered = gather(work, gathered, op, answer.retryAfter, moment);
    if (gathered.end) return { ...gathered.end, version: gathered.version };
  }
  return goOn(work, gathered, moment);
}

/** What is pending or done is reported again by branches that lost a race. */
function isKnown(work: Work, { done, jobs }: Gathered, { id, op }: Op): boolean {
  if (op === "RunComplete") return false;
  return (
    work.steps.some((step) => step.id === id) ||
    done.some((step) => step.id === id) ||
    jobs.some((job) => job.stepId === id) ||
    work.beside.includes(id)
  );
}

function gather(work: Work, so: Gathered, op: Op, retryAfter: string | null, moment: Moment): Gathered {
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
      return isLastTry(work, moment)
        ? withStep({ error: op.error })
        : withJob(again(work, retryAfter, moment));
    case "StepPlanned":
      return withJob(newJob({ kind: "call", stepId: op.id, runAt: moment.now, eager }));
    case "Sleep": {
      const runAt = sleepEnd(String(op.opts?.duration ?? op.name), moment.now);
      if (runAt) return withJob(newJob({ kind: "wake", stepId: op.id, runAt, eager }));
      return { ...so, end: failed(work, notDone(`A sleep until "${op.name}"`)) };
    }
    case "RunComplete": {
      const result = JSON.stringify(op.data ?? null);
      return { ...so, end: { ...unchanged(work), end: { status: "completed", result } } };
    }
    default:
      return { ...so, end: failed(work, notDone(`A step of the kind ${op.op}`)) };
  }
}

/**
 * The function is asked what comes next when a step has finished: at once, or when all that were found with it have
 * (request version 2). A question that is already being asked is replaced, since it knows nothing of this step.
 */
function goOn(work: Work, { done, jobs, version }: Gathered, { now }: Moment): Outcome {
  const steps = done.length === 0 ? null : [...work.steps, ...done];
  const others = work.beside.filter((stepId) => stepId !== discovery);
  const isAlone = others.length === 0 && jobs.length === 0;
  const isAsked = done.length > 0 && (version !== 2 || work.eager || isAlone);
  if (isAsked) {
    const question = newJob({ kind: "call", stepId: discovery, runAt: now, eager: false });
    return { steps, version, jobs: [...jobs, question], end: null };
  }
  if (work.beside.length === 0 && jobs.length === 0) {
    return failed(work, { name: "Error", message: "The SDK reported nothing that is left to do." });
  }
  return { steps, version, jobs, end: null };
}

const again = (work: Work, retryAfter: string | null, moment: Moment): Job =>
  newJob({
    kind: "call",
    stepId: work.stepId,
    attempt: work.attempt + 1,
    runAt: retryAt(work.attempt, retryAfter, moment),
    eager: work.eager,
  });

const newJob = (job: Omit<Job, "id" | "attempt"> & { attempt?: number }): Job => ({
  attempt: 0,
  ...job,
  id: randomUUID(),
});

const isLastTry = (work: Work, { attemptsMax }: Moment): boolean => work.attempt + 1 >= attemptsMax;

const nothingYet = ({ version }: Work): Gathered => ({ version, done: [], jobs: [] });

const unchanged = ({ version }: Work): Outcome => ({ steps: null, version, jobs: [], end: null });

const failed = (work: Work, error: RunError): Outcome => ({
  ...unchanged(work),
  end: { status: "failed", error },
});

const notDone = (what: string): RunError => ({
  name: "NotSupported",
  message: `${what} cannot be done by the embedded executor: use an Inngest server.`,
});
