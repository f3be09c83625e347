import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { hours, minutes, seconds } from "@/server/domain/clock";
import { machineTime } from "@/server/domain/send-window";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/launch/test-refund-journey";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/launch/test-world";
import { goOnAsCredit } from "@/server/store/refund-sending";
import { inquireRefund } from "./inquire-refund";
import { sendRefund } from "./send-refund";

// A credit is recognised by a line that the bank's history did not have before it was sent (D-76).
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

const part = { way: "credit", amountKurus: 5_000n } as const;
const failed = (cause: Extract<Outcome, { kind: "unknown" }>["cause"]): Outcome => ({
  kind: "unknown",
  cause,
});
const sentKinds = async (paymentCode: string) => (await journey.sentFor(paymentCode)).map(({ kind }) => kind);

/** A line of a bank that numbers its credits. */
const numbered = (rrn: string, amountKurus = 5_000n): HistoryRecord => ({
  kind: "credit",
  approved: true,
  amountKurus,
  references: { authCode: `A${rrn}`, rrn, transactionId: null },
});
const history = (...credits: HistoryRecord[]): Outcome => ({
  kind: "history",
  records: [{ kind: "sale", approved: true, amountKurus: 40_000n }, ...credits],
});

/** A credit without an answer, of an order for which the bank has had an equal credit made by hand. */
async function lostBesideForeign(answer: Outcome, before: Outcome) {
  const paymentCode = await journey.captured();
  world.bank.answer("history", before);
  world.bank.answer("credit", answer);
  const { refundId, status } = await journey.refund(paymentCode, part);
  expect(status).toBe("pending");
  return { paymentCode, refundId };
}

describe("beside an equal credit that was made by hand at the bank", () => {
  const plain = historyOf({ credits: [5_000n] });
  test.each([
    ["connection", plain],
    ["timeout", plain],
    ["timeout", history(numbered("1"))],
  ] as const)(
    "declined when ours was not done (%s): nothing is booked or told as approved",
    async (cause, before) => {
      const { paymentCode, refundId } = await lostBesideForeign(failed(cause), before);
      await journey.advance(minutes(2) - 1);
      expect(await journey.refundRecord(refundId)).toMatchObject({ status: "pending" });
      await journey.advance(1);
      expect(await journey.refundRecord(refundId)).toMatchObject({
        status: "declined",
        failureCode: "not_processed",
      });
      expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
      expect(await journey.settlementsOf(paymentCode)).toHaveLength(1);
      // A person hears of the credit that nobody here has asked for, and the last look finds nothing new.
      expect(await journey.alertsOf(refundId, "refund_mismatch")).toBe(1);
      await journey.toDayEnd();
      expect(await journey.alertsOf(refundId, "refund_without_record")).toBe(0);
    },
  );

  test.each([
    [plain, historyOf({ credits: [5_000n, 5_000n] }), null],
    [history(numbered("1")), history(numbered("2"), numbered("1")), "2"],
  ])("approved when ours is there as well, with its own references", async (before, after, rrn) => {
    const { refundId } = await lostBesideForeign(unknown, before);
    world.bank.answer("history", after);
    await journey.advance(seconds(5));
    expect(await journey.refundRow(refundId)).toMatchObject({ status: "approved", rrn });
  });

  test("pending when another one is made by hand meanwhile: a person decides", async () => {
    const { refundId } = await lostBesideForeign(unknown, history(numbered("1")));
    world.bank.answer("history", history(numbered("1"), numbered("2"), numbered("3")));
    await journey.advance(hours(2));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "pending" });
    expect(await journey.alertsOf(refundId, "refund_unknown")).toBe(1);
  });

  test("a person hears of ours when it is done after it was given up", async () => {
    const { refundId } = await lostBesideForeign(unknown, plain);
    await journey.advance(minutes(2));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "declined" });
    world.bank.answer("history", historyOf({ credits: [5_000n, 5_000n] }));
    await journey.toDayEnd();
    expect(await journey.alertsOf(refundId, "refund_without_record")).toBe(1);
  });
});

describe("a history that cannot be read before the credit", () => {
  test.each(["timeout", "connection", "http_status"] as const)(
    "asked three times (%s): the credit is not sent, and declined once it cannot be sent any more",
    async (cause) => {
      const paymentCode = await journey.captured();
      world.bank.answer("history", failed(cause));
      const { refundId, status } = await journey.refund(paymentCode, part);
      expect(status).toBe("pending");
      const historiesOf = async () =>
        (await journey.callsOf(paymentCode)).filter(({ kind }) => kind === "history").length;
      expect(await historiesOf()).toBe(3);
      world.bank.answer("history", historyOf({ credits: [5_000n] }));
      await journey.advance(seconds(60) - 1);
      expect(await journey.refundRecord(refundId)).toMatchObject({ status: "pending" });
      await journey.advance(1);
      expect(await journey.refundRecord(refundId)).toMatchObject({ failureCode: "not_processed" });
      expect(await journey.eventsOf(refundId)).toEqual(["refund.declined"]);
      await journey.advance(hours(30));
      expect([await sentKinds(paymentCode), await historiesOf()]).toEqual([[], 3]);
    },
  );

  test("asked again, and sent, when the second reading succeeds", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", failed("timeout"), world.bank.ledger);
    expect(await journey.asked(paymentCode, part)).toBe("credit approved");
  });

  test.each(["unreadable", "mismatch", "not_understood"] as const)(
    "answered, and not understood (%s): sent; when its answer is lost, a person recognises it and no inquiry",
    async (cause) => {
      const paymentCode = await journey.captured();
      world.bank.answer("history", failed(cause));
      world.bank.answer("credit", approved, unknown);
      expect(await journey.asked(paymentCode, part)).toBe("credit approved");
      const { refundId } = await journey.refund(paymentCode, part);
      expect(await sentKinds(paymentCode)).toEqual(["credit", "credit"]);
      world.bank.answer("history", historyOf({ credits: [5_000n, 5_000n] }));
      await journey.advance(hours(2));
      expect(await journey.refundRecord(refundId)).toMatchObject({ status: "pending" });
      expect(await journey.alertsOf(refundId, "refund_unknown")).toBe(1);
      world.bank.answer("history", historyOf({ credits: [5_000n] }));
      await journey.advance(hours(30));
      expect(await journey.refundRecord(refundId)).toMatchObject({ status: "declined" });
    },
  );

  test("no order found: sent, and recognised as the only credit", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", { kind: "not_found" });
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, part);
    world.bank.answer("history", historyOf({ credits: [5_000n] }));
    await journey.advance(seconds(5));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
  });

  test("behind the books: sent, and an old credit that appears later does not pass for it", async () => {
    const paymentCode = await journey.captured();
    expect(await journey.asked(paymentCode, part)).toBe("credit approved");
    world.bank.answer("history", historyOf());
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, part);
    world.bank.answer("history", historyOf({ credits: [5_000n] }));
    await journey.advance(minutes(2));
    expect(await journey.refundRecord(refundId)).toMatchObject({ failureCode: "not_processed" });
  });

  test("voided at the bank: nothing is sent, and a person hears of it", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", historyOf({ isVoided: true }));
    const { refundId } = await journey.refund(paymentCode, part);
    await journey.advance(minutes(2));
    expect(await journey.refundRecord(refundId)).toMatchObject({ failureCode: "not_processed" });
    expect(await sentKinds(paymentCode)).toEqual([]);
    expect(await journey.alertsOf(refundId, "refund_mismatch")).toBe(1);
  });
});

describe("a credit whose intent another process looks at", () => {
  test("never declined as unsent once it was sent, however early the other one looked", async () => {
    const paymentCode = await journey.captured();
    let inquiry: Promise<boolean> = Promise.resolve(false);
    // While the history is read, the other process believes that the credit can no longer be sent.
    world.bank.answer("history", async (operation) => {
      world.clock.advanceMs(minutes(3));
      inquiry = inquireRefund(
        { ...world.ctx, openMoneyCalls: new Map() },
        { refundId: await idOf(paymentCode) },
      );
      await inquiry;
      return world.bank.ledger(operation);
    });
    expect(await journey.asked(paymentCode, part)).toBe("credit declined");
    expect([await inquiry, await sentKinds(paymentCode)]).toEqual([true, []]);
  });

  test("sent once by two processes that have the same refund", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", failed("timeout"));
    const { refundId } = await journey.refund(paymentCode, part);
    world.bank.answer("history", world.bank.ledger);
    const send = () =>
      sendRefund({ ...world.ctx, openMoneyCalls: new Map() }, { refundId, recordedAt: machineTime() });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(await sentKinds(paymentCode)).toEqual(["credit"]);
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.settlementsOf(paymentCode)).toHaveLength(2);
  });

  const idOf = async (paymentCode: string): Promise<string> =>
    (await journey.refundsOf(paymentCode))[0]?.id ?? "";
});

test("a void that was asked for as one, and a credit, do not go on as credits by the store either", async () => {
  const paymentCode = await journey.captured();
  world.bank.answer("void", unknown);
  const { refundId } = await journey.refund(paymentCode, { way: "void" });
  expect(await goOnAsCredit(world.db, { id: refundId }, world.clock.now())).toBe(false);
});
