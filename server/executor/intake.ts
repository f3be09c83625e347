import { createHash, randomBytes } from "node:crypto";
import type { RegisteredFunction } from "./functions";
import { type RunError, type RunEvent, shortText, type Work } from "./run";
import type { NewRun } from "./store";

/** The runs that events start: one for each function that an event triggers. Ended runs keep their keys for more than 24 h. */
export const runsOf = (
  functions: readonly RegisteredFunction[],
  events: readonly RunEvent[],
  now: Date,
): NewRun[] =>
  events.flatMap((event) =>
    functions
      .filter((fn) => fn.isTriggeredBy(event))
      .map((fn) => newRun(fn, event, eventKey(fn, event), now)),
  );

/** The runs of the crons that name this minute; a minute is run once, whoever asks. */
export const cronRunsOf = (functions: readonly RegisteredFunction[], minute: Date): NewRun[] =>
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

/** What the onFailure function of a failed run is started by. */
export const failureEvent = (work: Work, error: RunError, now: Date): RunEvent => ({
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

/** The same for the same event of a batch that is sent again: 26 characters. */
export const eventIdOf = (seed: string, index: number): string =>
  createHash("sha256").update(`${seed}:${index}`).digest("hex").slice(0, 26);

function eventKey(fn: RegisteredFunction, event: RunEvent): string {
  const value = fn.idempotencyOf(event);
  return value === null ? `event:${shortText(event.id)}` : `value:${value}`;
}

function newRun(fn: RegisteredFunction, event: RunEvent, key: string, now: Date): NewRun {
  return {
    id: newRunId(now),
    key: `${fn.id}:${key}`,
    functionId: fn.id,
    event,
    slots: fn.slotsOf(event),
    runAt: new Date(Math.max(event.ts, now.getTime())),
  };
}

/** Sorts by time, so that new rows lie beside each other. */
const newRunId = (now: Date): string =>
  now.getTime().toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
