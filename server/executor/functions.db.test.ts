import { type Inngest, NonRetriableError, RetryAfterError } from "inngest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestExecutor, type TestExecutor } from "../testing/executor/executor";
import { countBrokenRuns, skipPause, waitForRuns } from "../testing/executor/runs";
import { countCases } from "../testing/run/cases";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";

let database: TestDatabase;
let it: TestExecutor;
const hourMs = 3_600_000;
/** The steps that ran, in order. */
const trace: string[] = [];
const listTrace = (name: string) => trace.filter((line) => line.startsWith(`${name} `));

beforeAll(async () => {
  database = await createTestDatabase();
  it = createTestExecutor(database.url, defineAll);
  await it.start();
});
afterAll(async () => {
  const broken = await countBrokenRuns(it.pool);
  await it.stop();
  await database.drop();
  expect(broken).toBe(0);
});

const defineAll = (client: Inngest) => [
  client.createFunction({ id: "sleeper", triggers: [{ event: "t/sleeper" }] }, async ({ event, step }) => {
    const due = await step.run("due", () => Date.now() + Number(event.data.ms));
    await step.sleepUntil("wait", new Date(due));
    return step.run("late", () => Date.now() - due);
  }),

  client.createFunction({ id: "napper", triggers: [{ event: "t/napper" }] }, async ({ step }) => {
    const from = await step.run("from", () => Date.now());
    await step.sleep("nap", "1h");
    return from;
  }),

  client.createFunction({ id: "flaky", triggers: [{ event: "t/flaky" }] }, async ({ step, attempt }) => {
    await step.run("first", () => void trace.push("flaky first"));
    return step.run("second", () => {
      trace.push(`flaky second ${attempt}`);
      if (attempt < 2) throw new RetryAfterError("not yet", hourMs * (1 + attempt));
      return "ok";
    });
  }),

  client.createFunction(
    {
      id: "doomed",
      retries: 0,
      triggers: [{ event: "t/doomed" }],
      onFailure: ({ event, error }) => {
        trace.push(`doomed ${event.data.function_id} ${error.message} ${event.data.event.data.n}`);
      },
    },
    async ({ step }) => {
      await step.run("kaput", () => {
        throw new Error("kaput");
      });
    },
  ),

  client.createFunction({ id: "minutely", triggers: [{ cron: "* * * * *" }] }, ({ event }) => event),

  client.createFunction({ id: "fan", triggers: [{ event: "t/fan" }] }, async ({ step }) => {
    const both = await Promise.all([
      step.run("left", () => void trace.push("fan left")),
      step.run("right", () => void trace.push("fan right")),
      step.sendEvent("tell", { name: "t/echo", data: { by: "fan" } }),
    ]);
    let sum = 0;
    for (let n = 1; n <= 3; n += 1) {
      sum += await step.run("again", () => {
        trace.push(`fan again ${n}`);
        return n;
      });
    }
    await step.sleepUntil("nap", new Date(Date.now() + 50));
    return { sum, results: both.length };
  }),
  client.createFunction({ id: "echo", triggers: [{ event: "t/echo" }] }, ({ event }) => event.data),

  client.createFunction(
    { id: "picky", triggers: [{ event: "t/picky", if: "event.data.x == 1 && event.data.y == 'a'" }] },
    ({ event }) => event.data,
  ),

  client.createFunction({ id: "throws", retries: 1, triggers: [{ event: "t/throws" }] }, ({ event, attempt }) => {
    trace.push(`throws ${event.data.as} ${attempt}`);
    if (event.data.as === "final") throw new NonRetriableError("never again");
    throw new RetryAfterError("once more", hourMs);
  }),

  client.createFunction(
    { id: "idem", idempotency: "event.data.order", triggers: [{ event: "t/idem" }] },
    ({ event }) => event.data,
  ),

  client.createFunction({ id: "waits", triggers: [{ event: "t/waits" }] }, async ({ step }) => {
    await step.waitForEvent("never", { event: "t/never", timeout: "1h" });
  }),
];

/**
 * How late a sleep may end, ms. How exactly it ends is measured where nothing else uses the machine, in the deep run;
 * otherwise only a sleep that is never woken reaches the limit.
 */
const latestMs = countCases(30_000, 300);

test("runs a step, a sleep until an instant and a step, and wakes on time", async () => {
  // Real time is the subject: the executor's timer ends the sleep.
  await it.send({ name: "t/sleeper", data: { ms: 300 } });
  const [run] = await waitForRuns(it.pool, "t-sleeper");
  expect(run?.result).toBeGreaterThanOrEqual(0);
  expect(run?.result).toBeLessThan(latestMs);
});

test("sleeps for a duration", async () => {
  await it.send({ name: "t/napper" });
  const { runAt, seenAt } = await skipPause(it.pool, "t-napper");
  const [run] = await waitForRuns(it.pool, "t-napper");
  expect(runAt).toBeGreaterThanOrEqual(Number(run?.result) + hourMs);
  expect(runAt).toBeLessThanOrEqual(seenAt + hourMs);
});

test("retries a failed step at the requested time with the number of the try, and not the step before it", async () => {
  let from = Date.now();
  await it.send({ name: "t/flaky" });
  for (const waitMs of [hourMs, 2 * hourMs]) {
    const { runAt, seenAt } = await skipPause(it.pool, "t-flaky");
    // The time is sent in whole seconds.
    expect(runAt).toBeGreaterThanOrEqual(from + waitMs - 1_000);
    expect(runAt).toBeLessThanOrEqual(seenAt + waitMs + 1_000);
    from = seenAt;
  }
  expect(await waitForRuns(it.pool, "t-flaky")).toEqual([{ status: "completed", result: "ok" }]);
  expect(listTrace("flaky")).toEqual(["flaky first", "flaky second 0", "flaky second 1", "flaky second 2"]);
});

test("starts the onFailure function of a failed run, and logs the failure without payloads", async () => {
  await it.send({ name: "t/doomed", data: { n: 7, secret: "s3cret" } });
  const [run] = await waitForRuns(it.pool, "t-doomed");
  expect(run).toMatchObject({ status: "failed", result: { message: "kaput" } });
  await waitForRuns(it.pool, "t-doomed-failure");
  expect(listTrace("doomed")).toEqual(["doomed t-doomed kaput 7"]);

  const line = it.lines.find(({ message }) => message === "A run of a function failed");
  expect(line).toMatchObject({ level: "info", facts: { functionId: "t-doomed", error: "kaput" } });
  expect(JSON.stringify(it.lines)).not.toContain("s3cret");
});

test("runs a cron once in the current minute", async () => {
  const { rows } = await it.pool.query(
    "select key, event from executor_run where function_id = 't-minutely' order by key",
  );
  expect(rows.length).toBeGreaterThanOrEqual(1);
  const { event, key } = rows[0];
  expect(event.name).toBe("inngest/scheduled.timer");
  expect(event.data).toEqual({ cron: "* * * * *", fireAt: event.id, scheduledAt: event.id });
  expect(event.id).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
  expect(key).toBe(`t-minutely:cron:${event.id}`);
});

test("runs each body once for parallel steps, sent events, an id used three times and a sleep", async () => {
  await it.send({ name: "t/fan" });
  const [run] = await waitForRuns(it.pool, "t-fan");
  expect(run).toEqual({ status: "completed", result: { sum: 6, results: 3 } });
  expect(listTrace("fan").sort()).toEqual(["fan again 1", "fan again 2", "fan again 3", "fan left", "fan right"]);
  expect(await waitForRuns(it.pool, "t-echo")).toEqual([{ status: "completed", result: { by: "fan" } }]);
});

test("starts nothing for an event that fails a trigger's condition or lacks its field", async () => {
  const events = [{ x: 1, y: "b" }, { y: "a" }, {}, { x: 1, y: "a" }];
  await it.send(...events.map((data) => ({ name: "t/picky", data })));
  expect(await waitForRuns(it.pool, "t-picky")).toEqual([{ status: "completed", result: { x: 1, y: "a" } }]);
});

test("retries an error of a function as often as configured, and a final error never", async () => {
  await it.send({ name: "t/throws", data: { as: "final" } }, { name: "t/throws", data: { as: "usual" } });
  await skipPause(it.pool, "t-throws");
  const runs = await waitForRuns(it.pool, "t-throws", 2);
  expect(runs.map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(listTrace("throws final")).toEqual(["throws final 0"]);
  expect(listTrace("throws usual")).toEqual(["throws usual 0", "throws usual 1"]);
});

test("starts nothing for an event id that was used before, except for another function", async () => {
  const event = { name: "t/echo", id: "one", data: { by: "hand" } };
  const before = (await it.pool.query("select from executor_run where function_id = 't-echo'")).rowCount ?? 0;
  await it.send(event, event);
  await it.send(event, { name: "t/picky", id: "one", data: { x: 1, y: "a" } });
  await waitForRuns(it.pool, "t-echo", before + 1);
  await waitForRuns(it.pool, "t-picky", 2);
});

test("starts one run for events with the same value of the idempotency key", async () => {
  await it.send(...[1, 1, 2, 1].map((order) => ({ name: "t/idem", data: { order } })));
  const runs = await waitForRuns(it.pool, "t-idem", 2);
  expect(runs.map(({ result }) => result)).toEqual(expect.arrayContaining([{ order: 1 }, { order: 2 }]));
});

test("starts nothing more for a batch that is sent again with its seed, and returns the same ids", async () => {
  const send = () =>
    it.executor.fetch("https://inn.gs/e/any", {
      method: "POST",
      headers: { "x-inngest-event-id-seed": "1795231603785,abc" },
      body: JSON.stringify([
        { name: "t/idem", data: { order: 3 } },
        { name: "t/idem", data: { order: 4 } },
      ]),
    });
  const [first, second] = await Promise.all([send(), send()]);
  const body = await first.json();
  expect(body).toEqual({ ids: [expect.any(String), expect.any(String)], status: 200 });
  expect(await second.json()).toEqual(body);
  await waitForRuns(it.pool, "t-idem", 4);
});

test("refuses what is not an event, and any other request", async () => {
  const post = (url: string, body: string) => it.executor.fetch(url, { method: "POST", body });
  expect((await post("https://inn.gs/e/any", "[{}]")).status).toBe(400);
  expect((await post("https://inn.gs/e/any", "{")).status).toBe(400);
  expect((await post("https://inn.gs/e/any", '[{"name":"t/echo","ts":1e20}]')).status).toBe(400);
  expect((await post("https://inn.gs/v1/checkpoint", "[]")).status).toBe(404);
});

test("fails the run immediately with a readable message for an unsupported step", async () => {
  await it.send({ name: "t/waits" });
  const [run] = await waitForRuns(it.pool, "t-waits");
  expect(run?.status).toBe("failed");
  expect(run?.result).toMatchObject({
    message: expect.stringMatching(/WaitForEvent.*use an Inngest server/),
  });
});

test("401 for an unsigned call or one signed with another key", async () => {
  const url = "http://127.0.0.1:3000/api/inngest?fnId=t-echo&stepId=step";
  const call = (headers: Record<string, string>) =>
    it.handler(new Request(url, { method: "POST", body: "{}", headers: { host: "127.0.0.1", ...headers } }));
  expect((await call({})).status).toBe(401);
  const seconds = Math.floor(Date.now() / 1000);
  expect((await call({ "x-inngest-signature": `t=${seconds}&s=${"0".repeat(64)}` })).status).toBe(401);
});

test("reports that the executor is alive", () => {
  expect(it.executor.alive()).toBe(true);
});
