import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { journeyIn } from "@/server/launch/test-journey";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/launch/test-world";
import { expirePayment } from "./expire-payment";

// A bank that is asked before its 3-D Secure page is shown, as PosNet is.
let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld({ prepare: true });
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

test("422 payment_declined draws down, another card may follow, the fifth locks the payment", async () => {
  world.bank.answer("prepare", declined);
  const { paymentRef, paymentCode } = await journey.create();
  for (let n = 1; n <= 5; n++) {
    expect(await journey.start(paymentRef)).toMatchObject({
      code: "payment_declined",
      reason: "insufficient_funds",
      canRetry: n < 5,
    });
  }
  expect(await journey.start(paymentRef)).toMatchObject({ code: "card_attempt_limit_exceeded" });
  expect(await row(paymentCode)).toMatchObject({ status: "failed", attemptsUsed: 5 });
  const attempts = await world.db.prisma.attempt.findMany({ where: { paymentId: paymentCode } });
  expect(attempts.map((attempt) => attempt.status)).toEqual(Array(5).fill("rejected"));
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
