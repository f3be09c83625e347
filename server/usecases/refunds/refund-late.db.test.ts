import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type MachineTime, machineTime } from "@/server/domain/payments/send-window";
import { deferAnswer } from "@/server/testing/journeys/link";
import {
  buildHistory,
  createOtherProcess,
  createRefundJourney,
  longWaits,
  type RefundJourney,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";
import { inquireRefund } from "./inquire-refund";
import { sendRefund } from "./send-refund";

/** Returns the reading of both machine clocks as it was `ms` ago. */
function machineTimeBefore(ms: number): MachineTime {
  const { monotonicMs, wallMs } = machineTime(world.ctx.realTime);
  return { monotonicMs: monotonicMs - ms, wallMs: wallMs - ms };
}

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.advanceToNoon();
});

const declined = { kind: "declined", reason: "nothing_to_void", bankCode: "X" } as const;
const countHistories = async (paymentCode: string) =>
  (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind === "history").length;

/** Starts a refund whose bank call hangs: the merchant has been answered after `waitMs`, the bank has not. */
async function slow(method: "void" | "credit" = "void", waitMs = 0) {
  const paymentCode = await journey.capture();
  const bank = deferAnswer(world, method);
  const ctx = { ...world.ctx, refundWaitMs: waitMs };
  const refund = await journey.refund(paymentCode, { way: method, ctx });
  await bank.asked;
  world.bank.answer("history", unknown);
  expect(refund).toMatchObject({ method, status: "pending" });
  return {
    paymentCode,
    refundId: refund.refundId,
    status: async () => (await journey.getRefund(refund.refundId)).status,
    events: () => journey.listEvents(refund.refundId),
    async answer(outcome: Parameters<typeof bank.answer>[0]) {
      bank.answer(outcome);
      await world.settled();
    },
  };
}

describe("a slow bank", () => {
  test("answers pending when the wait ends, then records the call's outcome with one event", async () => {
    const startedAt = performance.now();
    const refund = await slow("void", 300);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    expect(await refund.events()).toEqual([]);
    await refund.answer(approved);
    expect([await refund.status(), await refund.events()]).toEqual(["approved", ["refund.approved"]]);
    await journey.advance(hours(24));
    expect(await countHistories(refund.paymentCode)).toBe(0);
  });

  test("answers the bank's outcome when it arrives in time", async () => {
    const paymentCode = await journey.capture();
    const bank = deferAnswer(world, "void");
    const started = journey.refund(paymentCode);
    await bank.asked;
    bank.answer(declined);
    expect(await started).toMatchObject({ status: "declined" });
  });

  test("counts the inquiry instants from the end of a call that times out, and forgets the call", async () => {
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
      expect(await journey.getRefundRow(refund.refundId)).toMatchObject({
        unknownSince: since,
        nextInquiryAt: plusMs(since, to),
      });
      await journey.advance(to - from);
    }
  });

  test("does not inquire in this process while its call is open, even when the clock jumps", async () => {
    const refund = await slow();
    world.clock.advanceMs(minutes(10));
    const inquiry = inquireRefund(world.ctx, refund);
    const ended = vi.fn();
    void inquiry.then(ended);
    // Later inquiries, about nothing, overtake it.
    for (let count = 0; count < 5; count++) await inquireRefund(world.ctx, { refundId: "rf_unknown" });
    expect(ended).not.toHaveBeenCalled();
    expect(await countHistories(refund.paymentCode)).toBe(0);
    await refund.answer(approved);
    expect(await inquiry).toBe(false);
    expect([await refund.status(), await countHistories(refund.paymentCode)]).toEqual(["approved", 0]);
  });
});

describe("another process, which does not know about the open call", () => {
  const ask = async (ms: number) => {
    world.clock.advanceMs(ms);
    await doDueWork(createOtherProcess(world), { until: world.clock.now() });
  };

  test("inquires only after the call must have ended; a later approval by the call is reported once", async () => {
    const refund = await slow();
    world.bank.answer("history", buildHistory());
    await ask(seconds(65) - 1);
    expect(await countHistories(refund.paymentCode)).toBe(0);
    await ask(1);
    expect([await countHistories(refund.paymentCode), await refund.status()]).toEqual([1, "pending"]);
    await refund.answer(approved);
    expect([await refund.status(), await refund.events()]).toEqual(["approved", ["refund.approved"]]);
    expect(await journey.getRefundRow(refund.refundId)).toMatchObject({ nextInquiryAt: null, alertAt: null });
  });

  test.each([approved, declined, unknown])(
    "finds it done: approved, whatever the call answers later ($kind); booked and reported once",
    async (answer) => {
      const refund = await slow();
      world.bank.answer("history", buildHistory({ isVoided: true }));
      await ask(seconds(65));
      expect(await refund.status()).toBe("approved");
      const row = await journey.getRefundRow(refund.refundId);
      world.clock.advanceMs(seconds(1));
      await refund.answer(answer);
      expect(await journey.getRefundRow(refund.refundId)).toEqual(row);
      expect(await refund.events()).toEqual(["refund.approved"]);
      expect(await journey.listSettlements(refund.paymentCode)).toHaveLength(2);
      expect(await journey.countAlerts(refund.refundId, "refund_without_record")).toBe(0);
    },
  );

  test("declines it; a later approval by the call changes nothing and raises one alert immediately", async () => {
    const refund = await slow();
    world.bank.answer("history", buildHistory());
    for (const ms of [65_000, 30_000, 120_000]) await ask(ms);
    expect(await refund.status()).toBe("declined");
    const alerts = () => journey.countAlerts(refund.refundId, "refund_without_record");
    expect(await alerts()).toBe(0);
    await refund.answer(approved);
    expect([await refund.status(), await refund.events(), await alerts()]).toEqual([
      "declined",
      ["refund.declined"],
      1,
    ]);
    expect(await journey.listSettlements(refund.paymentCode)).toHaveLength(1);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advanceToDayEnd();
    expect(await alerts()).toBe(1);
  });

  test("raises no alert when its history is older than the approval in the books", async () => {
    const refund = await slow("credit");
    const history = deferAnswer(world, "history");
    const asking = ask(seconds(65));
    await history.asked;
    await refund.answer(approved);
    history.answer(buildHistory());
    await asking;
    expect([await refund.status(), await refund.events()]).toEqual(["approved", ["refund.approved"]]);
    expect(await journey.countAlerts(refund.refundId, "refund_mismatch")).toBe(0);
  });

  test("sends one inquiry for 20 parallel calls, and two rounds of due work do each thing once", async () => {
    world.bank.answer("void", unknown);
    const payments = [await journey.capture(), await journey.capture()];
    const refunds = [];
    for (const paymentCode of payments) refunds.push(await journey.refund(paymentCode));
    world.clock.advanceMs(seconds(5));
    const [first = "", second = ""] = payments;
    const refundId = refunds[0]?.refundId ?? "";
    const all = await Promise.all(Array.from({ length: 20 }, () => inquireRefund(world.ctx, { refundId })));
    expect([all.filter((asked) => asked).length, await countHistories(first)]).toEqual([1, 1]);
    const until = world.clock.now();
    const rounds = await Promise.all([
      doDueWork(world.ctx, { until }),
      doDueWork(createOtherProcess(world), { until }),
    ]);
    expect(rounds.reduce((sum, { inquiries }) => sum + inquiries, 0)).toBe(1);
    expect([await countHistories(first), await countHistories(second)]).toEqual([1, 1]);
  });
});

describe("a process that dies", () => {
  const gone = (): never => {
    throw new Error("the process is gone");
  };

  test('between the intent and the call: inquired after 65 seconds, declined after two "not done", never sent', async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("void", gone);
    const { refundId, status } = await journey.refund(paymentCode);
    expect(status).toBe("pending");
    world.bank.answer("void", approved);
    world.bank.answer("history", buildHistory());
    expect((await journey.advance(seconds(65) - 1)).fired.inquiries).toBe(0);
    expect((await journey.advance(1)).fired.inquiries).toBe(1);
    await journey.advance(minutes(2));
    expect(await journey.getRefund(refundId)).toMatchObject({
      status: "declined",
      failureCode: "not_processed",
    });
    const voids = (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind === "void");
    expect(voids).toHaveLength(1);
    expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
  });

  test("between the bank's approval and its record: nothing is partly written, then approved by inquiry", async () => {
    const paymentCode = await journey.capture();
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on settlement for each row execute function refuse()`,
    );
    const { refundId, status } = await journey.refund(paymentCode);
    await world.db.pool.query("drop trigger refuse on settlement; drop function refuse()");
    expect(status).toBe("pending");
    expect(await journey.listEvents(refundId)).toEqual([]);
    expect((await journey.getPayment(paymentCode)).refund).toMatchObject({
      refundedAmount: 0n,
      pendingAmount: 40_000n,
    });
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await journey.advance(seconds(65));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
    expect(await journey.listSettlements(paymentCode)).toHaveLength(2);
  });

  test("or is suspended for over a minute after the intent sends nothing, and a resolved refund is not sent again", async () => {
    world.bank.answer("void", gone);
    const [early, late] = [await journey.capture(), await journey.capture()];
    const first = await journey.refund(early);
    const second = await journey.refund(late);
    const voids = async (paymentCode: string) =>
      (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind === "void").length;
    world.bank.answer("void", approved);
    /** Sends the refund as if the process had been suspended for `ms` of real time. */
    const sendAfter = (refund: { refundId: string }, ms: number) =>
      sendRefund(world.ctx, { refundId: refund.refundId, recordedAt: machineTimeBefore(ms) });
    // A jump of the sandbox clock does not count as a suspension.
    world.clock.advanceMs(seconds(130));
    await sendAfter(first, seconds(50));
    expect(await journey.getRefund(first.refundId)).toMatchObject({ status: "approved" });
    await sendAfter(first, 0);
    await sendAfter(second, seconds(60) + 1);
    expect(await journey.getRefund(second.refundId)).toMatchObject({ status: "pending" });
    // The first void of each payment was the call that died.
    expect([await voids(early), await voids(late)]).toEqual([2, 1]);
  });
});
