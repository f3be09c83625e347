import { afterAll, beforeAll, expect, test } from "vitest";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import { createSandboxTime } from "@/server/store/clock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
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
  const time = createSandboxTime(world.db);
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
