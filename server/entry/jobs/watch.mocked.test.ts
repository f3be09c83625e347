import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { functionsContext } from "@/server/testing/executor/functions";
import { fireDue } from "@/server/usecases/operations/fire-due";
import { startWatch, type Watch } from "./watch";

vi.mock("@/server/usecases/operations/fire-due");

const nothing = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };

let watch: Watch;
let onSilence: ReturnType<typeof vi.fn<() => void>>;
let context: ReturnType<typeof functionsContext>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(fireDue).mockReset().mockResolvedValue(nothing);
  context = functionsContext();
  onSilence = vi.fn();
  watch = startWatch(context.ctx, onSilence);
});
afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});

const rounds = () => vi.mocked(fireDue).mock.calls.length;
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test("looks at once for what fell due while the product was down", async () => {
  await pass(0);
  expect(rounds()).toBe(1);
  expect(fireDue).toHaveBeenCalledWith(context.ctx, { until: context.clock.now() });
});

test("leaves it to the functions while they tick", async () => {
  for (let minute = 0; minute < 10; minute++) {
    await pass(60);
    watch.tick();
  }
  expect(rounds()).toBe(1);
  expect(context.log.lines).toEqual([]);
  expect(watch.alive()).toBe(true);
});

test("fires every 15 s once nothing has ticked for 90 s, and warns once", async () => {
  await pass(89);
  expect(rounds()).toBe(1);
  await pass(1);
  expect(rounds()).toBe(2);
  expect(fireDue).toHaveBeenLastCalledWith(context.ctx, { until: context.clock.now() });
  await pass(60);
  expect(rounds()).toBe(6);
  expect(context.log.lines).toEqual([
    "warn No round of the minute came here for 90 s; firing what is due without it",
  ]);
  expect(onSilence).toHaveBeenCalledTimes(1);
});

test("stops firing when ticks come again, and warns anew of the next silence", async () => {
  await pass(90);
  watch.tick();
  await pass(75);
  expect(rounds()).toBe(2);
  await pass(15);
  expect(rounds()).toBe(3);
  expect(context.log.lines.map((line) => line.split(" ")[0])).toEqual(["warn", "info", "warn"]);
});

test("is not alive when neither ticks nor rounds of its own have succeeded for two minutes", async () => {
  await pass(0);
  vi.mocked(fireDue).mockRejectedValue(new Error("the database is gone"));
  await pass(119);
  expect(watch.alive()).toBe(true);
  await pass(2);
  expect(watch.alive()).toBe(false);
  vi.mocked(fireDue).mockResolvedValue(nothing);
  await pass(15);
  expect(watch.alive()).toBe(true);
});

test("rounds that take longer than 15 s do not pile up; stopping waits for the one under way alone", async () => {
  const round = () => new Promise<typeof nothing>((resolve) => setTimeout(() => resolve(nothing), 40_000));
  vi.mocked(fireDue).mockImplementation(round);
  await pass(20 * 60);
  const begun = rounds();
  const stopped = vi.fn();
  void watch.stop().then(stopped);
  await pass(40);
  expect(stopped).toHaveBeenCalledOnce();
  expect(rounds()).toBe(begun);
});

test("waits while the sandbox clock is moved on, and is alive meanwhile", async () => {
  await pass(0);
  let arrive: () => void = () => undefined;
  const moved = context.ctx.dueWork.exclusive(() => new Promise<void>((resolve) => (arrive = resolve)));
  await pass(300);
  expect(rounds()).toBe(1);
  expect(watch.alive()).toBe(true);
  arrive();
  await moved;
  await pass(0);
  expect(rounds()).toBeGreaterThan(1);
});
