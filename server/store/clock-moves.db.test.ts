import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { createDueWorkLock } from "@/server/usecases/due-work-lock";
import { hours, plusMs } from "../domain/clock";
import { newProcessNumber } from "../domain/ids";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { createSandboxTime } from "./clock";
import { closeDb, createDb } from "./db";
import { holdProcessLock } from "./process-lock";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Process = Awaited<ReturnType<typeof startProcess>>;
const ends: (() => Promise<void>)[] = [];
let [one, two]: Process[] = [];
beforeEach(async () => {
  [one, two] = await Promise.all([startProcess(), startProcess()]);
});
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** Starts the clock of a web process. One with `follows: false` hangs: it holds its lease and hears nothing. */
async function startProcess({ follows = true, workMs = 60_000 } = {}) {
  const db = createDb({ databaseUrl: database.url, connectionsMax: 3 });
  const [processNumber, gate, warn] = [newProcessNumber(systemRandom), createDueWorkLock(), vi.fn()];
  const time = createSandboxTime({ db, processNumber, realTime: systemTime, log: { warn }, answerMs: 400, workMs });
  const lock = await holdProcessLock({
    databaseUrl: database.url,
    processNumber,
    realTime: systemTime,
    isShared: true,
    onLost: () => undefined,
    join: async (client) => (follows ? time.follow(client, gate) : undefined),
  });
  ends.push(async () => {
    await lock.release();
    await closeDb(db);
  });
  /** Moves the clock as `POST /sandbox/clock` does. */
  const advance = (ms: number, meanwhile = async (): Promise<unknown> => undefined): Promise<Date> =>
    time.alone(() =>
      gate.exclusive(async () => {
        const target = plusMs(time.now(), ms);
        await meanwhile();
        await time.moveTo(target);
        return target;
      }),
    );
  return { time, gate, warn, lock, processNumber, advance };
}

/** Starts due work in a process, which then waits for `end`. */
function startDueWork({ gate }: Process) {
  let end: () => void = () => undefined;
  const begun = vi.fn();
  const ended = gate.shared(() => {
    begun();
    return new Promise<void>((resolve) => (end = resolve));
  });
  return { begun, ended, end: () => end() };
}

test("every process has the new time when a move is answered, whoever moves", async () => {
  for (const [mover, other] of [[one!, two!] as const, [two!, one!] as const, [one!, two!] as const]) {
    const target = await mover.advance(hours(1));
    expect(other.time.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
    expect(mover.warn).not.toHaveBeenCalled();
  }
});

test("the steps of a move reach the other processes before its end", async () => {
  const before = two!.time.now().getTime();
  await one!.advance(hours(2), async () => {
    await one!.time.moveTo(plusMs(one!.time.now(), hours(1)));
    await vi.waitFor(() => expect(two!.time.now().getTime()).toBeGreaterThan(before + hours(1) - 1), 60_000);
    expect(two!.time.now().getTime()).toBeLessThan(before + hours(2));
  });
});

test("moves of several processes at once follow each other and add up", async () => {
  const before = one!.time.now().getTime();
  await Promise.all([one!, two!, one!, two!].map((process) => process.advance(hours(1))));
  for (const { time } of [one!, two!]) expect(time.now().getTime()).toBeGreaterThanOrEqual(before + hours(4));
  for (const { warn } of [one!, two!]) expect(warn).not.toHaveBeenCalled();
});

test("a move waits for the due work of another process, which then waits for the move", async () => {
  const running = startDueWork(two!);
  const moved = vi.fn();
  let next: ReturnType<typeof startDueWork> | undefined;
  const move = one!.advance(hours(1), async () => {
    moved();
    next = startDueWork(two!);
    await sleep(50);
    expect(next.begun).not.toHaveBeenCalled();
  });
  await vi.waitFor(() => expect(two!.gate.isExclusiveWanted()).toBe(true), 60_000);
  await sleep(100);
  expect(moved).not.toHaveBeenCalled();
  running.end();
  await running.ended;
  await move;
  await vi.waitFor(() => expect(next?.begun).toHaveBeenCalledOnce(), 60_000);
  next?.end();
  await next?.ended;
});

test("a process that has not heard of a move does not move the stored clock back", async () => {
  const [first, second] = [1, 2].map(() => createDb({ databaseUrl: database.url, connectionsMax: 1 }));
  const [early, late] = [first!, second!].map((db) =>
    createSandboxTime({
      db,
      realTime: systemTime,
      processNumber: newProcessNumber(systemRandom),
      log: { warn: vi.fn() },
    }),
  );
  const target = plusMs(one!.time.now(), hours(2));
  await late!.moveTo(target);
  await early!.moveTo(plusMs(target, -hours(1)));
  expect(early!.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
  await Promise.all([first!, second!].map(closeDb));
});

test("a process that is gone delays nothing", async () => {
  await two!.lock.release();
  await one!.advance(hours(1));
  expect(one!.warn).not.toHaveBeenCalled();
});

test("a process that hangs delays a move for a while only, and is named in the log", async () => {
  const hanging = await startProcess({ follows: false });
  const target = await one!.advance(hours(1));
  expect(two!.time.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
  expect(one!.warn).toHaveBeenCalledExactlyOnceWith(
    { processes: [hanging.processNumber], state: "not open" },
    "A process does not follow the move of the sandbox clock; going on without it",
  );
});

test("due work that does not end delays a move of another process for a while only", async () => {
  const impatient = await startProcess({ workMs: 50 });
  const running = startDueWork(two!);
  await impatient.advance(hours(1));
  expect(impatient.warn).toHaveBeenCalledWith(
    { processes: [two!.processNumber], state: "closing" },
    expect.any(String),
  );
  running.end();
  await running.ended;
});

test("a process that starts during a move begins with its time", async () => {
  let third: Promise<Process> | undefined;
  const target = await one!.advance(hours(1), async () => {
    third = startProcess();
    await vi.waitFor(async () => expect(await countSessions()).toBe(3), 60_000);
  });
  expect((await third)?.time.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
});

test("a process whose connection broke has the time of the moves that it missed", async () => {
  await cut("two");
  const target = await one!.advance(hours(1));
  await vi.waitFor(() => expect(two!.time.now().getTime()).toBeGreaterThanOrEqual(target.getTime()), 60_000);
});

test("the death of a process during its move lets the others go on", async () => {
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (die = resolve));
  const move = one!.advance(hours(1), () => dead);
  await vi.waitFor(() => expect(two!.gate.isExclusiveWanted()).toBe(true), 60_000);
  await cut("move");
  await vi.waitFor(() => expect(two!.gate.isExclusiveWanted()).toBe(false), 60_000);
  const work = startDueWork(two!);
  await vi.waitFor(() => expect(work.begun).toHaveBeenCalledOnce(), 60_000);
  work.end();
  die();
  await move.catch(() => undefined);
});

async function ask(sql: string, values: readonly unknown[] = []): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(sql, [...values]);
  await client.end();
  return rowCount ?? 0;
}

const ours = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
const countSessions = () => ask(`select from pg_locks where ${ours} and objsubid = 1`);
/** Ends the connection of the second process, or the one that holds the lock of a move. */
const cut = (which: "two" | "move") =>
  ask(
    `select pg_terminate_backend(pid) from pg_locks where ${ours} and objsubid = 2 and mode = 'ExclusiveLock' and objid = $1`,
    [which === "two" ? two!.processNumber : 0],
  );
