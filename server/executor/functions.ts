import { Cron } from "croner";
import { z } from "zod";
import { expressionOver } from "./expression";
import { type RunEvent, shortText } from "./run";

/** A function as the SDK has registered it, ready to be asked. */
export interface RegisteredFunction {
  readonly id: string;
  readonly attemptsMax: number;
  /** Calls in progress at once, one number for each of `slotsOf`. */
  readonly limits: readonly number[];
  readonly crons: readonly CronTrigger[];
  isTriggeredBy(event: RunEvent): boolean;
  slotsOf(event: RunEvent): string[];
  /** The value of which one run is started in 24 h, or null where the function or the event has none. */
  idempotencyOf(event: RunEvent): string | null;
}

export interface CronTrigger {
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

/** Tries of a hop where a function does not say otherwise: the first and four more. */
export const defaultAttemptsMax = 5;

/** Reads what the SDK registers. Throws a plain sentence on an option that is not done here. */
export const readFunctions = (configs: readonly unknown[]): RegisteredFunction[] => configs.map(readFunction);

function readFunction(given: unknown): RegisteredFunction {
  const parsed = config.safeParse(given);
  if (!parsed.success) throw new Error(refusalOf(given, parsed.error));
  const { id, triggers, steps, concurrency = [], idempotency } = parsed.data;
  const usedBy = `The function ${id}`;

  const limits = concurrency as readonly z.infer<typeof limit>[];
  const keys = limits.map(({ key }) => (key === undefined ? null : expressionOver(key, usedBy)));
  const conditions = triggers.flatMap((trigger) =>
    "event" in trigger
      ? [{ name: trigger.event, if: trigger.expression && expressionOver(trigger.expression, usedBy) }]
      : [],
  );
  const identity = idempotency === undefined ? null : expressionOver(idempotency, usedBy);

  return {
    id,
    attemptsMax: steps.step.retries ? 1 + steps.step.retries.attempts : defaultAttemptsMax,
    limits: limits.map((one) => one.limit),
    crons: triggers.flatMap((trigger) => ("cron" in trigger ? [readCron(trigger.cron, usedBy)] : [])),
    isTriggeredBy: (event) =>
      conditions.some(
        (condition) => condition.name === event.name && (!condition.if || condition.if(event) === true),
      ),
    slotsOf: (event) => keys.map((key, index) => `${id}#${index}:${key ? textOf(key(event)) : ""}`),
    idempotencyOf: (event) => {
      const value = identity?.(event) ?? null;
      return value === null ? null : textOf(value);
    },
  };
}

function refusalOf(given: unknown, error: z.ZodError): string {
  const name = z.object({ id: z.string() }).safeParse(given).data?.id ?? "without an id";
  const [issue] = error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.map((key) => `\`${key}\``).join(", ") : "";
  const where = issue?.path.join(".") || "its options";
  return unknown
    ? `The function ${name} uses ${unknown}, which the embedded executor cannot do: use an Inngest server.`
    : `The function ${name} uses something that the embedded executor cannot do (${where}: ${issue?.message}).`;
}

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

/** Short, and of characters that a database takes. */
function textOf(value: unknown): string {
  const text =
    typeof value === "string"
      ? value
      : JSON.stringify(value, (_, part) => (typeof part === "bigint" ? part.toString() : part));
  return shortText(text);
}
