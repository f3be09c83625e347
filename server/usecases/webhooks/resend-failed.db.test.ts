import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { days, hours, plusMs, seconds } from "@/server/domain/clock";
import { asPartnerId } from "@/server/store/tenant";
import { deliveriesIn } from "@/server/testing/receivers/deliveries";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { resendDeliveries } from "./resend-deliveries";
import { resendDelivery } from "./resend-delivery";
import { countFailedDeliveries, resendFailedDeliveries, resendsMax } from "./resend-failed-deliveries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
const { clear, pending, rowOf, attempt } = deliveriesIn(() => world);
beforeEach(async () => {
  await clear();
  world.woken.length = 0;
});

const ours = asPartnerId("prt_ours");
const since = (ms: number) => ({
  partnerId: ours,
  since: plusMs(world.clock.now(), -ms),
  types: [] as const,
});
const resend = (deliveryIds: string[], askedAt = world.clock.now()) =>
  resendDeliveries(world.ctx, { partnerId: ours, deliveryIds, askedAt });

/** A delivery that its receiver has refused for good. */
const failed = async (partnerId?: string): Promise<string> => {
  world.receiver.answer(answered(404));
  const id = await pending(partnerId);
  await attempt(id);
  world.receiver.sent.length = 0;
  return id;
};

describe("what failed since an instant", () => {
  test("is counted without being sent, and is what is then sent: not what arrived, waits, is another's or another type", async () => {
    const first = await failed();
    world.clock.advanceMs(1);
    const wanted = [first, await failed()];
    await failed("prt_other");
    await pending();
    world.receiver.answer(answered(200));
    await attempt(await pending());
    world.woken.length = 0;
    expect(await countFailedDeliveries(world.ctx, since(hours(1)))).toEqual({ count: 2, hasMore: false });
    expect(await countFailedDeliveries(world.ctx, { ...since(hours(1)), types: ["payment.failed"] })).toEqual(
      {
        count: 0,
        hasMore: false,
      },
    );
    expect(world.woken).toEqual([]);
    expect((await resendFailedDeliveries(world.ctx, since(hours(1)))).count).toBe(2);
    expect(world.woken).toEqual(wanted);
  });

  test("is of the last thirty days at most, to the millisecond, whatever was asked for", async () => {
    await failed();
    world.clock.advanceMs(days(30) - 1);
    expect((await countFailedDeliveries(world.ctx, since(days(365)))).count).toBe(1);
    expect((await countFailedDeliveries(world.ctx, since(days(29)))).count).toBe(0);
    world.clock.advanceMs(1);
    expect((await countFailedDeliveries(world.ctx, since(days(365)))).count).toBe(0);
  });

  test("is five hundred at a press, the oldest first, and says that there are more", async () => {
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
    expect(world.woken).toHaveLength(resendsMax);
    expect(world.woken).not.toContain("whd_0");
  });
});

describe("sending them again", () => {
  test("completes those that arrive, leaves the others failed, and tells of the attempts as made by hand", async () => {
    const ids = [await failed(), await failed()];
    world.receiver.answer(answered(200), answered(500));
    expect(await resend(ids)).toBe(ids.length);
    const rows = await Promise.all(ids.map(rowOf));
    expect(rows).toMatchObject([
      { status: "delivered", attempts: 2, tries: [{ byHand: false }, { byHand: true }] },
      { status: "rejected", attempts: 2, nextAttemptAt: null },
    ]);
  });

  test("twice, as after a crash: each is sent once", async () => {
    const ids = [await failed(), await failed()];
    await resend(ids);
    await resend(ids);
    expect(world.receiver.sent.map(({ deliveryId }) => deliveryId)).toEqual(ids);
  });

  test("asked for later, sends again what has failed again", async () => {
    const ids = [await failed()];
    await resend(ids);
    world.clock.advanceMs(1);
    await resend(ids);
    expect(world.receiver.sent).toHaveLength(2);
  });

  test("passes over what has arrived meanwhile, and what has grown too old", async () => {
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

  test("stops when its time is over, and says which are left", async () => {
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

  test("at most two requests are at the receiver at once, whoever sends them by hand, and all arrive", async () => {
    const ids = [await failed(), await failed(), await failed(), await failed()];
    const [, , third, fourth] = ids as [string, string, string, string];
    let [atOnce, atMost] = [0, 0];
    world.receiver.answer(async () => {
      atOnce += 1;
      atMost = Math.max(atMost, atOnce);
      await sleep(150);
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

  test("what nobody has taken on is not promised", async () => {
    await failed();
    const wakes = { ...world.ctx.signals, resendsWanted: () => Promise.reject(new Error("down")) };
    await expect(resendFailedDeliveries({ ...world.ctx, signals: wakes }, since(hours(1)))).rejects.toThrow(
      "down",
    );
  });
});
