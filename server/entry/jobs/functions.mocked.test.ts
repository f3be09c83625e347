import { InngestTestEngine } from "@inngest/test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { createFunctionsContext, testClient } from "@/server/testing/executor/functions-context";
import { continueCaptureInquiry } from "@/server/usecases/captures/continue-capture-inquiry";
import { doDueWork } from "@/server/usecases/operations/do-due-work";
import { noteSweep } from "@/server/usecases/operations/note-sweep";
import { continueRefundInquiry } from "@/server/usecases/refunds/continue-refund-inquiry";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { relayBatchSize, relayOutbox } from "@/server/usecases/webhooks/relay-outbox";
import { resendDeliveries } from "@/server/usecases/webhooks/resend-deliveries";
import {
  captureUnknown,
  deliveriesCreated,
  deliveriesPerRun,
  deliverWebhookFunction,
  refundUnknown,
  relayOutboxFunction,
  resendDeliveriesFunction,
  resendsRequested,
  roundsPerRun,
} from "./functions";
import { inquireUnknownFunction } from "./inquire-unknown-function";
import { sweepFunction } from "./sweep";

vi.mock("@/server/usecases/webhooks/attempt-deliveries");
vi.mock("@/server/usecases/operations/do-due-work");
vi.mock("@/server/usecases/operations/note-sweep");
vi.mock("@/server/usecases/captures/continue-capture-inquiry");
vi.mock("@/server/usecases/refunds/continue-refund-inquiry");
vi.mock("@/server/usecases/webhooks/resend-deliveries");
vi.mock("@/server/usecases/webhooks/relay-outbox", async (original) => ({
  ...(await original<typeof import("@/server/usecases/webhooks/relay-outbox")>()),
  relayOutbox: vi.fn(),
}));

const { ctx, clock } = createFunctionsContext();
const client = testClient();
beforeEach(() => void vi.resetAllMocks());

const skipped = (...ids: string[]) => ids.map((id) => ({ id, handler: () => null }));
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n + 1}`);

describe("relay-outbox", () => {
  const run = async () => {
    const engine = new InngestTestEngine({
      function: relayOutboxFunction(client, ctx),
      steps: skipped(...numbered("deliver", roundsPerRun), "go-on"),
    });
    const { ctx: seen, error } = { error: undefined, ...(await engine.execute()) };
    expect(error).toBeUndefined();
    return new Map(seen.step.sendEvent.mock.calls.map(([id, events]: unknown[]) => [id, events]));
  };
  const made = (partnerId: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ partnerId, deliveryId: `${partnerId}-${n}` }));

  test("starts runs for the deliveries of each account, split by size, with ids only", async () => {
    const count = deliveriesPerRun + 1;
    vi.mocked(relayOutbox).mockResolvedValue([...made("a", count), ...made("b", 1)]);
    const sent = await run();
    const ids = numbered("a", count).map((_, n) => `a-${n}`);
    expect(sent.get("deliver-1")).toMatchObject([
      {
        name: "webhook/deliveries.created",
        data: { partnerId: "a", deliveryIds: ids.slice(0, deliveriesPerRun) },
      },
      { data: { partnerId: "a", deliveryIds: ids.slice(deliveriesPerRun) } },
      { data: { partnerId: "b", deliveryIds: ["b-0"] } },
    ]);
    expect([...sent.keys()]).toEqual(["deliver-1"]);
  });
  test("sends nothing when the outbox is empty", async () => {
    vi.mocked(relayOutbox).mockResolvedValue([]);
    expect((await run()).size).toBe(0);
  });
  test("continues until a batch is not full", async () => {
    vi.mocked(relayOutbox).mockResolvedValueOnce(made("a", relayBatchSize)).mockResolvedValue(made("b", 1));
    expect([...(await run()).keys()]).toEqual(["deliver-1", "deliver-2"]);
  });
  test("leaves the rest of a long queue to another run", async () => {
    vi.mocked(relayOutbox).mockResolvedValue(made("a", relayBatchSize));
    const sent = await run();
    expect([...sent.keys()].at(-1)).toBe("go-on");
    expect(sent.get("go-on")).toMatchObject({ name: "webhook/outbox.written" });
  });
});

/** Runs a function with skipped sleeps and returns how long each would have lasted, ms. */
async function runAndListSleeps(
  fn: ReturnType<typeof deliverWebhookFunction | typeof inquireUnknownFunction>,
  event: { name: string; data: object },
) {
  const engine = new InngestTestEngine({
    function: fn,
    events: [event],
    steps: skipped(...numbered("wait", 4)),
  });
  // The machine's clock stands still, so a sleep is exactly as long as it was asked for.
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { ctx: seen } = await engine.execute();
    const asked = new Map(seen.step.sleepUntil.mock.calls.map(([id, until]: unknown[]) => [id, until]));
    return [...asked.values()].map((until) => Date.parse(String(until)) - Date.now());
  } finally {
    vi.useRealTimers();
  }
}

describe("deliver-webhook", () => {
  const run = (deliveryIds: string[]) =>
    runAndListSleeps(
      deliverWebhookFunction(client, ctx),
      deliveriesCreated.create({ partnerId: "prt_1", deliveryIds }),
    );

  test("ends when every delivery has ended", async () => {
    vi.mocked(attemptDeliveries).mockResolvedValue({ nextAttemptAt: null });
    expect(await run(["whd_1", "whd_2"])).toEqual([]);
    expect(attemptDeliveries).toHaveBeenCalledWith(ctx, {
      partnerId: "prt_1",
      deliveryIds: ["whd_1", "whd_2"],
    });
  });
  test("sleeps until the next attempt in real time, although the product's clock differs", async () => {
    vi.mocked(attemptDeliveries)
      .mockResolvedValueOnce({ nextAttemptAt: plusMs(clock.now(), seconds(30)) })
      .mockResolvedValueOnce({ nextAttemptAt: plusMs(clock.now(), minutes(2)) })
      .mockResolvedValue({ nextAttemptAt: null });
    expect(await run(["whd_1"])).toEqual([seconds(30), minutes(2)]);
  });
});

test("resend-deliveries continues with the remaining deliveries and the instant of the request", async () => {
  vi.mocked(resendDeliveries).mockResolvedValue(1);
  const askedAt = clock.now();
  const wanted = { partnerId: "prt_1", askedAt };
  const data = { ...wanted, deliveryIds: ["whd_1", "whd_2", "whd_3"], askedAt: askedAt.toISOString() };
  const engine = new InngestTestEngine({
    function: resendDeliveriesFunction(client, ctx),
    events: [resendsRequested.create(data)],
  });
  expect((await engine.execute()).error).toBeUndefined();
  expect(vi.mocked(resendDeliveries).mock.calls.map(([, input]) => input)).toEqual([
    { ...wanted, deliveryIds: ["whd_1", "whd_2", "whd_3"] },
    { ...wanted, deliveryIds: ["whd_2", "whd_3"] },
    { ...wanted, deliveryIds: ["whd_3"] },
  ]);
});

describe("inquire-unknown", () => {
  test.each([
    ["capture", continueCaptureInquiry, continueRefundInquiry, captureUnknown.create({ attemptId: "att_1" })],
    ["refund", continueRefundInquiry, continueCaptureInquiry, refundUnknown.create({ refundId: "rfd_1" })],
  ])("inquires at the instants of a %s until its outcome is known", async (_name, follow, other, event) => {
    vi.mocked(follow)
      .mockResolvedValueOnce({ nextInquiryAt: plusMs(clock.now(), seconds(5)) })
      .mockResolvedValueOnce({ nextInquiryAt: plusMs(clock.now(), minutes(2)) })
      .mockResolvedValueOnce({ nextInquiryAt: clock.now() })
      .mockResolvedValueOnce({ nextInquiryAt: clock.now() })
      .mockResolvedValue({ nextInquiryAt: null });
    const sleeps = await runAndListSleeps(inquireUnknownFunction(client, ctx), event);
    expect(sleeps).toEqual([seconds(5), minutes(2), 0, 0]);
    expect(follow).toHaveBeenCalledTimes(5);
    expect(follow).toHaveBeenCalledWith(ctx, event.data);
    expect(other).not.toHaveBeenCalled();
  });
  test("does not ask the bank while the sandbox clock is being moved", async () => {
    vi.mocked(continueRefundInquiry).mockResolvedValue({ nextInquiryAt: null });
    const shared = vi.spyOn(ctx.dueWork, "shared");
    let arrive: () => void = () => undefined;
    const moved = ctx.dueWork.exclusive(() => new Promise<void>((resolve) => (arrive = resolve)));
    const ran = runAndListSleeps(inquireUnknownFunction(client, ctx), refundUnknown.create({ refundId: "rf_1" }));
    await vi.waitFor(() => expect(shared).toHaveBeenCalled(), 60_000);
    const early = vi.mocked(continueRefundInquiry).mock.calls.length;
    arrive();
    await Promise.all([moved, ran]);
    expect([early, vi.mocked(continueRefundInquiry).mock.calls.length]).toEqual([0, 1]);
  });
});

describe("the sweep of each minute", () => {
  const fired = { paymentsExpired: 1, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };

  const minute = (onSwept: () => void) =>
    new InngestTestEngine({
      function: sweepFunction(client, ctx, onSwept),
    }).execute();

  test("does all due work, notes it for the other processes and reports the sweep", async () => {
    vi.mocked(doDueWork).mockResolvedValue(fired);
    const onSwept = vi.fn();
    await minute(onSwept);
    expect(doDueWork).toHaveBeenCalledWith(ctx, { until: clock.now() });
    expect(noteSweep).toHaveBeenCalledExactlyOnceWith(ctx, { by: "cron" });
    expect(onSwept).toHaveBeenCalled();
  });
  test("notes and reports nothing when it fails", async () => {
    vi.mocked(doDueWork).mockRejectedValue(new Error("the database is gone"));
    const onSwept = vi.fn();
    await minute(onSwept);
    expect(doDueWork).toHaveBeenCalled();
    expect(noteSweep).not.toHaveBeenCalled();
    expect(onSwept).not.toHaveBeenCalled();
  });
  test("does nothing while the sandbox clock is being moved", async () => {
    vi.mocked(doDueWork).mockResolvedValue(fired);
    let arrive: () => void = () => undefined;
    const moved = ctx.dueWork.exclusive(() => new Promise<void>((resolve) => (arrive = resolve)));
    const shared = vi.spyOn(ctx.dueWork, "shared");
    const ran = minute(() => undefined);
    await vi.waitFor(() => expect(shared).toHaveBeenCalled(), 60_000);
    expect(doDueWork).not.toHaveBeenCalled();
    arrive();
    await Promise.all([moved, ran]);
    expect(doDueWork).toHaveBeenCalled();
  });
});
