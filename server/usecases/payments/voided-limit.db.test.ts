import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { buildHistory, createRefundJourney, type RefundJourney } from "@/server/testing/journeys/refund";
import { expectTotalsEqualPayments } from "@/server/testing/world/totals";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  testTerminals,
  unknown,
} from "@/server/testing/world/world";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

test("frees the daily limit for a voided payment, but not for a credited or declined refund", async () => {
  const terminalId = testTerminals.ours;
  const data = { limitDaily: 90_000n };
  await world.db.prisma.terminal.update({ where: { id: terminalId }, data });
  world.bank.answer("capture", approved);
  const pay = (amountKurus: bigint) => journey.capture({ terminalId, amountKurus, installment: 1 });
  const [first, second] = [await pay(50_000n), await pay(40_000n)];
  const isFull = () => expect(pay(1n)).rejects.toMatchObject({ code: "pos_daily_limit_exceeded" });
  await isFull();
  world.bank.answer("void", declined);
  expect(await journey.tryRefund(first, { way: "void" })).toBe("void declined");
  world.bank.answer("credit", approved);
  expect(await journey.tryRefund(second, { way: "credit" })).toBe("credit approved");
  await isFull();
  world.bank.answer("void", unknown);
  expect(await journey.tryRefund(first, { way: "void" })).toBe("void pending");
  await isFull();
  world.bank.answer("history", buildHistory({ amountKurus: 50_000n, isVoided: true }));
  await journey.advance(minutes(1));
  await pay(50_000n);
  await isFull();
  await expectTotalsEqualPayments(world, terminalId);
});
