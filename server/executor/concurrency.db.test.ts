import type { Inngest } from "inngest";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestExecutor, type TestExecutor } from "../testing/executor/executor";
import { countBrokenRuns, waitForRuns } from "../testing/executor/runs";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";

let database: TestDatabase;
let it: TestExecutor;

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

/** The number of step bodies of a name that run now, and the highest number so far. */
const running = new Map<string, { now: number; most: number }>();
async function within(names: readonly string[], work: () => Promise<unknown>): Promise<void> {
  const counts = names.map((name) => {
    const count = running.get(name) ?? { now: 0, most: 0 };
    running.set(name, count);
    return count;
  });
  for (const count of counts) {
    count.now += 1;
    count.most = Math.max(count.most, count.now);
  }
  await work();
  for (const count of counts) count.now -= 1;
}
const findMost = (name: string) => running.get(name)?.most;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls of the key `hog` wait for this gate. */
let openGate = () => {};
const gate = new Promise<void>((resolve) => {
  openGate = resolve;
});
const arrived: string[] = [];

const defineAll = (client: Inngest) => [
  ...[1, 2].map((limit) =>
    client.createFunction(
      {
        id: `limit-${limit}`,
        concurrency: { limit, key: "event.data.key" },
        triggers: [{ event: `limit-${limit}` }],
      },
      ({ event, step }) =>
        step.run("work", () => within([`limit-${limit}`, `limit-${limit} ${event.data.key}`], () => pause(40))),
    ),
  ),
  client.createFunction(
    {
      id: "two-limits",
      concurrency: [{ limit: 3 }, { limit: 1, key: "event.data.key" }],
      triggers: [{ event: "two-limits" }],
    },
    ({ event, step }) =>
      step.run("work", () => within(["two-limits", `two-limits ${event.data.key}`], () => pause(20))),
  ),
  client.createFunction(
    { id: "sleeps", concurrency: { limit: 1 }, triggers: [{ event: "sleeps" }] },
    async ({ step }) => {
      await step.sleep("nap", "1h");
      await step.run("work", () => within(["sleeps"], () => pause(10)));
    },
  ),
  client.createFunction(
    {
      id: "fair",
      concurrency: [{ limit: 100 }, { limit: 2, key: "event.data.key" }],
      triggers: [{ event: "fair" }],
    },
    async ({ event }) => {
      arrived.push(String(event.data.key));
      if (event.data.key === "hog") await gate;
    },
  ),
];

const events = (name: string, keys: readonly string[]) => keys.map((key) => ({ name, data: { key } }));

test("keeps a limit of one per key while keys run in parallel", async () => {
  await it.send(...events("limit-1", ["a", "a", "a", "a", "b", "b", "b", "b"]));
  await waitForRuns(it.pool, "t-limit-1", 8);
  expect([findMost("limit-1 a"), findMost("limit-1 b"), findMost("limit-1")]).toEqual([1, 1, 2]);
});

test("uses and keeps a limit of two per key", async () => {
  await it.send(...events("limit-2", ["a", "a", "a", "a", "a", "b"]));
  await waitForRuns(it.pool, "t-limit-2", 6);
  expect([findMost("limit-2 a"), findMost("limit-2 b")]).toEqual([2, 1]);
});

test("keeps both of two limits", async () => {
  const keys = Array.from({ length: 60 }, (_, n) => (n < 40 ? "busy" : `key${n % 6}`));
  await it.send(...events("two-limits", keys));
  await waitForRuns(it.pool, "t-two-limits", 60);
  expect([findMost("two-limits busy"), findMost("two-limits key0"), findMost("two-limits")]).toEqual([1, 1, 3]);
});

test("holds no slot while a run sleeps", async () => {
  await it.send(...Array.from({ length: 4 }, () => ({ name: "sleeps" })));
  const ofNaps = "kind = 'wake' and run_id in (select id from executor_run where function_id = 't-sleeps')";
  await vi.waitFor(async () => {
    const { rowCount } = await it.pool.query(`select 1 from executor_job where ${ofNaps}`);
    expect(rowCount).toBe(4);
  }, 60_000);
  await it.pool.query(`update executor_job set run_at = $1 where ${ofNaps}`, [new Date()]);
  await waitForRuns(it.pool, "t-sleeps", 4);
  expect(findMost("sleeps")).toBe(1);
});

test("does not delay another key by 500 jobs of a key whose calls hang", async () => {
  await it.send(...events("fair", new Array(500).fill("hog")));
  await vi.waitFor(() => expect(arrived).toHaveLength(2), 60_000);
  let asked = 0;
  const countAsked = () => void asked++;
  it.pool.on("acquire", countAsked);
  for (const key of ["x", "y", "z"]) {
    await it.send(...events("fair", [key]));
    await vi.waitFor(() => expect(arrived).toContain(key), { timeout: 60_000, interval: 5 });
  }
  it.pool.off("acquire", countAsked);
  expect(asked, "statements, none of which may be for one of the 500 jobs").toBeLessThan(60);
  expect(arrived.filter((key) => key === "hog")).toHaveLength(2);

  openGate();
  await waitForRuns(it.pool, "t-fair", 503);
  expect(arrived).toHaveLength(503);
});
