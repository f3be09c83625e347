import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepingLog } from "@/server/testing/executor/functions";
import { createWaker, wakeEveryMs } from "./wake";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function wakerInto(send = async (_events: readonly object[]): Promise<unknown> => undefined) {
  const sent: unknown[] = [];
  const log = keepingLog();
  const waker = createWaker((events) => {
    sent.push(...events.map(({ name }) => name));
    return send(events);
  }, log);
  return { sent, log, waker };
}

describe("waking the relay", () => {
  test("sent at once, and once only when nothing follows", async () => {
    const { sent, waker } = wakerInto();
    waker.outboxWritten();
    expect(sent).toEqual(["webhook/outbox.written"]);
    await vi.advanceTimersByTimeAsync(10 * wakeEveryMs);
    expect(sent).toHaveLength(1);
  });
  test("a hundred events in a pause are one more wake-up, at its end", async () => {
    const { sent, waker } = wakerInto();
    for (let n = 0; n <= 100; n++) waker.outboxWritten();
    await vi.advanceTimersByTimeAsync(wakeEveryMs - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10 * wakeEveryMs);
    expect(sent).toHaveLength(2);
  });
  test("an event in the second pause is followed by a third wake-up", async () => {
    const { sent, waker } = wakerInto();
    waker.outboxWritten();
    waker.outboxWritten();
    await vi.advanceTimersByTimeAsync(wakeEveryMs);
    waker.outboxWritten();
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(wakeEveryMs);
    expect(sent).toHaveLength(3);
  });
  test("a server that hangs is sent a few, and the next one as soon as it has answered", async () => {
    const answers: ((value: unknown) => void)[] = [];
    const { sent, waker } = wakerInto(() => new Promise((resolve) => answers.push(resolve)));
    for (let n = 0; n < 100; n++) {
      waker.outboxWritten();
      await vi.advanceTimersByTimeAsync(wakeEveryMs);
    }
    const hanging = sent.length;
    expect(hanging).toBeLessThan(10);
    answers[0]?.(undefined);
    await vi.advanceTimersByTimeAsync(wakeEveryMs);
    expect(sent).toHaveLength(hanging + 1);
  });
});

test("each capture or refund of unknown outcome has a wake-up of its own, with its id alone", () => {
  const events: unknown[] = [];
  const waker = createWaker(
    async (sent) => void events.push(...sent.map(({ name, data }) => ({ name, data }))),
    keepingLog(),
  );
  waker.captureUnknown("att_1");
  waker.captureUnknown("att_2");
  waker.refundUnknown("rfd_1");
  waker.refundUnknown("rfd_2");
  expect(events).toEqual([
    { name: "capture/outcome.unknown", data: { attemptId: "att_1" } },
    { name: "capture/outcome.unknown", data: { attemptId: "att_2" } },
    { name: "refund/outcome.unknown", data: { refundId: "rfd_1" } },
    { name: "refund/outcome.unknown", data: { refundId: "rfd_2" } },
  ]);
});

test("deliveries that were made beside the relay get their runs, those of an account together", () => {
  const events: unknown[] = [];
  const waker = createWaker(async (sent) => void events.push(sent.map(({ data }) => data)), keepingLog());
  waker.deliveriesMade([]);
  waker.deliveriesMade([
    { partnerId: "a", deliveryId: "whd_1" },
    { partnerId: "b", deliveryId: "whd_2" },
    { partnerId: "a", deliveryId: "whd_3" },
  ]);
  expect(events).toEqual([
    [
      { partnerId: "a", deliveryIds: ["whd_1", "whd_3"] },
      { partnerId: "b", deliveryIds: ["whd_2"] },
    ],
  ]);
});

test("deliveries that somebody wants sent again are one event, with ids alone, which is waited for", async () => {
  const events: unknown[] = [];
  const waker = createWaker(async (sent) => void events.push(...sent.map(({ data }) => data)), keepingLog());
  const askedAt = new Date("2026-11-20T09:00:00.000Z");
  await waker.resendsRequested({ partnerId: "a", deliveryIds: ["whd_1", "whd_2"], askedAt });
  expect(events).toEqual([
    { partnerId: "a", deliveryIds: ["whd_1", "whd_2"], askedAt: "2026-11-20T09:00:00.000Z" },
  ]);
});

test("a wish that nobody has taken is said to whoever has it, also after the stop", async () => {
  const waker = createWaker(() => Promise.reject(new Error("down")), keepingLog());
  const wanted = { partnerId: "a", deliveryIds: ["whd_1"], askedAt: new Date(0) };
  await expect(waker.resendsRequested(wanted)).rejects.toThrow("down");
  await waker.stop();
  await expect(waker.resendsRequested(wanted)).rejects.toThrow("stopped");
});

test("one that cannot be sent is a warning, and the next one is sent", async () => {
  const { sent, log, waker } = wakerInto(() => Promise.reject(new Error("down")));
  waker.outboxWritten();
  await vi.advanceTimersByTimeAsync(wakeEveryMs);
  expect(log.lines).toEqual(["warn A wake-up was not sent"]);
  waker.outboxWritten();
  expect(sent).toHaveLength(2);
  await waker.stop();
});

test("stopping waits for what is being sent and wakes nobody any more", async () => {
  let arrive: (value: unknown) => void = () => undefined;
  const { sent, waker } = wakerInto(() => new Promise((resolve) => (arrive = resolve)));
  waker.outboxWritten();
  waker.outboxWritten();
  let hasStopped = false;
  const stopped = waker.stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(10 * wakeEveryMs);
  expect(hasStopped).toBe(false);
  arrive(undefined);
  await stopped;
  waker.outboxWritten();
  waker.captureUnknown("att_1");
  waker.refundUnknown("rfd_1");
  expect(sent).toEqual(["webhook/outbox.written"]);
});
