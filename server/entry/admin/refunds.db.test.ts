import { afterAll, beforeAll, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes } from "@/server/domain/clock";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { buildHistory, longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { advanceClock } from "@/server/usecases/operations/advance-clock";
import { inquireRefund } from "@/server/usecases/refunds/inquire-refund";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
});
afterAll(() => world.close());

/** Runs a command and returns the printed lines, or the message of the refusal. */
const runCommand = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(words[0] === "alerts" ? words : ["refunds", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options).catch((error: Error) => [error.message]);
};

let made = 0;
/** Starts a void whose answer is lost, at a bank whose history cannot be read. */
const lostVoid = async () => {
  const journey = createPaymentJourney(world);
  world.bank.answer("void", unknown);
  world.bank.answer("history", unknown);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnFromBank(token);
  const request = { caller: world.caller, paymentCode, partnerRefundCode: `code-${++made}`, amountKurus: null };
  const { refundId } = await startRefund(world.ctx, { ...request, way: "void" });
  return { journey, paymentCode, refundId };
};

test("lists a refund with an unknown outcome after 15 minutes, and ends it with the outcome seen at the bank", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  expect(await runCommand("open")).toEqual(["No refund has been pending for 15 minutes."]);
  expect(await runCommand("settle", refundId, "approved")).toEqual([
    "The bank is still being asked about this refund, for at least 15 minutes",
  ]);
  world.clock.advanceMs(minutes(15));
  const [line = "", ...others] = await runCommand("open");
  expect(line).toMatch(
    new RegExp(`^${refundId}  ${paymentCode}  void 400\\.00 TRY  order \\w{20}  since \\S+Z, asked 0 times$`),
  );
  expect(others).toEqual([]);

  expect(await runCommand("settle", refundId, "approved")).toEqual([`${refundId} has the status approved.`]);
  expect((await journey.getPayment(paymentCode)).refund).toMatchObject({ status: "full", pendingAmount: 0n });
  expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
  expect(await journey.countAlerts(refundId, "refund_settled_by_hand")).toBe(1);
  expect(await runCommand("open")).toEqual(["No refund has been pending for 15 minutes."]);
  expect(world.bank.countCalls("void")).toBe(1);
  const settlements = await world.db.prisma.settlement.findMany({ where: { paymentId: paymentCode } });
  expect(settlements.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);

  // A second decision returns the final status, and changes nothing.
  expect(await runCommand("settle", refundId, "declined")).toEqual([`${refundId} has the status approved.`]);
  expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
});

test("ends a refund that did not happen as not processed, and the payment can be refunded again", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  world.clock.advanceMs(minutes(15));
  expect(await runCommand("settle", refundId, "declined")).toEqual([`${refundId} has the status declined.`]);
  const { refund } = await journey.getPayment(paymentCode);
  expect(refund).toMatchObject({ status: "none", remainingAmount: 40_000n });
  expect(refund.items).toMatchObject([{ refundId, status: "declined", failureCode: "not_processed" }]);
});

test("lists the oldest first, and ends them 15 minutes after they began, also when the bank was asked meanwhile", async () => {
  const first = await lostVoid();
  world.clock.advanceMs(1);
  const second = await lostVoid();
  await first.journey.advance(minutes(15));
  const ids = [first.refundId, second.refundId];
  const open = (await runCommand("open")).map((line) => line.split(" ")[0] ?? "");
  expect(open.filter((id) => ids.includes(id))).toEqual(ids);
  for (const id of ids) expect(await runCommand("settle", id, "approved")).toEqual([`${id} has the status approved.`]);
});

test("changes nothing and alerts no one when the bank's answer has already ended the refund", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  const { amount: amountKurus } = await journey.getPayment(paymentCode);
  const sale = { kind: "sale", approved: true, amountKurus } as const;
  world.bank.answer("history", { kind: "history", records: [sale] });
  await journey.advance(minutes(15));
  const alerts = await world.db.prisma.staffAlert.count({ where: { subject: refundId } });
  for (const outcome of ["approved", "declined"])
    expect(await runCommand("settle", refundId, outcome)).toEqual([`${refundId} has the status declined.`]);
  expect(await world.db.prisma.staffAlert.count({ where: { subject: refundId } })).toBe(alerts);
  expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
});

test.each([
  ["approved", buildHistory(), 1],
  ["approved", buildHistory({ isVoided: true }), 0],
  ["declined", buildHistory({ isVoided: true }), 1],
  ["declined", buildHistory(), 0],
] as const)(
  "checks a refund that was settled as %s manually once more at the day-end",
  async (outcome, history, alerts) => {
    const { journey, refundId } = await lostVoid();
    world.clock.advanceMs(minutes(15));
    await runCommand("settle", refundId, outcome);
    const { recheckAt } = await world.db.prisma.refund.findUniqueOrThrow({ where: { id: refundId } });
    expect(recheckAt).toEqual(nextDayEnd(world.clock.now(), "00:00"));
    world.bank.answer("history", history);
    await advanceClock(world.ctx, { set: recheckAt ?? world.clock.now() });
    expect(await journey.countAlerts(refundId, "refund_without_record")).toBe(alerts);
    const lines = (await runCommand("alerts", "all")).filter((line) => line.includes(refundId));
    expect(lines.filter((line) => line.includes("  refund_without_record  "))).toHaveLength(alerts);
    expect(lines.filter((line) => line.includes("  refund_settled_by_hand  "))).toHaveLength(1);
  },
);

test("returns the status of the inquiry when it ends the refund first, without an alert about a manual decision", async () => {
  const { journey, refundId } = await lostVoid();
  world.clock.advanceMs(minutes(15));
  world.bank.answer("history", buildHistory({ isVoided: true }));
  const [printed] = await Promise.all([
    runCommand("settle", refundId, "declined"),
    inquireRefund(world.ctx, { refundId }),
  ]);
  const { status } = await world.db.prisma.refund.findUniqueOrThrow({ where: { id: refundId } });
  expect(printed).toEqual([`${refundId} has the status ${status}.`]);
  expect(await journey.countAlerts(refundId, "refund_settled_by_hand")).toBe(status === "declined" ? 1 : 0);
  expect(await journey.listEvents(refundId)).toEqual([`refund.${status}`]);
});

test("ends a void that did not happen as day_closed after the day of the capture", async () => {
  const { journey, paymentCode, refundId } = await lostVoid();
  world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
  await runCommand("settle", refundId, "declined");
  expect((await journey.getPayment(paymentCode)).refund.items).toMatchObject([{ failureCode: "day_closed" }]);
});

test("lists the oldest hundred, and that there are more", async () => {
  for (let n = 0; n < 3; n++) await lostVoid();
  const { id, baseline: _, ...row } = await world.db.prisma.refund.findFirstOrThrow({ where: { status: "pending" } });
  // The triggers are bypassed, because they would require a payment for each refund.
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
  const lines = await runCommand("open");
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe("There are more refunds.");
});

test("refuses an unknown refund and an unknown outcome", async () => {
  expect(await runCommand("settle", "rf_unknown", "approved")).toEqual(["There is no such refund"]);
  const { refundId } = await lostVoid();
  expect(await runCommand("settle", refundId, "done")).toEqual(["The outcome must be approved or declined"]);
});
