import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const countSockets = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;

test("uses no memory for a body of 1 GiB", async () => {
  const piece = Buffer.alloc(65_536, "a");
  let written = 0;
  receiver.answer("/huge", () => ({
    raw: (function* () {
      yield `HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 30}\r\n\r\n`;
      for (let sent = 0; sent < 2 ** 30; sent += piece.length) {
        written += piece.length;
        yield piece;
      }
    })(),
  }));
  await sendTo(receiver.url("/huge"));
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 10; round += 1) {
    const result = await sendTo(receiver.url("/huge"));
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(result.response).toHaveLength(2_048);
    expect(result.response.buffer.byteLength).toBe(2_048);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 2 ** 20);
  expect(written).toBeLessThan(11 * 20 * 2 ** 20);
});

/** Counts the timers that the work under `follow` has started and that neither ran nor were stopped. */
function countTimersOf() {
  const followed = new AsyncLocalStorage<true>();
  const open = new Set<unknown>();
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) => {
    const timer: NodeJS.Timeout = start(() => {
      open.delete(timer);
      run();
    }, ms);
    if (followed.getStore()) open.add(timer);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    open.delete(timer);
    stop(timer);
  });
  return { follow: <T>(work: () => T): T => followed.run(true, work), count: () => open.size };
}

test("is not delayed by receivers that hang or send slowly, and keeps no socket or timer of them", async () => {
  await sendTo(receiver.url("/quick"));
  const before = countSockets();
  // The sender's timers stand still, so the slow attempts end only when the quick ones have ended.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const timers = countTimersOf();
  const send = (path: string) => timers.follow(() => sendTo(receiver.url(path)));
  receiver.answer("/hang", "hang");
  receiver.answer("/drip", () => ({
    raw: ["HTTP/1.1 200 OK\r\nX-A: ", ...Array(100).fill("a")],
    everyMs: 10,
    end: "hang",
  }));
  const slow = Array.from({ length: 100 }, (_, index) => send(index % 2 === 0 ? "/hang" : "/drip"));
  await receiver.until(100);
  const quick = await Promise.all(Array.from({ length: 20 }, () => send("/quick")));
  expect(quick.every(({ errorClass }) => errorClass === null)).toBe(true);
  expect(timers.count(), "one timer for each slow attempt").toBe(100);
  vi.advanceTimersByTime(5_000);
  expect((await Promise.all(slow)).every(({ errorClass }) => errorClass === "timeout")).toBe(true);
  expect(timers.count()).toBe(0);
  vi.restoreAllMocks();
  vi.useRealTimers();
  await expect.poll(countSockets).toBeLessThanOrEqual(before);
});
