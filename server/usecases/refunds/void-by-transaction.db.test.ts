import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { days, minutes } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { askNestpay } from "@/server/testing/journeys/bank-panel";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import { longWaits } from "@/server/testing/journeys/refund";

// A NestPay void that names the order undoes the order's last transaction, which may be a credit made meanwhile. The
// void of a sale therefore names the sale's transaction, so it either refunds the whole amount or is refused.
let world: BankWorld;
let buyer: Buyer;
beforeAll(async () => {
  world = await openBankWorld({ protocol: "nestpay", ...longWaits });
  buyer = createBuyer(world);
});
afterAll(() => world.close());
afterEach(() => world.bankControls.fail(null));

const readAttempt = (paymentId: string) => world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId } });

/** Sends a request to the bank as another client with the shop's credentials and returns the answer's word. */
const atTheBank = (elements: Readonly<Record<string, string>>) => askNestpay(world, elements);

const readLedger = async (orderId: string) => {
  const { rows } = await world.db.pool.query(
    "select captured, voided, credited from simulator.bank_order where order_id = $1",
    [orderId],
  );
  return rows.map(({ captured, voided, credited }) => [captured, voided, credited].map(Number));
};

/** Makes a payment of 400.00 with a credit of 100.00 that is declined here and done at the bank afterwards. */
async function creditedUnseen(): Promise<{ paymentCode: string; orderId: string }> {
  const paymentCode = await buyer.buy({ amountKurus: 40_000n });
  const { bankOrderId: orderId } = await readAttempt(paymentCode);
  await world.bankControls.fail("cut", ["credit"]);
  expect(await buyer.refund(paymentCode, { way: "credit", amountKurus: 10_000n })).toBe("credit pending");
  await world.bankControls.fail(null);
  await buyer.advance(minutes(15));
  expect((await buyer.getPayment(paymentCode)).refund.items).toMatchObject([{ status: "declined" }]);
  const late = { Type: "Credit", OrderId: orderId, Total: "100.00", Currency: "949" };
  expect(await atTheBank(late)).toBe("Approved");
  return { paymentCode, orderId };
}

test("declines the void of a sale that the bank has credited without our knowledge; the credit stays and nothing is booked", async () => {
  const { paymentCode, orderId } = await creditedUnseen();
  expect(await buyer.refund(paymentCode, { way: "void" })).toBe("void declined");
  expect(await readLedger(orderId)).toEqual([[40_000, 0, 10_000]]);
  expect(await buyer.getPayment(paymentCode)).toMatchObject({
    status: "captured",
    refund: { status: "none", remainingAmount: 40_000n },
  });
  const where = { paymentId: paymentCode };
  const booked = await world.db.prisma.settlement.findMany({ where });
  expect(booked, "only the capture's own settlement").toHaveLength(1);
});

test("shows that a void by order would undo that credit and refund nothing", async () => {
  const { orderId } = await creditedUnseen();
  expect(await atTheBank({ Type: "Void", OrderId: orderId })).toBe("Approved");
  expect(await readLedger(orderId)).toEqual([[40_000, 0, 0]]);
});

test("voids by the order when the bank never named the sale's transaction", async () => {
  const paymentCode = await buyer.buy();
  const { id, bankOrderId } = await readAttempt(paymentCode);
  await world.db.prisma.attempt.update({ where: { id }, data: { transactionId: null } });
  expect(await buyer.refund(paymentCode, { way: "void" })).toBe("void approved");
  expect(await readLedger(bankOrderId)).toEqual([[40_000, 40_000, 0]]);
});

test("voids by the transaction that an inquiry named when the capture's answer was lost", async () => {
  await buyer.advance(days(1));
  const paymentCode = await buyer.buy({ card: "capture_lost_taken" });
  await buyer.advance(minutes(1));
  const { transactionId, bankOrderId } = await readAttempt(paymentCode);
  const { rows } = await world.db.pool.query(
    "select transaction_id from simulator.bank_transaction where order_id = $1 and kind = 'sale'",
    [bankOrderId],
  );
  expect(rows).toEqual([{ transaction_id: transactionId }]);
  expect(await buyer.refund(paymentCode, { way: "void" })).toBe("void approved");
  expect(await readLedger(bankOrderId)).toEqual([[40_000, 40_000, 0]]);
});
