import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import { newProcessNumber } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { createSandboxTime } from "@/server/store/clock";
import { holdProcessLock } from "@/server/store/process-lock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createDueWorkLock } from "../due-work-lock";
import { advanceClock } from "./advance-clock";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Starts shared work, for which the clock waits. Returns a function that ends it. */
function holdLock() {
  let end: () => void = () => undefined;
  const ended = world.ctx.dueWork.shared(() => new Promise<void>((resolve) => (end = resolve)));
  return async () => {
    end();
    await ended;
  };
}

test("two concurrent advances add up", async () => {
  const before = world.clock.now();
  const half = () => advanceClock(world.ctx, { advanceSeconds: 1800 });
  await Promise.all([half(), half()]);
  expect(world.clock.now()).toEqual(plusMs(before, hours(1)));
});

test("an advance that waited for work under way adds its whole time to the present time", async () => {
  const before = world.clock.now();
  const release = holdLock();
  const moved = advanceClock(world.ctx, { advanceSeconds: 5 });
  world.clock.advanceMs(seconds(10));
  await release();
  expect((await moved).now).toEqual(plusMs(before, seconds(15)));
});

test("an instant that passes while the call waits is no 400 and does not move the clock back", async () => {
  const time = createSandboxTime({ ...world.ctx, db: world.db });
  const ctx = { ...world.ctx, clock: time, sandboxTime: time };
  const release = holdLock();
  const moved = advanceClock(ctx, { set: plusMs(time.now(), seconds(5)) });
  await time.moveTo(plusMs(time.now(), seconds(10)));
  const passed = time.now();
  await release();
  expect((await moved).now.getTime()).toBeGreaterThanOrEqual(passed.getTime());
});

test("400 for an instant in the past", async () => {
  const set = plusMs(world.clock.now(), -1);
  await expect(advanceClock(world.ctx, { set })).rejects.toMatchObject({ code: "validation_error" });
});

test("another process has the new time when the move is answered, and its due work waits for it", async () => {
  const [processNumber, gate] = [newProcessNumber(systemRandom), createDueWorkLock()];
  const [ours, theirs] = [newProcessNumber(systemRandom), processNumber].map((number) =>
    createSandboxTime({ ...world.ctx, db: world.db, processNumber: number }),
  );
  const lock = await holdProcessLock({
    databaseUrl: world.db.pool.options.connectionString!,
    processNumber,
    realTime: world.ctx.realTime,
    isShared: true,
    onLost: () => undefined,
    join: (client) => theirs!.follow(client, gate),
  });
  let end: () => void = () => undefined;
  const running = gate.shared(() => new Promise<void>((resolve) => (end = resolve)));
  const before = theirs!.now();
  const moved = advanceClock({ ...world.ctx, clock: ours!, sandboxTime: ours! }, { advanceSeconds: 3600 });
  await vi.waitFor(() => expect(gate.isExclusiveWanted()).toBe(true), 60_000);
  expect(theirs!.now().getTime()).toBeLessThan(plusMs(before, hours(1)).getTime());
  end();
  await running;
  const { now } = await moved;
  expect(theirs!.now().getTime()).toBeGreaterThanOrEqual(now.getTime());
  await lock.release();
});
