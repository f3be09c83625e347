import { afterAll, beforeAll, expect, test } from "vitest";
import { hours, minutes } from "@/server/domain/clock";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { fireDue } from "../operations/fire-due";

// The last look at a refund that ended without the bank's word, where the bank goes on saying nothing (D-46).
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());

const fail = () => {
  throw new Error("no key opens it");
};

test.each([
  ["its bank says nothing", unknown],
  ["the account cannot be opened", fail],
])("%s: staff are alerted once, after a day, and the looks go on", async (_, answer) => {
  const paymentCode = await journey.captured();
  world.bank.answer("void", unknown);
  world.bank.answer("history", historyOf());
  const { refundId } = await journey.refund(paymentCode);
  await journey.advance(minutes(20));
  expect(await journey.refundRecord(refundId)).toMatchObject({ status: "declined" });
  world.bank.answer("history", answer);
  await journey.toDayEnd();
  expect(await journey.alertsOf(refundId, "last_look_unclear")).toBe(0);
  for (const later of [hours(23), hours(6), hours(6)]) {
    world.clock.advanceMs(later);
    await fireDue(world.ctx, { until: world.clock.now() });
  }
  expect(await journey.alertsOf(refundId, "last_look_unclear")).toBe(1);
  world.bank.answer("history", historyOf({ isVoided: true }));
  await journey.advance(hours(2));
  expect(await journey.alertsOf(refundId, "refund_without_record")).toBe(1);
});
