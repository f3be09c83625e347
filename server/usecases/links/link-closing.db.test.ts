import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { createLinkJourney, deferAnswer, type LinkJourney, pans, readRedirect } from "@/server/testing/journeys/link";
import { lockLink, writeLinks } from "@/server/testing/journeys/link-rows";
import { watchForWait } from "@/server/testing/world/waiting";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";
import { getPayment } from "../payments/queries";
import { cancelLink } from "./cancel-link";
import type { LinkRecord } from "./shared/link-record";

// Tests how a link is cancelled and how it expires (D-10), with and without a running attempt.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("capture", approved);
  world.clock.advanceMs(seconds(1));
});

const redirectUrl = "https://shop.test";
const failure = "https://shop.test/payment/failure";

/** Ways to create a link that can be closed, by its state. */
const ways: Record<string, () => Promise<LinkRecord & { callback?: string }>> = {
  pending: () => journey.create({ redirectUrl }),
  launched: async () => {
    const link = await journey.create({ redirectUrl });
    await journey.open(link);
    return link;
  },
  initiated: () => journey.createAtBank({ redirectUrl }),
  "failed with an idle payment": async () => {
    const link = await journey.create({ redirectUrl });
    await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
    return link;
  },
};
const withPayment = ["initiated", "failed with an idle payment"];

async function capturing() {
  const capture = deferAnswer(world, "capture");
  const link = await journey.createAtBank({ redirectUrl });
  const back = journey.returnWithoutWaiting(link.callback);
  await capture.asked;
  return { link, back, answer: capture.answer };
}

const payment = async (link: LinkRecord) => (await journey.listPayments(link)).at(-1);

describe("a cancellation by the merchant", () => {
  test.each(Object.keys(ways))("200 cancelled from %s; 409 the second time", async (way) => {
    const link = await ways[way]!();
    expect(await journey.cancel(link)).toMatchObject({ id: link.id, status: "cancelled" });
    expect(await journey.tryCancel(link)).toBe("payment_link_cancelled");
    if (withPayment.includes(way)) {
      expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "link_cancelled" });
    }
    expect(await journey.listEvents(link)).toEqual(withPayment.includes(way) ? ["payment.failed"] : []);
    expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "cancelled" } });
  });

  test.each(["authenticated", "not_authenticated"] as const)(
    "captures nothing when the browser returns %s later",
    async (verdict) => {
      const link = await journey.createAtBank({ redirectUrl });
      await journey.cancel(link);
      expect(readRedirect(await journey.returnFromBank(link.callback, verdict))).toBe(failure);
      expect(world.bank.countCalls("capture")).toBe(0);
      expect(await journey.getRow(link)).toMatchObject({ status: "cancelled" });
      expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
      const attempts = await journey.listAttempts(link);
      expect(attempts.map(({ status }) => status)).toEqual(["abandoned"]);
    },
  );

  test.each(withPayment)("expires a due payment that was not expired yet (%s)", async (way) => {
    const link = await ways[way]!();
    const { expiresAt } = (await payment(link))!;
    journey.setClock(expiresAt);
    expect(await journey.cancel(link)).toMatchObject({ status: "cancelled" });
    expect(await payment(link)).toMatchObject({ status: "expired", expiredAt: expiresAt });
    expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
  });

  test("409 payment_link_already_paid for a paid link, 409 payment_link_expired for an expired one", async () => {
    const completed = await journey.createAtBank();
    await journey.returnFromBank(completed.callback);
    expect(await journey.tryCancel(completed)).toBe("payment_link_already_paid");
    const due = await journey.create();
    journey.setClock(due.expiresAt);
    expect(await journey.tryCancel(due)).toBe("payment_link_expired");
    expect(await journey.listEvents(due)).toEqual(["payment_link.expired"]);
  });

  test("409 payment_link_expired if it falls due between the check and the cancellation", async () => {
    const { id, expiresAt } = await journey.create();
    const readings = [plusMs(expiresAt, -1)];
    const clock = { now: () => readings.shift() ?? expiresAt };
    const cancelled = cancelLink({ ...world.ctx, clock }, { partnerId: world.caller.partnerId, linkId: id });
    await expect(cancelled).rejects.toMatchObject({ code: "payment_link_expired" });
    expect(await journey.getRow({ id })).toMatchObject({ status: "pending" });
    journey.setClock(expiresAt);
    expect(await journey.tryCancel({ id })).toBe("payment_link_expired");
    expect(await journey.listEvents({ id })).toEqual(["payment_link.expired"]);
  });

  test("404 for another account's link and for an unknown one", async () => {
    const [id = ""] = await writeLinks(world, [{ createdAt: world.clock.now(), partnerId: "prt_other" }]);
    expect(await journey.tryCancel({ id })).toBe("payment_link_not_found");
    expect(await journey.tryCancel({ id: "pl_none" })).toBe("payment_link_not_found");
    expect(await journey.getRow({ id })).toMatchObject({ status: "pending" });
  });

  describe("while a capture runs", () => {
    test("waits, and answers 409 payment_link_already_paid when it is approved", async () => {
      const { link, back, answer } = await capturing();
      const cancelled = journey.tryCancel(link);
      answer(approved);
      expect(await cancelled).toBe("payment_link_already_paid");
      await back;
      expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
    });

    test("waits, and cancels when it is declined", async () => {
      const { link, back, answer } = await capturing();
      const cancelled = journey.tryCancel(link);
      answer(declined);
      expect(await cancelled).toBe("cancelled");
      await back;
      expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "capture_declined" });
      expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
    });

    test("answers 409 payment_link_already_paid at once when it is unknown; the inquiry completes the link", async () => {
      const { link, back, answer } = await capturing();
      answer(unknown);
      await back;
      // A cancellation that waited would never end, because its clock stands still.
      vi.spyOn(performance, "now").mockReturnValue(performance.now());
      expect(await journey.tryCancel(link)).toBe("payment_link_already_paid");
      world.bank.answer("inquire", paid);
      await journey.advance(seconds(5));
      expect(await journey.getRow(link)).toMatchObject({ status: "completed" });
    });

    test("answers 409 payment_link_already_paid after five seconds when it is slow", async () => {
      const { link, back, answer } = await capturing();
      const since = performance.now();
      const now = performance.now.bind(performance);
      vi.spyOn(performance, "now").mockImplementation(() => since + 20 * (now() - since));
      expect(await journey.tryCancel(link)).toBe("payment_link_already_paid");
      expect(performance.now() - since).toBeGreaterThan(seconds(4.9));
      answer(declined);
      await back;
      expect(await journey.tryCancel(link)).toBe("cancelled");
    });
  });
});

describe("a link whose window has elapsed", () => {
  test.each(Object.keys(ways))("is expired from %s at the instant it was due, once", async (way) => {
    const link = await ways[way]!();
    await world.db.prisma.payment.updateMany({ where: { linkId: link.id }, data: { expiresAt: late(link) } });
    await journey.advance(link.expiresAt.getTime() - world.clock.now().getTime() - 1);
    expect((await journey.getRow(link)).status).not.toBe("expired");
    journey.moveClock(seconds(30));
    const all = await Promise.all([journey.expire(link), journey.expire(link), journey.expire(link)]);
    expect(all.filter((moved) => moved)).toHaveLength(1);
    expect(await journey.getRow(link)).toMatchObject({ status: "expired" });
    const hasPayment = withPayment.includes(way);
    if (hasPayment) {
      const failedAt = link.expiresAt;
      expect(await payment(link)).toMatchObject({ status: "failed", failureCode: "link_expired", failedAt });
    }
    const events = hasPayment ? ["payment.failed", "payment_link.expired"] : ["payment_link.expired"];
    expect(await journey.listEvents(link)).toEqual(events);
    const event = await world.db.prisma.outboxEvent.findFirstOrThrow({ where: { resourceId: link.id } });
    expect(event.occurredAt).toEqual(link.expiresAt);
    expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "expired" } });
  });

  const late = (link: LinkRecord) => plusMs(link.expiresAt, minutes(1));

  /** Creates a link whose browser is at the bank when its window elapses, before the payment's own validity ends. */
  async function overdue() {
    const link = await journey.create({ redirectUrl });
    journey.setClock(plusMs(link.expiresAt, -minutes(10)));
    const started = await journey.sendToBank(link);
    expect(await journey.getLinkState(link)).toMatchObject({ progress: { until: link.expiresAt } });
    return started;
  }

  test("expires without a capture when the browser returns afterwards", async () => {
    const link = await overdue();
    journey.moveClock(minutes(10));
    expect(readRedirect(await journey.returnFromBank(link.callback))).toBe(failure);
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await payment(link)).toMatchObject({ failureCode: "link_expired", failedAt: link.expiresAt });
    expect(await journey.listEvents(link)).toEqual(["payment.failed", "payment_link.expired"]);
  });

  test("is paid when the browser returned in time and then waited for the link's lock", async () => {
    const link = await overdue();
    journey.setClock(plusMs(link.expiresAt, -1));
    const letGo = await lockLink(world, link.id);
    const back = journey.returnFromBank(link.callback);
    const first = await watchForWait(world.db, back);
    journey.setClock(plusMs(link.expiresAt, seconds(1)));
    await letGo();
    expect(first).toBe("waits");
    await back;
    await world.settled();
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
  });

  test("shows its payment as failed when it is read afterwards", async () => {
    const link = await overdue();
    journey.moveClock(minutes(10));
    const { partnerId } = world.caller;
    const { id: paymentCode } = (await payment(link))!;
    expect(await getPayment(world.ctx, { partnerId, paymentCode })).toMatchObject({
      status: "failed",
      failureCode: "link_expired",
      paymentLinkId: link.id,
      returnUrl: redirectUrl,
    });
    expect(await journey.getRow(link)).toMatchObject({ status: "expired" });
  });

  test("ends the payment by the earlier expiry when link and payment are both overdue", async () => {
    const link = await journey.create();
    journey.setClock(plusMs(link.expiresAt, -minutes(40)));
    await journey.sendToBank(link);
    journey.moveClock(hours(12));
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "expired" });
    const expiredAt = plusMs(link.expiresAt, -minutes(10));
    expect(await payment(link)).toMatchObject({ status: "expired", expiredAt });
    expect(await journey.listEvents(link)).toEqual(["payment.expired", "payment_link.expired"]);
  });

  test.each(["link", "payment"])(
    "ends the payment by the link when both are due at one instant and the %s is read first",
    async (first) => {
      const link = await journey.create();
      journey.setClock(plusMs(link.expiresAt, -minutes(30)));
      await journey.sendToBank(link);
      const { id: paymentCode, expiresAt } = (await payment(link))!;
      expect(expiresAt).toEqual(link.expiresAt);
      journey.setClock(expiresAt);
      if (first === "link") await journey.expire(link);
      else await expirePayment(world.ctx, { paymentCode });
      const failed = { status: "failed", failureCode: "link_expired", failedAt: expiresAt };
      expect(await payment(link)).toMatchObject(failed);
      expect(await journey.listEvents(link)).toEqual(["payment.failed", "payment_link.expired"]);
    },
  );

  test.each([
    ["approved", approved, "completed", ["payment.captured", "payment_link.completed"]],
    ["declined", declined, "expired", ["payment.failed", "payment_link.expired"]],
  ] as const)("waits for a running capture that is %s", async (_what, outcome, status, events) => {
    const capture = deferAnswer(world, "capture");
    const link = await overdue();
    journey.moveClock(minutes(10) - 1);
    const back = journey.returnFromBank(link.callback);
    await capture.asked;
    journey.moveClock(seconds(20));
    expect(await journey.expire(link)).toBe(false);
    const waiting = { kind: "in_progress", progress: { canGiveUpFrom: null } };
    expect(await journey.getLinkState(link)).toMatchObject(waiting);
    expect(await journey.getRow(link)).toMatchObject({ status: "initiated" });
    capture.answer(outcome);
    await back;
    await world.settled();
    expect(await journey.getRow(link)).toMatchObject({ status });
    expect(await journey.listEvents(link)).toEqual(events);
  });
});
