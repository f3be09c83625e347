import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { days, hours, plusMs, seconds } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { newGate } from "@/server/testing/world/waiting";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { countFailedDeliveries, resendsMax } from "./queries";
import { resendDeliveries } from "./resend-deliveries";
import { resendDelivery } from "./resend-delivery";
import { resendFailedDeliveries } from "./resend-failed-deliveries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
const { reset: clear, createPending: pending, getRow: rowOf, attempt } = createDeliveryHelpers(() => world);
beforeEach(async () => {
  await clear();
  world.signalled.length = 0;
});

const ours = asPartnerId("prt_ours");
const since = (ms: number) => ({
  partnerId: ours,
  since: plusMs(world.clock.now(), -ms),
  types: [] as const,
});
const resend = (deliveryIds: string[], askedAt = world.clock.now()) =>
  resendDeliveries(world.ctx, { partnerId: ours, deliveryIds, askedAt });

/** Makes a delivery that its receiver has permanently rejected. */
const failed = async (partnerId?: string): Promise<string> => {
  world.receiver.answer(answered(404));
  const id = await pending(partnerId);
  await attempt(id);
  world.receiver.sent.length = 0;
  return id;
};

describe("deliveries that failed since an instant", () => {
  test("are counted without sending, then requested: not delivered, pending, another account's or another type's", async () => {
    const first = await failed();
    world.clock.advanceMs(1);
    const wanted = [first, await failed()];
    await failed("prt_other");
    await pending();
    world.receiver.answer(answered(200));
    await attempt(await pending());
    world.signalled.length = 0;
    expect(await countFailedDeliveries(world.ctx, since(hours(1)))).toEqual({ count: 2, hasMore: false });
    expect(await countFailedDeliveries(world.ctx, { ...since(hours(1)), types: ["payment.failed"] })).toEqual({
      count: 0,
      hasMore: false,
    });
    expect(world.signalled).toEqual([]);
    expect((await resendFailedDeliveries(world.ctx, since(hours(1)))).count).toBe(2);
    expect(world.signalled).toEqual(wanted);
  });

  test("are at most thirty days old, to the millisecond, whatever was requested", async () => {
    await failed();
    world.clock.advanceMs(days(30) - 1);
    expect((await countFailedDeliveries(world.ctx, since(days(365)))).count).toBe(1);
    expect((await countFailedDeliveries(world.ctx, since(days(29)))).count).toBe(0);
    world.clock.advanceMs(1);
    expect((await countFailedDeliveries(world.ctx, since(days(365)))).count).toBe(0);
  });

  test("are limited to five hundred per request, oldest first, with a sign that there are more", async () => {
    const now = world.clock.now();
    await world.db.prisma.webhookDelivery.createMany({
      data: Array.from({ length: resendsMax + 1 }, (_, n) => ({
        id: `whd_${n}`,
        partnerId: ours,
        type: "webhook.test",
        resourceType: "test",
        resourceId: `t${n}`,
        body: new Uint8Array(),
        occurredAt: now,
        status: "dropped" as const,
        finishedAt: now,
        createdAt: plusMs(now, -n),
      })),
    });
    const most = { count: resendsMax, hasMore: true };
    expect(await countFailedDeliveries(world.ctx, since(days(1)))).toEqual(most);
    expect(await resendFailedDeliveries(world.ctx, since(days(1)))).toEqual(most);
    expect(world.signalled).toHaveLength(resendsMax);
    expect(world.signalled).not.toContain("whd_0");
  });
});

describe("sending them again", () => {
  test("completes those that arrive, leaves the others failed, and records the attempts as manual", async () => {
    const ids = [await failed(), await failed()];
    world.receiver.answer(answered(200), answered(500));
    expect(await resend(ids)).toBe(ids.length);
    const rows = await Promise.all(ids.map(rowOf));
    expect(rows).toMatchObject([
      { status: "delivered", attempts: 2, tries: [{ byHand: false }, { byHand: true }] },
      { status: "rejected", attempts: 2, nextAttemptAt: null },
    ]);
  });

  test("sends each once when a step is repeated, as after a crash", async () => {
    const ids = [await failed(), await failed()];
    await resend(ids);
    await resend(ids);
    expect(world.receiver.sent.map(({ deliveryId }) => deliveryId)).toEqual(ids);
  });

  test("sends again what failed again, for a later request", async () => {
    const ids = [await failed()];
    await resend(ids);
    world.clock.advanceMs(1);
    await resend(ids);
    expect(world.receiver.sent).toHaveLength(2);
  });

  test("skips what has arrived meanwhile and what has become too old", async () => {
    const arrived = await failed();
    world.receiver.answer(answered(200));
    await resend([arrived]);
    world.receiver.sent.length = 0;
    world.clock.advanceMs(1);
    const old = await failed();
    const askedAt = world.clock.now();
    world.clock.advanceMs(days(30));
    expect(await resend([arrived, old], askedAt)).toBe(2);
    expect(world.receiver.sent).toEqual([]);
  });

  test("stops when its time is used up, and returns how many it handled", async () => {
    const ids = [await failed(), await failed(), await failed()];
    const now = performance.now.bind(performance);
    let passedMs = 0;
    const time = vi.spyOn(performance, "now").mockImplementation(() => now() + passedMs);
    world.receiver.answer(async () => {
      passedMs += seconds(6);
      return answered(404);
    });
    expect(await resend(ids)).toBe(1);
    expect(world.receiver.sent.map(({ deliveryId }) => deliveryId)).toEqual(ids.slice(0, 1));
    time.mockRestore();
  });

  test("sends at most two requests to a receiver in parallel, also manual ones, and all arrive", async () => {
    const ids = [await failed(), await failed(), await failed(), await failed()];
    const [, , third, fourth] = ids as [string, string, string, string];
    const slots = vi.spyOn(world.ctx.receiverSlots, "run");
    onTestFinished(() => slots.mockRestore());
    let [atOnce, atMost] = [0, 0];
    const two = newGate();
    world.receiver.answer(async () => {
      atOnce += 1;
      atMost = Math.max(atMost, atOnce);
      if (atOnce === 2) two.open();
      // Two requests are open until a third one wants to be sent, and a little longer.
      await two.opened;
      await vi.waitFor(() => expect(slots.mock.calls.length).toBeGreaterThanOrEqual(3), 60_000);
      await rowOf(third);
      atOnce -= 1;
      return answered(200);
    });
    await Promise.all([
      resend(ids.slice(0, 2)),
      ...[third, fourth].map((deliveryId) => resendDelivery(world.ctx, { partnerId: ours, deliveryId })),
    ]);
    expect(atMost).toBe(2);
    for (const id of ids) expect((await rowOf(id)).status).toBe("delivered");
  });

  test("fails when the request for the background function is not accepted", async () => {
    await failed();
    const signals = { ...world.ctx.signals, resendsRequested: () => Promise.reject(new Error("down")) };
    await expect(resendFailedDeliveries({ ...world.ctx, signals }, since(hours(1)))).rejects.toThrow("down");
  });
});
