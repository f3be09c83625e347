import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { journeyIn } from "@/server/launch/test-journey";
import { openTestWorld, type TestWorld } from "@/server/launch/test-world";
import { startRefund } from "./start-refund";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("approved: a full refund on the same day is a void", async () => {
  const journey = journeyIn(world);
  const payment = await journey.atTheBank();
  await journey.comeBack(payment.token);
  const partnerRefundCode = randomBytes(4).toString("hex");
  const refund = await startRefund(world.ctx, {
    ...{ partnerId: world.caller.partnerId, paymentCode: payment.paymentCode, partnerRefundCode },
    ...{ way: "automatic", amountKurus: null },
  });
  expect(refund).toMatchObject({ method: "void", status: "approved" });
  const record = await journey.look(payment.paymentCode);
  expect(record.refund).toMatchObject({ status: "full", refundedAmount: 40_000n, remainingAmount: 0n });
  expect(record.commission).toMatchObject({ netAmount: 0n });
  expect(await journey.eventsOf(refund.refundId)).toEqual(["refund.approved"]);
  const settlements = await world.db.prisma.settlement.findMany({
    where: { paymentId: payment.paymentCode },
  });
  expect(settlements.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  expect(settlements).toHaveLength(2);
});
