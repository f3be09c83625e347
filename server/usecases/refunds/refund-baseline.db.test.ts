import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { machineTime } from "@/server/domain/payments/send-window";
import { goOnAsCredit, permitCredit } from "@/server/store/refunds/refund-sending";
import { getRefund } from "@/server/store/refunds/refunds";
import {
  historyOf,
  otherProcess,
  patient,
  type RefundJourney,
  refundJourneyIn,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { inquireRefund } from "./inquire-refund";
import { recordRefund, settleApproved, settleDeclined } from "./record-refund";
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
    expect(await journey.alertsOf(refundId, "refund_mismatch")).toBe(0);
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

describe("a credit at which another process looks", () => {
  const idOf = async (paymentCode: string): Promise<string> =>
    (await journey.refundsOf(paymentCode))[0]?.id ?? "";

  test("not sent when the other one has declined it while the history was read", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", async (operation) => {
      world.clock.advanceMs(minutes(3));
      await inquireRefund(otherProcess(world), { refundId: await idOf(paymentCode) });
      return world.bank.ledger(operation);
    });
    expect(await journey.asked(paymentCode, part)).toBe("credit declined");
    expect(await sentKinds(paymentCode)).toEqual([]);
  });

  test("not declined as unsent by one that read it before it was sent", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", failed("timeout"));
    const { refundId } = await journey.refund(paymentCode, part);
    const before = await getRefund(world.db, refundId);
    const permission = { baseline: "unreadable", sentAt: world.clock.now() } as const;
    expect(await permitCredit(world.db, refundId, permission)).toBe(true);
    expect(await permitCredit(world.db, refundId, permission)).toBe(false);
    const facts = { failureCode: "not_processed", bankCode: null } as const;
    await settleDeclined(world.ctx, before, facts, "unsent");
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "pending" });
    expect(await journey.eventsOf(refundId)).toEqual([]);
  });

  test("sent once by two processes that have the same refund", async () => {
    const paymentCode = await journey.captured();
    world.bank.answer("history", failed("timeout"));
    const { refundId } = await journey.refund(paymentCode, part);
    world.bank.answer("history", world.bank.ledger);
    const send = () => sendRefund(otherProcess(world), { refundId, recordedAt: machineTime() });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(await sentKinds(paymentCode)).toEqual(["credit"]);
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.settlementsOf(paymentCode)).toHaveLength(2);
  });
});

describe("going on as a credit", () => {
  const turn = (id: string) => goOnAsCredit(world.db, { id }, world.clock.now());

  test("once, of a pending void that was asked for as automatic; of no other", async () => {
    world.bank.answer("void", unknown);
    const forced = await journey.refund(await journey.captured(), { way: "void" });
    const chosen = await journey.refund(await journey.captured());
    world.bank.answer("void", approved);
    const done = await journey.refund(await journey.captured());
    expect(await Promise.all([forced, done].map(({ refundId }) => turn(refundId)))).toEqual([false, false]);
    const turns = await Promise.all([1, 2, 3].map(() => turn(chosen.refundId)));
    expect(turns.filter((isTurned) => isTurned)).toHaveLength(1);
  });

  test("what is then seen of the void ends nothing: neither an inquiry, nor its answer, nor a person", async () => {
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(await journey.captured());
    const asVoid = await getRefund(world.db, refundId);
    await turn(refundId);
    const facts = { failureCode: "nothing_to_void", bankCode: null } as const;
    await settleDeclined(world.ctx, asVoid, facts);
    await settleApproved(world.ctx, asVoid, {});
    await recordRefund(world.ctx, { refund: asVoid, outcome: unknown });
    expect(await journey.refundRow(refundId)).toMatchObject({
      status: "pending",
      method: "credit",
      unknownSince: null,
      nextInquiryAt: plusMs(world.clock.now(), seconds(65)),
    });
    expect(await journey.eventsOf(refundId)).toEqual([]);
  });
});
