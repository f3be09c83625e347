import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFunctionsContext } from "@/server/testing/executor/functions-context";
import { doDueWork } from "@/server/usecases/operations/do-due-work";
import { noteSweep } from "@/server/usecases/operations/note-sweep";
import { getSweepAges } from "@/server/usecases/operations/sweep-queries";
import { startWatch, type Watch } from "./sweep";

vi.mock("@/server/usecases/operations/do-due-work");
vi.mock("@/server/usecases/operations/note-sweep");
vi.mock("@/server/usecases/operations/sweep-queries");

const nothing = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };

let watch: Watch;
let onSilence: ReturnType<typeof vi.fn<() => void>>;
let context: ReturnType<typeof createFunctionsContext>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(doDueWork).mockReset().mockResolvedValue(nothing);
  noteInMemory();
  context = createFunctionsContext();
  onSilence = vi.fn();
  watch = startWatch(context.ctx, onSilence);
});
/** Keeps in memory what processes note about their sweeps. */
function noteInMemory(): void {
  const never = Number.NEGATIVE_INFINITY;
  const last = { cronAt: never, watchAt: never, watchBy: 0 };
  vi.mocked(noteSweep).mockImplementation(async (ctx, { by }) => {
    if (by === "cron") last.cronAt = Date.now();
    else [last.watchAt, last.watchBy] = [Date.now(), ctx.processNumber];
  });
  vi.mocked(getSweepAges).mockImplementation(async (ctx) => ({
    cronMs: Date.now() - last.cronAt,
    otherWatchMs: last.watchBy === ctx.processNumber ? Number.POSITIVE_INFINITY : Date.now() - last.watchAt,
  }));
}

afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

const countSweeps = () => vi.mocked(doDueWork).mock.calls.length;
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test("does immediately what fell due while the product was down", async () => {
  await pass(0);
  expect(countSweeps()).toBe(1);
  expect(doDueWork).toHaveBeenCalledWith(context.ctx, { until: context.clock.now() });
});

test("leaves due work to the cron while its sweeps succeed", async () => {
  for (let minute = 0; minute < 10; minute++) {
    await pass(60);
    watch.onSwept();
  }
  expect(countSweeps()).toBe(1);
  expect(context.log.lines).toEqual([]);
  expect(watch.alive()).toBe(true);
});

test("does due work every 15 s after 90 s without a sweep, and warns once", async () => {
  await pass(89);
  expect(countSweeps()).toBe(1);
  await pass(1);
  expect(countSweeps()).toBe(2);
  expect(doDueWork).toHaveBeenLastCalledWith(context.ctx, { until: context.clock.now() });
  await pass(60);
  expect(countSweeps()).toBe(6);
  expect(context.log.lines).toEqual(["warn No sweep has come for 90 s; this process does the due work itself"]);
  expect(onSilence).toHaveBeenCalledTimes(1);
});

test("stops when sweeps come again, and warns again at the next silence", async () => {
  await pass(90);
  watch.onSwept();
  await pass(75);
  expect(countSweeps()).toBe(2);
  await pass(15);
  expect(countSweeps()).toBe(3);
  expect(context.log.lines.map((line) => line.split(" ")[0])).toEqual(["warn", "info", "warn"]);
});

test("leaves due work to another process to which the cron comes, without a warning, and is alive", async () => {
  const other = createFunctionsContext();
  for (let minute = 0; minute < 10; minute++) {
    await pass(60);
    await noteSweep(other.ctx, { by: "cron" });
  }
  expect(countSweeps()).toBe(1);
  expect(context.log.lines).toEqual([]);
  expect(onSilence).not.toHaveBeenCalled();
  expect(watch.alive()).toBe(true);
  await pass(90);
  expect(countSweeps()).toBe(2);
  expect(context.log.lines).toEqual(["warn No sweep has come for 90 s; this process does the due work itself"]);
});

test("one of two processes does due work while the cron comes to none, and the other one after its end", async () => {
  await pass(5);
  const other = createFunctionsContext();
  const theirs = startWatch(other.ctx);
  await pass(10 * 60);
  const warning = "warn No sweep has come for 90 s; this process does the due work itself";
  expect([context.log.lines, other.log.lines]).toEqual([[warning], []]);
  expect([watch.alive(), theirs.alive()]).toEqual([true, true]);
  // Two at the starts, and one every 15 s after 90 s.
  expect(countSweeps()).toBe(2 + 35);
  await watch.stop();
  await pass(120);
  expect(other.log.lines).toEqual([warning]);
  expect(countSweeps()).toBeGreaterThan(2 + 35);
  await theirs.stop();
});

test("ends its sweeps when the cron comes to another process again", async () => {
  await pass(90);
  await noteSweep(createFunctionsContext().ctx, { by: "cron" });
  await pass(75);
  expect(countSweeps()).toBe(2);
  expect(context.log.lines.at(-1)).toBe("info The sweeps of each minute have resumed");
});

test("warns and does due work when it cannot read what other processes do", async () => {
  vi.mocked(getSweepAges).mockRejectedValue(new Error("the database is gone"));
  await pass(90);
  expect(countSweeps()).toBe(2);
  expect(context.log.lines).toHaveLength(1);
});

test("is not alive when no sweep has succeeded for two minutes", async () => {
  await pass(0);
  vi.mocked(doDueWork).mockRejectedValue(new Error("the database is gone"));
  await pass(119);
  expect(watch.alive()).toBe(true);
  await pass(2);
  expect(watch.alive()).toBe(false);
  vi.mocked(doDueWork).mockResolvedValue(nothing);
  await pass(15);
  expect(watch.alive()).toBe(true);
});

test("does not overlap sweeps longer than 15 s, and the stop waits only for the running one", async () => {
  const round = () => new Promise<typeof nothing>((resolve) => setTimeout(() => resolve(nothing), 40_000));
  vi.mocked(doDueWork).mockImplementation(round);
  await pass(20 * 60);
  const begun = countSweeps();
  const stopped = vi.fn();
  void watch.stop().then(stopped);
  await pass(40);
  expect(stopped).toHaveBeenCalledOnce();
  expect(countSweeps()).toBe(begun);
});

test("waits while the sandbox clock is being moved, and is alive meanwhile", async () => {
  await pass(0);
  let arrive: () => void = () => undefined;
  const moved = context.ctx.dueWork.exclusive(() => new Promise<void>((resolve) => (arrive = resolve)));
  await pass(300);
  expect(countSweeps()).toBe(1);
  expect(watch.alive()).toBe(true);
  arrive();
  await moved;
  await pass(0);
  expect(countSweeps()).toBeGreaterThan(1);
});
