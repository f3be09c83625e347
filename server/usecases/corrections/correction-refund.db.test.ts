import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { newStaffPair } from "@/server/testing/world/staff";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { approveCorrection } from "./approve-correction";
import { proposeCorrection } from "./propose-correction";

// The books are corrected by a credit that the bank did late, while the outcome of another credit of the same amount is
// unknown (D-75, D-76).
let world: TestWorld;
let journey: RefundJourney;
let staff: Awaited<ReturnType<typeof newStaffPair>>;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  staff = await newStaffPair(world);
});
afterAll(() => world.close());
beforeEach(() => world.bank.answer("credit", unknown));

const amountKurus = 10_000n;
const credits = (count: number) => buildHistory({ credits: Array.from({ length: count }, () => amountKurus) });

/**
 * Creates two credits of the same amount: the bank did the first one late, after the books declined it; the second is
 * unknown.
 */
async function secondCredit() {
  const paymentCode = await journey.captureYesterday();
  world.bank.answer("history", credits(0));
  const first = await journey.refund(paymentCode, { amountKurus });
  await journey.advance(minutes(20));
  expect(await journey.getRefund(first.refundId)).toMatchObject({ status: "declined" });
  world.bank.answer("history", credits(1));
  const { refundId } = await journey.refund(paymentCode, { amountKurus });
  return { paymentCode, refundId };
}

async function correctTheFirst(paymentCode: string): Promise<void> {
  const correctionId = await proposeCorrection(world.ctx, {
    paymentCode,
    kind: "credit_done",
    amountKurus,
    refundId: null,
    reason: "Seen at the bank",
    evidence: "Statement, line 7",
    by: await staff.first.prove(),
  });
  world.clock.advanceMs(1_000);
  await approveCorrection(world.ctx, { correctionId, by: await staff.second.prove() });
}

test.each([
  ["done", 2, "approved", 20_000n],
  ["not done", 1, "declined", 10_000n],
] as const)("a credit that the bank has %s, inquired after the correction", async (_, lines, status, wentBack) => {
  const { paymentCode, refundId } = await secondCredit();
  await correctTheFirst(paymentCode);
  world.bank.answer("history", credits(lines));
  await journey.advance(minutes(20));
  expect(await journey.getRefund(refundId)).toMatchObject({ status });
  const { refundedAmount, correctedAmount } = await world.db.prisma.payment.findUniqueOrThrow({
    where: { id: paymentCode },
  });
  expect(refundedAmount + correctedAmount).toBe(wentBack);
});

test.each([
  ["done late: the payment is held", 2, true],
  ["not done: nothing happens", 1, false],
] as const)(
  "the last recheck of a credit that was given up before the correction, and %s",
  async (_, lines, isHeld) => {
    const { paymentCode, refundId } = await secondCredit();
    await journey.advance(minutes(20));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined" });
    await correctTheFirst(paymentCode);
    world.bank.answer("history", credits(lines));
    await journey.advanceToDayEnd();
    const { heldSince } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    expect(heldSince !== null).toBe(isHeld);
  },
);
