import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { machineTime } from "@/server/domain/payments/send-window";
import { continueAsCredit, permitCredit } from "@/server/store/refunds/refund-sending";
import { getRefund } from "@/server/store/refunds/refunds";
import {
  buildHistory,
  createOtherProcess,
  createRefundJourney,
  longWaits,
  type RefundJourney,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { inquireRefund } from "./inquire-refund";
import { recordRefundOutcome } from "./record-refund-outcome";
import { sendRefund } from "./send-refund";
import { recordRefundApproved, recordRefundDeclined } from "./shared/refund-outcome";

// A credit is recognised by a line that the bank's history did not have before it was sent (D-76).
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

const part = { way: "credit", amountKurus: 5_000n } as const;
const failed = (cause: Extract<Outcome, { kind: "unknown" }>["cause"]): Outcome => ({
  kind: "unknown",
  cause,
});
const sentKinds = async (paymentCode: string) => (await journey.listMoneyCalls(paymentCode)).map(({ kind }) => kind);

/** A history line of a bank that numbers its credits. */
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

/** Sends a credit whose answer is lost, for an order that already has an equal credit made manually at the bank. */
async function lostBesideForeign(answer: Outcome, before: Outcome) {
  const paymentCode = await journey.capture();
  world.bank.answer("history", before);
  world.bank.answer("credit", answer);
  const { refundId, status } = await journey.refund(paymentCode, part);
  expect(status).toBe("pending");
  return { paymentCode, refundId };
}

describe("with an equal credit that was made manually at the bank", () => {
  const plain = buildHistory({ credits: [5_000n] });
  test.each([
    ["connection", plain],
    ["timeout", plain],
    ["timeout", history(numbered("1"))],
  ] as const)(
    "declines ours when it was not done (%s): nothing is booked or reported as approved",
    async (cause, before) => {
      const { paymentCode, refundId } = await lostBesideForeign(failed(cause), before);
      await journey.advance(minutes(2) - 1);
      expect(await journey.getRefund(refundId)).toMatchObject({ status: "pending" });
      await journey.advance(1);
      expect(await journey.getRefund(refundId)).toMatchObject({
        status: "declined",
        failureCode: "not_processed",
      });
      expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
      expect(await journey.listSettlements(paymentCode)).toHaveLength(1);
      // Staff are alerted about the credit that we did not send, and the recheck finds nothing new.
      expect(await journey.countAlerts(refundId, "refund_mismatch")).toBe(1);
      await journey.advanceToDayEnd();
      expect(await journey.countAlerts(refundId, "refund_without_record")).toBe(0);
    },
  );

  test.each([
    [plain, buildHistory({ credits: [5_000n, 5_000n] }), null],
    [history(numbered("1")), history(numbered("2"), numbered("1")), "2"],
  ])("approves ours when the history shows it in addition, with its own references", async (before, after, rrn) => {
    const { refundId } = await lostBesideForeign(unknown, before);
    world.bank.answer("history", after);
    await journey.advance(seconds(5));
    expect(await journey.getRefundRow(refundId)).toMatchObject({ status: "approved", rrn });
  });

  test("stays pending when another credit is made manually meanwhile: a person decides", async () => {
    const { refundId } = await lostBesideForeign(unknown, history(numbered("1")));
    world.bank.answer("history", history(numbered("1"), numbered("2"), numbered("3")));
    await journey.advance(hours(2));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "pending" });
    expect(await journey.countAlerts(refundId, "refund_unknown")).toBe(1);
  });

  test("alerts staff when ours is done after it was declined", async () => {
    const { refundId } = await lostBesideForeign(unknown, plain);
    await journey.advance(minutes(2));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined" });
    world.bank.answer("history", buildHistory({ credits: [5_000n, 5_000n] }));
    await journey.advanceToDayEnd();
    expect(await journey.countAlerts(refundId, "refund_without_record")).toBe(1);
  });
});

describe("a history that cannot be read before the credit", () => {
  test.each(["timeout", "connection", "http_status"] as const)(
    "asks three times (%s), does not send the credit, and declines it when the send window ends",
    async (cause) => {
      const paymentCode = await journey.capture();
      world.bank.answer("history", failed(cause));
      const { refundId, status } = await journey.refund(paymentCode, part);
      expect(status).toBe("pending");
      const countHistories = async () =>
        (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind === "history").length;
      expect(await countHistories()).toBe(3);
      world.bank.answer("history", buildHistory({ credits: [5_000n] }));
      await journey.advance(seconds(60) - 1);
      expect(await journey.getRefund(refundId)).toMatchObject({ status: "pending" });
      await journey.advance(1);
      expect(await journey.getRefund(refundId)).toMatchObject({ failureCode: "not_processed" });
      expect(await journey.listEvents(refundId)).toEqual(["refund.declined"]);
      await journey.advance(hours(30));
      expect([await sentKinds(paymentCode), await countHistories()]).toEqual([[], 3]);
    },
  );

  test("sends the credit when the second reading succeeds", async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("history", failed("timeout"), world.bank.ledger);
    expect(await journey.tryRefund(paymentCode, part)).toBe("credit approved");
  });

  test.each(["unreadable", "mismatch", "not_understood"] as const)(
    "sends the credit when the history is not understood (%s); a lost answer is then left to a person",
    async (cause) => {
      const paymentCode = await journey.capture();
      world.bank.answer("history", failed(cause));
      world.bank.answer("credit", approved, unknown);
      expect(await journey.tryRefund(paymentCode, part)).toBe("credit approved");
      const { refundId } = await journey.refund(paymentCode, part);
      expect(await sentKinds(paymentCode)).toEqual(["credit", "credit"]);
      world.bank.answer("history", buildHistory({ credits: [5_000n, 5_000n] }));
      await journey.advance(hours(2));
      expect(await journey.getRefund(refundId)).toMatchObject({ status: "pending" });
      expect(await journey.countAlerts(refundId, "refund_unknown")).toBe(1);
      world.bank.answer("history", buildHistory({ credits: [5_000n] }));
      await journey.advance(hours(30));
      expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined" });
    },
  );

  test("sends the credit when no order is found, and recognises it as the only credit", async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("history", { kind: "not_found" });
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, part);
    world.bank.answer("history", buildHistory({ credits: [5_000n] }));
    await journey.advance(seconds(5));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved" });
  });

  test("sends the credit when the history lags behind the books; an old credit that appears later is not taken for it", async () => {
    const paymentCode = await journey.capture();
    expect(await journey.tryRefund(paymentCode, part)).toBe("credit approved");
    world.bank.answer("history", buildHistory());
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, part);
    expect(await journey.countAlerts(refundId, "refund_mismatch")).toBe(0);
    world.bank.answer("history", buildHistory({ credits: [5_000n] }));
    await journey.advance(minutes(2));
    expect(await journey.getRefund(refundId)).toMatchObject({ failureCode: "not_processed" });
  });

  test("sends nothing and alerts staff when the bank has voided the order", async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("history", buildHistory({ isVoided: true }));
    const { refundId } = await journey.refund(paymentCode, part);
    await journey.advance(minutes(2));
    expect(await journey.getRefund(refundId)).toMatchObject({ failureCode: "not_processed" });
    expect(await sentKinds(paymentCode)).toEqual([]);
    expect(await journey.countAlerts(refundId, "refund_mismatch")).toBe(1);
  });
});

describe("a credit that another process inquires or sends", () => {
  const findRefundId = async (paymentCode: string): Promise<string> =>
    (await journey.listRefunds(paymentCode))[0]?.id ?? "";

  test("is not sent when another process declines it while the history is read", async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("history", async (operation) => {
      world.clock.advanceMs(minutes(3));
      await inquireRefund(createOtherProcess(world), { refundId: await findRefundId(paymentCode) });
      return world.bank.ledger(operation);
    });
    expect(await journey.tryRefund(paymentCode, part)).toBe("credit declined");
    expect(await sentKinds(paymentCode)).toEqual([]);
  });

  test("is not declined as unsent by a process that read it before it was sent", async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("history", failed("timeout"));
    const { refundId } = await journey.refund(paymentCode, part);
    const before = await getRefund(world.db, refundId);
    const permission = { baseline: "unreadable", sentAt: world.clock.now() } as const;
    expect(await permitCredit(world.db, refundId, permission)).toBe(true);
    expect(await permitCredit(world.db, refundId, permission)).toBe(false);
    const facts = { failureCode: "not_processed", bankCode: null } as const;
    await recordRefundDeclined(world.ctx, before, facts, "unsent");
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "pending" });
    expect(await journey.listEvents(refundId)).toEqual([]);
  });

  test("is sent once by several processes that hold the same refund", async () => {
    const paymentCode = await journey.capture();
    world.bank.answer("history", failed("timeout"));
    const { refundId } = await journey.refund(paymentCode, part);
    world.bank.answer("history", world.bank.ledger);
    const send = () => sendRefund(createOtherProcess(world), { refundId, recordedAt: machineTime(world.ctx.realTime) });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(await sentKinds(paymentCode)).toEqual(["credit"]);
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.listSettlements(paymentCode)).toHaveLength(2);
  });
});

describe("continuing as a credit", () => {
  const turn = (id: string) => continueAsCredit(world.db, { id }, world.clock.now());

  test("happens once, and only for a pending void of an automatic refund", async () => {
    world.bank.answer("void", unknown);
    const forced = await journey.refund(await journey.capture(), { way: "void" });
    const chosen = await journey.refund(await journey.capture());
    world.bank.answer("void", approved);
    const done = await journey.refund(await journey.capture());
    expect(await Promise.all([forced, done].map(({ refundId }) => turn(refundId)))).toEqual([false, false]);
    const turns = await Promise.all([1, 2, 3].map(() => turn(chosen.refundId)));
    expect(turns.filter((isTurned) => isTurned)).toHaveLength(1);
  });

  test("ignores results of the void afterwards: a decline, an approval and an unknown answer", async () => {
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(await journey.capture());
    const asVoid = await getRefund(world.db, refundId);
    await turn(refundId);
    const facts = { failureCode: "nothing_to_void", bankCode: null } as const;
    await recordRefundDeclined(world.ctx, asVoid, facts);
    await recordRefundApproved(world.ctx, asVoid, {});
    await recordRefundOutcome(world.ctx, { refund: asVoid, outcome: unknown, isDoubtful: false });
    expect(await journey.getRefundRow(refundId)).toMatchObject({
      status: "pending",
      method: "credit",
      unknownSince: null,
      nextInquiryAt: plusMs(world.clock.now(), seconds(65)),
    });
    expect(await journey.listEvents(refundId)).toEqual([]);
  });
});
