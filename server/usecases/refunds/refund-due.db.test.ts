import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { listDue } from "@/server/store/operations/due";
import { slowAnswer } from "@/server/testing/journeys/link";
import {
  historyOf,
  otherProcess,
  patient,
  type RefundJourney,
  refundJourneyIn,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { fireDue } from "../operations/fire-due";
import { alertUnknownRefund } from "./alert-unknown-refund";
import { recheckRefund } from "./recheck-refund";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.toNoon();
  await world.db.pool.query("update refund set next_inquiry_at = null, recheck_at = null, alert_at = null");
});

const historiesOf = async (paymentCode: string) =>
  (await journey.callsOf(paymentCode)).filter(({ kind }) => kind === "history").length;
const missing = (refundId: string) => journey.alertsOf(refundId, "refund_without_record");

/** A refund without an answer. */
async function lost(method: "void" | "credit" = "void", amountKurus: bigint | null = null) {
  const paymentCode = await journey.captured();
  world.bank.answer(method, unknown);
  world.bank.answer("history", world.bank.ledger);
  const { refundId } = await journey.refund(paymentCode, { way: method, amountKurus });
  world.bank.answer(method, approved);
  world.bank.answer("history", unknown);
  return { paymentCode, refundId };
}

/** The same, of which the bank has said twice that it was not done. */
async function givenUp(method: "void" | "credit" = "void", amountKurus: bigint | null = null) {
  const refund = await lost(method, amountKurus);
  world.bank.answer("history", historyOf());
  await journey.advance(minutes(2));
  expect(await journey.refundRecord(refund.refundId)).toMatchObject({ status: "declined" });
  world.bank.answer("history", unknown);
  return refund;
}

describe("what is due of a refund", () => {
  test("each kind at its own instant, in order; the clock stands there while it is done", async () => {
    const { paymentCode, refundId } = await lost();
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
    expect(await historiesOf(paymentCode)).toBe(5);
  });

  test("over a day and a night in one step: found in the end, at its own instant", async () => {
    const { refundId } = await lost();
    const end = nextDayEnd(world.clock.now(), "00:00");
    world.bank.answer("history", () => (world.clock.now() < end ? unknown : historyOf({ isVoided: true })));
    await journey.advance(hours(48));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved", resolvedAt: end });
    expect(await journey.eventsOf(refundId)).toEqual(["refund.approved"]);
  });

  test("nothing of one that is declined, but the last look at it", async () => {
    const { refundId } = await givenUp();
    const at = nextDayEnd(world.clock.now(), "00:00");
    const due = await listDue(world.db, plusMs(world.clock.now(), hours(100)), 100);
    expect(due.filter(({ id }) => id === refundId)).toEqual([
      { kind: "refund_recheck", id: refundId, at, partnerId: "" },
    ]);
  });

  test("one bank that hangs holds up no other refund", async () => {
    const refunds = [await lost(), await lost()];
    world.clock.advanceMs(seconds(5));
    const first = slowAnswer(world, "history");
    const round = fireDue(world.ctx, { until: world.clock.now(), kinds: ["refund_inquiry"] });
    await first.asked;
    world.bank.answer("history", historyOf({ isVoided: true }));
    const statuses = async () =>
      (await Promise.all(refunds.map(({ refundId }) => journey.refundRecord(refundId))))
        .map(({ status }) => status)
        .sort();
    await expect.poll(statuses, { timeout: 5_000 }).toEqual(["approved", "pending"]);
    first.answer(unknown);
    await round;
  });

  test("nothing of one that is approved", async () => {
    const [one, two] = [await lost(), await lost()];
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(seconds(5));
    const due = await listDue(world.db, plusMs(world.clock.now(), hours(100)), 100);
    expect(due.filter(({ id }) => id === one.refundId || id === two.refundId)).toEqual([]);
    // A round that listed it before, too.
    expect(await alertUnknownRefund(world.ctx, one)).toBe(false);
    expect(await journey.alertsOf(one.refundId, "refund_unknown")).toBe(0);
  });

  test("one alert when two rounds look at once", async () => {
    const { refundId } = await lost();
    world.clock.advanceMs(minutes(15));
    const until = world.clock.now();
    const kinds = ["refund_alert"] as const;
    await Promise.all([fireDue(world.ctx, { until, kinds }), fireDue(otherProcess(world), { until, kinds })]);
    expect(await journey.alertsOf(refundId, "refund_unknown")).toBe(1);
    expect(await journey.refundRow(refundId)).toMatchObject({ alertAt: null });
  });
});

describe("a process that dies in the midst of it", () => {
  const gone = (): never => {
    throw new Error("the process is gone");
  };

  test("of asking the bank: it is asked again 90 seconds later, no earlier", async () => {
    const { paymentCode, refundId } = await lost();
    world.bank.answer("history", gone);
    await journey.advance(seconds(5));
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(seconds(90) - 1);
    expect(await historiesOf(paymentCode)).toBe(1);
    await journey.advance(1);
    expect(await historiesOf(paymentCode)).toBe(2);
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
  });

  test("of the last look at day-end: the bank is asked again 90 seconds later, no earlier", async () => {
    const { paymentCode, refundId } = await givenUp();
    world.bank.answer("history", gone);
    await journey.toDayEnd();
    const asked = await historiesOf(paymentCode);
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(seconds(90) - 1);
    expect([await historiesOf(paymentCode), await missing(refundId)]).toEqual([asked, 0]);
    await journey.advance(1);
    expect([await historiesOf(paymentCode), await missing(refundId)]).toEqual([asked + 1, 1]);
  });

  test("of telling a person: the person is told in the next round", async () => {
    const { refundId } = await lost();
    const told = () => journey.alertsOf(refundId, "refund_unknown");
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on staff_alert for each row execute function refuse()`,
    );
    await journey.advance(minutes(15));
    await world.db.pool.query("drop trigger refuse on staff_alert; drop function refuse()");
    expect(await told()).toBe(0);
    await journey.advance(1);
    expect(await told()).toBe(1);
  });
});

describe("the last look, at day-end, at a refund that was given up", () => {
  test("as booked: the bank is asked once, nobody is told", async () => {
    const { paymentCode, refundId } = await givenUp();
    const end = nextDayEnd(world.clock.now(), "00:00");
    expect(await journey.refundRow(refundId)).toMatchObject({ recheckAt: end });
    world.bank.answer("history", historyOf());
    const asked = await historiesOf(paymentCode);
    await journey.advance(end.getTime() - world.clock.now().getTime() - 1);
    expect(await historiesOf(paymentCode)).toBe(asked);
    await journey.advance(1 + hours(24));
    expect([await historiesOf(paymentCode), await missing(refundId)]).toEqual([asked + 1, 0]);
    expect(await journey.refundRow(refundId)).toMatchObject({ recheckAt: null, status: "declined" });
  });

  test.each([
    ["void", historyOf({ isVoided: true })],
    ["credit", historyOf({ credits: [40_000n] })],
    ["credit", historyOf({ credits: [1n] })],
    ["credit", { kind: "not_found" }],
  ] as const)(
    "a %s that the bank has after all: one alert, and nothing is sent, said or changed",
    async (method, history) => {
      const { paymentCode, refundId } = await givenUp(method);
      const calls = async () => (await journey.callsOf(paymentCode)).filter(({ kind }) => kind !== "history");
      const before = [await calls(), await journey.refundRecord(refundId), await journey.look(paymentCode)];
      world.bank.answer("history", history);
      await journey.toDayEnd();
      await journey.advance(hours(3));
      expect(await missing(refundId)).toBe(1);
      const after = [await calls(), await journey.refundRecord(refundId)];
      expect(after).toEqual(before.slice(0, 2));
      expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
    },
  );

  test("unknown: asked again in an hour, and no alert until the bank has spoken", async () => {
    const { paymentCode, refundId } = await givenUp();
    await journey.toDayEnd();
    const asked = await historiesOf(paymentCode);
    expect(await missing(refundId)).toBe(0);
    await journey.advance(hours(1) - 1);
    expect(await historiesOf(paymentCode)).toBe(asked);
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(1);
    expect([await historiesOf(paymentCode), await missing(refundId)]).toEqual([asked + 1, 1]);
  });

  test.each([
    ["void", "void", historyOf({ isVoided: true }), historyOf()],
    ["credit", "void", historyOf({ isVoided: true }), historyOf({ isVoided: true, credits: [40_000n] })],
    ["void", "credit", historyOf({ credits: [40_000n] }), historyOf({ isVoided: true })],
    ["credit", "credit", historyOf({ credits: [40_000n] }), historyOf({ credits: [40_000n, 40_000n] })],
  ] as const)(
    "a %s, then a %s under another code that was approved: nothing is missing, unless the bank has otherwise",
    async (first, second, asBooked, otherwise) => {
      const refunds: { refundId: string; history: Outcome; alerts: number }[] = [];
      for (const [history, alerts] of [[asBooked, 0] as const, [otherwise, 1] as const]) {
        const { paymentCode, refundId } = await givenUp(first);
        world.bank.answer("history", world.bank.ledger);
        expect(await journey.asked(paymentCode, { way: second })).toBe(`${second} approved`);
        refunds.push({ refundId, history, alerts });
      }
      world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
      for (const { refundId, history, alerts } of refunds) {
        world.bank.answer("history", history);
        expect(await recheckRefund(world.ctx, { refundId })).toBe(true);
        expect(await missing(refundId)).toBe(alerts);
      }
    },
  );

  test("while another refund is under way, or ends in the meantime: looks again in an hour", async () => {
    const { paymentCode, refundId } = await givenUp("credit", 10_000n);
    world.bank.answer("credit", unknown);
    world.bank.answer("history", world.bank.ledger);
    const second = await journey.refund(paymentCode, { way: "credit", amountKurus: 10_000n });
    world.bank.answer("history", unknown);
    await journey.toDayEnd();
    await world.db.prisma.refund.update({ where: { id: second.refundId }, data: { nextInquiryAt: null } });
    // Done at the bank, and not in the books yet.
    world.bank.answer("history", historyOf({ credits: [10_000n] }));
    await journey.advance(hours(1));
    expect(await missing(refundId)).toBe(0);
    expect(await journey.refundRow(refundId)).toMatchObject({
      recheckAt: plusMs(world.clock.now(), hours(1)),
    });

    await world.db.prisma.refund.update({
      where: { id: second.refundId },
      data: { nextInquiryAt: world.clock.now() },
    });
    await fireDue(world.ctx, { until: world.clock.now() });
    expect(await journey.refundRecord(second.refundId)).toMatchObject({ status: "approved" });
    await journey.advance(hours(1));
    expect(await missing(refundId)).toBe(0);
    expect(await journey.refundRow(refundId)).toMatchObject({ recheckAt: null });
  });

  test("one that ends between the bank's answer and the books: looks again in an hour", async () => {
    const { paymentCode, refundId } = await givenUp("credit", 10_000n);
    world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
    const history = slowAnswer(world, "history");
    const looking = recheckRefund(world.ctx, { refundId });
    await history.asked;
    world.bank.answer("history", world.bank.ledger);
    expect(await journey.asked(paymentCode, { amountKurus: 10_000n })).toBe("credit approved");
    history.answer(historyOf());
    expect(await looking).toBe(true);
    expect(await missing(refundId)).toBe(0);
    expect(await journey.refundRow(refundId)).toMatchObject({
      recheckAt: plusMs(world.clock.now(), hours(1)),
    });
  });
});
