import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { journeyIn } from "@/server/testing/journeys/payment";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  testCard,
  unknown,
} from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";

// A bank that is asked before its 3-D Secure page is shown, as PosNet is.
let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = journeyIn(world);
});
afterAll(() => world.close());

const row = (id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });

test("happy: the bank is asked once and its answer goes into the form", async () => {
  world.bank.answer("prepare", approved);
  const { paymentRef, paymentCode } = await journey.create();
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  expect(await world.db.prisma.attempt.findFirst({ where: { paymentId: paymentCode } })).toMatchObject({
    status: "started",
  });
});

describe("declined at the start", () => {
  const attemptsOf = (paymentId: string) =>
    world.db.prisma.attempt.findMany({ where: { paymentId }, orderBy: { createdAt: "asc" } });
  const locked = { status: "failed", failureCode: "card_attempt_limit_exceeded", attemptsUsed: 5 };

  test("422 payment_declined draws down, another card may follow, the fifth locks the payment, 429 the sixth", async () => {
    world.bank.answer("prepare", declined);
    const { paymentRef, paymentCode } = await journey.create();
    for (let n = 1; n <= 5; n++) {
      expect(await journey.start(paymentRef)).toMatchObject({
        code: "payment_declined",
        reason: "insufficient_funds",
        canRetry: n < 5,
      });
      expect(await row(paymentCode)).toMatchObject({ attemptsUsed: n, prepareStartedAt: null });
      expect(await journey.eventsOf(paymentCode)).toEqual(n < 5 ? [] : ["payment.failed"]);
    }
    const asked = world.bank.countOf("prepare");
    expect(await journey.start(paymentRef)).toMatchObject({
      kind: "rejected",
      code: "card_attempt_limit_exceeded",
      canRetry: false,
    });
    expect(world.bank.countOf("prepare"), "the sixth card reaches no bank").toBe(asked);
    expect(await row(paymentCode)).toMatchObject(locked);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
    const attempts = await attemptsOf(paymentCode);
    const rejected = { status: "rejected", declineReason: "insufficient_funds", bankCode: "51" };
    expect(attempts).toMatchObject(Array(5).fill(rejected));
    expect(new Set(attempts.map(({ bankOrderId }) => bankOrderId)).size, "an order of its own each").toBe(5);
  });

  test("the code of a payment that five cards locked can be used again", async () => {
    world.bank.answer("prepare", declined);
    const partnerTxCode = "declined-five-times";
    const { paymentRef, paymentCode } = await journey.create({ partnerTxCode });
    for (let n = 1; n <= 5; n++) await journey.start(paymentRef);
    const next = await journey.create({ partnerTxCode });
    expect(next.paymentCode).not.toBe(paymentCode);
    world.bank.answer("prepare", approved);
    expect(await journey.start(next.paymentRef)).toMatchObject({ kind: "form" });
  });

  test("four declines and one that the bank takes: paid, and only that order is captured", async () => {
    world.bank.answer("prepare", declined, declined, declined, declined, approved);
    const { paymentRef, paymentCode } = await journey.create();
    for (let n = 1; n <= 4; n++) {
      await journey.start(paymentRef);
      world.clock.advanceMs(1_000);
    }
    const started = await journey.start(paymentRef);
    if (started.kind !== "form") throw new Error(started.kind);
    await journey.comeBack(started.form.fields[0]?.[1].split("/").at(-1) ?? "");
    expect(await row(paymentCode)).toMatchObject({ status: "captured", attemptsUsed: 4 });
    const attempts = await attemptsOf(paymentCode);
    expect(attempts.map(({ status }) => status)).toEqual([...Array(4).fill("rejected"), "captured"]);
    const orders = world.bank.asked.flatMap((asked) =>
      asked.kind === "capture" ? [asked.order.orderId] : [],
    );
    expect(orders).toContain(attempts[4]?.bankOrderId);
    expect(orders).not.toContain(attempts[0]?.bankOrderId);
  });

  test("cards that the terminal bars and cards that the bank declines share one allowance", async () => {
    world.bank.answer("prepare", declined);
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    const debit = testCard("4508030000000006");
    for (const card of [debit, testCard(), debit, testCard()]) {
      expect(await journey.start(paymentRef, card)).toMatchObject({ canRetry: true });
    }
    expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_declined", canRetry: false });
    expect(await row(paymentCode)).toMatchObject(locked);
    expect(await attemptsOf(paymentCode)).toHaveLength(3);
  });

  test("concurrently: of twenty cards one at a time reaches the bank, and five draw at the most", async () => {
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
    expect(await attemptsOf(paymentCode)).toHaveLength(5);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
  });

  test("404 when the payment's time ran out meanwhile: the decline costs nothing and tells nothing", async () => {
    const { paymentRef, paymentCode } = await journey.create();
    world.bank.answer("prepare", async () => {
      world.clock.advanceMs(minutes(31));
      await expirePayment(world.ctx, { paymentCode });
      return declined;
    });
    expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_ref_expired", canRetry: false });
    expect(await row(paymentCode)).toMatchObject({ status: "expired", attemptsUsed: 0 });
    expect(await attemptsOf(paymentCode)).toMatchObject([{ status: "abandoned", declineReason: null }]);
  });
});

test("a process that dies while the bank is asked: 409 until the payment's time is over, then expired", async () => {
  world.bank.answer("prepare", () => {
    throw new Error("The process died");
  });
  const { paymentRef, paymentCode } = await journey.create();
  await expect(journey.start(paymentRef)).rejects.toThrow("died");
  world.bank.answer("prepare", approved);
  expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_prepare_already_started" });
  await journey.advance(minutes(30));
  expect(await row(paymentCode)).toMatchObject({ status: "expired", attemptsUsed: 0 });
  expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "abandoned" });
  expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
});

test("a bank that cannot be reached costs no attempt, and the same reference works afterwards", async () => {
  world.bank.answer("prepare", unknown, unknown, approved);
  const { paymentRef, paymentCode } = await journey.create();
  for (let n = 0; n < 2; n++)
    expect(await journey.start(paymentRef)).toMatchObject({ code: "virtual_pos_inactive", canRetry: true });
  expect(await row(paymentCode)).toMatchObject({ attemptsUsed: 0, prepareStartedAt: null });
  expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
});

test("409 while the bank is being asked, another card waits outside", async () => {
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

test("404 when the payment's time runs out while the bank is being asked", async () => {
  const { paymentRef, paymentCode } = await journey.create();
  world.bank.answer("prepare", async () => {
    world.clock.advanceMs(minutes(31));
    await expirePayment(world.ctx, { paymentCode });
    return approved;
  });
  expect(await journey.start(paymentRef)).toMatchObject({ code: "payment_ref_expired" });
  expect(await row(paymentCode)).toMatchObject({ status: "expired" });
});
