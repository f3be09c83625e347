import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { hours, minutes, plusMs } from "@/server/domain/clock";
import { deferAnswer } from "@/server/testing/journeys/link";
import { createLostRefundJourney, type LostRefundJourney } from "@/server/testing/journeys/lost-refund";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { recheckRefund } from "./recheck-refund";

// The recheck at day-end of a refund that ended without the bank's answer (D-46).
let world: TestWorld;
let journey: RefundJourney;
let lostRefunds: LostRefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  lostRefunds = createLostRefundJourney(world, journey);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.advanceToNoon();
  await world.db.pool.query("update refund set next_inquiry_at = null, recheck_at = null, alert_at = null");
});

const fail = () => {
  throw new Error("no key opens it");
};

test.each([
  ["the bank does not answer", unknown],
  ["the bank account cannot be opened", fail],
])("%s: alerts staff once, after a day, and keeps rechecking", async (_, answer) => {
  const paymentCode = await journey.capture();
  world.bank.answer("void", unknown);
  world.bank.answer("history", buildHistory());
  const { refundId } = await journey.refund(paymentCode);
  await journey.advance(minutes(20));
  expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined" });
  world.bank.answer("history", answer);
  await journey.advanceToDayEnd();
  expect(await journey.countAlerts(refundId, "last_look_unclear")).toBe(0);
  for (const later of [hours(23), hours(6), hours(6)]) {
    world.clock.advanceMs(later);
    await doDueWork(world.ctx, { until: world.clock.now() });
  }
  expect(await journey.countAlerts(refundId, "last_look_unclear")).toBe(1);
  world.bank.answer("history", buildHistory({ isVoided: true }));
  await journey.advance(hours(2));
  expect(await journey.countAlerts(refundId, "refund_without_record")).toBe(1);
  const notClosed = { kind: "last_look_unclear", subject: refundId, closedAt: null };
  expect(await world.db.prisma.staffAlert.count({ where: notClosed })).toBe(0);
});

describe("the recheck at day-end of a refund that was declined after inquiries", () => {
  test("asks the bank once and raises no alert when the history matches the books", async () => {
    const { paymentCode, refundId } = await lostRefunds.decline();
    const end = nextDayEnd(world.clock.now(), "00:00");
    expect(await journey.getRefundRow(refundId)).toMatchObject({ recheckAt: end });
    world.bank.answer("history", buildHistory());
    const asked = await lostRefunds.countHistories(paymentCode);
    await journey.advance(end.getTime() - world.clock.now().getTime() - 1);
    expect(await lostRefunds.countHistories(paymentCode)).toBe(asked);
    await journey.advance(1 + hours(24));
    expect([await lostRefunds.countHistories(paymentCode), await lostRefunds.countMissingAlerts(refundId)]).toEqual([
      asked + 1,
      0,
    ]);
    expect(await journey.getRefundRow(refundId)).toMatchObject({ recheckAt: null, status: "declined" });
  });

  test.each([
    ["void", buildHistory({ isVoided: true })],
    ["credit", buildHistory({ credits: [40_000n] })],
    ["credit", buildHistory({ credits: [1n] })],
    ["credit", { kind: "not_found" }],
  ] as const)(
    "raises one alert for a %s that the bank has done after all, and sends and changes nothing",
    async (method, history) => {
      const { paymentCode, refundId } = await lostRefunds.decline(method);
      const calls = async () => (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind !== "history");
      const before = [await calls(), await journey.getRefund(refundId), await journey.getPayment(paymentCode)];
      world.bank.answer("history", history);
      await journey.advanceToDayEnd();
      await journey.advance(hours(3));
      expect(await lostRefunds.countMissingAlerts(refundId)).toBe(1);
      const after = [await calls(), await journey.getRefund(refundId)];
      expect(after).toEqual(before.slice(0, 2));
      expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
    },
  );

  test("asks again an hour later when the bank does not answer, and raises no alert before it does", async () => {
    const { paymentCode, refundId } = await lostRefunds.decline();
    await journey.advanceToDayEnd();
    const asked = await lostRefunds.countHistories(paymentCode);
    expect(await lostRefunds.countMissingAlerts(refundId)).toBe(0);
    await journey.advance(hours(1) - 1);
    expect(await lostRefunds.countHistories(paymentCode)).toBe(asked);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(1);
    expect([await lostRefunds.countHistories(paymentCode), await lostRefunds.countMissingAlerts(refundId)]).toEqual([
      asked + 1,
      1,
    ]);
  });

  test.each([
    ["void", "void", buildHistory({ isVoided: true }), buildHistory()],
    ["credit", "void", buildHistory({ isVoided: true }), buildHistory({ isVoided: true, credits: [40_000n] })],
    ["void", "credit", buildHistory({ credits: [40_000n] }), buildHistory({ isVoided: true })],
    ["credit", "credit", buildHistory({ credits: [40_000n] }), buildHistory({ credits: [40_000n, 40_000n] })],
  ] as const)(
    "a %s, then an approved %s under another code: raises an alert only when the bank's history differs",
    async (first, second, asBooked, otherwise) => {
      const refunds: { refundId: string; history: Outcome; alerts: number }[] = [];
      for (const [history, alerts] of [[asBooked, 0] as const, [otherwise, 1] as const]) {
        const { paymentCode, refundId } = await lostRefunds.decline(first);
        world.bank.answer("history", world.bank.ledger);
        expect(await journey.tryRefund(paymentCode, { way: second })).toBe(`${second} approved`);
        refunds.push({ refundId, history, alerts });
      }
      world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
      for (const { refundId, history, alerts } of refunds) {
        world.bank.answer("history", history);
        expect(await recheckRefund(world.ctx, { refundId })).toBe(true);
        expect(await lostRefunds.countMissingAlerts(refundId)).toBe(alerts);
      }
    },
  );

  test("rechecks an hour later while another refund is pending or ends meanwhile", async () => {
    const { paymentCode, refundId } = await lostRefunds.decline("credit", 10_000n);
    world.bank.answer("credit", unknown);
    world.bank.answer("history", world.bank.ledger);
    const second = await journey.refund(paymentCode, { way: "credit", amountKurus: 10_000n });
    world.bank.answer("history", unknown);
    await journey.advanceToDayEnd();
    await world.db.prisma.refund.update({ where: { id: second.refundId }, data: { nextInquiryAt: null } });
    // The second refund is done at the bank and not yet in the books.
    world.bank.answer("history", buildHistory({ credits: [10_000n] }));
    await journey.advance(hours(1));
    expect(await lostRefunds.countMissingAlerts(refundId)).toBe(0);
    expect(await journey.getRefundRow(refundId)).toMatchObject({
      recheckAt: plusMs(world.clock.now(), hours(1)),
    });

    await world.db.prisma.refund.update({
      where: { id: second.refundId },
      data: { nextInquiryAt: world.clock.now() },
    });
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(await journey.getRefund(second.refundId)).toMatchObject({ status: "approved" });
    await journey.advance(hours(1));
    expect(await lostRefunds.countMissingAlerts(refundId)).toBe(0);
    expect(await journey.getRefundRow(refundId)).toMatchObject({ recheckAt: null });
  });

  test("rechecks an hour later when another refund ends between the bank's answer and the comparison", async () => {
    const { paymentCode, refundId } = await lostRefunds.decline("credit", 10_000n);
    world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
    const history = deferAnswer(world, "history");
    const looking = recheckRefund(world.ctx, { refundId });
    await history.asked;
    world.bank.answer("history", world.bank.ledger);
    expect(await journey.tryRefund(paymentCode, { amountKurus: 10_000n })).toBe("credit approved");
    history.answer(buildHistory());
    expect(await looking).toBe(true);
    expect(await lostRefunds.countMissingAlerts(refundId)).toBe(0);
    expect(await journey.getRefundRow(refundId)).toMatchObject({
      recheckAt: plusMs(world.clock.now(), hours(1)),
    });
  });
});
