import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

// The sender's clock and timers stand still, and the sockets are real.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => {
  // Spies on a timer are restored first, and all of them: `mockRestore` alone would be repeated by a later file's
  // `restoreAllMocks`, which would put the timer that stands still back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a receiver has five seconds to answer (§6.4)", () => {
  /** Sends to a receiver that has the request and answers only after its `answer` is called. */
  async function openWaiting(path: string) {
    let answer = () => {};
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    receiver.answer(path, { status: 200, after });
    const sent = sendTo(receiver.url(path));
    await receiver.until(1, path);
    return { sent, answer };
  }

  test("accepts an answer after 4.999 s", async () => {
    const { sent, answer } = await openWaiting("/in-time");
    vi.advanceTimersByTime(4_999);
    answer();
    expect(await sent).toMatchObject({ statusCode: 200, errorClass: null, durationMs: 4_999 });
  });
  test("times out after 5 s without an answer", async () => {
    const { sent } = await openWaiting("/late");
    vi.advanceTimersByTime(5_000);
    expect(await sent).toMatchObject({ statusCode: null, errorClass: "timeout", durationMs: 5_000 });
  });
});

test("reads a body that never ends for two more seconds, and the status decides", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  receiver.answer("/slow", { raw: ["HTTP/1.1 200 OK\r\n\r\nthanks"], end: "hang" });
  const ended = vi.fn();
  const sent = sendTo(receiver.url("/slow")).finally(ended);
  // The time for the body begins when the status has come.
  while (!timers.mock.calls.some(([, ms]) => ms === 2_000)) await new Promise(setImmediate);
  vi.restoreAllMocks();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  vi.advanceTimersByTime(1_999);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  const response = new Uint8Array(Buffer.from("thanks"));
  expect(await sent).toMatchObject({ statusCode: 200, errorClass: null, response, durationMs: 2_000 });
});
