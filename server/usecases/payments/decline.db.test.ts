import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs } from "@/server/domain/clock";
import { createLinkJourney, pans } from "@/server/testing/journeys/link";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, type TestWorld, testCard } from "@/server/testing/world/world";
import { inquireCapture } from "../captures/inquire-capture";

// The decline of a payment record (D-63, D-396), by what happened to its cards.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
let links: ReturnType<typeof createLinkJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = createPaymentJourney(world);
  links = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => world.bank.answer("capture", approved));

const refusal = {
  kind: "declined",
  reason: "insufficient_funds",
  bankCode: "51",
  bankMessage: "Limit yetersiz",
} as const;
const findDecline = async (paymentCode: string) => (await journey.getPayment(paymentCode)).decline;
const declineOfLink = async (link: { id: string }) =>
  findDecline((await links.listPayments(link)).at(-1)?.id ?? "no payment");
const noAnswer = { bankCode: null, bankMessage: null };

describe("null", () => {
  test("where no card was tried, while the first card is at the bank, and once captured", async () => {
    const { paymentCode } = await journey.create();
    expect(await findDecline(paymentCode)).toBeNull();
    const atBank = await journey.createAtBank();
    expect(await findDecline(atBank.paymentCode)).toBeNull();
    await journey.returnFromBank(atBank.token);
    expect(await findDecline(atBank.paymentCode)).toBeNull();
  });

  test("of a captured payment whose earlier card was refused", async () => {
    const { paymentCode, paymentRef } = await journey.create({ installment: 3 });
    expect(await journey.start(paymentRef, testCard(pans.debit))).toMatchObject({ kind: "rejected" });
    expect(await findDecline(paymentCode)).toMatchObject({ reason: "installment_not_accepted" });
    const started = await journey.start(paymentRef);
    if (started.kind !== "form") throw new Error(started.kind);
    expect(await findDecline(paymentCode), "the second card is at the bank").toMatchObject({
      reason: "installment_not_accepted",
    });
    await journey.returnFromBank(started.form.fields[0]?.[1].split("/").at(-1) ?? "");
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured", decline: null });
  });
});

describe("a bank's answer", () => {
  test("to the capture: its reason, code and text", async () => {
    world.bank.answer("capture", refusal);
    const { paymentCode, token } = await journey.createAtBank();
    await journey.returnFromBank(token);
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      failureCode: "capture_declined",
      decline: {
        reason: "insufficient_funds",
        by: "buyer",
        advice: "other_card",
        bankCode: "51",
        bankMessage: "Limit yetersiz",
      },
    });
  });

  test("with a code that no dictionary has: unknown, with the code", async () => {
    world.bank.answer("capture", { kind: "declined", reason: "unknown", bankCode: "88" });
    const { paymentCode, token } = await journey.createAtBank();
    await journey.returnFromBank(token);
    const facts = { by: "bank", advice: "other_card", bankCode: "88", bankMessage: null };
    expect(await findDecline(paymentCode)).toEqual({ reason: "unknown", ...facts });
  });

  test("by an inquiry, and no record of the sale: bank_unavailable without an answer", async () => {
    for (const [answer, expected] of [
      [refusal, { reason: "insufficient_funds", bankCode: "51" }],
      [{ kind: "not_found" } as const, { reason: "bank_unavailable", advice: "later", ...noAnswer }],
    ] as const) {
      world.bank.answer("capture", { kind: "unknown", cause: "timeout" });
      world.bank.answer("inquire", answer);
      const { paymentCode, token } = await journey.createAtBank();
      await journey.returnWithoutWaiting(token);
      const { id: attemptId } = await journey.getAttempt(paymentCode);
      for (let n = 0; n < 5 && (await journey.getPayment(paymentCode)).status === "initiated"; n++) {
        world.clock.advanceMs(minutes(2));
        await inquireCapture(world.ctx, { attemptId });
      }
      expect(await findDecline(paymentCode)).toMatchObject(expected);
    }
  });

  test("under a name of release 0.1.0 is read by the list", async () => {
    world.bank.answer("capture", refusal);
    const { paymentCode, token } = await journey.createAtBank();
    await journey.returnFromBank(token);
    const { id } = await journey.getAttempt(paymentCode);
    const data = { declineReason: "lost_or_stolen_card", bankCode: "41", bankMessage: null };
    await world.db.prisma.attempt.update({ where: { id }, data });
    expect(await findDecline(paymentCode)).toMatchObject({ reason: "lost_or_stolen", by: "issuer", bankCode: "41" });
  });
});

describe("without a bank's refusal", () => {
  test("three_ds_failed after a failed 3-D Secure, with its status", async () => {
    const { paymentCode, token } = await journey.createAtBank();
    await journey.returnFromBank(token, "not_authenticated");
    expect(await findDecline(paymentCode)).toMatchObject({
      reason: "three_ds_failed",
      bankCode: expect.stringMatching(/^mdStatus-\d$/),
    });
  });

  test("expired where the time of 3-D Secure passed; nothing where no card was tried", async () => {
    const [atBank, untouched] = [await journey.createAtBank(), await journey.create()];
    await journey.advance(minutes(31));
    const expired = { status: "expired", failureCode: null };
    expect(await journey.getPayment(atBank.paymentCode)).toMatchObject({
      ...expired,
      decline: { reason: "expired", by: "buyer", advice: "retry_same_card", ...noAnswer },
    });
    expect(await journey.getPayment(untouched.paymentCode)).toMatchObject({ ...expired, decline: null });
  });

  test("abandoned, cancelled_by_merchant and expired of a link's attempt", async () => {
    const [left, cancelled] = [await links.createAtBank(), await links.createAtBank()];
    await links.cancel(cancelled);
    links.moveClock(minutes(3));
    await links.giveUp(left);
    expect(await declineOfLink(left)).toMatchObject({ reason: "abandoned", ...noAnswer });
    expect(await declineOfLink(cancelled)).toMatchObject({ reason: "cancelled_by_merchant", by: "merchant" });
    const over = await links.create();
    links.setClock(plusMs(over.expiresAt, -minutes(10)));
    await links.sendToBank(over);
    links.setClock(over.expiresAt);
    await links.expire(over);
    expect(await declineOfLink(over)).toMatchObject({ reason: "expired" });
  });
});
