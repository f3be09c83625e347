import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { createBanks } from "@/server/banks/registry";
import { days, minutes, seconds } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { longWaits } from "@/server/testing/journeys/refund";
import { settleCaptureManually } from "../captures/settle-capture-manually";
import { fetchSale } from "./fetch-sale";
import { openBankConnection, toPlacedOrder } from "./shared/bank-connection";

// Runs over the wire of each protocol what happens when the newest transaction of an order is not the one that is asked
// for: a person credits or voids an order in the bank's own panel, or a credit follows an equal one (D-212).
describe.each(Object.keys(bankProtocols) as Protocol[])("%s", (protocol) => {
  let world: BankWorld;
  let buyer: Buyer;
  beforeAll(async () => {
    world = await openBankWorld({ protocol, ...longWaits });
    buyer = createBuyer(world);
  });
  afterAll(() => world.close());
  afterEach(() => world.bankControls.fail(null));

  const soldKurus = 40_000n;

  /** Returns the order of a payment and a connection to its bank, as a person in the bank's own panel has them. */
  async function openPanelOfBank(paymentId: string) {
    const attempt = await world.db.prisma.attempt.findFirstOrThrow({
      where: { paymentId },
      include: { connection: true },
    });
    const ctx = { ...world.ctx, banks: createBanks() };
    return { order: toPlacedOrder(attempt), connection: openBankConnection(ctx, attempt.connection) };
  }
  async function atBank(paymentCode: string, kind: "void" | "credit", amountKurus = soldKurus): Promise<void> {
    const { order, connection } = await openPanelOfBank(paymentCode);
    const outcome = await connection.call({ kind, ...order, amountKurus, refundKey: "PANEL" });
    if (outcome.kind !== "approved") throw new Error(`The bank has not done the ${kind}: ${outcome.kind}`);
  }
  const fetchSaleOf = async (paymentCode: string) => fetchSale(world.ctx, await openPanelOfBank(paymentCode));

  /** Pays with a capture that the bank does, and whose answer is lost. */
  async function buyWithoutAnswer(): Promise<string> {
    await world.bankControls.fail("cut_after", ["capture"]);
    const paymentCode = await buyer.buy({ ctx: { ...world.ctx, captureWaitMs: 100 } });
    await world.bankControls.fail(null);
    expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    return paymentCode;
  }
  const listAlerts = async (subject: string) =>
    (await world.db.prisma.staffAlert.findMany({ where: { subject } })).map(({ kind }) => kind);

  test("a capture without an answer is captured with the sale's references, and can be voided by them", async () => {
    const paymentCode = await buyWithoutAnswer();
    await buyer.advance(minutes(1));
    expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await buyer.refund(paymentCode)).toBe("void approved");
    await expectBankEqualsBooks(world, [paymentCode]);
  });

  describe("a credit without an answer, while the newest record is an equal credit of before", () => {
    test.each([
      ["cut", "declined", 15_000n],
      ["cut_after", "approved", 30_000n],
    ] as const)("after %s it is %s, and %i kuruş are refunded", async (fault, status, refunded) => {
      const paymentCode = await buyer.buy();
      await buyer.advance(days(1));
      const part = { way: "credit", amountKurus: 15_000n } as const;
      expect(await buyer.refund(paymentCode, part)).toBe("credit approved");
      world.clock.advanceMs(seconds(5));
      await world.bankControls.fail(fault, ["credit"]);
      expect(await buyer.refund(paymentCode, part)).toBe("credit pending");
      await world.bankControls.fail(null);
      await buyer.advance(minutes(15));
      const { refund } = await buyer.getPayment(paymentCode);
      expect(refund.items[0]).toMatchObject({ method: "credit", status });
      expect(refund.remainingAmount).toBe(soldKurus - refunded);
      const creditedKurus = { kind: "given_back", amountKurus: soldKurus, creditedKurus: refunded };
      expect(await fetchSaleOf(paymentCode)).toMatchObject(creditedKurus);
      await expectBankEqualsBooks(world, [paymentCode]);
    });
  });

  test("a whole credit without an answer that was not done is declined, because the bank shows only the sale", async () => {
    const paymentCode = await buyer.buy();
    await buyer.advance(days(1));
    await world.bankControls.fail("cut", ["credit"]);
    expect(await buyer.refund(paymentCode)).toBe("credit pending");
    await world.bankControls.fail(null);
    await buyer.advance(minutes(15));
    expect((await buyer.getPayment(paymentCode)).refund.items).toMatchObject([{ status: "declined" }]);
    expect(await fetchSaleOf(paymentCode)).toMatchObject({ kind: "paid", amountKurus: soldKurus });
    await expectBankEqualsBooks(world, [paymentCode]);
  });

  // The last tests of the world, because the books cannot hold what a person does in the bank's own panel.
  describe("a capture without an answer that a person undid at the bank", () => {
    test.each([
      ["a credit of the whole amount", [soldKurus]],
      ["two equal credits of a part", [15_000n, 15_000n]],
    ])("is neither captured nor failed after %s at the bank, until a person ends it", async (_, credits) => {
      const paymentCode = await buyWithoutAnswer();
      for (const amountKurus of credits) {
        world.clock.advanceMs(seconds(1));
        await atBank(paymentCode, "credit", amountKurus);
      }
      await buyer.advance(minutes(20));
      expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
      expect(await listAlerts(paymentCode)).toContain("amount_mismatch");
      expect(await fetchSaleOf(paymentCode)).toMatchObject({
        kind: "given_back",
        amountKurus: soldKurus,
        creditedKurus: credits.reduce((sum, amountKurus) => sum + amountKurus, 0n),
      });
      const decision = { reason: "seen at the bank", evidence: "panel", decidedBy: "operator" };
      await settleCaptureManually(world.ctx, { paymentCode, verdict: "returned", ...decision });
      expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "failed" });
    });

    test("fails after a void at the bank, and alerts staff", async () => {
      const paymentCode = await buyWithoutAnswer();
      await atBank(paymentCode, "void");
      await buyer.advance(minutes(1));
      expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "failed" });
      expect(await listAlerts(paymentCode)).toEqual(["voided_at_bank"]);
      expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(0);
    });
  });
});
