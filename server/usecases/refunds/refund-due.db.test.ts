import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { listDue } from "@/server/store/operations/due";
import { deferAnswer } from "@/server/testing/journeys/link";
import { createLostRefundJourney, type LostRefundJourney } from "@/server/testing/journeys/lost-refund";
import {
  buildHistory,
  createOtherProcess,
  createRefundJourney,
  longWaits,
  type RefundJourney,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { alertUnknownRefund } from "./alert-unknown-refund";

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

describe("due work of a refund", () => {
  test("runs each kind at its own instant and in order; the clock shows that instant meanwhile", async () => {
    const { paymentCode, refundId } = await lostRefunds.lose();
    const sentAt = world.clock.now();
    const due = await listDue(world.db, plusMs(sentAt, hours(1)), 100);
    expect(due.filter(({ id }) => id === refundId)).toEqual([
      { kind: "refund_inquiry", id: refundId, at: plusMs(sentAt, seconds(5)), partnerId: "" },
      { kind: "refund_alert", id: refundId, at: plusMs(sentAt, minutes(15)), partnerId: "" },
    ]);
    const askedAt: number[] = [];
    world.bank.answer("history", () => {
      askedAt.push(world.clock.now().getTime() - sentAt.getTime());
      return unknown;
    });
    const { fired } = await journey.advance(hours(2));
    expect(askedAt).toEqual([seconds(5), seconds(30), minutes(2), minutes(10), hours(1)]);
    expect(fired.inquiries).toBe(5);
    const where = { subject: refundId, kind: "refund_unknown" };
    expect(await world.db.prisma.staffAlert.findFirstOrThrow({ where })).toMatchObject({
      createdAt: plusMs(sentAt, minutes(15)),
    });
    expect(await lostRefunds.countHistories(paymentCode)).toBe(5);
  });

  test("finds the outcome at its own instant when the clock moves two days in one step", async () => {
    const { refundId } = await lostRefunds.lose();
    const end = nextDayEnd(world.clock.now(), "00:00");
    world.bank.answer("history", () => (world.clock.now() < end ? unknown : buildHistory({ isVoided: true })));
    await journey.advance(hours(48));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved", resolvedAt: end });
    expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
  });

  test("leaves only the recheck for a declined refund", async () => {
    const { refundId } = await lostRefunds.decline();
    const at = nextDayEnd(world.clock.now(), "00:00");
    const due = await listDue(world.db, plusMs(world.clock.now(), hours(100)), 100);
    expect(due.filter(({ id }) => id === refundId)).toEqual([
      { kind: "refund_recheck", id: refundId, at, partnerId: "" },
    ]);
  });

  test("does not delay other refunds when one bank call hangs", async () => {
    const refunds = [await lostRefunds.lose(), await lostRefunds.lose()];
    world.clock.advanceMs(seconds(5));
    const first = deferAnswer(world, "history");
    const round = doDueWork(world.ctx, { until: world.clock.now() });
    await first.asked;
    world.bank.answer("history", buildHistory({ isVoided: true }));
    const statuses = async () =>
      (await Promise.all(refunds.map(({ refundId }) => journey.getRefund(refundId))))
        .map(({ status }) => status)
        .sort();
    await expect.poll(statuses).toEqual(["approved", "pending"]);
    first.answer(unknown);
    await round;
  });

  test("leaves nothing for an approved refund", async () => {
    const [one, two] = [await lostRefunds.lose(), await lostRefunds.lose()];
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(seconds(5));
    const due = await listDue(world.db, plusMs(world.clock.now(), hours(100)), 100);
    expect(due.filter(({ id }) => id === one.refundId || id === two.refundId)).toEqual([]);
    // A round that listed the refund before its approval must not alert either.
    expect(await alertUnknownRefund(world.ctx, one)).toBe(false);
    expect(await journey.countAlerts(one.refundId, "refund_unknown")).toBe(0);
  });

  test("raises one alert when two rounds run in parallel", async () => {
    const { refundId } = await lostRefunds.lose();
    world.clock.advanceMs(minutes(15));
    const until = world.clock.now();
    await Promise.all([doDueWork(world.ctx, { until }), doDueWork(createOtherProcess(world), { until })]);
    expect(await journey.countAlerts(refundId, "refund_unknown")).toBe(1);
    expect(await journey.getRefundRow(refundId)).toMatchObject({ alertAt: null });
  });
});

describe("a process that dies during due work", () => {
  const gone = (): never => {
    throw new Error("the process is gone");
  };

  test("of the inquiry: asks the bank again 90 seconds later and not earlier", async () => {
    const { paymentCode, refundId } = await lostRefunds.lose();
    world.bank.answer("history", gone);
    await journey.advance(seconds(5));
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(seconds(90) - 1);
    expect(await lostRefunds.countHistories(paymentCode)).toBe(1);
    await journey.advance(1);
    expect(await lostRefunds.countHistories(paymentCode)).toBe(2);
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved" });
  });

  test("of the recheck at day-end: asks the bank again 90 seconds later and not earlier", async () => {
    const { paymentCode, refundId } = await lostRefunds.decline();
    world.bank.answer("history", gone);
    await journey.advanceToDayEnd();
    const asked = await lostRefunds.countHistories(paymentCode);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(seconds(90) - 1);
    expect([await lostRefunds.countHistories(paymentCode), await lostRefunds.countMissingAlerts(refundId)]).toEqual([
      asked,
      0,
    ]);
    await journey.advance(1);
    expect([await lostRefunds.countHistories(paymentCode), await lostRefunds.countMissingAlerts(refundId)]).toEqual([
      asked + 1,
      1,
    ]);
  });

  test("of the staff alert: raises it in the next round", async () => {
    const { refundId } = await lostRefunds.lose();
    const countAlerts = () => journey.countAlerts(refundId, "refund_unknown");
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on staff_alert for each row execute function refuse()`,
    );
    await journey.advance(minutes(15));
    await world.db.pool.query("drop trigger refuse on staff_alert; drop function refuse()");
    expect(await countAlerts()).toBe(0);
    await journey.advance(1);
    expect(await countAlerts()).toBe(1);
  });
});
