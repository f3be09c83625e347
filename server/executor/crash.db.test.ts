import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Inngest } from "inngest";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestExecutor, type TestExecutor } from "../testing/executor/executor";
import { countBrokenRuns, waitForRuns } from "../testing/executor/runs";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";

let database: TestDatabase;
let pool: pg.Pool;
const children: ChildProcess[] = [];
const executors: TestExecutor[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(executors.splice(0).map((executor) => executor.stop()));
  const broken = await countBrokenRuns(pool);
  await pool.end();
  await database.drop();
  expect(broken).toBe(0);
});

/** The steps that a test keeps open, one for each executor that has started it. */
interface Gated {
  readonly trace: string[];
  readonly open: Map<string, (value: string) => void>;
}

const newGated = (): Gated => ({ trace: [], open: new Map() });

async function startGated(name: string, { trace, open }: Gated): Promise<TestExecutor> {
  const executor = createTestExecutor(database.url, (client: Inngest) => [
    client.createFunction({ id: "gated", triggers: [{ event: "gated" }] }, async ({ step }) => {
      await step.run("first", () => void trace.push(`first ${name}`));
      const value = await step.run("held", () => {
        trace.push(`held ${name}`);
        return new Promise<string>((resolve) => open.set(name, resolve));
      });
      return step.run("last", () => {
        trace.push(`last ${name}`);
        return value;
      });
    }),
  ]);
  executors.push(executor);
  await executor.start();
  return executor;
}

const whenHeldBy = (name: string, { trace }: Gated) =>
  vi.waitFor(() => expect(trace).toContain(`held ${name}`), { timeout: 60_000 });

const ours = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";

test("lets a waiting process take over when the first loses the lock; a late result changes nothing", async () => {
  const gated = newGated();
  const a = await startGated("a", gated);
  await a.send({ name: "gated" });
  await whenHeldBy("a", gated);

  const b = await startGated("b", gated);
  await vi.waitFor(() => expect(b.executor.alive()).toBe(true), 60_000);
  expect(gated.trace).toEqual(["first a", "held a"]);
  await pool.query(`select pg_terminate_backend(pid) from pg_locks where ${ours} and granted`);
  await whenHeldBy("b", gated);

  gated.open.get("a")?.("of a");
  gated.open.get("b")?.("of b");
  const [run] = await waitForRuns(pool, "t-gated");
  expect(["of a", "of b"]).toContain(run?.result);
  await a.stop();
  executors.splice(executors.indexOf(a), 1);
  expect(gated.trace).toEqual(["first a", "held a", "held b", "last b"]);
});

test("records a result although all connections broke during its step, and does not run the step again", async () => {
  const gated = newGated();
  const a = await startGated("a", gated);
  await a.send({ name: "gated" });
  await whenHeldBy("a", gated);
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  gated.open.get("a")?.("kept");
  expect(await waitForRuns(pool, "t-gated")).toEqual([{ status: "completed", result: "kept" }]);
  expect(gated.trace).toEqual(["first a", "held a", "last a"]);
});

test("finishes the running step at a stop and starts no other; the next process continues", async () => {
  const gated = newGated();
  const a = await startGated("a", gated);
  await a.send({ name: "gated" });
  await whenHeldBy("a", gated);
  const stopped = a.executor.stop();
  gated.open.get("a")?.("done");
  await stopped;
  expect(gated.trace).toEqual(["first a", "held a"]);

  await startGated("b", gated);
  expect(await waitForRuns(pool, "t-gated")).toEqual([{ status: "completed", result: "done" }]);
  expect(gated.trace).toEqual(["first a", "held a", "last b"]);
});

/** Starts a process and collects its output lines. */
function startChild(mode: "hang" | "pass") {
  const run = fileURLToPath(new URL("../launch/run.mjs", import.meta.url));
  const program = [run, "server/testing/executor/child.ts", database.url, mode];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return {
    lines,
    says: (line: string) => vi.waitFor(() => expect(lines).toContain(line), { timeout: 60_000, interval: 10 }),
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("repeats only unrecorded work after kill -9 in a sleep and in a step", async () => {
  const first = startChild("hang");
  await first.says("one");
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query("select 1 from executor_job where kind = 'wake'");
    expect(rowCount).toBe(1);
  }, 60_000);
  await first.kill();

  const second = startChild("hang");
  await second.says("ready");
  expect(second.lines).toEqual(["ready"]);
  // The hour of the sleep is over.
  await pool.query("update executor_job set run_at = $1 where kind = 'wake'", [new Date()]);
  await second.says("two");
  await second.kill();

  const third = startChild("pass");
  await third.says("end");
  const [run] = await waitForRuns(pool, "t-long");
  expect(run?.status).toBe("completed");
  expect([first.lines.sort(), second.lines.sort(), third.lines.sort()]).toEqual([
    ["one", "ready"],
    ["ready", "two"],
    ["end", "ready", "two"],
  ]);
});
