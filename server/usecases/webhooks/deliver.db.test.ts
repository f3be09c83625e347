import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { answered, timedOut } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, type TestWorld, testWebhookSecret } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { attemptDeliveries } from "./attempt-deliveries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const {
  setUrl,
  reset: clear,
  createPending: pending,
  getRow: rowOf,
  attempt,
  advance,
} = createDeliveryHelpers(() => world);
beforeEach(clear);

describe("one delivery attempt", () => {
  test("2xx completes the delivery, records the attempt and sends nothing more", async () => {
    const id = await pending();
    expect(await attempt(id)).toEqual({ attempted: true, nextAttemptAt: null });
    expect(await attempt(id)).toEqual({ attempted: false, nextAttemptAt: null });
    expect(await rowOf(id)).toMatchObject({
      status: "delivered",
      attempts: 1,
      nextAttemptAt: null,
      finishedAt: world.clock.now(),
      tries: [{ number: 1, url: "http://127.0.0.1:9/hook", statusCode: 200, errorClass: null, durationMs: 1 }],
    });
    expect(world.receiver.sent).toHaveLength(1);
    expect(world.receiver.sent[0]).toMatchObject({ deliveryId: id, secrets: [testWebhookSecret] });
  });

  test("4xx ends the delivery permanently", async () => {
    world.receiver.answer(answered(410));
    const id = await pending();
    await attempt(id);
    await advance(days(2));
    expect(await rowOf(id)).toMatchObject({ status: "rejected", attempts: 1, nextAttemptAt: null });
    expect(world.receiver.sent).toHaveLength(1);
  });

  test("sends once when twenty attempts run in parallel", async () => {
    const id = await pending();
    const all = await Promise.all(Array.from({ length: 20 }, () => attempt(id)));
    expect(all.filter(({ attempted }) => attempted)).toHaveLength(1);
    expect(world.receiver.sent).toHaveLength(1);
  });

  test("a crash between sending and marking sends the same bytes again, 30 s later at the latest", async () => {
    const id = await pending();
    world.receiver.answer(() => Promise.reject(new Error("the process died")), answered(200));
    await expect(attempt(id)).rejects.toThrow("died");
    expect(await attempt(id)).toMatchObject({ attempted: false });
    await advance(seconds(30));
    expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 1, scheduledAttempts: 1 });
    const [first, second] = world.receiver.sent;
    expect(second?.body).toEqual(first?.body);
  });

  test("sends pending attempts to the current address", async () => {
    world.receiver.answer(answered(500), answered(200));
    const id = await pending();
    await attempt(id);
    await setUrl("https://new.example/hook");
    await advance(seconds(30));
    expect((await rowOf(id)).tries.map(({ url }) => url)).toEqual([
      "http://127.0.0.1:9/hook",
      "https://new.example/hook",
    ]);
  });

  test("fails attempts without sending while there is no address, and continues when there is one", async () => {
    const id = await pending();
    await setUrl(null);
    await attempt(id);
    expect(await rowOf(id)).toMatchObject({ status: "pending", tries: [{ errorClass: "no_address" }] });
    expect(world.receiver.sent).toEqual([]);
    await setUrl("http://127.0.0.1:9/hook");
    await advance(seconds(30));
    expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 2 });
  });

  test("drops a delivery without another attempt when its 24 hours have ended", async () => {
    world.receiver.answer(answered(500));
    const id = await pending();
    await attempt(id);
    // As after an outage of the product: no process ran when the attempt was due.
    world.clock.advanceMs(days(1));
    expect(await attempt(id)).toEqual({ attempted: true, nextAttemptAt: null });
    expect(await rowOf(id)).toMatchObject({ status: "dropped", attempts: 1, nextAttemptAt: null });
    expect(world.receiver.sent).toHaveLength(1);
  });
});

describe("the schedule under the sandbox clock (§6.4, D-47)", () => {
  const schedule = [0, seconds(30), minutes(2), minutes(10), hours(1), hours(6)];

  test("attempts at 0, +30 s, +2 min, +10 min, +1 h and +6 h with the same bytes, and none afterwards", async () => {
    world.receiver.answer(timedOut);
    const id = await pending();
    const before = world.clock.now();
    expect((await advance(days(2))).fired.deliveriesAttempted).toBe(6);
    const { tries, status, attempts } = await rowOf(id);
    const gaps = tries.map(({ startedAt }, n) => startedAt.getTime() - (tries[n - 1]?.startedAt ?? before).getTime());
    expect(gaps).toEqual(schedule);
    expect([status, attempts]).toEqual(["exhausted", 6]);
    expect(new Set(world.receiver.sent.map(({ body }) => Buffer.from(body).toString())).size).toBe(1);
    expect(new Set(world.receiver.sent.map(({ occurredAt }) => occurredAt.getTime())).size).toBe(1);
    expect((await advance(days(30))).fired.deliveriesAttempted).toBe(0);
  });

  test("makes the same attempts whether the clock moves step by step or in one jump", async () => {
    world.receiver.answer(answered(503));
    const sequences: number[][] = [];
    for (const steps of [[hours(8)], schedule.map((ms) => ms + 1_000)]) {
      const id = await pending();
      const before = world.clock.now();
      for (const ms of steps) await advance(ms);
      const { tries } = await rowOf(id);
      sequences.push(tries.map(({ startedAt }) => startedAt.getTime() - before.getTime()));
    }
    expect(sequences[1]).toEqual(sequences[0]);
    expect(sequences[0]).toHaveLength(6);
  });

  test("runs due attempts in order, each at its own instant", async () => {
    world.receiver.answer(answered(500), answered(500), answered(200));
    const early = await pending();
    await attempt(early);
    world.clock.advanceMs(seconds(10));
    const late = await pending("prt_other");
    await attempt(late);
    world.receiver.sent.length = 0;
    world.receiver.answer(answered(200));
    expect((await advance(minutes(1))).fired.deliveriesAttempted).toBe(2);
    expect(world.receiver.sent.map(({ deliveryId }) => deliveryId)).toEqual([early, late]);
    const [one, two] = [await rowOf(early), await rowOf(late)];
    expect((two.tries[1]?.startedAt.getTime() ?? 0) - (one.tries[1]?.startedAt.getTime() ?? 0)).toBe(seconds(10));
  });

  test("waits with the clock for a running attempt, and counts the delay from its end", async () => {
    let end: () => void = () => undefined;
    world.receiver.answer(async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return answered(500);
    }, answered(200));
    const id = await pending();
    const failedAt = world.clock.now();
    const open = world.ctx.dueWork.shared(() =>
      attemptDeliveries(world.ctx, { partnerId: "prt_ours", deliveryIds: [id] }),
    );
    await expect.poll(() => world.receiver.sent.length).toBe(1);
    const moved = advance(minutes(1));
    end();
    await Promise.all([open, moved]);
    const { tries, status } = await rowOf(id);
    expect(status).toBe("delivered");
    expect(tries[1]?.startedAt).toEqual(plusMs(failedAt, seconds(30)));
  });
});

describe("several deliveries", () => {
  test("do not wait for another account's receiver that hangs", async () => {
    let end: () => void = () => undefined;
    const hangs = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = await pending("prt_other");
    const quick = await Promise.all([pending(), pending()]);
    world.receiver.answer(async ({ url }) => {
      if (url.endsWith("/other")) await hangs;
      return answered(200);
    });
    const round = doDueWork(world.ctx, { until: world.clock.now() });
    await expect
      .poll(async () => (await Promise.all(quick.map(rowOf))).map(({ status }) => status))
      .toEqual(["delivered", "delivered"]);
    expect((await rowOf(slow)).status).toBe("pending");
    end();
    expect((await round).deliveriesAttempted).toBe(3);
  });

  test("return when the first of the remaining ones is due", async () => {
    const ids = [await pending(), await pending(), await pending()];
    world.receiver.answer(answered(200), answered(500), answered(404));
    expect(await attemptDeliveries(world.ctx, { partnerId: "prt_ours", deliveryIds: ids })).toEqual({
      nextAttemptAt: plusMs(world.clock.now(), seconds(30)),
    });
    world.receiver.answer(answered(200));
    world.clock.advanceMs(seconds(30));
    expect(await attemptDeliveries(world.ctx, { partnerId: "prt_ours", deliveryIds: ids })).toEqual({
      nextAttemptAt: null,
    });
    expect(world.receiver.sent).toHaveLength(4);
  });
});
