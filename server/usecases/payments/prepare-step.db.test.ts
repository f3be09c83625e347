import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { asGoneProcess } from "@/server/testing/journeys/crash";
import { createPaymentJourney, handOver } from "@/server/testing/journeys/payment";
import { approved, declined, openTestWorld, type TestWorld, testCard, unknown } from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";

// Tests a bank that is called before its 3-D Secure page is shown, like PosNet.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());

const row = (id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });

test("calls the bank once and puts its answer into the form", async () => {
  world.bank.answer("prepare", approved);
  const { paymentRef, paymentCode } = await journey.create();
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  expect(await world.db.prisma.attempt.findFirst({ where: { paymentId: paymentCode } })).toMatchObject({
    status: "started",
  });
});

describe("when the bank declines before its page", () => {
  const listAttempts = (paymentId: string) =>
    world.db.prisma.attempt.findMany({ where: { paymentId }, orderBy: { createdAt: "asc" } });
  const locked = { status: "failed", failureCode: "card_attempt_limit_exceeded", attemptsUsed: 5 };

  test("422 payment_declined counts the card; the fifth locks the payment, the sixth gets 429", async () => {
    world.bank.answer("prepare", declined);
    const { paymentRef, paymentCode } = await journey.create();
    for (let n = 1; n <= 5; n++) {
      expect(await journey.start(paymentRef)).toMatchObject({
        code: "payment_declined",
        reason: "insufficient_funds",
        canRetry: n < 5,
      });
      expect(await row(paymentCode)).toMatchObject({ attemptsUsed: n, prepareStartedAt: null });
      expect(await journey.listEvents(paymentCode)).toEqual(n < 5 ? [] : ["payment.failed"]);
    }
    const asked = world.bank.countCalls("prepare");
    expect(await journey.start(paymentRef)).toMatchObject({
      kind: "rejected",
      code: "card_attempt_limit_exceeded",
      canRetry: false,
    });
    expect(world.bank.countCalls("prepare"), "the sixth card reaches no bank").toBe(asked);
    expect(await row(paymentCode)).toMatchObject(locked);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
    const attempts = await listAttempts(paymentCode);
    const rejected = { status: "rejected", declineReason: "insufficient_funds", bankCode: "51" };
    expect(attempts).toMatchObject(Array(5).fill(rejected));
    expect(new Set(attempts.map(({ bankOrderId }) => bankOrderId)).size, "an order of its own each").toBe(5);
  });

  test("frees the order code of a payment that five cards have locked", async () => {
    world.bank.answer("prepare", declined);
    const partnerTxCode = "declined-five-times";
    const { paymentRef, paymentCode } = await journey.create({ partnerTxCode });
    for (let n = 1; n <= 5; n++) await journey.start(paymentRef);
    const next = await journey.create({ partnerTxCode });
    expect(next.paymentCode).not.toBe(paymentCode);
    world.bank.answer("prepare", approved);
    expect(await journey.start(next.paymentRef)).toMatchObject({ kind: "form" });
  });

  test("captures only the accepted card's order after four declines", async () => {
    world.bank.answer("prepare", declined, declined, declined, declined, approved);
    const { paymentRef, paymentCode } = await journey.create();
    for (let n = 1; n <= 4; n++) {
      await journey.start(paymentRef);
      world.clock.advanceMs(1_000);
    }
    const started = await journey.start(paymentRef);
    if (started.kind !== "form") throw new Error(started.kind);
    await journey.returnFromBank(started.form.fields[0]?.[1].split("/").at(-1) ?? "");
    expect(await row(paymentCode)).toMatchObject({ status: "captured", attemptsUsed: 4 });
    const attempts = await listAttempts(paymentCode);
    expect(attempts.map(({ status }) => status)).toEqual([...Array(4).fill("rejected"), "captured"]);
    const orders = world.bank.calls.flatMap((asked) => (asked.kind === "capture" ? [asked.order.orderId] : []));
    expect(orders).toContain(attempts[4]?.bankOrderId);
    expect(orders).not.toContain(attempts[0]?.bankOrderId);
  });

  test("counts cards barred by the terminal and cards declined by the bank against one allowance", async () => {
    world.bank.answer("prepare", declined);
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    const debit = testCard("4508030000000006");
    for (const card of [debit, testCard(), debit, testCard()]) {
      expect(await journey.start(paymentRef, card)).toMatchObject({ canRetry: true });
    }
    expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_declined", canRetry: false });
    expect(await row(paymentCode)).toMatchObject(locked);
    const attempts = await listAttempts(paymentCode);
    const barred = attempts.filter(({ bankCode }) => bankCode === null);
    expect([attempts.length, barred.length]).toEqual([5, 2]);
  });

  test("lets one of twenty concurrent cards reach the bank at a time and counts five at most", async () => {
    world.bank.answer("prepare", declined);
    const { paymentRef, paymentCode } = await journey.create();
    const codes: string[] = [];
    for (let round = 0; round < 12 && !codes.includes("card_attempt_limit_exceeded"); round++) {
      const all = await Promise.all(Array.from({ length: 20 }, () => journey.start(paymentRef)));
      codes.push(...all.map((one) => (one.kind === "rejected" ? one.code : one.kind)));
    }
    expect(codes.filter((code) => code === "payment_declined")).toHaveLength(5);
    const known = ["payment_declined", "payment_prepare_already_started", "card_attempt_limit_exceeded"];
    expect(codes.filter((code) => !known.includes(code))).toEqual([]);
    expect(await row(paymentCode)).toMatchObject(locked);
    expect(await listAttempts(paymentCode)).toHaveLength(5);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
  });

  test("404 when the payment expired during the call: the decline is neither counted nor notified", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    world.bank.answer("prepare", async () => {
      world.clock.advanceMs(minutes(31));
      await expirePayment(world.ctx, { paymentCode });
      return declined;
    });
    expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_ref_expired", canRetry: false });
    expect(await row(paymentCode)).toMatchObject({ status: "expired", attemptsUsed: 0 });
    expect(await listAttempts(paymentCode)).toMatchObject([{ status: "abandoned", declineReason: null }]);
  });
});

test("409 after a process died during the bank's call, until the payment's validity ends; then expired", async () => {
  world.bank.answer("prepare", () => {
    throw new Error("The process died");
  });
  const { paymentRef, paymentCode } = await journey.create();
  const posted = { paymentRef, raw: testCard(), language: "tr", buyerIp: "192.0.2.1" } as const;
  // The bank may have got the call, so the attempt counts as handed out, although its process is gone (D-340).
  await expect(handOver(asGoneProcess(world.ctx), posted)).rejects.toThrow("died");
  expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "preparing", handedOutAt: world.clock.now() });
  world.bank.answer("prepare", approved);
  expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_prepare_already_started" });
  await journey.advance(minutes(30));
  expect(await row(paymentCode)).toMatchObject({ status: "expired", attemptsUsed: 0 });
  expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "abandoned" });
  expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
});

test("counts no attempt when the bank cannot be reached, and the same reference works afterwards", async () => {
  world.bank.answer("prepare", unknown, unknown, approved);
  const { paymentRef, paymentCode } = await journey.create();
  for (let n = 0; n < 2; n++)
    expect(await journey.start(paymentRef)).toMatchObject({ code: "virtual_pos_inactive", canRetry: true });
  expect(await row(paymentCode)).toMatchObject({ attemptsUsed: 0, prepareStartedAt: null });
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
});

test("409 for another card during the call to the bank", async () => {
  const { paymentRef } = await journey.create();
  let second: Promise<unknown> | undefined;
  world.bank.answer("prepare", async () => {
    second = journey.start(paymentRef);
    await second;
    return approved;
  });
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  expect(await second).toMatchObject({ code: "payment_prepare_already_started" });
});

test("404 when the payment's validity ends during the call to the bank", async () => {
  const { paymentRef, paymentCode } = await journey.create();
  world.bank.answer("prepare", async () => {
    world.clock.advanceMs(minutes(31));
    await expirePayment(world.ctx, { paymentCode });
    return approved;
  });
  expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_ref_expired" });
  expect(await row(paymentCode)).toMatchObject({ status: "expired" });
});
