import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { journeyIn } from "@/server/launch/test-journey";
import { patient } from "@/server/launch/test-refund-journey";
import { openTestWorld, type TestWorld, unknown } from "@/server/launch/test-world";
import { startRefund } from "@/server/usecases/start-refund";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld(patient);
});
afterAll(() => world.close());

/** Runs what was typed and answers the lines that are printed, or why it was refused. */
const type = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["refunds", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values).catch((error: Error) => [error.message]);
};

let made = 0;
/** A void whose answer was lost, and a bank whose history is never to be read. */
const lostVoid = async () => {
  const journey = journeyIn(world);
  world.bank.answer("void", unknown);
  world.bank.answer("history", unknown);
  const { paymentCode, token } = await journey.atTheBank();
  await journey.comeBack(token);
  const { partnerId } = world.caller;
  const request = { partnerId, paymentCode, partnerRefundCode: `code-${++made}`, amountKurus: null };
  const { refundId } = await startRefund(world.ctx, { ...request, way: "void" });
  return { journey, paymentCode, refundId };
};

test("a refund of which the bank says nothing is listed after 15 minutes, and ended as it was seen there", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  expect(await type("open")).toEqual(["No refund has been pending for 15 minutes."]);
  expect(await type("settle", refundId, "approved")).toEqual([
    "The bank is still being asked, for 15 minutes at least",
  ]);
  world.clock.advanceMs(minutes(15));
  const [line = "", ...others] = await type("open");
  expect(line).toMatch(
    new RegExp(`^${refundId}  ${paymentCode}  void 400\\.00 TRY  order \\w{20}  since \\S+Z, asked 0 times$`),
  );
  expect(others).toEqual([]);

  expect(await type("settle", refundId, "approved")).toEqual([`${refundId} is approved.`]);
  expect((await journey.look(paymentCode)).refund).toMatchObject({ status: "full", pendingAmount: 0n });
  expect(await journey.eventsOf(refundId)).toEqual(["refund.approved"]);
  expect(await journey.alertsOf(refundId, "refund_settled_by_hand")).toBe(1);
  expect(await type("open")).toEqual(["No refund has been pending for 15 minutes."]);
  expect(world.bank.countOf("void")).toBe(1);

  // Whoever comes second hears how it ended, and changes nothing.
  expect(await type("settle", refundId, "declined")).toEqual([`${refundId} is approved.`]);
  expect(await journey.eventsOf(refundId)).toEqual(["refund.approved"]);
});

test("one that did not happen is ended as not processed, and the payment can be refunded again", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  world.clock.advanceMs(minutes(15));
  expect(await type("settle", refundId, "declined")).toEqual([`${refundId} is declined.`]);
  const { refund } = await journey.look(paymentCode);
  expect(refund).toMatchObject({ status: "none", remainingAmount: 40_000n });
  expect(refund.items).toMatchObject([{ refundId, status: "declined", failureCode: "not_processed" }]);
});

test("an unknown refund and an unknown outcome are refused in a sentence", async () => {
  expect(await type("settle", "rf_unknown", "approved")).toEqual(["There is no such refund"]);
  const { refundId } = await lostVoid();
  expect(await type("settle", refundId, "done")).toEqual(["The outcome is approved or declined"]);
});
