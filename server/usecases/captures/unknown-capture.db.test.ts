import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { journeyIn, resultIn } from "@/server/testing/journeys/payment";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";
import { advanceClock } from "../operations/advance-clock";
import { fireDue } from "../operations/fire-due";
import { inquireCapture } from "./inquire-capture";
import { recordCapture } from "./record-capture";

let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = journeyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
});

describe("unknown, then resolved", () => {
  /** A payment whose capture got no readable answer. */
  async function lost() {
    world.bank.answer("capture", unknown);
    const payment = await journey.atTheBank();
    expect(resultIn(await journey.comeBack(payment.token))).toBe("pending");
    await world.settled();
    expect(await journey.look(payment.paymentCode)).toMatchObject({ status: "initiated" });
    return payment;
  }

  test("the bank has the money: captured by the first inquiry, five seconds later; the capture is never re-sent", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", paid);
    expect((await journey.advance(seconds(4))).fired.inquiries).toBe(0);
    expect((await journey.advance(seconds(1))).fired.inquiries).toBe(1);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("not found counts only twice and after two minutes: then failed", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", { kind: "not_found" });
    expect((await journey.advance(seconds(119))).fired.inquiries).toBe(2);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    expect((await journey.advance(seconds(1))).fired.inquiries).toBe(1);
    expect(await journey.look(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "capture_declined",
    });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
  });

  test("never expires while the capture may have happened, and expires when the bank says it has not", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", unknown);
    expect((await journey.advance(minutes(31))).fired.paymentsExpired).toBe(0);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(hours(13));
    const payment = await journey.look(paymentCode);
    expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
  });

  test("a person is told after fifteen minutes, once, and not at all when it was settled before", async () => {
    const [{ paymentCode }, settled] = [await lost(), await lost()];
    world.bank.answer("inquire", unknown);
    await journey.advance(minutes(15) - seconds(1));
    expect(await journey.alertsOf(paymentCode, "capture_unknown")).toBe(0);
    const attempt = await journey.attemptOf(settled.paymentCode);
    await recordCapture(world.ctx, { attemptId: attempt.id, outcome: approved });
    await journey.advance(seconds(1));
    const { createdAt } = await world.db.prisma.staffAlert.findFirstOrThrow({
      where: { subject: paymentCode },
    });
    expect(createdAt).toEqual(world.clock.now());
    await journey.advance(hours(3));
    expect(await journey.alertsOf(paymentCode, "capture_unknown")).toBe(1);
    expect(await journey.alertsOf(settled.paymentCode, "capture_unknown")).toBe(0);
  });

  test("an amount that is not ours is not ours: it stays open and a person is told", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", { ...paid, amountKurus: 39_999n }, paid);
    await journey.advance(seconds(5));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await journey.alertsOf(paymentCode, "amount_mismatch")).toBe(1);
    await journey.advance(seconds(25));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("declined at the bank: failed by inquiry", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", declined);
    await journey.advance(seconds(5));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "failed" });
  });

  test("20 inquiries at once ask the bank once", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", paid);
    world.clock.advanceMs(seconds(5));
    const attempt = await journey.attemptOf(paymentCode);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => inquireCapture(world.ctx, { attemptId: attempt.id })),
    );
    expect(all.filter((asked) => asked)).toHaveLength(1);
    expect(world.bank.countOf("inquire")).toBe(1);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("a process that died in the middle of a capture leaves an intent, and the bank is asked about it", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    world.bank.answer("capture", () => {
      throw new Error("the process is gone");
    });
    expect(resultIn(await journey.comeBack(token))).toBe("pending");
    expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "capturing" });
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    world.bank.answer("inquire", paid);
    expect((await journey.advance(seconds(64))).fired.inquiries).toBe(0);
    expect((await journey.advance(seconds(1))).fired.inquiries).toBe(1);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("an approval that comes after the payment was given up is seen: voided, and staff are alerted", async () => {
    const { paymentCode } = await lost();
    world.bank.answer("inquire", { kind: "not_found" });
    await journey.advance(minutes(2));
    const { id: attemptId } = await journey.attemptOf(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    expect(await journey.alertsOf(paymentCode, "late_approval")).toBe(1);
    world.bank.answer("inquire", paid);
    world.bank.answer("void", approved);
    await fireDue(world.ctx, { until: world.clock.now() });
    expect(world.bank.countOf("void")).toBe(1);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "failed" });
  });
});

describe("what is due", () => {
  test("payments expire in order at their own instants, once, also when many look at the same time", async () => {
    const first = await journey.atTheBank();
    world.clock.advanceMs(minutes(1));
    const second = await journey.atTheBank();
    world.clock.advanceMs(minutes(40));
    const until = world.clock.now();
    const rounds = await Promise.all(Array.from({ length: 5 }, () => fireDue(world.ctx, { until })));
    expect(rounds.reduce((sum, round) => sum + round.paymentsExpired, 0)).toBe(2);
    for (const { paymentCode } of [first, second]) {
      const payment = await journey.look(paymentCode);
      expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
      expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
      expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "abandoned" });
    }
  });

  test("the clock moves on to each due instant, and never backwards", async () => {
    const before = world.clock.now();
    const { now } = await journey.advance(hours(1));
    expect(now).toEqual(plusMs(before, hours(1)));
    await expect(advanceClock(world.ctx, { set: before })).rejects.toMatchObject({
      code: "validation_error",
    });
  });

  test("one bank that hangs holds up neither the others nor what expires", async () => {
    world.bank.answer("capture", unknown);
    const payments = [];
    for (let n = 0; n < 4; n++) payments.push(await journey.atTheBank());
    for (const { token } of payments) await journey.comeBack(token);
    const waiting = await journey.create();
    world.clock.advanceMs(minutes(31));
    let hanging = 0;
    let together = 0;
    world.bank.answer("inquire", async () => {
      together = Math.max(together, ++hanging);
      expect(await journey.look(waiting.paymentCode)).toMatchObject({ status: "expired" });
      await new Promise((resolve) => setTimeout(resolve, 200));
      hanging--;
      return paid;
    });
    await fireDue(world.ctx, { until: world.clock.now() });
    expect(together).toBe(4);
    for (const { paymentCode } of payments)
      expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  });
});

test("found only on the next day: its net is due after the day on which it was sent", async () => {
  // Thursday, two seconds before midnight in Istanbul; asked about on Friday.
  world.clock.set(new Date("2027-12-02T20:59:58.000Z"));
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", paid);
  const { paymentCode, token } = await journey.atTheBank();
  await journey.comeBack(token);
  await journey.advance(seconds(5));
  const rows = await world.db.prisma.settlement.findMany({ where: { paymentId: paymentCode } });
  expect(rows).toMatchObject([{ refundId: null, dueAt: new Date("2027-12-02T21:00:00.000Z") }]);
});
