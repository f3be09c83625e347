import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemTime } from "@/server/domain/real-time";
import { createRecordingLog } from "@/server/testing/executor/functions-context";
import { createSignalSender, outboxSignalEveryMs } from "./functions";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createParts = () => ({ realTime: systemTime, log: createRecordingLog() });

function createSender(send = async (_events: readonly object[]): Promise<unknown> => undefined) {
  const sent: unknown[] = [];
  const parts = createParts();
  const sender = createSignalSender(parts, (events) => {
    sent.push(...events.map(({ name }) => name));
    return send(events);
  });
  return { sent, log: parts.log, sender };
}

describe("the outbox signal", () => {
  test("is sent immediately, and only once when nothing follows", async () => {
    const { sent, sender } = createSender();
    sender.outboxWritten();
    expect(sent).toEqual(["webhook/outbox.written"]);
    await vi.advanceTimersByTimeAsync(10 * outboxSignalEveryMs);
    expect(sent).toHaveLength(1);
  });
  test("is sent once more at the end of a pause with a hundred events", async () => {
    const { sent, sender } = createSender();
    for (let n = 0; n <= 100; n++) sender.outboxWritten();
    await vi.advanceTimersByTimeAsync(outboxSignalEveryMs - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10 * outboxSignalEveryMs);
    expect(sent).toHaveLength(2);
  });
  test("is sent a third time after an event in the second pause", async () => {
    const { sent, sender } = createSender();
    sender.outboxWritten();
    sender.outboxWritten();
    await vi.advanceTimersByTimeAsync(outboxSignalEveryMs);
    sender.outboxWritten();
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(outboxSignalEveryMs);
    expect(sent).toHaveLength(3);
  });
  test("is sent a few times to a server that hangs, and again as soon as it answers", async () => {
    const answers: ((value: unknown) => void)[] = [];
    const { sent, sender } = createSender(() => new Promise((resolve) => answers.push(resolve)));
    for (let n = 0; n < 100; n++) {
      sender.outboxWritten();
      await vi.advanceTimersByTimeAsync(outboxSignalEveryMs);
    }
    const hanging = sent.length;
    expect(hanging).toBeLessThan(10);
    answers[0]?.(undefined);
    await vi.advanceTimersByTimeAsync(outboxSignalEveryMs);
    expect(sent).toHaveLength(hanging + 1);
  });
});

test("sends one signal for each capture or refund of unknown outcome, with its id only", () => {
  const events: unknown[] = [];
  const sender = createSignalSender(
    createParts(),
    async (sent) => void events.push(...sent.map(({ name, data }) => ({ name, data }))),
  );
  sender.captureUnknown("att_1");
  sender.captureUnknown("att_2");
  sender.refundUnknown("rfd_1");
  sender.refundUnknown("rfd_2");
  expect(events).toEqual([
    { name: "capture/outcome.unknown", data: { attemptId: "att_1" } },
    { name: "capture/outcome.unknown", data: { attemptId: "att_2" } },
    { name: "refund/outcome.unknown", data: { refundId: "rfd_1" } },
    { name: "refund/outcome.unknown", data: { refundId: "rfd_2" } },
  ]);
});

test("starts runs for deliveries that were created outside the relay, grouped by account", () => {
  const events: unknown[] = [];
  const sender = createSignalSender(createParts(), async (sent) => void events.push(sent.map(({ data }) => data)));
  sender.deliveriesCreated([]);
  sender.deliveriesCreated([
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

test("sends and awaits one event with ids only for deliveries to send again", async () => {
  const events: unknown[] = [];
  const sender = createSignalSender(createParts(), async (sent) => void events.push(...sent.map(({ data }) => data)));
  const askedAt = new Date("2026-11-20T09:00:00.000Z");
  await sender.resendsRequested({ partnerId: "a", deliveryIds: ["whd_1", "whd_2"], askedAt });
  expect(events).toEqual([{ partnerId: "a", deliveryIds: ["whd_1", "whd_2"], askedAt: "2026-11-20T09:00:00.000Z" }]);
});

test("throws when a request to send again is not accepted, also after the stop", async () => {
  const sender = createSignalSender(createParts(), () => Promise.reject(new Error("down")));
  const wanted = { partnerId: "a", deliveryIds: ["whd_1"], askedAt: new Date(0) };
  await expect(sender.resendsRequested(wanted)).rejects.toThrow("down");
  await sender.stop();
  await expect(sender.resendsRequested(wanted)).rejects.toThrow("stopped");
});

test("warns about a signal that cannot be sent, and sends the next one", async () => {
  const { sent, log, sender } = createSender(() => Promise.reject(new Error("down")));
  sender.outboxWritten();
  await vi.advanceTimersByTimeAsync(outboxSignalEveryMs);
  expect(log.lines).toEqual(["warn A signal was not sent"]);
  sender.outboxWritten();
  expect(sent).toHaveLength(2);
  await sender.stop();
});

test("stop waits for the signals being sent, and none is sent afterwards", async () => {
  let arrive: (value: unknown) => void = () => undefined;
  const { sent, sender } = createSender(() => new Promise((resolve) => (arrive = resolve)));
  sender.outboxWritten();
  sender.outboxWritten();
  let hasStopped = false;
  const stopped = sender.stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(10 * outboxSignalEveryMs);
  expect(hasStopped).toBe(false);
  arrive(undefined);
  await stopped;
  sender.outboxWritten();
  sender.captureUnknown("att_1");
  sender.refundUnknown("rfd_1");
  expect(sent).toEqual(["webhook/outbox.written"]);
});
