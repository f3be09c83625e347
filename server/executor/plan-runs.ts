import { createHash, randomBytes } from "node:crypto";
import type { RegisteredFunction } from "./functions";
import { type RunError, type RunEvent, shortText, type Work } from "./run";
import type { NewRun } from "./store";

/**
 * Returns the runs that events start: one for each function that an event triggers. A key of a run is unique for 24
 * hours, because ended runs are kept for longer.
 */
export const planRuns = (functions: readonly RegisteredFunction[], events: readonly RunEvent[], now: Date): NewRun[] =>
  events.flatMap((event) =>
    functions.filter((fn) => fn.isTriggeredBy(event)).map((fn) => newRun(fn, event, eventKey(fn, event), now)),
  );

/** Returns the runs of the crons that are due in a minute. Their keys hold the minute, so each runs once (D-180). */
export const planCronRuns = (functions: readonly RegisteredFunction[], minute: Date): NewRun[] =>
  functions.flatMap((fn) => {
    const cron = fn.crons.find((trigger) => trigger.isDueIn(minute));
    if (!cron) return [];
    const fireAt = minute.toISOString().replace(".000Z", "Z");
    const event: RunEvent = {
      name: "inngest/scheduled.timer",
      id: fireAt,
      data: { cron: cron.expression, fireAt, scheduledAt: fireAt },
      ts: minute.getTime(),
    };
    return [newRun(fn, event, `cron:${fireAt}`, minute)];
  });

/** Creates the event that starts the onFailure function of a failed run. */
export const createFailureEvent = (work: Work, error: RunError, now: Date): RunEvent => ({
  name: "inngest/function.failed",
  id: `failed:${work.runId}`,
  data: {
    function_id: work.functionId,
    run_id: work.runId,
    error,
    event: work.event,
    events: [work.event],
  },
  ts: now.getTime(),
});

/** Computes an event's id of 26 characters, which is the same when the batch is sent again with its seed. */
export const createEventId = (seed: string, index: number): string =>
  createHash("sha256").update(`${seed}:${index}`).digest("hex").slice(0, 26);

function eventKey(fn: RegisteredFunction, event: RunEvent): string {
  const value = fn.findIdempotencyValue(event);
  return value === null ? `event:${shortText(event.id)}` : `value:${value}`;
}

function newRun(fn: RegisteredFunction, event: RunEvent, key: string, now: Date): NewRun {
  return {
    id: newRunId(now),
    key: `${fn.id}:${key}`,
    functionId: fn.id,
    event,
    slots: fn.listSlots(event),
    runAt: new Date(Math.max(event.ts, now.getTime())),
  };
}

/** Creates an id that sorts by time, so that new rows are neighbours in the index. */
const newRunId = (now: Date): string => now.getTime().toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
