import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { createLinkJourney, pans } from "@/server/testing/journeys/link";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld, testCard, testTerminals } from "@/server/testing/world/world";
import { updateTerminalSettings } from "../accounts/update-terminal-settings";
import { getPaymentTimeline } from "./get-payment-timeline";

// Cards that the product refuses before any bank sees them are attempts of the timeline (D-397).
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
let links: ReturnType<typeof createLinkJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
  links = createLinkJourney(world);
});
afterAll(() => world.close());

const terminalId = testTerminals.limited;
const change = (changes: object, id: string = terminalId) =>
  updateTerminalSettings(world.ctx, { terminalId: id, changes });
const usual = { virtualPosActive: true, supportsForeign: true, limits: { perTx: 50_000n } };
beforeEach(async () => {
  // Each test has a day of its own, because the terminal's daily limit counts the payments.
  world.clock.advanceMs(days(1));
  await change(usual);
  world.bank.calls.length = 0;
});

const listAttempts = (paymentId: string) =>
  world.db.prisma.attempt.findMany({ where: { paymentId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
const getRow = (id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
const readTimeline = (paymentCode: string) =>
  getPaymentTimeline(world.ctx, { partnerId: world.caller.partnerId, paymentCode, withDeliveries: false });
const start = (paymentRef: string, pan: string) => journey.start(paymentRef, testCard(pan));

/** Expects one attempt of the card with the reason, one event of it, and a decline without a bank's answer. */
async function expectRecorded(paymentCode: string, pan: string, reason: string): Promise<void> {
  const [cardBin, cardLast4] = [pan.slice(0, 6), pan.slice(-4)];
  const refused = { status: "rejected", declineReason: reason, bankCode: null, cardBin, cardLast4 };
  expect(await listAttempts(paymentCode)).toMatchObject([{ ...refused, captureSentAt: null, handedOutAt: null }]);
  const events = (await readTimeline(paymentCode)).filter(({ kind }) => kind.startsWith("card"));
  const maskedPan = `${cardBin}******${cardLast4}`;
  expect(events).toMatchObject([{ kind: "card_refused", number: 1, maskedPan, declineReason: reason }]);
  expect((await journey.getPayment(paymentCode)).decline).toMatchObject({
    reason,
    bankCode: null,
    bankMessage: null,
  });
  expect(world.bank.calls).toEqual([]);
}

describe("a card of a payment", () => {
  test("that the terminal does not take: card_not_accepted, and it counts", async () => {
    await change({ supportsForeign: false });
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    expect(await start(paymentRef, pans.foreign)).toMatchObject({ code: "virtual_pos_card_type_not_supported" });
    await expectRecorded(paymentCode, pans.foreign, "card_not_accepted");
    expect(await getRow(paymentCode)).toMatchObject({ attemptsUsed: 1, prepareStartedAt: null });
  });

  test("that cannot pay the installment count: installment_not_accepted, and it counts", async () => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    expect(await start(paymentRef, pans.debit)).toMatchObject({ code: "installment_not_allowed" });
    await expectRecorded(paymentCode, pans.debit, "installment_not_accepted");
    expect(await getRow(paymentCode)).toMatchObject({ attemptsUsed: 1 });
  });

  test("above a limit of the bank connection: amount_not_accepted, and it does not count", async () => {
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    await change({ limits: { perTx: 39_999n } });
    expect(await start(paymentRef, pans.credit)).toMatchObject({ kind: "limit" });
    await expectRecorded(paymentCode, pans.credit, "amount_not_accepted");
    expect(await getRow(paymentCode)).toMatchObject({ attemptsUsed: 0, prepareStartedAt: null, status: "initiated" });
  });

  test("at an inactive virtual POS: bank_setup, and it does not count", async () => {
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    await change({ virtualPosActive: false });
    expect(await start(paymentRef, pans.credit)).toMatchObject({ code: "virtual_pos_inactive" });
    await expectRecorded(paymentCode, pans.credit, "bank_setup");
    expect(await getRow(paymentCode)).toMatchObject({ attemptsUsed: 0 });
    const mistyped = testCard("4111111111111112");
    expect(await journey.start(paymentRef, mistyped)).toMatchObject({ code: "virtual_pos_inactive" });
    expect(await listAttempts(paymentCode)).toHaveLength(1);
  });

  test("can pay after another card was refused, and only that attempt is captured", async () => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    await start(paymentRef, pans.debit);
    // Two attempts of one instant have no order.
    world.clock.advanceMs(1_000);
    const started = await journey.start(paymentRef);
    if (started.kind !== "form") throw new Error(started.kind);
    await journey.returnFromBank(started.form.fields[0]?.[1].split("/").at(-1) ?? "");
    expect((await listAttempts(paymentCode)).map(({ status }) => status)).toEqual(["rejected", "captured"]);
  });
});

describe("the number of records is bounded", () => {
  const cards = Array.from({ length: 9 }, (_, n) => `400000${String(n)}`);
  const toPan = (start: string) => {
    for (let n = 0; n < 10; n++) {
      const pan = `${start}00000000${n}`;
      const sum = [...pan].reverse().reduce((total, digit, at) => {
        const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
        return total + (value > 9 ? value - 9 : value);
      }, 0);
      if (sum % 10 === 0) return pan;
    }
    throw new Error("No check digit");
  };

  test("one for a card and a reason, and as many as the allowance has cards, however often they are posted", async () => {
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    await change({ limits: { perTx: 39_999n } });
    for (const card of [...cards, ...cards]) {
      expect(await start(paymentRef, toPan(card))).toMatchObject({ kind: "limit" });
    }
    expect(await listAttempts(paymentCode)).toHaveLength(5);
    await change(usual);
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("twenty cards at once leave no more", async () => {
    const { paymentRef, paymentCode } = await journey.create({ terminalId });
    await change({ virtualPosActive: false });
    const posts = Array.from({ length: 20 }, (_, n) => start(paymentRef, toPan(cards[n % cards.length] ?? "")));
    for (const answer of await Promise.all(posts)) expect(answer).toMatchObject({ code: "virtual_pos_inactive" });
    expect(await listAttempts(paymentCode)).toHaveLength(5);
  });

  test("cards that draw from the allowance end with it, at once or one after the other", async () => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    await Promise.all(Array.from({ length: 12 }, () => start(paymentRef, pans.debit)));
    expect(await listAttempts(paymentCode)).toHaveLength(5);
    expect(await getRow(paymentCode)).toMatchObject({
      attemptsUsed: 5,
      failureCode: "card_attempt_limit_exceeded",
    });
  });
});

describe("a card of a link", () => {
  test("that cannot pay the chosen count is an attempt of the link's payment", async () => {
    const link = await links.create({ allowedCounts: [3] });
    await links.submit(link, { pan: pans.debit, installmentCount: 3 });
    const [payment] = await links.listPayments(link);
    expect(payment).toMatchObject({ attemptsUsed: 1, status: "initiated" });
    await expectRecorded(payment?.id ?? "", pans.debit, "installment_not_accepted");
    expect(await links.getLinkState(link)).toMatchObject({ kind: "failed" });
  });

  test("above a limit is an attempt of the open payment; a link without one keeps nothing", async () => {
    const [fresh, used] = [await links.create({ terminalId }), await links.create({ terminalId })];
    await change({ supportsForeign: false });
    await links.submit(used, { pan: pans.foreign });
    await change({ limits: { perTx: 39_999n } });
    for (const link of [fresh, used]) expect(await links.submit(link)).toMatchObject({ kind: "limit" });
    expect(await links.listPayments(fresh)).toEqual([]);
    expect((await links.listAttempts(used)).map(({ declineReason }) => declineReason)).toEqual([
      "card_not_accepted",
      "amount_not_accepted",
    ]);
  });
});
