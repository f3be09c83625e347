import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeclineReason } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { slowAnswer } from "@/server/testing/journeys/link";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, terminalOf, unknown } from "@/server/testing/world/world";
import { relayOutbox } from "../webhooks/relay-outbox";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.toNoon();
});

const dayEnd = (): Date => nextDayEnd(world.clock.now(), "00:00");
const refuse = (method: "void" | "credit", reason: DeclineReason) =>
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
    const payments = [await journey.captured(), await journey.captured()];
    const end = dayEnd();
    world.clock.set(plusMs(end, -1));
    const first = await journey.asked(payments[0] ?? "", request);
    world.clock.set(end);
    const second = await journey.asked(payments[1] ?? "", request);
    expect([first, second]).toEqual([before, after]);
  });

  test("the day ends when the terminal's bank ends it", async () => {
    const update = (dayEndLocal: string) =>
      world.db.prisma.terminal.update({ where: { id: terminalOf.ours }, data: { dayEndLocal } });
    await update("22:30");
    try {
      const [one, two] = [await journey.captured(), await journey.captured()];
      world.clock.set(plusMs(nextDayEnd(world.clock.now(), "22:30"), -1));
      expect(await journey.asked(one)).toBe("void approved");
      world.clock.advanceMs(1);
      expect(await journey.asked(two)).toBe("credit approved");
      expect(world.clock.now().toISOString()).toMatch(/T19:30:00.000Z$/);
    } finally {
      await update("00:00");
    }
  });
});

describe("a payment that is created before midnight and captured after it", () => {
  async function capturedLate() {
    world.clock.set(plusMs(dayEnd(), -1));
    const { token, paymentCode } = await journey.atTheBank();
    world.clock.advanceMs(1);
    await journey.comeBack(token);
    world.clock.advanceMs(minutes(1));
    return paymentCode;
  }

  test("of the new day: a void to its end", async () => {
    const paymentCode = await capturedLate();
    const { refundOptions } = await journey.look(paymentCode);
    expect(refundOptions?.void).toEqual({ available: true, reason: null, until: dayEnd() });
    expect(await journey.asked(paymentCode)).toBe("void approved");
  });

  test("approved as a credit when the bank finds nothing to void, since it may have counted it to the day before", async () => {
    const paymentCode = await capturedLate();
    refuse("void", "nothing_to_void");
    expect(await journey.asked(paymentCode)).toBe("credit approved");
    const sent = (await journey.sentFor(paymentCode)).map(({ kind }) => kind);
    expect(sent).toEqual(["void", "credit"]);
  });

  test("declined as a void that was asked for as one: not day_closed, as it is of the new day", async () => {
    const paymentCode = await capturedLate();
    refuse("void", "nothing_to_void");
    const { refundId } = await journey.refund(paymentCode, { way: "void" });
    expect(await journey.refundRecord(refundId)).toMatchObject({ failureCode: "nothing_to_void" });
  });
});

describe("a bank whose day ends at 22:30", () => {
  const setDayEnd = (dayEndLocal: string) =>
    world.db.prisma.terminal.update({ where: { id: terminalOf.ours }, data: { dayEndLocal } });
  const bankDayEnd = () => nextDayEnd(world.clock.now(), "22:30");
  beforeEach(() => setDayEnd("22:30"));
  afterEach(() => setDayEnd("00:00"));

  test("asked about a void without an answer when it ends, and again when it was given up", async () => {
    const payments = [await journey.captured(), await journey.captured()];
    world.bank.answer("void", unknown);
    const [first, second] = [
      await journey.refund(payments[0] ?? ""),
      await journey.refund(payments[1] ?? ""),
    ];
    world.bank.answer("history", unknown);
    await journey.advance(minutes(60));
    expect(await journey.refundRow(first.refundId)).toMatchObject({ nextInquiryAt: bankDayEnd() });
    world.bank.answer("history", historyOf());
    const data = { notFoundSeen: 1, nextInquiryAt: world.clock.now() };
    await world.db.prisma.refund.update({ where: { id: second.refundId }, data });
    await journey.advance(seconds(1));
    expect(await journey.refundRow(second.refundId)).toMatchObject({
      status: "declined",
      recheckAt: bankDayEnd(),
    });
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(bankDayEnd().getTime() - world.clock.now().getTime());
    expect(await journey.refundRecord(first.refundId)).toMatchObject({ status: "approved" });
  });

  test("what is captured and voided after it is due by the day that follows", async () => {
    // Thursday, 23:00 in Istanbul: the bank's Friday, so due on Monday.
    world.clock.set(new Date("2027-06-03T20:00:00.000Z"));
    const paymentCode = await journey.captured();
    expect(await journey.asked(paymentCode)).toBe("void approved");
    const monday = new Date("2027-06-06T21:00:00.000Z");
    const rows = await journey.settlementsOf(paymentCode);
    expect(rows.map(({ dueAt }) => dueAt)).toEqual([monday, monday]);
  });
});

describe("a void whose answer was lost and whose day ends meanwhile", () => {
  async function lostBefore(ms: number) {
    const paymentCode = await journey.captured();
    world.clock.set(plusMs(dayEnd(), -ms));
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(paymentCode);
    world.bank.answer("void", approved);
    return { paymentCode, refundId };
  }

  test("declined with day_closed when it was not done, and never a credit by itself; the merchant may ask for one", async () => {
    const { paymentCode, refundId } = await lostBefore(minutes(1));
    world.bank.answer("history", historyOf());
    await journey.advance(minutes(2) - 1);
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "pending", failureCode: null });
    await journey.advance(1);
    expect(await journey.refundRecord(refundId)).toMatchObject({
      status: "declined",
      failureCode: "day_closed",
      method: "void",
    });
    // Looked for a last time when the new day ends, not the one that has just ended.
    expect(await journey.refundRow(refundId)).toMatchObject({ recheckAt: dayEnd() });
    expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
    const kinds = (await journey.callsOf(paymentCode)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "history")).toEqual(["void"]);
    expect(await journey.asked(paymentCode)).toBe("credit approved");
  });

  test("declined with not_processed when it was given up before the day ended", async () => {
    const { refundId } = await lostBefore(minutes(2) + 1);
    world.bank.answer("history", historyOf());
    await journey.advance(minutes(2));
    expect(await journey.refundRecord(refundId)).toMatchObject({ failureCode: "not_processed" });
  });

  test("approved when it was done, though it is seen only on the next day: a void, with its commission back", async () => {
    const { paymentCode, refundId } = await lostBefore(seconds(2));
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(seconds(5));
    expect(await journey.refundRecord(refundId)).toMatchObject({ method: "void", status: "approved" });
    const { commission } = await journey.look(paymentCode);
    expect(commission).toMatchObject({ reversedAmount: commission?.amount, netAmount: 0n });
  });

  test("a credit in the same place is declined with not_processed", async () => {
    const paymentCode = await journey.captured();
    world.clock.set(plusMs(dayEnd(), -minutes(1)));
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, { way: "credit" });
    world.bank.answer("history", historyOf());
    await journey.advance(minutes(3));
    expect(await journey.refundRecord(refundId)).toMatchObject({ failureCode: "not_processed" });
  });
});

describe("what the bank refuses", () => {
  test.each([
    ["void", "nothing_to_void", "nothing_to_void"],
    ["void", "bank_error", "declined_by_bank"],
    ["credit", "day_not_closed", "day_not_closed"],
    ["credit", "amount_exceeds_remaining", "exceeds_remaining_at_bank"],
    ["credit", "nothing_to_void", "declined_by_bank"],
    ["credit", "do_not_honour", "declined_by_bank"],
  ] as const)(
    "a %s with %s: declined with %s at once, in our words alone",
    async (method, reason, failureCode) => {
      const paymentCode = await journey.captured();
      refuse(method, reason);
      const { refundId, status } = await journey.refund(paymentCode, { way: method });
      expect(status).toBe("declined");
      const record = await journey.refundRecord(refundId);
      expect(record).toMatchObject({ failureCode, resolvedAt: world.clock.now() });
      expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
      const payment = await journey.look(paymentCode);
      expect(payment.refund).toMatchObject({ status: "none", remainingAmount: 40_000n });
      expect(payment.refund.items).toMatchObject([{ refundId, failureCode }]);
      expect(await journey.refundRow(refundId)).toMatchObject({ bankCode: "XX-77", recheckAt: null });

      await relayOutbox(world.ctx);
      const { outboxEvent, webhookDelivery } = world.db.prisma;
      const told = await outboxEvent.findMany({ where: { resourceId: refundId } });
      const bodies = (await webhookDelivery.findMany({ where: { resourceId: refundId } })).map(({ body }) =>
        Buffer.from(body).toString(),
      );
      const shown = JSON.stringify([record, payment, told, bodies], (_key, value) =>
        typeof value === "bigint" ? value.toString() : value,
      );
      expect(shown).not.toContain("XX-77");
    },
  );

  test.each([
    [-1, "nothing_to_void"],
    [0, "day_closed"],
  ])("a void that it finds nothing for, %i ms from day-end: %s", async (ms, failureCode) => {
    const paymentCode = await journey.captured();
    const end = dayEnd();
    const bank = slowAnswer(world, "void");
    world.clock.set(plusMs(end, -seconds(1)));
    const ctx = { ...world.ctx, refundWaitMs: 100 };
    const { refundId, status } = await journey.refund(paymentCode, { ctx, way: "void" });
    expect(status).toBe("pending");
    world.clock.set(plusMs(end, ms));
    bank.answer({ kind: "declined", reason: "nothing_to_void", bankCode: "CORE-2008" });
    await world.settled();
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "declined", failureCode });
    world.clock.set(end);
    expect(await journey.asked(paymentCode)).toBe("credit approved");
  });
});
