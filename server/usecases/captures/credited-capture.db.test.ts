import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import type { CaptureVerdict } from "@/server/domain/payments/open-question";
import { createGivenUpJourney } from "@/server/testing/journeys/given-up";
import { buildHistory } from "@/server/testing/journeys/refund";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { listOpenCaptures } from "./queries";
import { settleCaptureManually } from "./settle-capture-manually";

// Tests what is decided about a capture of unknown outcome when the bank's newest record is not the sale (D-212).
let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
});

const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const notShown: Outcome = { kind: "unknown", cause: "sale_not_shown" };
const creditShown: Outcome = { kind: "unknown", cause: "reversal_shown" };
const wholeCredit = buildHistory({ credits: [40_000n] });
const partCredit = buildHistory({ credits: [15_000n] });
const refusedSale: HistoryRecord = { kind: "sale", approved: false, amountKurus: 40_000n };

/** Loses the answer to a capture at noon; the bank then shows these answers. */
async function lose(inquiry: Outcome, history: Outcome) {
  const noon = given.nextNoon();
  const payment = await given.loseCapture(noon);
  world.bank.answer("inquire", inquiry);
  world.bank.answer("history", history);
  return { ...payment, noon };
}
const settle = (paymentCode: string, verdict: CaptureVerdict) =>
  settleCaptureManually(world.ctx, {
    paymentCode,
    verdict,
    reason: "seen at the bank",
    evidence: "panel, line 1",
    decidedBy: "operator",
  });
const countSettlements = (paymentId: string) => world.db.prisma.settlement.count({ where: { paymentId } });
const isListedAsOpen = async (paymentCode: string) =>
  (await listOpenCaptures(world.ctx)).captures.some(({ paymentId }) => paymentId === paymentCode);

describe("an open capture", () => {
  test("is captured by the history, with the sale's own references and time, when the inquiry shows a refused credit", async () => {
    const references = { authCode: "A7", rrn: "R7", transactionId: "T7" };
    const at = plusMs(given.nextNoon(), seconds(2));
    const sale: HistoryRecord = { kind: "sale", approved: true, amountKurus: 40_000n, references, at };
    const refusedCredit: HistoryRecord = { kind: "credit", approved: false, amountKurus: 40_000n };
    const { paymentCode } = await lose(notShown, { kind: "history", records: [sale, refusedCredit] });
    await given.advance(seconds(5));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured", capturedAt: at });
    expect(await given.getAttempt(paymentCode)).toMatchObject(references);
    expect(await given.listAlertKinds(paymentCode)).toEqual([]);
  });

  test("is captured when the newest record is a refused second try, and the history has the sale", async () => {
    const records = [{ ...refusedSale, approved: true }, refusedSale];
    const { paymentCode } = await lose(declined, { kind: "history", records });
    await given.advance(seconds(5));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("fails only when the history agrees with the refusal of the newest record", async () => {
    const { paymentCode } = await lose(declined, unknown);
    await given.advance(seconds(31));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    world.bank.answer("history", { kind: "history", records: [refusedSale] });
    await given.advance(minutes(2));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "failed" });
    expect(await given.getAttempt(paymentCode)).toMatchObject({ declineReason: "insufficient_funds" });
  });

  test("is not given up by an authentication as the newest record when the history has the sale", async () => {
    const { paymentCode } = await lose({ kind: "not_found", wasAuthenticated: true }, buildHistory());
    await given.advance(seconds(5));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("is given up by an authentication as the newest record when the history twice has nothing charged", async () => {
    const history: Outcome = { kind: "history", records: [refusedSale] };
    const { paymentCode } = await lose({ kind: "not_found", wasAuthenticated: true }, history);
    await given.advance(seconds(119));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    await given.advance(seconds(1));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "failed" });
  });

  test.each([
    ["a credit of the whole amount", wholeCredit],
    ["a credit of a part", partCredit],
    ["credits that add up to it", buildHistory({ credits: [15_000n, 25_000n] })],
    ["two equal credits", buildHistory({ credits: [15_000n, 15_000n] })],
  ])("stays open after %s, whatever comes later, and is left to a person", async (_, history) => {
    const { paymentCode, noon } = await lose(notShown, history);
    await given.advanceTo(plusMs(noon, minutes(20)));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advanceTo(plusMs(noon, hours(14)));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await given.listEvents(paymentCode)).toEqual([]);
    expect(await countSettlements(paymentCode)).toBe(0);
    const alerts = ["amount_mismatch", "approval_contradicted", "capture_unknown"];
    expect(await given.listAlertKinds(paymentCode)).toEqual(alerts);
    expect(given.listMoneyCalls()).toEqual([]);
    expect(await isListedAsOpen(paymentCode)).toBe(true);
    expect(await settle(paymentCode, "returned")).toMatchObject({ returnedKurus: 40_000n });
  });

  test("is captured when the credit was voided at the bank and the sale stands alone again", async () => {
    const { paymentCode, noon } = await lose(notShown, wholeCredit);
    await given.advanceTo(plusMs(noon, minutes(20)));
    world.bank.answer("history", buildHistory());
    await given.advanceTo(plusMs(noon, hours(1)));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("stays open while a credit is shown that the history does not list yet, and give_back sends nothing", async () => {
    const { paymentCode, noon } = await lose(creditShown, buildHistory());
    await given.advanceTo(plusMs(noon, hours(1)));
    expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await countSettlements(paymentCode)).toBe(0);
    world.bank.answer("history", unknown);
    await expect(settle(paymentCode, "give_back")).rejects.toMatchObject({ code: "validation_error" });
    expect(given.listMoneyCalls()).toEqual([]);
    expect(await settle(paymentCode, "returned")).toMatchObject({ returnedKurus: 40_000n });
  });

  test("settled as give_back: the void names the references that the inquiry has found", async () => {
    const references = { authCode: "A8", rrn: "R8", transactionId: "T8" };
    const { paymentCode, noon } = await lose(unknown, unknown);
    await given.advanceTo(plusMs(noon, minutes(15)));
    const at = plusMs(noon, seconds(2));
    world.bank.answer("inquire", { kind: "paid", amountKurus: 39_000n, references, at });
    world.bank.calls.length = 0;
    expect(await settle(paymentCode, "give_back")).toMatchObject({ status: "failed", returnedKurus: 39_000n });
    expect(world.bank.calls.find(({ kind }) => kind === "void")).toMatchObject({ amountKurus: 39_000n, references });
  });

  test("settled as captured: is held when the bank has given money of it back", async () => {
    const { paymentCode, noon } = await lose(notShown, partCredit);
    await given.advanceTo(plusMs(noon, minutes(15)));
    expect(await settle(paymentCode, "captured")).toMatchObject({ status: "captured" });
    await given.advance(minutes(15));
    expect(await given.listAlertKinds(paymentCode)).toContain("capture_without_record");
    const { heldSince } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    expect(heldSince).toEqual(world.clock.now());
  });

  test.each([
    ["whole", wholeCredit],
    ["part", partCredit],
  ])(
    "settled as give_back: is refused and sends nothing after a credit of the %s; returned is accepted",
    async (_, history) => {
      const { paymentCode, noon } = await lose(notShown, history);
      await given.advanceTo(plusMs(noon, hours(1)));
      await expect(settle(paymentCode, "give_back")).rejects.toMatchObject({ code: "validation_error" });
      expect(await given.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
      expect(given.listMoneyCalls()).toEqual([]);
      expect(await settle(paymentCode, "returned")).toMatchObject({ returnedKurus: 40_000n });
    },
  );
});

describe("a capture that was given up", () => {
  /** Gives a capture up at noon; the bank then shows a credit as its newest record, and this history. */
  async function giveUp(history: Outcome) {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", notShown);
    world.bank.answer("history", history);
    return { paymentCode, dayEnd: dayEndAfter(noon) };
  }

  test("sends nothing after a credit of the whole amount, alerts staff, and is checked in the next evening too", async () => {
    const { paymentCode, dayEnd } = await giveUp(wholeCredit);
    await given.advanceTo(dayEnd);
    expect(await given.listAlertKinds(paymentCode)).toEqual(["voided_at_bank"]);
    expect(await given.getAttempt(paymentCode)).toMatchObject({ looksWanted: 1 });
    await given.advanceTo(plusMs(dayEnd, days(2)));
    expect(given.listMoneyCalls()).toEqual([]);
    expect(await given.getAttempt(paymentCode)).toMatchObject({ recheckAt: null, looksWanted: 0 });
    expect(await given.listMoneyReturns(paymentCode)).toEqual([]);
  });

  test("returns the money once when the credit turns out to be voided in the next evening", async () => {
    const { paymentCode, dayEnd } = await giveUp(wholeCredit);
    await given.advanceTo(dayEnd);
    world.bank.answer("history", buildHistory());
    await given.advanceTo(plusMs(dayEnd, days(1)));
    expect(given.listMoneyCalls()).toEqual(["credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("sends nothing after a credit of a part, and leaves the rest to a person", async () => {
    const { paymentCode, dayEnd } = await giveUp(partCredit);
    await given.advanceTo(plusMs(dayEnd, days(2)));
    expect(given.listMoneyCalls()).toEqual([]);
    expect(await given.listMoneyReturns(paymentCode)).toEqual([]);
    expect(await given.listAlertKinds(paymentCode)).toEqual(["money_not_returned", "money_without_payment"]);
    const alerts = await world.db.prisma.staffAlert.findMany({ where: { subject: paymentCode } });
    expect(alerts.map(({ detail }) => detail).join()).toContain("25000 kuruş");
    expect(await isListedAsOpen(paymentCode)).toBe(true);
    await expect(settle(paymentCode, "give_back")).rejects.toMatchObject({ code: "validation_error" });
    expect(await settle(paymentCode, "returned")).toMatchObject({ status: "failed", returnedKurus: 40_000n });
    expect(await isListedAsOpen(paymentCode)).toBe(false);
  });

  test("sends one void of the sale when the newest record is a refused credit", async () => {
    const { paymentCode, dayEnd } = await giveUp(buildHistory());
    await given.advanceTo(plusMs(dayEnd, -1));
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("sends nothing while a credit is shown that the history does not list yet", async () => {
    const { paymentCode, dayEnd } = await giveUp(buildHistory());
    world.bank.answer("inquire", creditShown);
    await given.advanceTo(dayEnd);
    expect(given.listMoneyCalls()).toEqual([]);
    expect(await given.listMoneyReturns(paymentCode)).toEqual([]);
  });

  test("is checked again every 30 seconds in the evening while the history cannot be read", async () => {
    const { paymentCode, dayEnd } = await giveUp(unknown);
    await given.advanceTo(plusMs(dayEnd, -minutes(2)));
    expect([given.listMoneyCalls(), await given.listAlertKinds(paymentCode)]).toEqual([[], []]);
    world.bank.answer("history", buildHistory());
    await given.advanceTo(plusMs(dayEnd, -minutes(1)));
    expect(given.listMoneyCalls()).toEqual(["void"]);
  });
});
