import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import type { CaptureVerdict } from "@/server/domain/payments/open-question";
import { createGivenUpJourney, endInquiries } from "@/server/testing/journeys/given-up";
import { buildHistory } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { settleCaptureManually } from "./settle-capture-manually";

// Tests that a person's decision ends a capture, and that the money goes back once (D-75).
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

const settle = (paymentCode: string, verdict: CaptureVerdict) =>
  settleCaptureManually(world.ctx, {
    paymentCode,
    verdict,
    reason: "seen at the bank",
    evidence: "panel, line 1",
    decidedBy: "operator",
  });
const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const refused: Outcome = { kind: "declined", reason: "do_not_honour", bankCode: "05" };
const listMoves = async (paymentCode: string) =>
  (await given.listMoneyReturns(paymentCode)).map(({ method, status, amount }) => `${method} ${status} ${amount}`);

describe("give back", () => {
  test("returns the amount that the bank holds, if it is not the payment's amount", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.loseCapture(noon);
    const sale: HistoryRecord = { kind: "sale", approved: true, amountKurus: 52_000n };
    world.bank.answer("inquire", { ...paid, amountKurus: 52_000n });
    world.bank.answer("history", { kind: "history", records: [sale] });
    world.bank.answer("void", refused);
    await given.advanceTo(plusMs(noon, hours(2)));
    expect(await given.listAlertKinds(paymentCode)).toEqual(["amount_mismatch", "capture_unknown"]);
    await settle(paymentCode, "give_back");
    await given.advance(hours(1));
    expect(await listMoves(paymentCode)).toEqual(["void declined 52000", "credit approved 52000"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(52_000n);
  });

  test("sends nothing if the bank has done a credit after it was given up", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("void", refused);
    world.bank.answer("credit", unknown, approved);
    await given.advanceTo(plusMs(dayEndAfter(noon), days(1)));
    expect(await given.listAlertKinds(paymentCode)).toContain("money_not_returned");
    world.bank.calls.length = 0;
    world.bank.answer("history", buildHistory({ credits: [40_000n] }));
    await settle(paymentCode, "give_back");
    await world.settled();
    expect(given.listMoneyCalls()).toEqual([]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });
});

test("sends no credit after a person has already made one at the bank", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.giveUpCapture(noon);
  world.bank.answer("void", refused);
  world.bank.answer("credit", { ...refused, reason: "day_not_closed" }, approved);
  await given.advanceTo(dayEndAfter(noon));
  world.bank.calls.length = 0;
  world.bank.answer("history", buildHistory({ credits: [40_000n] }));
  await given.advance(hours(1));
  expect(given.listMoneyCalls()).toEqual([]);
  expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
});

describe("not taken", () => {
  test.each(["lost", "given up"])("asks the bank again before its day-end about a capture that was %s", async (how) => {
    const noon = given.nextNoon();
    const { paymentCode } = how === "lost" ? await given.loseCapture(noon) : await given.giveUpCapture(noon);
    world.bank.answer("inquire", how === "lost" ? unknown : { kind: "not_found" });
    await given.advanceTo(plusMs(noon, hours(1)));
    await settle(paymentCode, "not_taken");
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advanceTo(plusMs(noon, hours(2)));
    world.bank.answer("inquire", paid);
    await given.advanceTo(dayEndAfter(noon));
    expect(await listMoves(paymentCode)).toEqual(["void approved 40000"]);
  });
});

describe("captured", () => {
  test("books the capture once, on the day on which it was sent", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.loseCapture(noon);
    world.bank.answer("inquire", unknown);
    await given.advanceTo(plusMs(noon, days(2)));
    expect(await settle(paymentCode, "captured")).toMatchObject({ status: "captured" });
    expect(await settle(paymentCode, "captured")).toMatchObject({ status: "captured" });
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured", capturedAt: noon });
    expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(1);
  });

  test("is refused for a payment that was given up", async () => {
    const { paymentCode } = await given.giveUpCapture(given.nextNoon());
    await given.advance(minutes(20));
    await expect(settle(paymentCode, "captured")).rejects.toMatchObject({ code: "validation_error" });
  });
});

test("returned: sends nothing, also if the answer of a pending void comes later", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.giveUpCapture(noon);
  world.bank.answer("void", unknown);
  world.bank.answer("history", unknown);
  const { recheckAt } = await given.getAttempt(paymentCode);
  await given.advanceTo(recheckAt ?? noon);
  expect(await listMoves(paymentCode)).toEqual(["void pending 40000"]);
  world.clock.set(plusMs(dayEndAfter(noon), hours(1)));
  world.bank.calls.length = 0;
  expect(await settle(paymentCode, "returned")).toMatchObject({ status: "failed", returnedKurus: 40_000n });
  expect(await settle(paymentCode, "give_back")).toMatchObject({ returnedKurus: 40_000n });
  await given.advance(days(1));
  expect(given.listMoneyCalls()).toEqual([]);
  expect(await listMoves(paymentCode)).toEqual(["void approved 40000"]);
});
