import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { lockPayment } from "@/server/store/payments/payments";
import { deferAnswer } from "@/server/testing/journeys/link";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { watchForWait } from "@/server/testing/world/waiting";
import { approved, openTestWorld, type TestWorld, testTerminals, unknown } from "@/server/testing/world/world";
import { relayOutbox } from "../webhooks/relay-outbox";

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

const dayEnd = (): Date => nextDayEnd(world.clock.now(), "00:00");
const refuse = (method: "void" | "credit", reason: BankRefusal) =>
  world.bank.answer(method, { kind: "declined", reason, bankCode: "XX-77" });

describe("the day's last millisecond and the next day's first, by the product's clock", () => {
  const part = { amountKurus: 1n };
  const [wayVoid, wayCredit] = [{ way: "void" }, { way: "credit" }] as const;
  test.each([
    ["all of it", {}, "void approved", "credit approved"],
    ["all of it, by amount", { amountKurus: 40_000n }, "void approved", "credit approved"],
    ["all of it, as a void", wayVoid, "void approved", "refund_method_not_available"],
    ["all of it, as a credit", wayCredit, "credit approved", "credit approved"],
    ["a part", part, "refund_not_yet_available", "credit approved"],
    ["a part, as a credit", { ...part, ...wayCredit }, "credit approved", "credit approved"],
  ] as const)("%s: %o", async (_what, request, before, after) => {
    const payments = [await journey.capture(), await journey.capture()];
    const end = dayEnd();
    world.clock.set(plusMs(end, -1));
    const first = await journey.tryRefund(payments[0] ?? "", request);
    world.clock.set(end);
    const second = await journey.tryRefund(payments[1] ?? "", request);
    expect([first, second]).toEqual([before, after]);
  });

  test("uses the day-end of the terminal's bank", async () => {
    const update = (dayEndLocal: string) =>
      world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { dayEndLocal } });
    await update("22:30");
    try {
      const [one, two] = [await journey.capture(), await journey.capture()];
      world.clock.set(plusMs(nextDayEnd(world.clock.now(), "22:30"), -1));
      expect(await journey.tryRefund(one)).toBe("void approved");
      world.clock.advanceMs(1);
      expect(await journey.tryRefund(two)).toBe("credit approved");
      expect(world.clock.now().toISOString()).toMatch(/T19:30:00.000Z$/);
    } finally {
      await update("00:00");
    }
  });
});

test("uses the clock at the moment it gets the lock: a request that waits beyond day-end is a credit", async () => {
  const paymentCode = await journey.capture();
  let asked: Promise<string> = Promise.resolve("");
  await inTx(world.db, async (tx) => {
    await lockPayment(tx, paymentCode);
    asked = journey.tryRefund(paymentCode);
    expect(await watchForWait(world.db, asked)).toBe("waits");
    world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
  });
  expect(await asked).toBe("credit approved");
});

describe("a payment that is created before midnight and captured after it", () => {
  async function capturedLate() {
    world.clock.set(plusMs(dayEnd(), -1));
    const { token, paymentCode } = await journey.createAtBank();
    world.clock.advanceMs(1);
    await journey.returnFromBank(token);
    world.clock.advanceMs(minutes(1));
    return paymentCode;
  }

  test("belongs to the new day and can be voided until its end", async () => {
    const paymentCode = await capturedLate();
    const { refundOptions } = await journey.getPayment(paymentCode);
    expect(refundOptions?.void).toEqual({ available: true, reason: null, until: dayEnd() });
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
  });

  test("approves a credit when the bank finds nothing to void, because it may have counted the capture to the day before", async () => {
    const paymentCode = await capturedLate();
    refuse("void", "nothing_to_void");
    expect(await journey.tryRefund(paymentCode)).toBe("credit approved");
    const sent = (await journey.listMoneyCalls(paymentCode)).map(({ kind }) => kind);
    expect(sent).toEqual(["void", "credit"]);
  });

  test("declines a requested void with nothing_to_void, not day_closed, because the capture belongs to the new day", async () => {
    const paymentCode = await capturedLate();
    refuse("void", "nothing_to_void");
    const { refundId } = await journey.refund(paymentCode, { way: "void" });
    expect(await journey.getRefund(refundId)).toMatchObject({ failureCode: "nothing_to_void" });
  });
});

describe("a bank whose day ends at 22:30", () => {
  const setDayEnd = (dayEndLocal: string) =>
    world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { dayEndLocal } });
  const bankDayEnd = () => nextDayEnd(world.clock.now(), "22:30");
  beforeEach(() => setDayEnd("22:30"));
  afterEach(() => setDayEnd("00:00"));

  test("inquires a void without an answer at this day-end, and rechecks a declined one then", async () => {
    const payments = [await journey.capture(), await journey.capture()];
    world.bank.answer("void", unknown);
    const [first, second] = [await journey.refund(payments[0] ?? ""), await journey.refund(payments[1] ?? "")];
    world.bank.answer("history", unknown);
    await journey.advance(minutes(60));
    expect(await journey.getRefundRow(first.refundId)).toMatchObject({ nextInquiryAt: bankDayEnd() });
    world.bank.answer("history", buildHistory());
    const data = { notFoundSeen: 1, nextInquiryAt: world.clock.now() };
    await world.db.prisma.refund.update({ where: { id: second.refundId }, data });
    await journey.advance(seconds(1));
    expect(await journey.getRefundRow(second.refundId)).toMatchObject({
      status: "declined",
      recheckAt: bankDayEnd(),
    });
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(bankDayEnd().getTime() - world.clock.now().getTime());
    expect(await journey.getRefund(first.refundId)).toMatchObject({ status: "approved" });
  });

  test("dates a capture and a void after this day-end to the following bank day", async () => {
    // Thursday 23:00 in Istanbul belongs to the bank's Friday, so the settlement is due on Monday.
    world.clock.set(new Date("2027-06-03T20:00:00.000Z"));
    const paymentCode = await journey.capture();
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    const monday = new Date("2027-06-06T21:00:00.000Z");
    const rows = await journey.listSettlements(paymentCode);
    expect(rows.map(({ dueAt }) => dueAt)).toEqual([monday, monday]);
  });
});

describe("a void whose answer was lost and whose day ends meanwhile", () => {
  async function lostBefore(ms: number) {
    const paymentCode = await journey.capture();
    world.clock.set(plusMs(dayEnd(), -ms));
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(paymentCode);
    world.bank.answer("void", approved);
    return { paymentCode, refundId };
  }

  test("declines it with day_closed when it was not done, without a credit; the merchant may ask for one", async () => {
    const { paymentCode, refundId } = await lostBefore(minutes(1));
    world.bank.answer("history", buildHistory());
    await journey.advance(minutes(2) - 1);
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "pending", failureCode: null });
    await journey.advance(1);
    expect(await journey.getRefund(refundId)).toMatchObject({
      status: "declined",
      failureCode: "day_closed",
      method: "void",
    });
    // The recheck is due at the end of the new day, not of the day that has just ended.
    expect(await journey.getRefundRow(refundId)).toMatchObject({ recheckAt: dayEnd() });
    expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
    const kinds = (await journey.listBankCalls(paymentCode)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "history")).toEqual(["void"]);
    expect(await journey.tryRefund(paymentCode)).toBe("credit approved");
  });

  test("declines it with not_processed when the inquiries end before the day does", async () => {
    const { refundId } = await lostBefore(minutes(2) + 1);
    world.bank.answer("history", buildHistory());
    await journey.advance(minutes(2));
    expect(await journey.getRefund(refundId)).toMatchObject({ failureCode: "not_processed" });
  });

  test("approves it as a void with its commission when the history shows it on the next day", async () => {
    const { paymentCode, refundId } = await lostBefore(seconds(2));
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(seconds(5));
    expect(await journey.getRefund(refundId)).toMatchObject({ method: "void", status: "approved" });
    const { commission } = await journey.getPayment(paymentCode);
    expect(commission).toMatchObject({ reversedAmount: commission?.amount, netAmount: 0n });
  });

  test("declines a credit in the same situation with not_processed", async () => {
    const paymentCode = await journey.capture();
    world.clock.set(plusMs(dayEnd(), -minutes(1)));
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, { way: "credit" });
    world.bank.answer("history", buildHistory());
    await journey.advance(minutes(3));
    expect(await journey.getRefund(refundId)).toMatchObject({ failureCode: "not_processed" });
  });
});

describe("what the bank refuses", () => {
  test.each([
    ["void", "nothing_to_void", "nothing_to_void"],
    ["void", "unknown", "declined_by_bank"],
    ["credit", "day_not_closed", "day_not_closed"],
    ["credit", "amount_exceeds_remaining", "exceeds_remaining_at_bank"],
    ["credit", "nothing_to_void", "declined_by_bank"],
    ["credit", "do_not_honour", "declined_by_bank"],
  ] as const)(
    "a %s with %s: declined with %s immediately, without the bank's own code",
    async (method, reason, failureCode) => {
      const paymentCode = await journey.capture();
      refuse(method, reason);
      const { refundId, status } = await journey.refund(paymentCode, { way: method });
      expect(status).toBe("declined");
      const record = await journey.getRefund(refundId);
      expect(record).toMatchObject({ failureCode, resolvedAt: world.clock.now() });
      expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
      const payment = await journey.getPayment(paymentCode);
      expect(payment.refund).toMatchObject({ status: "none", remainingAmount: 40_000n });
      expect(payment.refund.items).toMatchObject([{ refundId, failureCode }]);
      expect(await journey.getRefundRow(refundId)).toMatchObject({ bankCode: "XX-77", recheckAt: null });

      await relayOutbox(world.ctx);
      const { outboxEvent, webhookDelivery } = world.db.prisma;
      const events = await outboxEvent.findMany({ where: { resourceId: refundId } });
      const bodies = (await webhookDelivery.findMany({ where: { resourceId: refundId } })).map(({ body }) =>
        Buffer.from(body).toString(),
      );
      const shown = JSON.stringify([record, payment, events, bodies], (_key, value) =>
        typeof value === "bigint" ? value.toString() : value,
      );
      expect(shown).not.toContain("XX-77");
    },
  );

  test.each([
    [-1, "nothing_to_void"],
    [0, "day_closed"],
  ])("a void with nothing_to_void at %i ms from day-end: %s", async (ms, failureCode) => {
    const paymentCode = await journey.capture();
    const end = dayEnd();
    const bank = deferAnswer(world, "void");
    world.clock.set(plusMs(end, -seconds(1)));
    const ctx = { ...world.ctx, refundWaitMs: 0 };
    const { refundId, status } = await journey.refund(paymentCode, { ctx, way: "void" });
    expect(status).toBe("pending");
    await bank.asked;
    world.clock.set(plusMs(end, ms));
    bank.answer({ kind: "declined", reason: "nothing_to_void", bankCode: "CORE-2008" });
    await world.settled();
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined", failureCode });
    world.clock.set(end);
    expect(await journey.tryRefund(paymentCode)).toBe("credit approved");
  });
});
