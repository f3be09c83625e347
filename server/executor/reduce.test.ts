import { expect, test } from "vitest";
import type { Random } from "@/server/domain/random";
import type { Op, Verdict } from "./protocol";
import { reduce, retryAt, sleepEnd } from "./reduce";
import { discovery, type Outcome, type Work } from "./run";

const now = new Date("2026-11-21T12:00:00.000Z");
/** Draws the given byte first and then zeros. */
const draw = (first: number): Random => ({
  bytes: (count) => Buffer.concat([Buffer.from([first]), Buffer.alloc(count - 1)]),
});
const moment = { now, attemptsMax: 5, random: draw(0) };
const inMs = (ms: number) => new Date(now.getTime() + ms);

const work = (changes: Partial<Work> = {}): Work => ({
  id: "job",
  runId: "run",
  functionId: "f",
  kind: "call",
  stepId: discovery,
  attempt: 0,
  runAt: now,
  eager: false,
  event: { name: "e", id: "1", data: {}, ts: 0 },
  steps: [],
  version: 2,
  slots: [],
  siblingStepIds: [],
  ...changes,
});
const op = (name: string, id: string, more: Partial<Op> = {}): Op => ({ op: name, id, ...more }) as Op;
const steps = (ops: Op[], version = 2, retryAfter: string | null = null): Verdict => ({
  kind: "steps",
  version,
  ops,
  retryAfter,
});
const error = { name: "Error", message: "no" };
const failed = (isFinal: boolean, retryAfter: string | null = null): Verdict => ({
  kind: "failed",
  error,
  isFinal,
  retryAfter,
});
const toJobs = (outcome: Outcome) =>
  outcome.jobs.map(({ kind, stepId, attempt, runAt }) => ({ kind, stepId, attempt, runAt }));
const question = { kind: "call", stepId: discovery, attempt: 0, runAt: now };

test("keeps a step's value in order and calls the function again in the version that the SDK chose", () => {
  const before = work({ version: -1, steps: [{ id: "a", value: null }] });
  const outcome = reduce(before, steps([op("StepRun", "b", { data: { n: 1 } })], 2), moment);
  expect(outcome).toMatchObject({ version: 2, end: null });
  expect(outcome.steps).toEqual([
    { id: "a", value: null },
    { id: "b", value: { data: { n: 1 } } },
  ]);
  expect(toJobs(outcome)).toEqual([question]);
});

test("ends the run with the function's result", () => {
  const outcome = reduce(work(), { kind: "finished", result: "null" }, moment);
  expect(outcome).toMatchObject({ steps: null, jobs: [], end: { status: "completed", result: "null" } });
  const complete = reduce(work(), steps([op("RunComplete", "c", { data: 1 })]), moment);
  expect(complete.end).toEqual({ status: "completed", result: "1" });
});

test("makes a job at the end of a sleep: a duration or a date, in the name or in the options", () => {
  const sleep = (more: Partial<Op>) => toJobs(reduce(work(), steps([op("Sleep", "s", more)]), moment));
  const until = (runAt: Date) => [{ kind: "wake", stepId: "s", attempt: 0, runAt }];
  expect(sleep({ name: "1m30s" })).toEqual(until(inMs(90_000)));
  expect(sleep({ name: "2026-11-21T12:00:05.250Z" })).toEqual(until(inMs(5_250)));
  expect(sleep({ name: "nap", opts: { duration: "2h" } })).toEqual(until(inMs(7_200_000)));
});

test("keeps the end of a sleep as null", () => {
  const outcome = reduce(work({ kind: "wake", stepId: "s" }), { kind: "woken" }, moment);
  expect(outcome.steps).toEqual([{ id: "s", value: null }]);
  expect(toJobs(outcome)).toEqual([question]);
});

test("fails the run with a readable message for an unreadable sleep and for an unsupported step", () => {
  for (const unknown of [op("Sleep", "s", { name: "soon" }), op("InvokeFunction", "i")]) {
    const { end } = reduce(work(), steps([unknown]), moment);
    expect(end).toMatchObject({ status: "failed", error: { name: "NotSupported" } });
  }
});

test("tries a failed step again with the same call until its tries are used up", () => {
  const broken = (attempt: number) =>
    reduce(work({ attempt, stepId: "p" }), steps([op("StepError", "p", { error })], 2, "7"), moment);
  expect(toJobs(broken(0))).toEqual([{ kind: "call", stepId: "p", attempt: 1, runAt: inMs(7_000) }]);
  expect(broken(0).steps).toBeNull();
  expect(broken(4).steps).toEqual([{ id: "p", value: { error } }]);
  expect(toJobs(broken(4))).toEqual([question]);
});

test("lets the function catch a step that failed permanently", () => {
  const outcome = reduce(work({ attempt: 3 }), steps([op("StepFailed", "a", { error })]), moment);
  expect(outcome.steps).toEqual([{ id: "a", value: { error } }]);
  expect(toJobs(outcome)).toEqual([question]);
});

test("tries an error of the function again, unless it is final or was the last try", () => {
  expect(toJobs(reduce(work({ attempt: 1 }), failed(false), moment))).toEqual([
    { kind: "call", stepId: discovery, attempt: 2, runAt: inMs(30_000) },
  ]);
  for (const outcome of [reduce(work(), failed(true), moment), reduce(work({ attempt: 4 }), failed(false), moment)]) {
    expect(outcome).toMatchObject({ jobs: [], end: { status: "failed", error } });
  }
});

test("makes a job of each step that was discovered together with others", () => {
  const found = [op("StepPlanned", "a"), op("StepPlanned", "b"), op("Sleep", "s", { name: "1s" })];
  const outcome = reduce(work(), steps(found), moment);
  expect(toJobs(outcome).map(({ kind, stepId }) => `${kind} ${stepId}`)).toEqual(["call a", "call b", "wake s"]);
  expect(outcome.steps).toBeNull();
});

test("calls the function again after all parallel steps in version 2, after each in version 1 and in a race", () => {
  const done = steps([op("StepRun", "a", { data: 1 })]);
  const jobsAfter = (others: string[], changes: Partial<Work> = {}, version = 2) =>
    toJobs(
      reduce(
        work({ stepId: "a", siblingStepIds: others, version, ...changes }),
        { ...done, version } as Verdict,
        moment,
      ),
    );
  expect(jobsAfter(["b"])).toEqual([]);
  expect(jobsAfter([])).toEqual([question]);
  expect(jobsAfter(["b"], {}, 1)).toEqual([question]);
  expect(jobsAfter(["b"], { eager: true })).toEqual([question]);
});

test("replaces a discovery call that is running, because it does not know this step", () => {
  const done = steps([op("StepRun", "a", { data: 1 })]);
  expect(toJobs(reduce(work({ stepId: "a", siblingStepIds: [discovery] }), done, moment))).toEqual([question]);
});

test("remembers whether a step is part of a race, also for its retries", () => {
  const planned = steps([op("StepPlanned", "a", { opts: { parallelMode: "race" } })]);
  expect(reduce(work(), planned, moment).jobs[0]?.eager).toBe(true);
  const retried = reduce(work({ stepId: "a", eager: true }), steps([op("StepError", "a", { error })]), moment);
  expect(retried.jobs[0]?.eager).toBe(true);
});

test("drops a pending or finished step that is reported again", () => {
  const given = work({ steps: [{ id: "done", value: null }], siblingStepIds: ["pending"] });
  const again = steps([op("StepPlanned", "done"), op("StepPlanned", "pending")]);
  expect(reduce(given, again, moment)).toMatchObject({ steps: null, jobs: [], end: null });
});

test("fails the run for an answer that leaves nothing to do", () => {
  const given = work({ steps: [{ id: "done", value: null }] });
  expect(reduce(given, steps([op("StepPlanned", "done")]), moment).end?.status).toBe("failed");
  expect(reduce(given, steps([]), moment).end?.status).toBe("failed");
});

const delayS = (attempt: number, retryAfter: string | null = null, random = draw(0)) =>
  (retryAt(attempt, retryAfter, { now, random }).getTime() - now.getTime()) / 1_000;

test("uses the table plus up to half a minute", () => {
  const minutes = [1, 2, 5, 10, 20, 40, 60, 120, 120].map((count) => count * 60);
  expect(Array.from({ length: 11 }, (_, attempt) => delayS(attempt))).toEqual([15, 30, ...minutes]);
  expect(delayS(0, null, draw(0x80))).toBe(30);
});

test("uses what the SDK requests: seconds or a date, from 1 s to 24 h", () => {
  expect(delayS(3, "7")).toBe(7);
  expect(delayS(3, "2026-11-21T12:00:09.000Z")).toBe(9);
  expect(delayS(3, "0")).toBe(1);
  expect(delayS(3, "2020-01-01T00:00:00.000Z")).toBe(1);
  expect(delayS(3, "999999")).toBe(86_400);
  expect(delayS(0, "soon")).toBe(15);
});

test("reads durations in the SDK's notation, and instants", () => {
  const ms = (text: string) => (sleepEnd(text, now)?.getTime() ?? Number.NaN) - now.getTime();
  expect(["500ms", "1s", "1m30s", "2h", "1d", "1w", "1w2d3h4m5s"].map(ms)).toEqual([
    500, 1_000, 90_000, 7_200_000, 86_400_000, 604_800_000, 788_645_000,
  ]);
  expect(ms("2026-11-21T12:00:00.250Z")).toBe(250);
  expect(sleepEnd("soon", now)).toBeNull();
});
