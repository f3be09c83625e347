import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes } from "@/server/domain/clock";
import { slowAnswer } from "@/server/testing/journeys/link";
import { journeyIn, resultIn } from "@/server/testing/journeys/payment";
import { approved, declined, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { inquireCapture } from "./inquire-capture";

let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  // Long enough for 20 callbacks on a busy machine.
  world = await openTestWorld({ captureWaitMs: 4_000 });
  journey = journeyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
});

describe("coming back from 3-D Secure", () => {
  test("happy: captured with the stored amount, commission and card on record, proofs erased, one event", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    const answer = await journey.comeBack(token);
    expect(answer).toEqual({
      kind: "redirect",
      url: `https://shop.test/done?x=1&paymentCode=${paymentCode}&result=success`,
    });
    expect(world.bank.asked).toMatchObject([
      { kind: "capture", order: { amountKurus: 40_000n, installment: 3 } },
    ]);
    expect(await journey.look(paymentCode)).toMatchObject({
      status: "captured",
      card: {
        maskedPan: "552879******0008",
        brand: "paraf",
        family: "credit",
        bank: "Halkbank",
        scheme: "mastercard",
      },
      commission: { basis: "gross", rateBps: 450, amount: 1_800n, netAmount: 38_200n, reversedAmount: 0n },
      refund: { status: "none", remainingAmount: 40_000n },
      refundOptions: { void: { available: true }, credit: { available: true } },
    });
    expect(await journey.attemptOf(paymentCode)).toMatchObject({
      status: "captured",
      proofs: null,
      nextInquiryAt: null,
    });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("twice: the second callback gets the same answer and captures nothing", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    const [first, second] = [await journey.comeBack(token), await journey.comeBack(token)];
    expect(second).toEqual(first);
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("concurrently: 20 callbacks at once, one capture, the same answer for all", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    world.bank.answer("capture", async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return approved;
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => journey.comeBack(token)));
    expect(new Set(all.map(resultIn))).toEqual(new Set(["success"]));
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("400 a forged callback changes nothing and is in the security log; the genuine one still works", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    expect(await journey.comeBack(token, "refused")).toEqual({ kind: "refused" });
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    expect(world.warnings).toContainEqual(
      expect.objectContaining({ security: "bank_callback_refused", why: "hash" }),
    );
    expect(resultIn(await journey.comeBack(token))).toBe("success");
    const inbox = await world.db.prisma.bankCallback.findMany({
      where: { attempt: { paymentId: paymentCode } },
    });
    expect(inbox.map((callback) => callback.verdict).sort()).toEqual(["authenticated", "refused_hash"]);
    const { bankOrderId } = await journey.attemptOf(paymentCode);
    const returns = world.noted.filter(({ orderId }) => orderId === bankOrderId);
    expect(returns.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ["form", "sent"],
      ["return", "refused_hash"],
      ["return", "authenticated"],
    ]);
  });

  test("404 an address that no attempt has", async () => {
    expect(await journey.comeBack("nothing")).toEqual({ kind: "unknown_attempt" });
  });

  test("not authenticated: failed, the code is released, and a later good callback captures nothing", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await journey.comeBack(token, "not_authenticated"))).toBe("failure");
    expect(resultIn(await journey.comeBack(token))).toBe("failure");
    expect(await journey.look(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "three_ds_failed",
      card: null,
    });
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
  });

  test("declined: failed with its event", async () => {
    world.bank.answer("capture", declined);
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await journey.comeBack(token))).toBe("failure");
    expect(await journey.look(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "capture_declined",
    });
    expect(await journey.attemptOf(paymentCode)).toMatchObject({
      status: "declined",
      declineReason: "insufficient_funds",
    });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
  });

  test("too late: the payment has expired at its due instant, nothing is captured", async () => {
    const { token, paymentCode, status } = await journey.atTheBank();
    expect(status).toBe("initiated");
    world.clock.advanceMs(minutes(30));
    expect(resultIn(await journey.comeBack(token))).toBe("failure");
    const payment = await journey.look(paymentCode);
    expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
  });

  test("pending when the bank is slow; the capture goes on and is recorded", async () => {
    let finish: (outcome: Outcome) => void = () => undefined;
    world.bank.answer(
      "capture",
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await journey.comeBack(token))).toBe("pending");
    finish(approved);
    await world.settled();
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("pending when the outcome could not be written down; the inquiry settles it", async () => {
    world.bank.answer("capture", () => {
      throw new Error("the database is gone");
    });
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await journey.comeBack(token))).toBe("pending");
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
  });
});

test("an inquiry waits for the capture that its own process has open, however far the clock has leapt", async () => {
  const bank = slowAnswer(world, "capture");
  const { token, paymentCode } = await journey.atTheBank();
  const back = journey.comeBack(token);
  await bank.asked;
  world.bank.answer("inquire", { kind: "not_found" });
  world.clock.advanceMs(minutes(5));
  const { id: attemptId } = await journey.attemptOf(paymentCode);
  const inquiry = inquireCapture(world.ctx, { attemptId });
  await sleep(300);
  bank.answer(approved);
  expect(await inquiry).toBe(false);
  expect(world.bank.countOf("inquire")).toBe(0);
  expect(resultIn(await back)).toBe("success");
  expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
});

describe("not authenticated, says a later return", () => {
  test("captured when the capture is under way: the second browser waits for it and changes nothing", async () => {
    const bank = slowAnswer(world, "capture");
    const { token, paymentCode } = await journey.atTheBank();
    const first = journey.comeBack(token);
    await bank.asked;
    const second = journey.comeBack(token, "not_authenticated");
    await sleep(300);
    bank.answer(approved);
    expect([resultIn(await first), resultIn(await second)]).toEqual(["success", "success"]);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("expired when the payment's time was over before, though nobody had looked", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    world.clock.advanceMs(minutes(31));
    expect(resultIn(await journey.comeBack(token, "not_authenticated"))).toBe("failure");
    const payment = await journey.look(paymentCode);
    expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
  });
});
