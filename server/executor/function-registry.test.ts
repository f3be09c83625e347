import { describe, expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { planCronRuns, planRuns, readFunctions } from "./function-registry";
import type { RunEvent } from "./run";

const config = (changes: object = {}) => ({
  id: "app-f",
  name: "F",
  triggers: [{ event: "e" }],
  steps: { step: { id: "step", name: "step", runtime: { type: "http", url: "http://h" } } },
  ...changes,
});
const read = (changes: object = {}) => {
  const [fn] = readFunctions([config(changes)]);
  if (!fn) throw new Error("nothing was read");
  return fn;
};
const event = (data: Record<string, unknown> = {}, name = "e"): RunEvent => ({ name, id: "id", data, ts: 0 });
const now = new Date("2026-11-21T12:00:30.000Z");

test("tries five times by default", () => {
  expect(read().attemptsMax).toBe(5);
  expect(read({ steps: { step: { retries: { attempts: 0 } } } }).attemptsMax).toBe(1);
});

test("accepts a number, an object or two objects as concurrency limits; a slot is a value of a key", () => {
  expect(read({ concurrency: 3 }).limits).toEqual([3]);
  expect(read({ concurrency: { limit: 2, key: "event.data.k" } }).limits).toEqual([2]);
  const fn = read({
    concurrency: [
      { limit: 2, key: "event.data.k" },
      { limit: 9, scope: "fn" },
    ],
  });
  expect(fn.limits).toEqual([2, 9]);
  expect(fn.listSlots(event({ k: "a" }))).toEqual(["app-f#0:a", "app-f#1:"]);
  expect(fn.listSlots(event({ k: 7 }))[0]).toBe("app-f#0:7");
});

test("replaces a value by its hash when the database or an index would not accept it", () => {
  const fn = read({ concurrency: { limit: 2, key: "event.data.k" } });
  const slots = ["\u0000", "ş", "x".repeat(5_000)].map((k) => fn.listSlots(event({ k }))[0]);
  for (const slot of slots) expect(slot).toMatch(/^app-f#0:[0-9a-f]{64}$/);
  expect(new Set(slots).size).toBe(3);
});

describe("refuses with a readable message", () => {
  const unsupported = {
    batchEvents: { maxSize: 10, timeout: "5s" },
    cancel: [{ event: "c" }],
    debounce: { period: "10s" },
    priority: { run: "1" },
    rateLimit: { limit: 1, period: "1m" },
    singleton: { mode: "skip" },
    throttle: { limit: 1, period: "5s" },
    timeouts: { start: "1m" },
  };
  test.each(Object.entries(unsupported))("%s", (name, value) => {
    const sentence = `The function app-f uses \`${name}\`, which the embedded executor cannot do`;
    expect(() => read({ [name]: value })).toThrow(sentence);
  });

  test.each([
    ["a limit shared by functions", { concurrency: { limit: 1, scope: "account", key: '"g"' } }],
    ["a wildcard", { triggers: [{ event: "shop/*" }] }],
    ["a trigger of another kind", { triggers: [{ cron: "* * * * *", jitter: "5s" }] }],
    ["a cron that is none", { triggers: [{ cron: "every minute" }] }],
    ["a cron in a place that is none", { triggers: [{ cron: "TZ=Europe/Atlantis 0 9 * * *" }] }],
    ["a cron with seconds", { triggers: [{ cron: "* * * * * *" }] }],
    ["an expression that is none", { triggers: [{ event: "e", expression: "event.data." }] }],
  ])("%s", (_, changes) => {
    expect(() => read(changes)).toThrow(/^The function app-f /);
  });
});

test("plans a run for each function that an event triggers, once per event id or idempotency value", () => {
  const functions = readFunctions([
    config(),
    config({ id: "app-g", idempotency: "event.data.order" }),
    config({ id: "app-h", triggers: [{ event: "other" }] }),
  ]);
  expect(planRuns(systemRandom, functions, [event({ order: 5 })], now).map(({ key }) => key)).toEqual([
    "app-f:event:id",
    "app-g:value:5",
  ]);
  expect(planRuns(systemRandom, functions, [event({})], now).map(({ key }) => key)).toEqual([
    "app-f:event:id",
    "app-g:event:id",
  ]);
});

test("starts the run of a future event at that time", () => {
  const [run] = planRuns(systemRandom, readFunctions([config()]), [{ ...event(), ts: now.getTime() + 5_000 }], now);
  expect(run?.runAt.getTime()).toBe(now.getTime() + 5_000);
});

test("makes a cron due in its minutes, in its time zone", () => {
  const functions = readFunctions([
    config({ triggers: [{ cron: "0 9 * * *" }] }),
    config({ id: "app-paris", triggers: [{ cron: "TZ=Europe/Paris 0 9 * * 1-5" }] }),
  ]);
  const keysAt = (minute: string) => planCronRuns(systemRandom, functions, new Date(minute)).map(({ key }) => key);
  expect(keysAt("2026-11-20T09:00:00Z")).toEqual(["app-f:cron:2026-11-20T09:00:00Z"]);
  expect(keysAt("2026-11-20T08:00:00Z")).toEqual(["app-paris:cron:2026-11-20T08:00:00Z"]);
  expect(keysAt("2026-07-20T07:00:00Z")).toEqual(["app-paris:cron:2026-07-20T07:00:00Z"]);
  expect(keysAt("2026-11-21T08:00:00Z")).toEqual([]);
  expect(keysAt("2026-11-20T09:01:00Z")).toEqual([]);
});
