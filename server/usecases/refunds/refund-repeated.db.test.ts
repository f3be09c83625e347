import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs } from "@/server/domain/clock";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";

// A network delivers the request of a refund twice. The bank does the first one and refuses the copy, whose answer
// comes first (D-389).
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.advanceToNoon();
});

const amountKurus = 40_000n;
const refuse = (method: "void" | "credit", reason: BankRefusal) =>
  world.bank.answer(method, { kind: "declined", reason, bankCode: "XX-77" });

/** Lets the bank's history change after its first reading, which is the baseline of a credit. */
function answerHistories(first: Outcome, later: Outcome): void {
  let reads = 0;
  world.bank.answer("history", () => {
    reads += 1;
    return reads === 1 ? first : later;
  });
}

const settlementsOf = (paymentId: string) =>
  world.db.prisma.settlement.count({ where: { paymentId, refundId: { not: null } } });

test("a void that the bank has done is approved and booked once, although the copy was refused", async () => {
  const paymentCode = await journey.capture();
  refuse("void", "nothing_to_void");
  world.bank.answer("history", buildHistory({ isVoided: true }));
  const { refundId, status } = await journey.refund(paymentCode);
  expect(status).toBe("approved");
  expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
  expect(await settlementsOf(paymentCode)).toBe(1);
});

test("a void that the bank has done around its day-end does not go on as a credit, although the copy was refused", async () => {
  world.clock.set(plusMs(nextDayEnd(world.clock.now(), "00:00"), -1));
  const { token, paymentCode } = await journey.createAtBank();
  world.clock.advanceMs(1);
  await journey.returnFromBank(token);
  refuse("void", "nothing_to_void");
  world.bank.answer("history", buildHistory({ isVoided: true }));
  expect(await journey.tryRefund(paymentCode)).toBe("void approved");
  expect((await journey.listMoneyCalls(paymentCode)).map(({ kind }) => kind)).toEqual(["void"]);
});

test("a credit that the bank has done is approved and booked once, although the copy exceeds what is left", async () => {
  const paymentCode = await journey.capture();
  await journey.advanceToDayEnd();
  refuse("credit", "amount_exceeds_remaining");
  answerHistories(buildHistory(), buildHistory({ credits: [amountKurus] }));
  const { refundId, status } = await journey.refund(paymentCode);
  expect(status).toBe("approved");
  expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
  expect(await settlementsOf(paymentCode)).toBe(1);
});

test.each([
  ["void", "nothing_to_void", buildHistory()],
  ["credit", "amount_exceeds_remaining", buildHistory()],
] as const)(
  "a %s that the history does not show is declined with %s, and not looked at again",
  async (method, reason, history) => {
    const paymentCode = await journey.capture();
    refuse(method, reason);
    world.bank.answer("history", history);
    const { refundId, status } = await journey.refund(paymentCode, { way: method });
    expect(status).toBe("declined");
    expect((await journey.getRefundRow(refundId)).recheckAt).toBeNull();
  },
);

test.each([
  ["approved", buildHistory({ isVoided: true })],
  ["declined", buildHistory()],
])(
  "a refused void whose history is not answered stays unknown until the bank tells, and is then %s",
  async (end, told) => {
    const paymentCode = await journey.capture();
    refuse("void", "nothing_to_void");
    world.bank.answer("history", unknown);
    const { refundId, status } = await journey.refund(paymentCode, { way: "void" });
    expect(status).toBe("pending");
    world.bank.answer("history", told);
    await journey.advance(minutes(3));
    expect((await journey.getRefundRow(refundId)).status).toBe(end);
  },
);

test("a refused credit whose history is not answered stays unknown, and is approved once when the bank tells", async () => {
  const paymentCode = await journey.capture();
  await journey.advanceToDayEnd();
  refuse("credit", "amount_exceeds_remaining");
  answerHistories(buildHistory(), unknown);
  const { refundId, status } = await journey.refund(paymentCode);
  expect(status).toBe("pending");
  world.bank.answer("history", buildHistory({ credits: [amountKurus] }));
  await journey.advance(minutes(3));
  expect((await journey.getRefundRow(refundId)).status).toBe("approved");
  expect(await settlementsOf(paymentCode)).toBe(1);
});

test("a refused void whose history contradicts the books is declined, and staff learn at day-end what the bank has done", async () => {
  const paymentCode = await journey.capture();
  refuse("void", "nothing_to_void");
  world.bank.answer("history", buildHistory({ credits: [amountKurus] }));
  const { refundId, status } = await journey.refund(paymentCode, { way: "void" });
  expect(status).toBe("declined");
  world.bank.answer("history", buildHistory({ isVoided: true }));
  await journey.advanceToDayEnd();
  expect(await journey.countAlerts(refundId, "refund_without_record")).toBe(1);
});
