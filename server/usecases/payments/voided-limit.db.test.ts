import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { historyOf, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { expectTotalsOfPayments } from "@/server/testing/world/totals";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  terminalOf,
  unknown,
} from "@/server/testing/world/world";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 10_000, refundWaitMs: 10_000 });
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());

test("a voided payment frees the daily limit, a credited or a declined one does not", async () => {
  const terminalId = terminalOf.ours;
  const data = { limitDaily: 90_000n };
  await world.db.prisma.terminal.update({ where: { id: terminalId }, data });
  world.bank.answer("capture", approved);
  const pay = (amountKurus: bigint) => journey.captured({ terminalId, amountKurus, installment: 1 });
  const [first, second] = [await pay(50_000n), await pay(40_000n)];
  const isFull = () => expect(pay(1n)).rejects.toMatchObject({ code: "pos_daily_limit_exceeded" });
  await isFull();
  world.bank.answer("void", declined);
  expect(await journey.asked(first, { way: "void" })).toBe("void declined");
  world.bank.answer("credit", approved);
  expect(await journey.asked(second, { way: "credit" })).toBe("credit approved");
  await isFull();
  world.bank.answer("void", unknown);
  expect(await journey.asked(first, { way: "void" })).toBe("void pending");
  await isFull();
  world.bank.answer("history", historyOf({ amountKurus: 50_000n, isVoided: true }));
  await journey.advance(minutes(1));
  await pay(50_000n);
  await isFull();
  await expectTotalsOfPayments(world, terminalId);
});
