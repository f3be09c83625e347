import { type Inngest, RetryAfterError } from "inngest";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestExecutor, type TestExecutor } from "../testing/executor/executor";
import { countBrokenRuns, skipPause, waitForRuns, waitForStoredStep } from "../testing/executor/runs";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";

let database: TestDatabase;
let it: TestExecutor;
const trace: string[] = [];
const note = <T>(line: string, value: T): T => {
  trace.push(line);
  return value;
};
/** Waits until another step has run. */
const whenNoted = (line: string) => vi.waitFor(() => expect(trace).toContain(line), 60_000);

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
  client.createFunction({ id: "chains", triggers: [{ event: "chains" }] }, async ({ step }) => {
    const chain = async (name: string) => {
      const one = await step.run(`${name}1`, () => note(`chains ${name}1`, 1));
      return one + (await step.run(`${name}2`, () => note(`chains ${name}2`, 1)));
    };
    return Promise.all([chain("a"), chain("b"), chain("c")]);
  }),

  client.createFunction(
    { id: "version-one", optimizeParallelism: false, triggers: [{ event: "version-one" }] },
    async ({ step }) => {
      const chain = async (name: string) => {
        await step.run(`${name}1`, async () => {
          if (name === "slow") await whenNoted("version-one fast2");
          note(`version-one ${name}1`, null);
        });
        return step.run(`${name}2`, () => note(`version-one ${name}2`, name));
      };
      return Promise.all([chain("fast"), chain("slow")]);
    },
  ),

  client.createFunction({ id: "group-race", triggers: [{ event: "group-race" }] }, async ({ step, group }) => {
    const first = await group.parallel(() =>
      Promise.race([
        step.run("fast", () => note("group-race fast", "fast")),
        step.run("slow", async () => {
          await whenNoted("group-race after");
          return note("group-race slow", "slow");
        }),
      ]),
    );
    return step.run("after", () => note("group-race after", first));
  }),

  client.createFunction({ id: "race", triggers: [{ event: "race" }] }, async ({ step }) => {
    const first = await Promise.race([
      step.run("fast", () => note("race fast", "fast")),
      step.run("slow", async () => {
        await waitForStoredStep(it.pool, "t-race");
        return note("race slow", "slow");
      }),
    ]);
    return step.run("after", () => note("race after", first));
  }),

  client.createFunction({ id: "caught", retries: 0, triggers: [{ event: "caught" }] }, async ({ step }) => {
    try {
      await step.run("bad", () => note("caught bad", Promise.reject(new TypeError("no"))));
    } catch (error) {
      const { name, message } = error as Error;
      return step.run("mend", () => note("caught mend", `${name}: ${message}`));
    }
    return null;
  }),

  client.createFunction({ id: "settled", retries: 0, triggers: [{ event: "settled" }] }, async ({ step }) => {
    const all = await Promise.allSettled([
      step.run("good", () => note("settled good", 1)),
      step.run("bad", () => note("settled bad", Promise.reject(new Error("no")))),
      step.sleep("nap", "1h"),
    ]);
    return all.map(({ status }) => status);
  }),

  client.createFunction({ id: "odd", triggers: [{ event: "odd" }] }, async ({ step }) => {
    const values = [undefined, null, 0, "", false, [], {}, "\u0000ş", new Date(0), [undefined], { a: undefined }];
    const seen: unknown[] = [];
    for (const value of values) seen.push(await step.run("value", () => value as string));
    return seen;
  }),

  client.createFunction({ id: "between", triggers: [{ event: "between" }] }, async ({ step, attempt }) => {
    await step.run("one", () => note("between one", 1));
    if (attempt === 0) throw new RetryAfterError(note("between throws", "between"), 3_600_000);
    return step.run("two", () => note("between two", attempt));
  }),

  client.createFunction({ id: "thirty", triggers: [{ event: "thirty" }] }, async ({ step }) => {
    let sum = 0;
    for (let n = 0; n < 30; n += 1) sum += await step.run("same", () => note(`thirty ${n}`, n));
    return sum;
  }),

  client.createFunction({ id: "twenty", triggers: [{ event: "twenty" }] }, async ({ step }) => {
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    return Promise.all(numbers.map((n) => step.run(`n${n}`, () => note(`twenty ${n}`, n))));
  }),
];

/** Runs a function once, without its pauses, and returns its result and the steps that ran. */
async function run(id: string, pauses = 0) {
  await it.send({ name: id });
  for (let count = 0; count < pauses; count++) await skipPause(it.pool, `t-${id}`);
  const [ended] = await waitForRuns(it.pool, `t-${id}`);
  return { ...ended, ran: trace.filter((line) => line.startsWith(`${id} `)) };
}

test("runs three chains in parallel", async () => {
  const { result, ran } = await run("chains");
  expect(result).toEqual([2, 2, 2]);
  expect([...ran].sort()).toEqual(["a1", "a2", "b1", "b2", "c1", "c2"].map((name) => `chains ${name}`));
});

test("does not make the fast chain wait for the slow one without optimised parallelism", async () => {
  const { result, ran } = await run("version-one");
  expect(result).toEqual(["fast", "slow"]);
  expect(ran).toEqual(["fast1", "fast2", "slow1", "slow2"].map((name) => `version-one ${name}`));
});

test("continues a group's race with the first step while the other one still runs", async () => {
  const { result, ran } = await run("group-race");
  expect(result).toBe("fast");
  expect(ran).toEqual(["fast", "after", "slow"].map((name) => `group-race ${name}`));
});

test("runs a plain race", async () => {
  const { result, ran } = await run("race");
  expect(result).toBe("fast");
  expect(ran).toEqual(["race fast", "race slow", "race after"]);
});

test("lets the function catch an error of a step", async () => {
  expect(await run("caught")).toEqual({
    status: "completed",
    result: "TypeError: no",
    ran: ["caught bad", "caught mend"],
  });
});

test("settles steps that succeed, fail and sleep", async () => {
  const { result, ran } = await run("settled", 1);
  expect(result).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect([...ran].sort()).toEqual(["settled bad", "settled good"]);
});

test("returns unusual values as JSON carries them", async () => {
  const { result } = await run("odd");
  expect(result).toEqual([null, null, 0, "", false, [], {}, "\u0000ş", "1970-01-01T00:00:00.000Z", [null], {}]);
});

test("keeps finished steps after an error between steps", async () => {
  const { result, ran } = await run("between", 2);
  // The count of tries starts again after a step, so it throws a second time.
  expect(ran).toEqual(["one", "throws", "two", "throws"].map((name) => `between ${name}`));
  expect(result).toBe(1);
});

test("runs thirty steps with one id", async () => {
  const { result, ran } = await run("thirty");
  expect(result).toBe(435);
  expect(ran).toHaveLength(30);
});

test("runs twenty steps in parallel", async () => {
  const { result, ran } = await run("twenty");
  expect(result).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(ran).toHaveLength(20);
});
