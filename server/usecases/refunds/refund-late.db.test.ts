import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type MachineTime, machineTime } from "@/server/domain/payments/send-window";
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
import { inquireRefund } from "./inquire-refund";
import { sendRefund } from "./send-refund";

/** The instant, by both clocks of this machine, of so long ago. ms */
function machineTimeBefore(ms: number): MachineTime {
  const { monotonicMs, wallMs } = machineTime();
  return { monotonicMs: monotonicMs - ms, wallMs: wallMs - ms };
}

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
});

const declined = { kind: "declined", reason: "nothing_to_void", bankCode: "X" } as const;
const historiesOf = async (paymentCode: string) =>
  (await journey.callsOf(paymentCode)).filter(({ kind }) => kind === "history").length;

/** A merchant who is answered after 300 ms, whatever the bank does. */
const hasty = () => ({ ...world.ctx, refundWaitMs: 300 });

/** A refund whose call hangs: the merchant has been answered, the bank has not spoken yet. */
async function slow(method: "void" | "credit" = "void") {
  const paymentCode = await journey.captured();
  const bank = slowAnswer(world, method);
  const refund = await journey.refund(paymentCode, { way: method, ctx: hasty() });
  await bank.asked;
  world.bank.answer("history", unknown);
  expect(refund).toMatchObject({ method, status: "pending" });
  return {
    paymentCode,
    refundId: refund.refundId,
    status: async () => (await journey.refundRecord(refund.refundId)).status,
    events: () => journey.eventsOf(refund.refundId),
    async answer(outcome: Parameters<typeof bank.answer>[0]) {
      bank.answer(outcome);
      await world.settled();
    },
  };
}

describe("a slow bank", () => {
  test("answered with pending when the wait is over, then settled by the call itself, the event once", async () => {
    const startedAt = performance.now();
    const refund = await slow();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    expect(await refund.events()).toEqual([]);
    await refund.answer(approved);
    expect([await refund.status(), await refund.events()]).toEqual(["approved", ["refund.approved"]]);
    await journey.advance(hours(24));
    expect(await historiesOf(refund.paymentCode)).toBe(0);
  });

  test("waited for no longer than it takes: an answer in time is the merchant's answer", async () => {
    const paymentCode = await journey.captured();
    const bank = slowAnswer(world, "void");
    const started = journey.refund(paymentCode);
    await bank.asked;
    bank.answer(declined);
    expect(await started).toMatchObject({ status: "declined" });
  });

  test("unknown after a minute: asked at the instants that are counted from then; no call is kept", async () => {
    const refund = await slow();
    world.clock.advanceMs(seconds(60));
    const since = world.clock.now();
    expect(world.ctx.openMoneyCalls.has(refund.refundId)).toBe(true);
    await refund.answer(unknown);
    expect(world.ctx.openMoneyCalls.size).toBe(0);
    for (const [from, to] of [
      [0, seconds(5)],
      [seconds(5), seconds(30)],
      [seconds(30), minutes(2)],
    ] as const) {
      expect(await journey.refundRow(refund.refundId)).toMatchObject({
        unknownSince: since,
        nextInquiryAt: plusMs(since, to),
      });
      await journey.advance(to - from);
    }
  });

  test("not asked by this process while its call is open, however the clock goes", async () => {
    const refund = await slow();
    world.clock.advanceMs(minutes(10));
    const inquiry = inquireRefund(world.ctx, refund);
    const waits = await Promise.race([inquiry, new Promise((go) => setTimeout(() => go("waits"), 150))]);
    expect([waits, await historiesOf(refund.paymentCode)]).toEqual(["waits", 0]);
    await refund.answer(approved);
    expect(await inquiry).toBe(false);
    expect([await refund.status(), await historiesOf(refund.paymentCode)]).toEqual(["approved", 0]);
  });
});

describe("another process, which knows nothing of the open call", () => {
  const ask = async (ms: number) => {
    world.clock.advanceMs(ms);
    await fireDue(otherProcess(world), { until: world.clock.now() });
  };

  test("asks no earlier than the call can be over; not done so far, then approved by the call, told once", async () => {
    const refund = await slow();
    world.bank.answer("history", historyOf());
    await ask(seconds(65) - 1);
    expect(await historiesOf(refund.paymentCode)).toBe(0);
    await ask(1);
    expect([await historiesOf(refund.paymentCode), await refund.status()]).toEqual([1, "pending"]);
    await refund.answer(approved);
    expect([await refund.status(), await refund.events()]).toEqual(["approved", ["refund.approved"]]);
    expect(await journey.refundRow(refund.refundId)).toMatchObject({ nextInquiryAt: null, alertAt: null });
  });

  test.each([approved, declined, unknown])(
    "finds it done: approved, whatever the call answers later ($kind); booked and told once",
    async (answer) => {
      const refund = await slow();
      world.bank.answer("history", historyOf({ isVoided: true }));
      await ask(seconds(65));
      expect(await refund.status()).toBe("approved");
      const row = await journey.refundRow(refund.refundId);
      world.clock.advanceMs(seconds(1));
      await refund.answer(answer);
      expect(await journey.refundRow(refund.refundId)).toEqual(row);
      expect(await refund.events()).toEqual(["refund.approved"]);
      expect(await journey.settlementsOf(refund.paymentCode)).toHaveLength(2);
      expect(await journey.alertsOf(refund.refundId, "refund_without_record")).toBe(0);
    },
  );

  test("gives it up; an approval after that changes nothing, and a person is told at once, once", async () => {
    const refund = await slow();
    world.bank.answer("history", historyOf());
    for (const ms of [65_000, 30_000, 120_000]) await ask(ms);
    expect(await refund.status()).toBe("declined");
    const alerts = () => journey.alertsOf(refund.refundId, "refund_without_record");
    expect(await alerts()).toBe(0);
    await refund.answer(approved);
    expect([await refund.status(), await refund.events(), await alerts()]).toEqual([
      "declined",
      ["refund.declined"],
      1,
    ]);
    expect(await journey.settlementsOf(refund.paymentCode)).toHaveLength(1);
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.toDayEnd();
    expect(await alerts()).toBe(1);
  });

  test("has a history of before the approval: nobody is told that it differs from the books of after", async () => {
    const refund = await slow("credit");
    const history = slowAnswer(world, "history");
    const asking = ask(seconds(65));
    await history.asked;
    await refund.answer(approved);
    history.answer(historyOf());
    await asking;
    expect([await refund.status(), await refund.events()]).toEqual(["approved", ["refund.approved"]]);
    expect(await journey.alertsOf(refund.refundId, "refund_mismatch")).toBe(0);
  });

  test("one of 20 inquiries at once asks, and two rounds of what is due do each thing once", async () => {
    world.bank.answer("void", unknown);
    const payments = [await journey.captured(), await journey.captured()];
    const refunds = [];
    for (const paymentCode of payments) refunds.push(await journey.refund(paymentCode));
    world.clock.advanceMs(seconds(5));
    const [first = "", second = ""] = payments;
    const refundId = refunds[0]?.refundId ?? "";
    const all = await Promise.all(Array.from({ length: 20 }, () => inquireRefund(world.ctx, { refundId })));
    expect([all.filter((asked) => asked).length, await historiesOf(first)]).toEqual([1, 1]);
    const until = world.clock.now();
    const rounds = await Promise.all([
      fireDue(world.ctx, { until }),
      fireDue(otherProcess(world), { until }),
    ]);
    expect(rounds.reduce((sum, { inquiries }) => sum + inquiries, 0)).toBe(1);
    expect([await historiesOf(first), await historiesOf(second)]).toEqual([1, 1]);
  });
});

describe("a process that dies", () => {
  const gone = (): never => {
    throw new Error("the process is gone");
  };

  test("between the intent and the call: asked after 65 seconds, declined when twice not done, never sent", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("void", gone);
    const { refundId, status } = await journey.refund(paymentCode);
    expect(status).toBe("pending");
    world.bank.answer("void", approved);
    world.bank.answer("history", historyOf());
    expect((await journey.advance(seconds(65) - 1)).fired.inquiries).toBe(0);
    expect((await journey.advance(1)).fired.inquiries).toBe(1);
    await journey.advance(minutes(2));
    expect(await journey.refundRecord(refundId)).toMatchObject({
      status: "declined",
      failureCode: "not_processed",
    });
    const voids = (await journey.callsOf(paymentCode)).filter(({ kind }) => kind === "void");
    expect(voids).toHaveLength(1);
    expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
  });

  test("between the bank's approval and its record: nothing half written, then approved by inquiry", async () => {
    const paymentCode = await journey.captured();
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on settlement for each row execute function refuse()`,
    );
    const { refundId, status } = await journey.refund(paymentCode);
    await world.db.pool.query("drop trigger refuse on settlement; drop function refuse()");
    expect(status).toBe("pending");
    expect(await journey.eventsOf(refundId)).toEqual([]);
    expect((await journey.look(paymentCode)).refund).toMatchObject({
      refundedAmount: 0n,
      pendingAmount: 40_000n,
    });
    world.bank.answer("history", historyOf({ isVoided: true }));
    await journey.advance(seconds(65));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.eventsOf(refundId)).toEqual(["refund.approved"]);
    expect(await journey.settlementsOf(paymentCode)).toHaveLength(2);
  });

  test("or stands still after the intent for longer than a minute sends nothing any more, nor what is settled", async () => {
    world.bank.answer("void", gone);
    const [early, late] = [await journey.captured(), await journey.captured()];
    const first = await journey.refund(early);
    const second = await journey.refund(late);
    const voids = async (paymentCode: string) =>
      (await journey.callsOf(paymentCode)).filter(({ kind }) => kind === "void").length;
    world.bank.answer("void", approved);
    /** After standing still for so long of real time, ms. */
    const sendAfter = (refund: { refundId: string }, ms: number) =>
      sendRefund(world.ctx, { refundId: refund.refundId, recordedAt: machineTimeBefore(ms) });
    // A jump of the sandbox clock is no standing still.
    world.clock.advanceMs(seconds(130));
    await sendAfter(first, seconds(50));
    expect(await journey.refundRecord(first.refundId)).toMatchObject({ status: "approved" });
    await sendAfter(first, 0);
    await sendAfter(second, seconds(60) + 1);
    expect(await journey.refundRecord(second.refundId)).toMatchObject({ status: "pending" });
    // Of each, the first was the call that died.
    expect([await voids(early), await voids(late)]).toEqual([2, 1]);
  });
});
