import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { days, minutes } from "@/server/domain/clock";
import { type Buyer, buyerIn } from "@/server/testing/journeys/bank-buyer";
import { askNestpay } from "@/server/testing/journeys/bank-panel";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import { patient } from "@/server/testing/journeys/refund";

// NestPay undoes an order's last transaction where a void names the order: of one that the bank has credited since, that is
// the credit. The void of a sale names the sale, so that it either gives back the whole or is refused.
let world: BankWorld;
let buyer: Buyer;
beforeAll(async () => {
  world = await openBankWorld({ protocol: "nestpay", ...patient });
  buyer = buyerIn(world);
});
afterAll(() => world.close());
afterEach(() => world.bankAt.fail(null));

const attemptOf = (paymentId: string) => world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId } });

/** What somebody else with the shop's credentials asks of the bank; the word of its answer. */
const atTheBank = (elements: Readonly<Record<string, string>>) => askNestpay(world, elements);

const ledgerOf = async (orderId: string) => {
  const { rows } = await world.db.pool.query(
    "select captured, voided, credited from simulator.bank_order where order_id = $1",
    [orderId],
  );
  return rows.map(({ captured, voided, credited }) => [captured, voided, credited].map(Number));
};

/** A payment of 400.00 of which a credit of 100.00 is declined here, and done at the bank after that. */
async function creditedUnseen(): Promise<{ paymentCode: string; orderId: string }> {
  const paymentCode = await buyer.buy({ amountKurus: 40_000n });
  const { bankOrderId: orderId } = await attemptOf(paymentCode);
  await world.bankAt.fail("cut", ["credit"]);
  expect(await buyer.refund(paymentCode, { way: "credit", amountKurus: 10_000n })).toBe("credit pending");
  await world.bankAt.fail(null);
  await buyer.advance(minutes(15));
  expect((await buyer.look(paymentCode)).refund.items).toMatchObject([{ status: "declined" }]);
  const late = { Type: "Credit", OrderId: orderId, Total: "100.00", Currency: "949" };
  expect(await atTheBank(late)).toBe("Approved");
  return { paymentCode, orderId };
}

test("declined, and nothing is booked: the void of a sale that the bank has credited without our knowing; the credit stays", async () => {
  const { paymentCode, orderId } = await creditedUnseen();
  expect(await buyer.refund(paymentCode, { way: "void" })).toBe("void declined");
  expect(await ledgerOf(orderId)).toEqual([[40_000, 0, 10_000]]);
  expect(await buyer.look(paymentCode)).toMatchObject({
    status: "captured",
    refund: { status: "none", remainingAmount: 40_000n },
  });
  const where = { paymentId: paymentCode };
  const booked = await world.db.prisma.settlement.findMany({ where });
  expect(booked, "the capture's own booking alone").toHaveLength(1);
});

test("by its order that void would undo the credit, and give the buyer nothing", async () => {
  const { orderId } = await creditedUnseen();
  expect(await atTheBank({ Type: "Void", OrderId: orderId })).toBe("Approved");
  expect(await ledgerOf(orderId)).toEqual([[40_000, 0, 0]]);
});

test("approved by the order where the bank never named the sale's transaction", async () => {
  const paymentCode = await buyer.buy();
  const { id, bankOrderId } = await attemptOf(paymentCode);
  await world.db.prisma.attempt.update({ where: { id }, data: { transactionId: null } });
  expect(await buyer.refund(paymentCode, { way: "void" })).toBe("void approved");
  expect(await ledgerOf(bankOrderId)).toEqual([[40_000, 40_000, 0]]);
});

test("approved by the transaction that an inquiry named, when the capture's answer was lost", async () => {
  await buyer.advance(days(1));
  const paymentCode = await buyer.buy({ card: "capture_lost_taken" });
  await buyer.advance(minutes(1));
  const { transactionId, bankOrderId } = await attemptOf(paymentCode);
  const { rows } = await world.db.pool.query(
    "select transaction_id from simulator.bank_transaction where order_id = $1 and kind = 'sale'",
    [bankOrderId],
  );
  expect(rows).toEqual([{ transaction_id: transactionId }]);
  expect(await buyer.refund(paymentCode, { way: "void" })).toBe("void approved");
  expect(await ledgerOf(bankOrderId)).toEqual([[40_000, 40_000, 0]]);
});
