import { afterAll, beforeAll, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes } from "@/server/domain/clock";
import { journeyIn } from "@/server/testing/journeys/payment";
import { historyOf, patient } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { inquireRefund } from "@/server/usecases/refunds/inquire-refund";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld(patient);
});
afterAll(() => world.close());

/** Runs what was typed and answers the lines that are printed, or why it was refused. */
const type = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(words[0] === "alerts" ? words : ["refunds", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options).catch((error: Error) => [error.message]);
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
  const settlements = await world.db.prisma.settlement.findMany({ where: { paymentId: paymentCode } });
  expect(settlements.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);

  // A second decision is told how the refund ended, and changes nothing.
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

test("listed oldest first, and ended 15 minutes after they began, however often the bank was asked meanwhile", async () => {
  const first = await lostVoid();
  world.clock.advanceMs(1);
  const second = await lostVoid();
  await first.journey.advance(minutes(15));
  const ids = [first.refundId, second.refundId];
  const open = (await type("open")).map((line) => line.split(" ")[0] ?? "");
  expect(open.filter((id) => ids.includes(id))).toEqual(ids);
  for (const id of ids) expect(await type("settle", id, "approved")).toEqual([`${id} is approved.`]);
});

test("one that the bank has ended is as it is: nothing is written, nobody is told", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  const { amount: amountKurus } = await journey.look(paymentCode);
  const sale = { kind: "sale", approved: true, amountKurus } as const;
  world.bank.answer("history", { kind: "history", records: [sale] });
  await journey.advance(minutes(15));
  const alerts = await world.db.prisma.staffAlert.count({ where: { subject: refundId } });
  for (const outcome of ["approved", "declined"])
    expect(await type("settle", refundId, outcome)).toEqual([`${refundId} is declined.`]);
  expect(await world.db.prisma.staffAlert.count({ where: { subject: refundId } })).toBe(alerts);
  expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
});

test.each([
  ["approved", historyOf(), 1],
  ["approved", historyOf({ isVoided: true }), 0],
  ["declined", historyOf({ isVoided: true }), 1],
  ["declined", historyOf(), 0],
] as const)("one that was %s by hand is looked at once more at day-end", async (outcome, history, alerts) => {
  const { journey, refundId } = await lostVoid();
  world.clock.advanceMs(minutes(15));
  await type("settle", refundId, outcome);
  const { recheckAt } = await world.db.prisma.refund.findUniqueOrThrow({ where: { id: refundId } });
  expect(recheckAt).toEqual(nextDayEnd(world.clock.now(), "00:00"));
  world.bank.answer("history", history);
  await advanceClock(world.ctx, { set: recheckAt ?? world.clock.now() });
  expect(await journey.alertsOf(refundId, "refund_without_record")).toBe(alerts);
  const lines = (await type("alerts")).filter((line) => line.includes(refundId));
  expect(lines.filter((line) => line.includes("  refund_without_record  "))).toHaveLength(alerts);
  expect(lines.filter((line) => line.includes("  refund_settled_by_hand  "))).toHaveLength(1);
});

test("one that an inquiry has settled first is said to be so, and nobody is said to have settled it", async () => {
  const { journey, refundId } = await lostVoid();
  world.clock.advanceMs(minutes(15));
  world.bank.answer("history", historyOf({ isVoided: true }));
  const [said] = await Promise.all([
    type("settle", refundId, "declined"),
    inquireRefund(world.ctx, { refundId }),
  ]);
  const { status } = await world.db.prisma.refund.findUniqueOrThrow({ where: { id: refundId } });
  expect(said).toEqual([`${refundId} is ${status}.`]);
  expect(await journey.alertsOf(refundId, "refund_settled_by_hand")).toBe(status === "declined" ? 1 : 0);
  expect(await journey.eventsOf(refundId)).toEqual([`refund.${status}`]);
});

test("after the day on which it was captured a void that did not happen is day_closed", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
  await type("settle", refundId, "declined");
  expect((await journey.look(paymentCode)).refund.items).toMatchObject([{ failureCode: "day_closed" }]);
});

test("the oldest hundred are listed, and that there are more", async () => {
  for (let n = 0; n < 3; n++) await lostVoid();
  const {
    id,
    baseline: _,
    ...row
  } = await world.db.prisma.refund.findFirstOrThrow({ where: { status: "pending" } });
  // Without the triggers, which would want a payment for each.
  await world.db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`;
    await tx.$executeRaw`drop index refund_pending`;
    await tx.refund.createMany({
      data: Array.from({ length: 100 }, (_, n) => ({
        ...row,
        id: `${id}-${n}`,
        partnerRefundCode: `many-${n}`,
        bankKey: `many-${n}`,
      })),
    });
  });
  world.clock.advanceMs(minutes(15));
  const lines = await type("open");
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe("… and more.");
});

test("an unknown refund and an unknown outcome are refused in a sentence", async () => {
  expect(await type("settle", "rf_unknown", "approved")).toEqual(["There is no such refund"]);
  const { refundId } = await lostVoid();
  expect(await type("settle", refundId, "done")).toEqual(["The outcome is approved or declined"]);
});
