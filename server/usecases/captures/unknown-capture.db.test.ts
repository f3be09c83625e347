import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { endInquiries } from "@/server/testing/journeys/given-up";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { createMeeting } from "@/server/testing/world/waiting";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { advanceClock } from "../operations/advance-clock";
import { doDueWork } from "../operations/do-due-work";
import { inquireCapture } from "./inquire-capture";
import { recordCapture } from "./record-capture";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("capture", approved);
});

describe("a capture with an unknown outcome", () => {
  /** Creates a payment whose capture got no readable answer. */
  async function lost() {
    world.bank.answer("capture", unknown);
    const payment = await journey.createAtBank();
    expect(readResult(await journey.returnWithoutWaiting(payment.token))).toBe("pending");
    expect(await journey.getPayment(payment.paymentCode)).toMatchObject({ status: "initiated" });
    return payment;
  }

  test("captures by the first inquiry after five seconds if the bank has the money, and never sends again", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", paid);
    expect((await journey.advance(seconds(4))).fired.inquiries).toBe(0);
    expect((await journey.advance(seconds(1))).fired.inquiries).toBe(1);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("fails only after two not-found answers and two minutes", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", { kind: "not_found" });
    expect((await journey.advance(seconds(119))).fired.inquiries).toBe(2);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect((await journey.advance(seconds(1))).fired.inquiries).toBe(1);
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "capture_declined",
    });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
  });

  test("does not expire while the money may have been taken, and expires when the bank denies it", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", unknown);
    expect((await journey.advance(minutes(31))).fired.paymentsExpired).toBe(0);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(hours(13));
    const payment = await journey.getPayment(paymentCode);
    expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
  });

  test("alerts a person once after fifteen minutes, and not at all if it was settled before", async () => {
    const [{ paymentCode }, settled] = [await lost(), await lost()];
    world.bank.answer("inquire", unknown);
    await journey.advance(minutes(15) - seconds(1));
    expect(await journey.countAlerts(paymentCode, "capture_unknown")).toBe(0);
    const attempt = await journey.getAttempt(settled.paymentCode);
    await recordCapture(world.ctx, { attemptId: attempt.id, outcome: approved });
    await journey.advance(seconds(1));
    const { createdAt } = await world.db.prisma.staffAlert.findFirstOrThrow({
      where: { subject: paymentCode },
    });
    expect(createdAt).toEqual(world.clock.now());
    await journey.advance(hours(3));
    expect(await journey.countAlerts(paymentCode, "capture_unknown")).toBe(1);
    expect(await journey.countAlerts(settled.paymentCode, "capture_unknown")).toBe(0);
  });

  test("stays open and alerts a person if the bank reports another amount", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", { ...paid, amountKurus: 39_999n }, paid);
    await journey.advance(seconds(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await journey.countAlerts(paymentCode, "amount_mismatch")).toBe(1);
    await journey.advance(seconds(25));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("fails by inquiry if the bank declined", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", declined);
    await journey.advance(seconds(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "failed" });
  });

  test("asks the bank once for 20 concurrent inquiries", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", paid);
    world.clock.advanceMs(seconds(5));
    const attempt = await journey.getAttempt(paymentCode);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => inquireCapture(world.ctx, { attemptId: attempt.id })),
    );
    expect(all.filter((asked) => asked)).toHaveLength(1);
    expect(world.bank.countCalls("inquire")).toBe(1);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("inquires the recorded intent after a process died in the middle of a capture", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    world.bank.answer("capture", () => {
      throw new Error("the process is gone");
    });
    expect(readResult(await journey.returnWithoutWaiting(token))).toBe("pending");
    expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "capturing" });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    world.bank.answer("inquire", paid);
    expect((await journey.advance(seconds(64))).fired.inquiries).toBe(0);
    expect((await journey.advance(seconds(1))).fired.inquiries).toBe(1);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("voids a capture whose approval came after it was given up, and alerts staff", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(minutes(2));
    const { id: attemptId } = await journey.getAttempt(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    expect(await journey.countAlerts(paymentCode, "late_approval")).toBe(1);
    world.bank.answer("inquire", paid);
    world.bank.answer("void", approved);
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(world.bank.countCalls("void")).toBe(1);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "failed" });
  });
});

describe("due work", () => {
  test("expires payments in order, at their own instants and once, also with concurrent runs", async () => {
    const first = await journey.createAtBank();
    world.clock.advanceMs(minutes(1));
    const second = await journey.createAtBank();
    world.clock.advanceMs(minutes(40));
    const until = world.clock.now();
    const rounds = await Promise.all(Array.from({ length: 5 }, () => doDueWork(world.ctx, { until })));
    expect(rounds.reduce((sum, round) => sum + round.paymentsExpired, 0)).toBe(2);
    for (const { paymentCode } of [first, second]) {
      const payment = await journey.getPayment(paymentCode);
      expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
      expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
      expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "abandoned" });
    }
  });

  test("advances the clock to each due instant, and never backwards", async () => {
    const before = world.clock.now();
    const { now } = await journey.advance(hours(1));
    expect(now).toEqual(plusMs(before, hours(1)));
    await expect(advanceClock(world.ctx, { set: before })).rejects.toMatchObject({
      code: "validation_error",
    });
  });

  test("delays neither other banks nor expiries when one bank hangs", async () => {
    world.bank.answer("capture", unknown);
    const payments = [];
    for (let n = 0; n < 4; n++) payments.push(await journey.createAtBank());
    for (const { token } of payments) await journey.returnWithoutWaiting(token);
    const waiting = await journey.create();
    world.clock.advanceMs(minutes(31));
    const hanging = createMeeting(4);
    world.bank.answer("inquire", async () => {
      await hanging.meet(async () => {
        expect(await journey.getPayment(waiting.paymentCode)).toMatchObject({ status: "expired" });
      });
      return paid;
    });
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(hanging.most).toBe(4);
    for (const { paymentCode } of payments)
      expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });
});

test("pays the net after the day on which the capture was sent, even if it was found on the next day", async () => {
  // The capture is sent on Thursday, two seconds before midnight in Istanbul, and inquired on Friday.
  world.clock.set(new Date("2027-12-02T20:59:58.000Z"));
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", paid);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  await journey.advance(seconds(5));
  const rows = await world.db.prisma.settlement.findMany({ where: { paymentId: paymentCode } });
  expect(rows).toMatchObject([{ refundId: null, dueAt: new Date("2027-12-02T21:00:00.000Z") }]);
});
