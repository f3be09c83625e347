import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { days, minutes } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { longWaits } from "@/server/testing/journeys/refund";
import { backUpBooks } from "@/server/testing/journeys/restored-books";
import { testTerminals } from "@/server/testing/world/world";
import { type ReconcileDayInput, reconcileDay } from "./reconcile-day";

// Runs over the wire for each protocol: which questions show a sale, a void and a credit differs from bank to bank.
describe.each(Object.keys(bankProtocols) as Protocol[])("%s", (protocol) => {
  let world: BankWorld;
  let buyer: Buyer;
  beforeAll(async () => {
    world = await openBankWorld({ protocol, ...longWaits, hasBrokenBooks: true });
    buyer = createBuyer(world);
  });
  afterAll(() => world.close());

  const reconcile = (changes: Partial<ReconcileDayInput> = {}) =>
    reconcileDay(world.ctx, {
      terminalId: testTerminals.ours,
      day: "2026-11-20",
      statement: null,
      isDryRun: false,
      pauseMs: 0,
      ...changes,
    });
  const listVerdicts = async (changes: Partial<ReconcileDayInput> = {}) =>
    Object.fromEntries(
      (await reconcile(changes)).findings.map(({ booked, verdict, mended }) => [
        booked.paymentCode,
        `${verdict} ${mended}`,
      ]),
    );
  const listSent = async (): Promise<string[]> =>
    (await world.db.pool.query("select operation from simulator.journal order by id")).rows
      .map(({ operation }) => operation)
      .filter((operation) => ["capture", "void", "credit"].includes(operation));

  test("finds what a restore has lost, records it without a money call, and then agrees", async () => {
    const equal = await buyer.buy({ amountKurus: 12_345n });
    const voided = await buyer.buy({ amountKurus: 500n });
    expect(await buyer.refund(voided)).toBe("void approved");
    const toRefund = await buyer.buy({ amountKurus: 70_000n });
    const begun = await buyer.authenticateAtBank({ amountKurus: 40_000n });
    const backup = await backUpBooks(world);
    await begun.returnFromBank();
    expect(await buyer.refund(toRefund)).toBe("void approved");
    const captured = await buyer.getPayment(begun.paymentCode);
    expect(captured).toMatchObject({ status: "captured" });
    await backup.restore();
    world.clock.advanceMs(minutes(3));
    const sentBefore = await listSent();

    const lost = { [begun.paymentCode]: "capture_lost none", [toRefund]: "refund_not_in_books none" };
    expect(await listVerdicts({ isDryRun: true })).toEqual(lost);
    expect(await buyer.getPayment(begun.paymentCode)).toMatchObject({ status: "initiated" });

    const found = { [begun.paymentCode]: "capture_lost settled", [toRefund]: "refund_not_in_books held" };
    expect(await listVerdicts()).toEqual(found);
    expect(await buyer.getPayment(begun.paymentCode)).toMatchObject({ status: "captured", amount: 40_000n });
    const settlements = await world.db.prisma.settlement.count({ where: { paymentId: begun.paymentCode } });
    const events = await world.db.prisma.outboxEvent.findMany({ where: { subjectId: begun.paymentCode } });
    expect([settlements, events.map(({ type }) => type)]).toEqual([1, ["payment.captured"]]);

    const again = await reconcile();
    expect(again.findings.map(({ booked }) => booked.paymentCode)).toEqual([toRefund]);
    expect(again.agreeing).toEqual({ count: 3, takenKurus: 12_345n + 500n + 40_000n, backKurus: 500n });
    expect(await listSent()).toEqual(sentBefore);
    expect(await buyer.refund(equal), "a payment that agrees is not held").toBe("void approved");
  });

  test("agrees about credits, of the day of the sale and of their own", async () => {
    world.clock.advanceMs(days(2));
    const paymentCode = await buyer.buy({ amountKurus: 30_000n });
    await buyer.advance(days(1));
    expect(await buyer.refund(paymentCode, { amountKurus: 10_000n })).toBe("credit approved");
    world.clock.advanceMs(minutes(3));
    for (const day of ["2026-11-22", "2026-11-23"]) {
      const { findings, agreeing } = await reconcile({ day });
      expect([findings, agreeing]).toEqual([[], { count: 1, takenKurus: 30_000n, backKurus: 10_000n }]);
    }
  });
});
