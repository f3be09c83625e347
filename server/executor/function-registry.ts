import { createHash } from "node:crypto";
import { parse } from "@marcbachmann/cel-js";
import { Cron } from "croner";
import { z } from "zod";
import type { Random } from "@/server/domain/random";
import { type RunError, type RunEvent, shortText, type Work } from "./run";
import type { NewRun } from "./store";

/** A function that the SDK has registered. */
export interface RegisteredFunction {
  readonly id: string;
  readonly attemptsMax: number;
  /** The limits of parallel calls, one for each entry of `listSlots`. */
  readonly limits: readonly number[];
  readonly crons: readonly CronTrigger[];
  isTriggeredBy(event: RunEvent): boolean;
  listSlots(event: RunEvent): string[];
  /** Returns the value for which one run is started in 24 h; null when the function or the event has none. */
  findIdempotencyValue(event: RunEvent): string | null;
}

interface CronTrigger {
  readonly expression: string;
  isDueIn(minute: Date): boolean;
}

const limit = z.strictObject({
  limit: z.int().positive(),
  key: z.string().optional(),
  scope: z.literal("fn").optional(),
});
const config = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(
    z.union([
      z.strictObject({ event: z.string().regex(/^[^*]+$/), expression: z.string().optional() }),
      z.strictObject({ cron: z.string() }),
    ]),
  ),
  steps: z.object({
    step: z.object({ retries: z.object({ attempts: z.int().nonnegative() }).optional() }),
  }),
  concurrency: z
    .union([
      z
        .int()
        .positive()
        .transform((number) => [{ limit: number }]),
      limit.transform((one) => [one]),
      z.array(limit),
    ])
    .optional(),
  idempotency: z.string().optional(),
});

/** The default number of tries of a job: the first one and four retries. */
export const defaultAttemptsMax = 5;

/**
 * Reads the SDK's registration. Throws an error with a readable message for an option that is not supported (D-181).
 */
export const readFunctions = (configs: readonly unknown[]): RegisteredFunction[] => configs.map(readFunction);

function readFunction(given: unknown): RegisteredFunction {
  const parsed = config.safeParse(given);
  if (!parsed.success) throw new Error(describeRefusal(given, parsed.error));
  const { id, triggers, steps, concurrency = [], idempotency } = parsed.data;
  const usedBy = `The function ${id}`;

  const limits = concurrency as readonly z.infer<typeof limit>[];
  const keys = limits.map(({ key }) => (key === undefined ? null : compileExpression(key, usedBy)));
  const conditions = triggers.flatMap((trigger) =>
    "event" in trigger
      ? [{ name: trigger.event, if: trigger.expression && compileExpression(trigger.expression, usedBy) }]
      : [],
  );
  const identity = idempotency === undefined ? null : compileExpression(idempotency, usedBy);

  return {
    id,
    attemptsMax: steps.step.retries ? 1 + steps.step.retries.attempts : defaultAttemptsMax,
    limits: limits.map((one) => one.limit),
    crons: triggers.flatMap((trigger) => ("cron" in trigger ? [readCron(trigger.cron, usedBy)] : [])),
    isTriggeredBy: (event) =>
      conditions.some((condition) => condition.name === event.name && (!condition.if || condition.if(event) === true)),
    listSlots: (event) => keys.map((key, index) => `${id}#${index}:${key ? toKeyText(key(event)) : ""}`),
    findIdempotencyValue: (event) => {
      const value = identity?.(event) ?? null;
      return value === null ? null : toKeyText(value);
    },
  };
}

function describeRefusal(given: unknown, error: z.ZodError): string {
  const name = z.object({ id: z.string() }).safeParse(given).data?.id ?? "without an id";
  const [issue] = error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.map((key) => `\`${key}\``).join(", ") : "";
  const where = issue?.path.join(".") || "its options";
  return unknown
    ? `The function ${name} uses ${unknown}, which the embedded executor cannot do: use an Inngest server.`
    : `The function ${name} uses something that the embedded executor cannot do (${where}: ${issue?.message}).`;
}

/** Compiles a CEL expression over `event`. Throws an error with a readable message when it cannot be parsed. */
function compileExpression(text: string, usedBy: string): (event: RunEvent) => unknown {
  let evaluate: ReturnType<typeof parse>;
  try {
    evaluate = parse(text);
  } catch (error) {
    throw new Error(`${usedBy} has an expression that cannot be read, "${text}": ${toFirstLine(error)}`);
  }
  return (event) => {
    try {
      return evaluate({ event });
    } catch {
      // An event that lacks a field is not a fault of the expression: the value is then null.
      return null;
    }
  };
}

const toFirstLine = (error: unknown): string => String(error).split("\n")[0] ?? "";

function readCron(expression: string, usedBy: string): CronTrigger {
  const [, timezone = "UTC", pattern = ""] = /^(?:TZ=(\S+)\s+)?(.+)$/.exec(expression) ?? [];
  try {
    const cron = new Cron(pattern, { timezone, mode: "5-part", paused: true });
    cron.nextRun();
    return { expression, isDueIn: (minute) => cron.match(minute) };
  } catch (error) {
    throw new Error(`${usedBy} has a cron that cannot be read, "${expression}": ${String(error)}`);
  }
}

/** Converts a key's value to a short text of characters that the database accepts. */
function toKeyText(value: unknown): string {
  const text =
    typeof value === "string"
      ? value
      : JSON.stringify(value, (_, part) => (typeof part === "bigint" ? part.toString() : part));
  return shortText(text);
}

/**
 * Returns the runs that events start: one for each function that an event triggers. A key of a run is unique for 24
 * hours, because ended runs are kept for longer.
 */
export const planRuns = (
  random: Random,
  functions: readonly RegisteredFunction[],
  events: readonly RunEvent[],
  now: Date,
): NewRun[] =>
  events.flatMap((event) =>
    functions.filter((fn) => fn.isTriggeredBy(event)).map((fn) => newRun(random, fn, event, eventKey(fn, event), now)),
  );

/** Returns the runs of the crons that are due in a minute. Their keys hold the minute, so each runs once (D-180). */
export const planCronRuns = (random: Random, functions: readonly RegisteredFunction[], minute: Date): NewRun[] =>
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
    return [newRun(random, fn, event, `cron:${fireAt}`, minute)];
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

function newRun(random: Random, fn: RegisteredFunction, event: RunEvent, key: string, now: Date): NewRun {
  return {
    id: newRunId(random, now),
    key: `${fn.id}:${key}`,
    functionId: fn.id,
    event,
    slots: fn.listSlots(event),
    runAt: new Date(Math.max(event.ts, now.getTime())),
  };
}

/** Creates an id that sorts by time, so that new rows are neighbours in the index. */
const newRunId = (random: Random, now: Date): string =>
  now.getTime().toString(16).padStart(12, "0") + random.bytes(10).toString("hex");
