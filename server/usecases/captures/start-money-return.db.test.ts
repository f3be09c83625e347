import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { createGivenUpJourney, endInquiries } from "@/server/testing/journeys/given-up";
import { buildHistory, createOtherProcess } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, testTerminals, unknown } from "@/server/testing/world/world";
import { recheckCapture } from "./recheck-capture";
import { recordCapture } from "./record-capture";

// Tests that money which the bank has for a given-up payment goes back to the card once (D-72).
let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", buildHistory());
});

const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const refuse = (reason: "do_not_honour" | "day_not_closed" | "nothing_to_void"): Outcome => ({
  kind: "declined",
  reason,
  bankCode: "XX",
});

/** Gives a payment up at noon, advances to the day-end, and returns its returns of money. */
async function throughTheEvening(after = 0) {
  const noon = given.nextNoon();
  const { paymentCode } = await given.giveUpCapture(noon);
  await given.advanceTo(plusMs(dayEndAfter(noon), after));
  return { paymentCode, dayEnd: dayEndAfter(noon), returns: await given.listMoneyReturns(paymentCode) };
}
const toWays = (returns: Awaited<ReturnType<typeof given.listMoneyReturns>>) =>
  returns.map(({ method, status }) => `${method} ${status}`);

describe("before the bank's day ends", () => {
  test("sends one void of the bank's amount, keeps the payment's status, shows the returned amount, and alerts staff", async () => {
    const { paymentCode, returns } = await throughTheEvening(-1);
    expect(toWays(returns)).toEqual(["void approved"]);
    const { bankOrderId } = await given.getAttempt(paymentCode);
    const voids = world.bank.calls.filter(({ kind }) => kind === "void");
    expect(voids).toMatchObject([{ orderId: bankOrderId, amountKurus: 40_000n, references: paid.references }]);
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "failed", returnedAmount: 40_000n });
    expect(await given.listAlertKinds(paymentCode)).toEqual(["money_returned", "money_without_payment"]);
    expect(await given.listEvents(paymentCode)).toEqual(["payment.failed"]);
    expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(0);
    expect(await world.db.prisma.refund.count({ where: { paymentId: paymentCode } })).toBe(0);
  });

  test("returns the amount that the bank has, even if it is not the payment's", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", { ...paid, amountKurus: 39_999n });
    await given.advanceTo(dayEndAfter(noon));
    expect(await given.getReturnedAmount(paymentCode)).toBe(39_999n);
  });

  test("sends one credit of the whole amount at once after a refused void, under its own bank key", async () => {
    world.bank.answer("void", refuse("do_not_honour"));
    const { paymentCode, returns } = await throughTheEvening(-1);
    expect(toWays(returns)).toEqual(["void declined", "credit approved"]);
    const credits = world.bank.calls.filter(({ kind }) => kind === "credit");
    expect(credits).toMatchObject([{ amountKurus: 40_000n, refundKey: returns[1]?.bankKey }]);
    expect(returns[0]?.bankKey).not.toBe(returns[1]?.bankKey);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("repeats a credit after the day-end if the bank accepts none on the same day", async () => {
    world.bank.answer("void", refuse("do_not_honour"));
    world.bank.answer("credit", refuse("day_not_closed"), approved);
    const { paymentCode, dayEnd } = await throughTheEvening(minutes(5) - 1);
    expect(given.listMoneyCalls()).toEqual(["void", "credit"]);
    await given.advanceTo(plusMs(dayEnd, minutes(5)));
    expect(given.listMoneyCalls()).toEqual(["void", "credit", "credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
    await given.advanceTo(plusMs(dayEnd, days(2)));
    expect(given.listMoneyCalls()).toHaveLength(3);
  });

  test("records the intent, the alert and the end of the checks in one transaction", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on staff_alert for each row execute function refuse()`,
    );
    await given.advanceTo(plusMs(dayEndAfter(noon), -minutes(10)));
    expect([given.listMoneyCalls(), await given.listMoneyReturns(paymentCode)]).toEqual([[], []]);
    await world.db.pool.query("drop trigger refuse on staff_alert; drop function refuse()");
    await given.advanceTo(plusMs(dayEndAfter(noon), -minutes(1)));
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });
});

describe("after the bank's day", () => {
  test("repeats a credit that the bank refuses as too early, because the day has ended only by our clock", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.loseCapture(plusMs(dayEnd, -minutes(2)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advanceTo(plusMs(dayEnd, seconds(12)));
    world.bank.calls.length = 0;
    const { id: attemptId } = await given.getAttempt(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    world.bank.answer("inquire", paid);
    world.bank.answer("credit", refuse("day_not_closed"), approved);
    await given.advanceTo(plusMs(dayEnd, minutes(10)));
    expect(given.listMoneyCalls()).toEqual(["credit", "credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("sends one credit of the whole amount, not a void, for an approval 12 seconds after midnight", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.loseCapture(plusMs(dayEnd, -minutes(2)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advanceTo(plusMs(dayEnd, seconds(12)));
    world.bank.calls.length = 0;
    const { id: attemptId } = await given.getAttempt(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    expect(await given.getAttempt(paymentCode)).toMatchObject({ rrn: "R1", approvedAt: world.clock.now() });
    world.bank.answer("inquire", paid);
    await given.advance(minutes(1));
    expect(given.listMoneyCalls()).toEqual(["credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
    expect(await given.listAlertKinds(paymentCode)).toEqual([
      "late_approval",
      "money_returned",
      "money_without_payment",
    ]);
  });

  test("keeps checking an approved capture although inquiries find nothing, until the money is found", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", { kind: "not_found" });
    const { id: attemptId } = await given.getAttempt(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    await given.advanceTo(plusMs(noon, days(3)));
    expect((await given.getAttempt(paymentCode)).recheckAt).not.toBeNull();
    expect(await given.listAlertKinds(paymentCode)).toEqual(["last_look_unclear", "late_approval"]);
    world.bank.answer("inquire", paid);
    await given.advance(hours(1));
    expect(given.listMoneyCalls()).toEqual(["credit"]);
  });

  test("sends nothing and alerts a person for direct collection, which accepts no credit", async () => {
    const direct = { where: { id: testTerminals.ours }, data: { mode: "direct_collection" as const } };
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.loseCapture(plusMs(dayEnd, -seconds(90)));
    world.bank.answer("inquire", { kind: "not_found" }, { kind: "not_found" }, { kind: "not_found" }, paid);
    world.bank.calls.length = 0;
    await world.db.prisma.terminal.update(direct);
    try {
      await given.advanceTo(plusMs(dayEnd, days(2)));
      expect(given.listMoneyCalls()).toEqual([]);
      expect(await given.listAlertKinds(paymentCode)).toEqual(["money_not_returned", "money_without_payment"]);
    } finally {
      await world.db.prisma.terminal.update({ ...direct, data: { mode: "standard" } });
    }
  });
});

describe("a return with an unknown outcome", () => {
  test("is settled by the inquiry if the bank has done the void, which is sent once", async () => {
    world.bank.answer("void", unknown);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    const { paymentCode, returns } = await throughTheEvening();
    expect(toWays(returns)).toEqual(["void approved"]);
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("is followed by one credit if the history shows twice that the void was not done", async () => {
    world.bank.answer("void", unknown);
    const { paymentCode, returns } = await throughTheEvening(hours(1));
    expect(toWays(returns)).toEqual(["void declined", "credit approved"]);
    expect(given.listMoneyCalls()).toEqual(["void", "credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("is left to a person if the history shows twice that the credit was not done", async () => {
    world.bank.answer("void", refuse("nothing_to_void"));
    world.bank.answer("credit", unknown);
    const { paymentCode, dayEnd } = await throughTheEvening(hours(1));
    await given.advanceTo(plusMs(dayEnd, days(3)));
    expect(toWays(await given.listMoneyReturns(paymentCode))).toEqual(["void declined", "credit declined"]);
    expect(given.listMoneyCalls()).toEqual(["void", "credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(0n);
    expect(await given.listAlertKinds(paymentCode)).toEqual(["money_not_returned", "money_without_payment"]);
  });

  test("is inquired further while the history is unreadable, and alerted after 15 minutes", async () => {
    world.bank.answer("void", unknown);
    world.bank.answer("history", unknown);
    const { dayEnd, returns } = await throughTheEvening();
    const [row] = returns;
    await given.advanceTo(plusMs(dayEnd, minutes(20)));
    expect(await given.listAlertKinds(row?.id ?? "")).toEqual(["return_unknown"]);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await given.advanceTo(plusMs(dayEnd, days(1)));
    expect(toWays(await given.listMoneyReturns(row?.paymentId ?? ""))).toEqual(["void approved"]);
  });
});

describe("concurrently", () => {
  test("sends one void when two processes check at the same time", async () => {
    const { paymentCode } = await given.giveUpCapture(given.nextNoon());
    const { id: attemptId, recheckAt } = await given.getAttempt(paymentCode);
    world.clock.set(recheckAt ?? new Date(0));
    await Promise.all([world.ctx, createOtherProcess(world)].map((ctx) => recheckCapture(ctx, { attemptId })));
    expect(given.listMoneyCalls()).toEqual(["void"]);
  });

  test("inquires and never sends the void again after a process died with its intent", async () => {
    const { paymentCode } = await given.giveUpCapture(given.nextNoon());
    const { id: attemptId, recheckAt } = await given.getAttempt(paymentCode);
    world.clock.set(recheckAt ?? new Date(0));
    world.bank.answer("void", () => {
      throw new Error("the process is gone");
    });
    await recheckCapture(world.ctx, { attemptId }).catch(() => undefined);
    expect(toWays(await given.listMoneyReturns(paymentCode))).toEqual(["void pending"]);
    world.bank.answer("void", approved);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await given.advance(minutes(2));
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });
});
