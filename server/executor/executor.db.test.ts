import type { Inngest } from "inngest";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { createTestExecutor, type Functions, type TestExecutor } from "../testing/executor/executor";
import { countBrokenRuns, waitForRuns } from "../testing/executor/runs";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { createExecutor } from "./executor";
import { deleteEndedRuns, inTransaction } from "./store";

let database: TestDatabase;
let pool: pg.Pool;
const executors: TestExecutor[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterEach(async () => {
  await Promise.all(executors.splice(0).map((executor) => executor.stop()));
  expect(await countBrokenRuns(pool)).toBe(0);
  await pool.query("delete from executor_run");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const create = (define: (client: Inngest) => Functions): TestExecutor => {
  const executor = createTestExecutor(database.url, define);
  executors.push(executor);
  return executor;
};

const plain = (client: Inngest) => [
  client.createFunction({ id: "plain", retries: 1, triggers: [{ event: "plain" }] }, () => "ok"),
];

test("refuses to start for an unsupported option of a function, and refuses events", async () => {
  const executor = create((client) => [
    client.createFunction({ id: "f", debounce: { period: "5s" }, triggers: [{ event: "e" }] }, () => null),
  ]);
  await expect(executor.start()).rejects.toThrow(
    "The function t-f uses `debounce`, which the embedded executor cannot do: use an Inngest server.",
  );
  const sent = executor.executor.fetch("https://inn.gs/e/any", { method: "POST", body: "[]" });
  await expect(sent).rejects.toThrow("debounce");
  expect(executor.executor.alive()).toBe(false);
});

test("refuses to start when the functions cannot be registered", async () => {
  const executor = create(plain);
  const other = createExecutor({
    pool,
    databaseUrl: database.url,
    signingKey: "signkey-test-ffff",
    random: systemRandom,
    realTime: systemTime,
    log: { info() {}, warn() {}, error() {} },
  });
  const app = { handler: executor.handler, serveUrl: "http://127.0.0.1/api/inngest" };
  await expect(other.start(app)).rejects.toThrow(/could not be registered: 401/);
});

test("keeps events that are sent before the start until it", async () => {
  const executor = create(plain);
  const sent = executor.send({ name: "plain" });
  await executor.start();
  await sent;
  expect(await waitForRuns(pool, "t-plain")).toEqual([{ status: "completed", result: "ok" }]);
});

/** Answers that the executor may receive instead of the function's own. */
const breakages: [string, (answer: Response) => Promise<Response>][] = [
  ["another server's answer", async () => new Response("Bad gateway", { status: 502 })],
  ["an error", () => Promise.reject(new Error("no connection"))],
  [
    "an answer with a forged signature",
    async (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("x-inngest-signature", `t=1&s=${"0".repeat(64)}`);
      return new Response(await answer.text(), { status: answer.status, headers });
    },
  ],
];

test.each(breakages)("calls again after %s, which is not an answer of the function", async (_, breakIt) => {
  const executor = create(plain);
  await executor.start();
  const { handler } = executor;
  executor.handler = async (request) => breakIt(await handler(request));
  await executor.send({ name: "plain" });
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select attempt, run_at > $1 as later from executor_job", [new Date()]);
    expect(rows).toEqual([{ attempt: 1, later: true }]);
  }, 60_000);
  expect(executor.lines).toContainEqual(
    expect.objectContaining({
      level: "warn",
      message: "A call of a function did not reach it or got no valid answer",
    }),
  );

  executor.handler = handler;
  await pool.query("update executor_job set run_at = $1", [new Date()]);
  expect(await waitForRuns(pool, "t-plain")).toEqual([{ status: "completed", result: "ok" }]);
});

test("runs a cron once per minute, also across a restart", async () => {
  const define = (client: Inngest) => [
    client.createFunction({ id: "cron", triggers: [{ cron: "* * * * *" }] }, () => null),
  ];
  for (let n = 0; n < 2; n += 1) {
    const executor = create(define);
    await executor.start();
    await vi.waitFor(async () => {
      const { rows } = await pool.query("select event->>'id' as minute from executor_run");
      const minute = `${new Date().toISOString().slice(0, 16)}:00Z`;
      expect(rows.filter((row) => row.minute === minute)).toHaveLength(1);
    }, 60_000);
    await executor.stop();
    executors.length = 0;
  }
  const { rows } = await pool.query("select event->>'id' as minute from executor_run");
  expect(new Set(rows.map(({ minute }) => minute)).size).toBe(rows.length);
});

test("deletes runs that ended long ago and keeps the rest", async () => {
  const executor = create((client) => [
    ...plain(client),
    client.createFunction({ id: "sleeps", triggers: [{ event: "sleeps" }] }, ({ step }) => step.sleep("long", "1h")),
  ]);
  await executor.start();
  await executor.send({ name: "plain" }, { name: "plain" }, { name: "plain" }, { name: "sleeps" });
  await waitForRuns(pool, "t-plain", 3);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  await pool.query("update executor_run set created_at = $1", [hours(30)]);
  await pool.query("update executor_run set ended_at = $1 where ended_at is not null", [hours(26)]);
  expect(await deleteEndedRuns(pool, hours(27), 10)).toBe(0);
  expect(await deleteEndedRuns(pool, hours(25), 2)).toBe(2);

  // The sweep after the next start deletes the last one.
  await executor.stop();
  executors.length = 0;
  await create(plain).start();
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select function_id from executor_run");
    expect(rows).toEqual([{ function_id: "t-sleeps" }]);
  }, 60_000);
});

test("fails only the transaction whose connection breaks", async () => {
  const broken = inTransaction(pool, async (tx) => {
    const { rows } = await tx.query("select pg_backend_pid() as pid");
    await pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tx.query("select 1");
  });
  await expect(broken).rejects.toThrow();
  expect((await pool.query("select 1")).rowCount).toBe(1);
});
