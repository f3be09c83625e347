import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { istanbulDayStart, settlementDueAt } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import {
  type BankProtocol,
  type BankWorld,
  bankProtocols,
  directTerminal,
  openBankWorld,
} from "@/server/testing/journeys/bank-world";
import { relayOutbox } from "../webhooks/relay-outbox";

// Around day-end the bank may count a capture to the day before; a void of our choice then continues as a credit
// (D-157).
let world: BankWorld;
let buyer: Buyer;

const toDayEnd = (offMs = 0) => world.clock.set(plusMs(istanbulDayStart(world.clock.now()), days(1) + offMs));
const readRefund = (paymentId: string) => world.db.prisma.refund.findFirstOrThrow({ where: { paymentId } });
const listSettlements = (paymentId: string) => world.db.prisma.settlement.findMany({ where: { paymentId } });
const alertsAbout = (subject: string) => world.db.prisma.staffAlert.count({ where: { subject } });

describe.each(Object.keys(bankProtocols) as BankProtocol[])("%s", (protocol) => {
  beforeAll(async () => {
    world = await openBankWorld({ protocol });
    buyer = createBuyer(world);
  });
  afterAll(() => world.close());

  test("refunds by one credit, booked and reported once, when the bank captures before midnight and answers after it", async () => {
    world.delayNext("after");
    const payment = await buyer.buy();
    expect(await buyer.refund(payment)).toBe("credit approved");
    await expectBankEqualsBooks(world, [payment]);
    const { id, method, way, createdAt, sentAt, doneAt } = await readRefund(payment);
    expect([method, way]).toEqual(["credit", "automatic"]);
    expect(sentAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
    expect(doneAt).not.toBeNull();
    expect(await listSettlements(payment)).toHaveLength(2);
    await relayOutbox(world.ctx);
    const where = { resourceId: id };
    expect(await world.db.prisma.outboxEvent.findMany({ where })).toMatchObject([{ type: "refund.approved" }]);
    expect(await alertsAbout(id)).toBe(0);
  });

  test("sends one void and then one credit, due after the new day, when the bank receives the void after midnight", async () => {
    const payment = await buyer.buy();
    world.delayNext("before");
    expect(await buyer.refund(payment)).toBe("credit approved");
    await expectBankEqualsBooks(world, [payment]);
    const { id, sentAt, doneAt } = await readRefund(payment);
    expect(world.sent.filter(({ refundId }) => refundId === id).map(({ kind }) => kind)).toEqual(["void", "credit"]);
    expect(sentAt).toEqual(world.clock.now());
    const [, booked] = (await listSettlements(payment)).sort((a, b) => Number(b.amount - a.amount));
    expect(booked?.dueAt).toEqual(settlementDueAt(doneAt ?? new Date(0), "00:00"));
  });
});

describe("nestpay, in detail", () => {
  beforeAll(async () => {
    world = await openBankWorld();
    buyer = createBuyer(world);
  });
  afterEach(async () => {
    await world.settled();
    await world.bankControls.fail(null);
  });
  afterAll(() => world.close());

  const findFailureCode = async (payment: string) => (await buyer.getPayment(payment)).refund.items[0]?.failureCode;

  test.each([{ way: "void" as const }, { terminalId: directTerminal }])(
    "declines with day_closed when no other method is allowed: %o",
    async ({ terminalId, ...ask }) => {
      const payment = await buyer.buy(terminalId ? { terminalId } : {});
      world.delayNext("before");
      expect(await buyer.refund(payment, ask)).toBe("void declined");
      expect(await findFailureCode(payment)).toBe("day_closed");
      await expectBankEqualsBooks(world, [payment]);
    },
  );

  test("stays pending when the credit's answer is lost, then approves one credit by the history", async () => {
    const payment = await buyer.buy();
    await world.bankControls.fail("cut_after", ["credit"]);
    world.delayNext("before");
    expect(await buyer.refund(payment)).toBe("credit pending");
    expect(await buyer.refund(payment)).toBe("refund_in_progress");
    await world.bankControls.fail(null);
    await buyer.advance(seconds(5));
    expect((await buyer.getPayment(payment)).refund).toMatchObject({ status: "full" });
    await expectBankEqualsBooks(world, [payment]);
  });

  test("leaves the void unknown when the history cannot be read, and sends no credit; the next request is a credit", async () => {
    const payment = await buyer.buy();
    await world.bankControls.fail("error", ["history"]);
    world.delayNext("before");
    expect(await buyer.refund(payment)).toBe("void pending");
    await world.bankControls.fail(null);
    await buyer.advance(minutes(15));
    expect(await findFailureCode(payment)).toBe("day_closed");
    expect(await buyer.refund(payment)).toBe("credit approved");
    await expectBankEqualsBooks(world, [payment]);
  });

  test("declines with day_closed when the process dies between the refused void and the credit", async () => {
    const payment = await buyer.buy();
    const ctx = world.open({ when: "after", operations: ["void"] });
    world.delayNext("before");
    expect(await buyer.refund(payment, { ctx })).toBe("void pending");
    await buyer.advance(minutes(15));
    expect((await buyer.getPayment(payment)).refund.items).toMatchObject([
      { method: "void", failureCode: "day_closed" },
    ]);
    expect(await buyer.refund(payment)).toBe("credit approved");
    await expectBankEqualsBooks(world, [payment]);
  });

  test("declines without any money movement when the process dies before it sends the credit", async () => {
    const payment = await buyer.buy();
    const ctx = world.open({ when: "before", operations: ["credit"] });
    world.delayNext("before");
    expect(await buyer.refund(payment, { ctx })).toBe("credit pending");
    await buyer.advance(minutes(15));
    expect((await buyer.getPayment(payment)).refund.items).toMatchObject([
      { method: "credit", failureCode: "not_processed" },
    ]);
    await expectBankEqualsBooks(world, [payment]);
  });

  test("dates a void that leaves on the next day to that day, and one that leaves immediately to its intent", async () => {
    const [late, now] = [await buyer.buy(), await buyer.buy()];
    expect(await buyer.refund(now)).toBe("void approved");
    const { createdAt, ...atOnce } = await readRefund(now);
    expect(atOnce).toMatchObject({ sentAt: createdAt, doneAt: createdAt });
    world.delayNext("before");
    expect(await buyer.refund(late, { way: "void" })).toBe("void declined");
    expect(await readRefund(late)).toMatchObject({ sentAt: world.clock.now(), doneAt: null });
  });

  test("dates a credit that the bank does before midnight and answers after it to the day on which it was done", async () => {
    const payment = await buyer.buy();
    toDayEnd(hours(12));
    world.delayNext("after");
    const sentBefore = world.clock.now();
    expect(await buyer.refund(payment)).toBe("credit approved");
    const { sentAt, doneAt } = await readRefund(payment);
    expect(sentAt).toEqual(sentBefore);
    const rows = await listSettlements(payment);
    expect(rows.map(({ dueAt }) => dueAt)).toContainEqual(settlementDueAt(doneAt ?? new Date(0), "00:00"));
    expect(istanbulDayStart(doneAt ?? new Date(0))).toEqual(istanbulDayStart(sentBefore));
  });
});
