import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type LinkJourney, linkJourneyIn, pans, sentTo, slowAnswer } from "@/server/testing/journeys/link";
import { holdLink, writeLinks } from "@/server/testing/journeys/link-rows";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";
import { getPayment } from "../payments/get-payment";
import { cancelLink } from "./cancel-link";
import type { LinkRecord } from "./link-record";

// How a link is cancelled and how it expires (D-10), with and without an attempt under way.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 100 });
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});

const redirectUrl = "https://shop.test";
const failure = "https://shop.test/payment/failure";

/** Links that can be closed, and what their payment is told then. */
const ways: Record<string, () => Promise<LinkRecord & { callback?: string }>> = {
  pending: () => journey.create({ redirectUrl }),
  launched: async () => {
    const link = await journey.create({ redirectUrl });
    await journey.open(link);
    return link;
  },
  initiated: () => journey.atTheBank({ redirectUrl }),
  "failed with an idle payment": async () => {
    const link = await journey.create({ redirectUrl });
    await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
    return link;
  },
};
const withPayment = ["initiated", "failed with an idle payment"];

async function capturing() {
  const capture = slowAnswer(world, "capture");
  const link = await journey.atTheBank({ redirectUrl });
  const back = journey.comeBack(link.callback);
  await capture.asked;
  return { link, back, answer: capture.answer };
}

const payment = async (link: LinkRecord) => (await journey.paymentsOf(link)).at(-1);

describe("cancelled by the merchant", () => {
  test.each(Object.keys(ways))("200 cancelled from %s; the second time 409", async (way) => {
    const link = await ways[way]!();
    expect(await journey.cancel(link)).toMatchObject({ id: link.id, status: "cancelled" });
    expect(await journey.cancelled(link)).toBe("payment_link_cancelled");
    if (withPayment.includes(way)) {
      expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "link_cancelled" });
    }
    expect(await journey.eventsOf(link)).toEqual(withPayment.includes(way) ? ["payment.failed"] : []);
    expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene: { kind: "cancelled" } });
  });

  test.each(["authenticated", "not_authenticated"] as const)(
    "a browser that returns %s later: nothing is captured",
    async (verdict) => {
      const link = await journey.atTheBank({ redirectUrl });
      await journey.cancel(link);
      expect(sentTo(await journey.comeBack(link.callback, verdict))).toBe(failure);
      expect(world.bank.countOf("capture")).toBe(0);
      expect(await journey.row(link)).toMatchObject({ status: "cancelled" });
      expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
      const attempts = await journey.attemptsOf(link);
      expect(attempts.map(({ status }) => status)).toEqual(["abandoned"]);
    },
  );

  test.each(withPayment)("its payment, whose time was over and nobody saw it, expires (%s)", async (way) => {
    const link = await ways[way]!();
    const { expiresAt } = (await payment(link))!;
    journey.passTo(expiresAt);
    expect(await journey.cancel(link)).toMatchObject({ status: "cancelled" });
    expect(await payment(link)).toMatchObject({ status: "expired", expiredAt: expiresAt });
    expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
  });

  test("409 payment_link_already_paid, 409 payment_link_expired", async () => {
    const completed = await journey.atTheBank();
    await journey.comeBack(completed.callback);
    expect(await journey.cancelled(completed)).toBe("payment_link_already_paid");
    const due = await journey.create();
    journey.passTo(due.expiresAt);
    expect(await journey.cancelled(due)).toBe("payment_link_expired");
    expect(await journey.eventsOf(due)).toEqual(["payment_link.expired"]);
  });

  test("409 payment_link_expired where it falls due between the look and the cancellation", async () => {
    const { id, expiresAt } = await journey.create();
    const readings = [plusMs(expiresAt, -1)];
    const clock = { now: () => readings.shift() ?? expiresAt };
    const { partnerId } = world.caller;
    const cancelled = cancelLink({ ...world.ctx, clock }, { partnerId, linkId: id });
    await expect(cancelled).rejects.toMatchObject({ code: "payment_link_expired" });
    expect(await journey.row({ id })).toMatchObject({ status: "pending" });
    journey.passTo(expiresAt);
    expect(await journey.cancelled({ id })).toBe("payment_link_expired");
    expect(await journey.eventsOf({ id })).toEqual(["payment_link.expired"]);
  });

  test("404 another account's, and none at all", async () => {
    const [id = ""] = await writeLinks(world, [{ createdAt: world.clock.now(), partnerId: "prt_other" }]);
    expect(await journey.cancelled({ id })).toBe("payment_link_not_found");
    expect(await journey.cancelled({ id: "pl_none" })).toBe("payment_link_not_found");
    expect(await journey.row({ id })).toMatchObject({ status: "pending" });
  });

  describe("while a capture runs, waits for its outcome", () => {
    test("approved: 409 payment_link_already_paid", async () => {
      const { link, back, answer } = await capturing();
      const cancelled = journey.cancelled(link);
      answer(approved);
      expect(await cancelled).toBe("payment_link_already_paid");
      await back;
      expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
    });

    test("declined: cancelled", async () => {
      const { link, back, answer } = await capturing();
      const cancelled = journey.cancelled(link);
      answer(declined);
      expect(await cancelled).toBe("cancelled");
      await back;
      expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "capture_declined" });
      expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    });

    test("unknown: 409 payment_link_already_paid at once, and the link is completed by the inquiry", async () => {
      const { link, back, answer } = await capturing();
      answer(unknown);
      await back;
      await world.settled();
      const since = performance.now();
      expect(await journey.cancelled(link)).toBe("payment_link_already_paid");
      expect(performance.now() - since).toBeLessThan(seconds(4));
      world.bank.answer("inquire", paid);
      await journey.advance(seconds(5));
      expect(await journey.row(link)).toMatchObject({ status: "completed" });
    });

    test("slow: 409 payment_link_already_paid after five seconds", async () => {
      const { link, back, answer } = await capturing();
      const since = performance.now();
      expect(await journey.cancelled(link)).toBe("payment_link_already_paid");
      const waited = performance.now() - since;
      expect(waited).toBeGreaterThan(seconds(4.9));
      expect(waited).toBeLessThan(seconds(7));
      answer(declined);
      await back;
      await world.settled();
      expect(await journey.cancelled(link)).toBe("cancelled");
    });
  });
});

describe("its window elapsed", () => {
  test.each(Object.keys(ways))("expired from %s at the instant it was due, once", async (way) => {
    const link = await ways[way]!();
    await world.db.prisma.payment.updateMany({ where: { linkId: link.id }, data: { expiresAt: late(link) } });
    await journey.advance(link.expiresAt.getTime() - world.clock.now().getTime() - 1);
    expect((await journey.row(link)).status).not.toBe("expired");
    journey.pass(seconds(30));
    const all = await Promise.all([journey.expire(link), journey.expire(link), journey.expire(link)]);
    expect(all.filter((moved) => moved)).toHaveLength(1);
    expect(await journey.row(link)).toMatchObject({ status: "expired" });
    const hasPayment = withPayment.includes(way);
    if (hasPayment) {
      const failedAt = link.expiresAt;
      expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "link_expired", failedAt });
    }
    const told = hasPayment ? ["payment.failed", "payment_link.expired"] : ["payment_link.expired"];
    expect(await journey.eventsOf(link)).toEqual(told);
    const event = await world.db.prisma.outboxEvent.findFirstOrThrow({ where: { resourceId: link.id } });
    expect(event.occurredAt).toEqual(link.expiresAt);
    expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene: { kind: "expired" } });
  });

  const late = (link: LinkRecord) => plusMs(link.expiresAt, minutes(1));

  /** A link whose browser is at the bank when its window elapses, before the payment's own time is over. */
  async function overdue() {
    const link = await journey.create({ redirectUrl });
    journey.passTo(plusMs(link.expiresAt, -minutes(10)));
    const started = await journey.toTheBank(link);
    expect(await journey.sceneOf(link)).toMatchObject({ progress: { until: link.expiresAt } });
    return started;
  }

  test("a browser that returns after that: no capture, the link expires then and there", async () => {
    const link = await overdue();
    journey.pass(minutes(10));
    expect(sentTo(await journey.comeBack(link.callback))).toBe(failure);
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await payment(link)).toMatchObject({ failureCode: "link_expired", failedAt: link.expiresAt });
    expect(await journey.eventsOf(link)).toEqual(["payment.failed", "payment_link.expired"]);
  });

  test("a browser that returned in time, and waited for the link's lock: paid", async () => {
    const link = await overdue();
    journey.passTo(plusMs(link.expiresAt, -1));
    const letGo = await holdLink(world, link.id);
    const back = journey.comeBack(link.callback);
    const first = await Promise.race([back, sleep(100).then(() => "waits")]);
    journey.passTo(plusMs(link.expiresAt, seconds(1)));
    await letGo();
    expect(first).toBe("waits");
    await back;
    await world.settled();
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("its payment is asked for after that: it shows as failed", async () => {
    const link = await overdue();
    journey.pass(minutes(10));
    const { partnerId } = world.caller;
    const { id: paymentCode } = (await payment(link))!;
    expect(await getPayment(world.ctx, { partnerId, paymentCode })).toMatchObject({
      status: "failed",
      failureCode: "link_expired",
      paymentLinkId: link.id,
      returnUrl: redirectUrl,
    });
    expect(await journey.row(link)).toMatchObject({ status: "expired" });
  });

  test("both overdue: what was due first ends the payment", async () => {
    const link = await journey.create();
    journey.passTo(plusMs(link.expiresAt, -minutes(40)));
    await journey.toTheBank(link);
    journey.pass(hours(12));
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "expired" });
    const expiredAt = plusMs(link.expiresAt, -minutes(10));
    expect(await payment(link)).toMatchObject({ status: "expired", expiredAt });
    expect(await journey.eventsOf(link)).toEqual(["payment.expired", "payment_link.expired"]);
  });

  test.each(["link", "payment"])(
    "both due at one instant, the %s read first: the link decides",
    async (first) => {
      const link = await journey.create();
      journey.passTo(plusMs(link.expiresAt, -minutes(30)));
      await journey.toTheBank(link);
      const { id: paymentCode, expiresAt } = (await payment(link))!;
      expect(expiresAt).toEqual(link.expiresAt);
      journey.passTo(expiresAt);
      if (first === "link") await journey.expire(link);
      else await expirePayment(world.ctx, { paymentCode });
      const failed = { status: "failed", failureCode: "link_expired", failedAt: expiresAt };
      expect(await payment(link)).toMatchObject(failed);
      expect(await journey.eventsOf(link)).toEqual(["payment.failed", "payment_link.expired"]);
    },
  );

  test.each([
    ["approved", approved, "completed", ["payment.captured", "payment_link.completed"]],
    ["declined", declined, "expired", ["payment.failed", "payment_link.expired"]],
  ] as const)("a running capture that is %s decides", async (_what, outcome, status, events) => {
    const capture = slowAnswer(world, "capture");
    const link = await overdue();
    journey.pass(minutes(10) - 1);
    const back = journey.comeBack(link.callback);
    await capture.asked;
    journey.pass(seconds(20));
    expect(await journey.expire(link)).toBe(false);
    expect(await journey.sceneOf(link)).toMatchObject({
      kind: "in_progress",
      progress: { canGiveUpFrom: null },
    });
    expect(await journey.row(link)).toMatchObject({ status: "initiated" });
    capture.answer(outcome);
    await back;
    await world.settled();
    expect(await journey.row(link)).toMatchObject({ status });
    expect(await journey.eventsOf(link)).toEqual(events);
  });
});
