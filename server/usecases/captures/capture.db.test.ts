import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { minutes } from "@/server/domain/clock";
import { deferAnswer } from "@/server/testing/journeys/link";
import { buildReturn, createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { approved, declined, openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { completeThreeDSecure } from "../payments/complete-three-d-secure";
import { inquireCapture } from "./inquire-capture";

let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("capture", approved);
});

describe("a return from 3-D Secure", () => {
  test("captures the stored amount with commission and card, erases the proofs, and sends one event", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    const answer = await journey.returnFromBank(token);
    expect(answer).toEqual({
      kind: "redirect",
      url: `https://shop.test/done?x=1&paymentCode=${paymentCode}&result=success`,
    });
    expect(world.bank.calls).toMatchObject([{ kind: "capture", order: { amountKurus: 40_000n, installment: 3 } }]);
    expect(await journey.getPayment(paymentCode)).toMatchObject({
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
    expect(await journey.getAttempt(paymentCode)).toMatchObject({
      status: "captured",
      proofs: null,
      nextInquiryAt: null,
    });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("gives the second callback the same answer without a second capture", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    const [first, second] = [await journey.returnFromBank(token), await journey.returnFromBank(token)];
    expect(second).toEqual(first);
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("captures once for 20 concurrent callbacks and answers all the same", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    const bank = deferAnswer(world, "capture");
    const connector = world.bank.getConnector();
    const readReturn = vi.fn(connector.readReturn);
    vi.spyOn(world.bank, "getConnector").mockReturnValue({ ...connector, readReturn });
    const all = Promise.all(Array.from({ length: 20 }, () => journey.returnFromBank(token)));
    // The bank answers when all of them have arrived.
    await vi.waitFor(() => expect(readReturn).toHaveBeenCalledTimes(20), 60_000);
    await bank.asked;
    bank.answer(approved);
    expect(new Set((await all).map(readResult))).toEqual(new Set(["success"]));
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("400 for a forged callback, which changes nothing and is logged; the genuine one still works", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    expect(await journey.returnFromBank(token, "refused")).toEqual({ kind: "refused" });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(world.warnings).toContainEqual(expect.objectContaining({ security: "bank_callback_refused", why: "hash" }));
    expect(readResult(await journey.returnFromBank(token))).toBe("success");
    const inbox = await world.db.prisma.bankCallback.findMany({
      where: { attempt: { paymentId: paymentCode } },
    });
    expect(inbox.map((callback) => callback.verdict).sort()).toEqual(["authenticated", "refused_hash"]);
    const { bankOrderId } = await journey.getAttempt(paymentCode);
    const returns = world.noted.filter(({ orderId }) => orderId === bankOrderId);
    expect(returns.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ["form", "sent"],
      ["return", "refused_hash"],
      ["return", "authenticated"],
      ["capture", "approved"],
    ]);
  });

  test("404 for an address without an attempt", async () => {
    expect(await journey.returnFromBank("nothing")).toEqual({ kind: "unknown_attempt" });
  });

  test("fails without authentication and releases the code; a later good callback captures nothing", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await journey.returnFromBank(token, "not_authenticated"))).toBe("failure");
    expect(readResult(await journey.returnFromBank(token))).toBe("failure");
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "three_ds_failed",
      card: null,
    });
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
  });

  test("fails with an event when the capture is declined", async () => {
    world.bank.answer("capture", declined);
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await journey.returnFromBank(token))).toBe("failure");
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      status: "failed",
      failureCode: "capture_declined",
    });
    expect(await journey.getAttempt(paymentCode)).toMatchObject({
      status: "declined",
      declineReason: "insufficient_funds",
    });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
  });

  test("captures nothing after the validity: the payment has expired at its due instant", async () => {
    const { token, paymentCode, status } = await journey.createAtBank();
    expect(status).toBe("initiated");
    world.clock.advanceMs(minutes(30));
    expect(readResult(await journey.returnFromBank(token))).toBe("failure");
    const payment = await journey.getPayment(paymentCode);
    expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
  });

  test("redirects with pending when the bank is slow; the capture continues and is recorded", async () => {
    const bank = deferAnswer(world, "capture");
    const { token, paymentCode } = await journey.createAtBank();
    const hasty = { ...world.ctx, captureWaitMs: 0 };
    expect(readResult(await completeThreeDSecure(hasty, buildReturn(token)))).toBe("pending");
    bank.answer(approved);
    await world.settled();
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("redirects with pending when the outcome cannot be recorded; the inquiry settles it", async () => {
    world.bank.answer("capture", () => {
      throw new Error("the database is gone");
    });
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await journey.returnWithoutWaiting(token))).toBe("pending");
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
  });
});

test("lets an inquiry wait for the open capture of its own process, however far the clock has jumped", async () => {
  const bank = deferAnswer(world, "capture");
  const { token, paymentCode } = await journey.createAtBank();
  const back = journey.returnFromBank(token);
  await bank.asked;
  world.bank.answer("inquire", { kind: "not_found" });
  world.clock.advanceMs(minutes(5));
  const { id: attemptId } = await journey.getAttempt(paymentCode);
  const inquiry = inquireCapture(world.ctx, { attemptId });
  const ended = vi.fn();
  void inquiry.then(ended);
  // Later inquiries, about nothing, overtake it.
  for (let count = 0; count < 5; count++) await inquireCapture(world.ctx, { attemptId: "att_unknown" });
  expect(ended).not.toHaveBeenCalled();
  expect(world.bank.countCalls("inquire")).toBe(0);
  bank.answer(approved);
  expect(await inquiry).toBe(false);
  expect(world.bank.countCalls("inquire")).toBe(0);
  expect(readResult(await back)).toBe("success");
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
});

describe("a later return that is not authenticated", () => {
  test("waits for a running capture and changes nothing", async () => {
    const bank = deferAnswer(world, "capture");
    const { token, paymentCode } = await journey.createAtBank();
    const first = journey.returnFromBank(token);
    await bank.asked;
    const second = journey.returnFromBank(token, "not_authenticated");
    const ended = vi.fn();
    void second.then(ended);
    // Later returns that do not wait see that the capture is open, and they end first.
    const hasty = { ...world.ctx, captureWaitMs: 0 };
    for (let count = 0; count < 3; count++) {
      expect(readResult(await completeThreeDSecure(hasty, buildReturn(token, "not_authenticated")))).toBe("pending");
    }
    expect(ended).not.toHaveBeenCalled();
    bank.answer(approved);
    expect([readResult(await first), readResult(await second)]).toEqual(["success", "success"]);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("finds the payment expired if its validity had ended, even if no expiry was recorded yet", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    world.clock.advanceMs(minutes(31));
    expect(readResult(await journey.returnFromBank(token, "not_authenticated"))).toBe("failure");
    const payment = await journey.getPayment(paymentCode);
    expect(payment).toMatchObject({ status: "expired", expiredAt: payment.expiresAt });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
  });
});
