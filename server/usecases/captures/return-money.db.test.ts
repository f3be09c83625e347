import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import { historyOf, otherProcess } from "@/server/testing/journeys/refund";
import {
  approved,
  openTestWorld,
  paid,
  type TestWorld,
  terminalOf,
  unknown,
} from "@/server/testing/world/world";
import { recheckCapture } from "./recheck-capture";
import { recordCapture } from "./record-capture";

// Money that the bank has of a payment that was given up goes back to the card, once (D-72).
let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld();
  given = givenUpIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", historyOf());
});

const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const refuse = (reason: "do_not_honour" | "day_not_closed" | "nothing_to_void"): Outcome => ({
  kind: "declined",
  reason,
  bankCode: "XX",
});

/** Given up at noon and passed to day-end; what was returned of it by then. */
async function throughTheEvening(after = 0) {
  const noon = given.nextNoon();
  const { paymentCode } = await given.givenUpAfter(noon);
  await given.pass(plusMs(dayEndAfter(noon), after));
  return { paymentCode, dayEnd: dayEndAfter(noon), returns: await given.returnsOf(paymentCode) };
}
const waysOf = (returns: Awaited<ReturnType<typeof given.returnsOf>>) =>
  returns.map(({ method, status }) => `${method} ${status}`);

describe("before the bank's day ends", () => {
  test("one void of what the bank has; the payment keeps its status and shows what was returned; staff read it", async () => {
    const { paymentCode, returns } = await throughTheEvening(-1);
    expect(waysOf(returns)).toEqual(["void approved"]);
    const { bankOrderId } = await given.attemptOf(paymentCode);
    const voids = world.bank.asked.filter(({ kind }) => kind === "void");
    expect(voids).toMatchObject([
      { orderId: bankOrderId, amountKurus: 40_000n, references: paid.references },
    ]);
    expect(await given.look(paymentCode)).toMatchObject({ status: "failed", returnedAmount: 40_000n });
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["money_returned", "money_without_payment"]);
    expect(await given.eventsOf(paymentCode)).toEqual(["payment.failed"]);
    expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(0);
    expect(await world.db.prisma.refund.count({ where: { paymentId: paymentCode } })).toBe(0);
  });

  test("an amount that is not the payment's is returned as the bank has it", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("inquire", { ...paid, amountKurus: 39_999n });
    await given.pass(dayEndAfter(noon));
    expect(await given.returnedOf(paymentCode)).toBe(39_999n);
  });

  test("a void that is refused: one credit of the whole at once, under a bank key of its own", async () => {
    world.bank.answer("void", refuse("do_not_honour"));
    const { paymentCode, returns } = await throughTheEvening(-1);
    expect(waysOf(returns)).toEqual(["void declined", "credit approved"]);
    const credits = world.bank.asked.filter(({ kind }) => kind === "credit");
    expect(credits).toMatchObject([{ amountKurus: 40_000n, refundKey: returns[1]?.bankKey }]);
    expect(returns[0]?.bankKey).not.toBe(returns[1]?.bankKey);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("a bank that takes no credit on the same day is asked for it again once its day has ended for certain", async () => {
    world.bank.answer("void", refuse("do_not_honour"));
    world.bank.answer("credit", refuse("day_not_closed"), approved);
    const { paymentCode, dayEnd } = await throughTheEvening(minutes(5) - 1);
    expect(given.movesAsked()).toEqual(["void", "credit"]);
    await given.pass(plusMs(dayEnd, minutes(5)));
    expect(given.movesAsked()).toEqual(["void", "credit", "credit"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
    await given.pass(plusMs(dayEnd, days(2)));
    expect(given.movesAsked()).toHaveLength(3);
  });

  test("is never lost: the intent, the alert and the end of looking are one transaction", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse before insert on staff_alert for each row execute function refuse()`,
    );
    await given.pass(plusMs(dayEndAfter(noon), -minutes(10)));
    expect([given.movesAsked(), await given.returnsOf(paymentCode)]).toEqual([[], []]);
    await world.db.pool.query("drop trigger refuse on staff_alert; drop function refuse()");
    await given.pass(plusMs(dayEndAfter(noon), -minutes(1)));
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });
});

describe("after the bank's day", () => {
  test("by our clock alone: a credit that the bank refuses as too early is asked for again once its day has ended", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.lostAt(plusMs(dayEnd, -minutes(2)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.pass(plusMs(dayEnd, seconds(12)));
    world.bank.asked.length = 0;
    const { id: attemptId } = await given.attemptOf(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    world.bank.answer("inquire", paid);
    world.bank.answer("credit", refuse("day_not_closed"), approved);
    await given.pass(plusMs(dayEnd, minutes(10)));
    expect(given.movesAsked()).toEqual(["credit", "credit"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("an approval that arrives 12 seconds after midnight: the void's time is over, one credit of the whole", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.lostAt(plusMs(dayEnd, -minutes(2)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.pass(plusMs(dayEnd, seconds(12)));
    world.bank.asked.length = 0;
    const { id: attemptId } = await given.attemptOf(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    expect(await given.attemptOf(paymentCode)).toMatchObject({ rrn: "R1", approvedAt: world.clock.now() });
    world.bank.answer("inquire", paid);
    await given.advance(minutes(1));
    expect(given.movesAsked()).toEqual(["credit"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
    expect(await given.kindsOfAlerts(paymentCode)).toEqual([
      "late_approval",
      "money_returned",
      "money_without_payment",
    ]);
  });

  test("an approval in writing is not undone by an inquiry that finds nothing: looked for until it is found", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("inquire", { kind: "not_found" });
    const { id: attemptId } = await given.attemptOf(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    await given.pass(plusMs(noon, days(3)));
    expect((await given.attemptOf(paymentCode)).recheckAt).not.toBeNull();
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["last_look_unclear", "late_approval"]);
    world.bank.answer("inquire", paid);
    await given.advance(hours(1));
    expect(given.movesAsked()).toEqual(["credit"]);
  });

  test("direct collection takes no credit: a person is alerted, and nothing is sent", async () => {
    const direct = { where: { id: terminalOf.ours }, data: { mode: "direct_collection" as const } };
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.lostAt(plusMs(dayEnd, -seconds(90)));
    world.bank.answer("inquire", { kind: "not_found" }, { kind: "not_found" }, { kind: "not_found" }, paid);
    world.bank.asked.length = 0;
    await world.db.prisma.terminal.update(direct);
    try {
      await given.pass(plusMs(dayEnd, days(2)));
      expect(given.movesAsked()).toEqual([]);
      expect(await given.kindsOfAlerts(paymentCode)).toEqual(["money_not_returned", "money_without_payment"]);
    } finally {
      await world.db.prisma.terminal.update({ ...direct, data: { mode: "standard" } });
    }
  });
});

describe("unknown, then resolved", () => {
  test("a void without an answer that the bank has done: returned by the inquiry, sent once", async () => {
    world.bank.answer("void", unknown);
    world.bank.answer("history", historyOf({ isVoided: true }));
    const { paymentCode, returns } = await throughTheEvening();
    expect(waysOf(returns)).toEqual(["void approved"]);
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("a void without an answer that the bank has not done, seen twice: one credit", async () => {
    world.bank.answer("void", unknown);
    const { paymentCode, returns } = await throughTheEvening(hours(1));
    expect(waysOf(returns)).toEqual(["void declined", "credit approved"]);
    expect(given.movesAsked()).toEqual(["void", "credit"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("a credit that the bank has not done, seen twice: a person is alerted, and nothing is sent again", async () => {
    world.bank.answer("void", refuse("nothing_to_void"));
    world.bank.answer("credit", unknown);
    const { paymentCode, dayEnd } = await throughTheEvening(hours(1));
    await given.pass(plusMs(dayEnd, days(3)));
    expect(waysOf(await given.returnsOf(paymentCode))).toEqual(["void declined", "credit declined"]);
    expect(given.movesAsked()).toEqual(["void", "credit"]);
    expect(await given.returnedOf(paymentCode)).toBe(0n);
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["money_not_returned", "money_without_payment"]);
  });

  test("a history that cannot be read: asked on, and staff are alerted after 15 minutes", async () => {
    world.bank.answer("void", unknown);
    world.bank.answer("history", unknown);
    const { dayEnd, returns } = await throughTheEvening();
    const [row] = returns;
    await given.pass(plusMs(dayEnd, minutes(20)));
    expect(await given.kindsOfAlerts(row?.id ?? "")).toEqual(["return_unknown"]);
    world.bank.answer("history", historyOf({ isVoided: true }));
    await given.pass(plusMs(dayEnd, days(1)));
    expect(waysOf(await given.returnsOf(row?.paymentId ?? ""))).toEqual(["void approved"]);
  });
});

describe("concurrently", () => {
  test("two processes that look at the same time send one void", async () => {
    const { paymentCode } = await given.givenUpAfter(given.nextNoon());
    const { id: attemptId, recheckAt } = await given.attemptOf(paymentCode);
    world.clock.set(recheckAt ?? new Date(0));
    await Promise.all([world.ctx, otherProcess(world)].map((ctx) => recheckCapture(ctx, { attemptId })));
    expect(given.movesAsked()).toEqual(["void"]);
  });

  test("a process that dies after the intent: the bank is asked, and the void is never sent a second time", async () => {
    const { paymentCode } = await given.givenUpAfter(given.nextNoon());
    const { id: attemptId, recheckAt } = await given.attemptOf(paymentCode);
    world.clock.set(recheckAt ?? new Date(0));
    world.bank.answer("void", () => {
      throw new Error("the process is gone");
    });
    await recheckCapture(world.ctx, { attemptId }).catch(() => undefined);
    expect(waysOf(await given.returnsOf(paymentCode))).toEqual(["void pending"]);
    world.bank.answer("void", approved);
    world.bank.answer("history", historyOf({ isVoided: true }));
    await given.advance(minutes(2));
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });
});
