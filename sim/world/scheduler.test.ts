import { expect, test } from "vitest";
import { Draws } from "./draws";
import { Lane, type Owner } from "./lane";
import { Scheduler } from "./scheduler";
import { SimTime } from "./sim-time";
import { Trace } from "./trace";

const open = (seed = "s") => {
  const trace = new Trace(true);
  const scheduler = new Scheduler(new Draws(seed), trace, "uniform");
  return { trace, scheduler, time: new SimTime(scheduler, new Date(0)) };
};

const owner = (name: string): Owner => ({ name, isAlive: true });

/** Lets everything happen, and returns what happened in its order. */
async function runAll(seed: string): Promise<string> {
  const { trace, scheduler } = open(seed);
  for (const name of ["a", "b", "c"]) {
    const lane = new Lane(name, owner(name));
    for (const what of ["first", "second"]) scheduler.offer(lane, { what, act: () => "" });
  }
  for (let ready = scheduler.ready(); ready.length > 0; ready = scheduler.ready()) {
    await scheduler.happen(scheduler.choose(ready));
  }
  return trace.text();
}

test("the same seed has the same order, and another seed another one; the steps of a lane keep theirs", async () => {
  expect(await runAll("1")).toBe(await runAll("1"));
  expect(new Set(await Promise.all(["1", "2", "3", "4"].map(runAll))).size).toBeGreaterThan(1);
  for (const name of ["a", "b", "c"]) {
    const order = (await runAll("5")).split("\n").filter((line) => line.includes(`  ${name} `));
    expect(order.map((line) => line.trim().split(/\s+/).at(-1))).toEqual(["first", "second"]);
  }
});

test("waits until the code that a step has woken offers its own next step", async () => {
  const { scheduler } = open();
  const [lane, other] = [new Lane("a", owner("a")), new Lane("b", owner("b"))];
  scheduler.offer(lane, {
    what: "wakes",
    act: () => {
      void (async () => {
        for (let hop = 0; hop < 20; hop += 1) await Promise.resolve();
        scheduler.offer(other, { what: "woken", act: () => "" });
      })();
      return "";
    },
  });
  await scheduler.happen(lane);
  expect(scheduler.ready()).toEqual([other]);
});

test("the steps of an owner that has died are dropped, and later ones are dropped at once", async () => {
  const { scheduler } = open();
  const dead = owner("dead");
  const lane = new Lane("a", dead);
  const dropped: string[] = [];
  const offer = (what: string) => scheduler.offer(lane, { what, act: () => "", drop: () => void dropped.push(what) });
  offer("before");
  dead.isAlive = false;
  await scheduler.drop(dead);
  offer("after");
  expect(dropped).toEqual(["before", "after"]);
  expect(scheduler.ready()).toEqual([]);
});

test("time stands still until it is moved; then every timer that is due by then ends, the earliest first", async () => {
  const { scheduler, time } = open();
  const lane = new Lane("a", owner("a"));
  const rung: string[] = [];
  time.set(lane, "late", 500, () => rung.push("late"));
  time.set(lane, "early", 200, () => rung.push("early"));
  const withdraw = time.set(lane, "withdrawn", 300, () => rung.push("withdrawn"));
  withdraw();
  expect([time.ms, time.next()]).toEqual([0, 200]);
  time.moveTo(1_000);
  for (let ready = scheduler.ready(); ready.length > 0; ready = scheduler.ready()) await scheduler.happen(lane);
  expect(rung).toEqual(["early", "late"]);
  expect(time.now()).toEqual(new Date(1_000));
});
