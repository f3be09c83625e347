import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord } from "@/server/banks/bank";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { deferAnswer } from "@/server/testing/journeys/link";
import {
  buildHistory,
  createRefundJourney,
  longWaits,
  newRefundCode,
  type RefundJourney,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { inquireRefund } from "./inquire-refund";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("history", world.bank.ledger);
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  await journey.advanceToNoon();
});

/** For each method: how to prepare the payment, and the histories of a refund that was done and of one that was not. */
const methods = [
  {
    method: "void",
    amountKurus: 40_000n,
    prepare: () => journey.capture(),
    done: buildHistory({ isVoided: true }),
    notDone: buildHistory(),
    // Another party refunded the order at the bank.
    foreign: buildHistory({ credits: [1n] }),
  },
  {
    method: "credit",
    amountKurus: 15_000n,
    prepare: async () => {
      const paymentCode = await journey.capture();
      await journey.advanceToNoon();
      await journey.refund(paymentCode, { amountKurus: 15_000n });
      return paymentCode;
    },
    // Two equal credits, of which the books hold the first: only their count distinguishes them.
    done: buildHistory({ credits: [15_000n, 15_000n] }),
    notDone: buildHistory({ credits: [15_000n] }),
    foreign: buildHistory({ credits: [15_000n, 15_001n] }),
  },
] as const;

const sentTimes = async (paymentCode: string) => (await journey.listMoneyCalls(paymentCode)).length;
const countHistories = async (paymentCode: string) =>
  (await journey.listBankCalls(paymentCode)).filter(({ kind }) => kind === "history").length;

describe.each(methods)("a $method without an answer", ({ method, amountKurus, prepare, ...history }) => {
  async function lost() {
    const paymentCode = await prepare();
    const before = await journey.getPayment(paymentCode);
    const sentBefore = await sentTimes(paymentCode);
    world.bank.answer(method, unknown);
    const sentAt = world.clock.now();
    const partnerRefundCode = newRefundCode();
    const started = await journey.refund(paymentCode, { amountKurus, partnerRefundCode });
    expect(started).toMatchObject({ method, status: "pending" });
    world.bank.answer(method, approved);
    world.bank.answer("history", unknown);
    const askedBefore = await countHistories(paymentCode);
    const { refundId } = started;
    return {
      paymentCode,
      refundId,
      partnerRefundCode,
      before,
      sentAt,
      status: async () => (await journey.getRefund(refundId)).status,
      askedTimes: async () => (await countHistories(paymentCode)) - askedBefore,
      /** How often this refund was sent, by either method. */
      sentTimes: async () => (await sentTimes(paymentCode)) - sentBefore,
    };
  }

  test("approves it by the first inquiry, five seconds later, when the history shows it, and never sends it again", async () => {
    const refund = await lost();
    expect(world.signalled).toContain(refund.refundId);
    world.bank.answer("history", history.done);
    await journey.advance(seconds(5) - 1);
    expect(await refund.status()).toBe("pending");
    await journey.advance(1);
    expect(await journey.getRefund(refund.refundId)).toMatchObject({
      status: "approved",
      failureCode: null,
      resolvedAt: world.clock.now(),
    });
    expect(await journey.listEvents(refund.refundId)).toEqual(["refund.approved"]);
    await journey.advance(days(2));
    expect(await refund.askedTimes()).toBe(1);
    expect(await refund.sentTimes()).toBe(1);
    const { pendingAmount, refundedAmount } = (await journey.getPayment(refund.paymentCode)).refund;
    expect({ pendingAmount, refundedAmount }).toEqual({
      pendingAmount: 0n,
      refundedAmount: refund.before.refund.refundedAmount + amountKurus,
    });
    expect(await journey.countAlerts(refund.refundId, "refund_unknown")).toBe(0);
  });

  test("declines it when the history shows twice within two minutes that it was not done, and restores the remainder", async () => {
    const refund = await lost();
    world.bank.answer("history", history.notDone);
    await journey.advance(minutes(2) - 1);
    expect([await refund.askedTimes(), await refund.status()]).toEqual([2, "pending"]);
    expect(await journey.tryRefund(refund.paymentCode, { amountKurus })).toBe("refund_in_progress");
    await journey.advance(1);
    expect(await refund.sentTimes()).toBe(1);
    expect(await journey.getRefund(refund.refundId)).toMatchObject({
      status: "declined",
      failureCode: "not_processed",
      resolvedAt: world.clock.now(),
    });
    expect(await journey.listEvents(refund.refundId)).toEqual(["refund.declined"]);
    const { items: _, ...sums } = (await journey.getPayment(refund.paymentCode)).refund;
    expect(refund.before.refund).toMatchObject(sums);

    const again = { amountKurus };
    const { partnerRefundCode } = refund;
    expect(await journey.tryRefund(refund.paymentCode, { ...again, partnerRefundCode })).toBe("refund_in_progress");
    expect(await journey.tryRefund(refund.paymentCode, again)).toBe(`${method} approved`);
  });

  test("stays pending while the bank does not answer: inquiries at their instants, one staff alert at 15 minutes", async () => {
    const refund = await lost();
    const alerts = () => journey.countAlerts(refund.refundId, "refund_unknown");
    const asked: [number, number][] = [];
    for (const ms of [5_000, 30_000, 120_000, 600_000, 900_000, 3_600_000]) {
      await journey.advance(plusMs(refund.sentAt, ms).getTime() - world.clock.now().getTime() - 1);
      const before = await refund.askedTimes();
      if (ms === 900_000) expect(await alerts()).toBe(0);
      await journey.advance(1);
      asked.push([before, await refund.askedTimes()]);
      if (ms === 900_000) expect(await alerts()).toBe(1);
    }
    expect(asked).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
      [4, 5],
    ]);
    await journey.advance(hours(5));
    expect(await refund.askedTimes()).toBe(5);
    await journey.advanceToDayEnd();
    expect(await refund.askedTimes()).toBe(6);
    await journey.advance(hours(3));
    expect(await refund.askedTimes()).toBe(9);
    expect([await refund.status(), await alerts()]).toEqual(["pending", 1]);
    expect(await journey.listEvents(refund.refundId)).toEqual([]);
    world.bank.answer("history", history.done);
    await journey.advance(hours(1));
    expect(await refund.status()).toBe("approved");
  });

  test("stays pending when the history does not match the books: one staff alert, and inquiries continue", async () => {
    const refund = await lost();
    const alerts = () => journey.countAlerts(refund.refundId, "refund_mismatch");
    world.bank.answer("history", history.foreign);
    await journey.advance(seconds(5));
    expect(await alerts()).toBe(1);
    await journey.advance(hours(11));
    const asked = await refund.askedTimes();
    await journey.advance(hours(6));
    expect(await refund.askedTimes()).toBeGreaterThanOrEqual(asked + 5);
    expect([await refund.status(), await alerts()]).toEqual(["pending", 1]);
    world.bank.answer("history", { kind: "not_found" });
    await journey.advance(hours(2));
    expect([await refund.status(), await alerts()]).toEqual(["pending", 1]);
    world.bank.answer("history", history.done);
    await journey.advance(hours(1));
    expect(await refund.status()).toBe("approved");
    expect(await journey.listEvents(refund.refundId)).toEqual(["refund.approved"]);
  });

  test('declines it after two "not done" answers, however long the bank was silent before and between them', async () => {
    const refund = await lost();
    await journey.advance(minutes(3));
    world.bank.answer("history", history.notDone, unknown);
    await journey.advance(hours(30));
    expect(await refund.status()).toBe("pending");
    world.bank.answer("history", history.notDone);
    await journey.advance(hours(1));
    expect(await refund.status()).toBe("declined");
    expect(await refund.sentTimes()).toBe(1);
  });

  test('stays pending after one "not done" answer, however often the history differed before', async () => {
    const refund = await lost();
    world.bank.answer("history", history.foreign);
    await journey.advance(seconds(30));
    world.bank.answer("history", history.notDone);
    await journey.advance(minutes(2));
    expect([await refund.askedTimes(), await refund.status()]).toEqual([3, "pending"]);
    await journey.advance(minutes(8));
    expect([await refund.askedTimes(), await refund.status()]).toEqual([4, "declined"]);
  });

  test("stays pending when the bank was asked too early to be sure, however late it answers", async () => {
    const refund = await lost();
    world.bank.answer("history", history.notDone);
    await journey.advance(seconds(5));
    world.clock.advanceMs(seconds(25));
    const bank = deferAnswer(world, "history");
    const asking = inquireRefund(world.ctx, refund);
    await bank.asked;
    world.clock.advanceMs(minutes(2));
    bank.answer(history.notDone);
    expect([await asking, await refund.status()]).toEqual([true, "pending"]);
  });
});

test("treats an answer of the wrong kind as unknown: pending, then inquired", async () => {
  for (const outcome of [{ kind: "voided" }, { kind: "not_found" }, buildHistory()] as const) {
    const paymentCode = await journey.capture();
    world.bank.answer("void", outcome);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    const { refundId, status } = await journey.refund(paymentCode);
    expect(status).toBe("pending");
    await journey.advance(seconds(5));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved" });
  }
});

test("resolves a refund and sends its event also when the account is closed or suspended meanwhile", async () => {
  const setStatus = (status: "closed" | "active" | "suspended") =>
    world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { status } });
  for (const status of ["closed", "suspended"] as const) {
    const paymentCode = await journey.capture();
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(paymentCode);
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await setStatus(status);
    await journey.advance(seconds(5));
    await setStatus("active");
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
  }
});

describe("what is recorded of a refund that only the history confirmed", () => {
  /** A credit of 15,000 kuruş whose answer was lost, after an equal one. */
  async function lostCredit(): Promise<string> {
    const paymentCode = await journey.capture();
    await journey.advanceToNoon();
    await journey.refund(paymentCode, { amountKurus: 15_000n });
    world.bank.answer("credit", unknown);
    return (await journey.refund(paymentCode, { amountKurus: 15_000n })).refundId;
  }
  const credit = (rrn: string, changes: Partial<HistoryRecord> = {}): HistoryRecord => ({
    kind: "credit",
    approved: true,
    amountKurus: 15_000n,
    references: { authCode: `A${rrn}`, rrn, transactionId: `T${rrn}` },
    ...changes,
  });
  const sale: HistoryRecord = { kind: "sale", approved: true, amountKurus: 40_000n };

  test("stores the references of the last approved credit of its amount", async () => {
    const refundId = await lostCredit();
    const refused = credit("3", { approved: false });
    world.bank.answer("history", { kind: "history", records: [sale, credit("1"), credit("2"), refused] });
    await journey.advance(seconds(5));
    expect(await journey.getRefundRow(refundId)).toMatchObject({
      status: "approved",
      authCode: "A2",
      rrn: "2",
      transactionId: "T2",
    });
  });

  test("stores no references when the bank gives none, and inquiries alone do not change the record", async () => {
    const refundId = await lostCredit();
    const before = await journey.getRefund(refundId);
    world.bank.answer("history", unknown);
    await journey.advance(seconds(30));
    expect(await journey.getRefund(refundId)).toEqual(before);
    world.bank.answer("history", buildHistory({ credits: [15_000n, 15_000n] }));
    await journey.advance(minutes(2));
    const { rrn, updatedAt, resolvedAt } = await journey.getRefundRow(refundId);
    expect([rrn, updatedAt]).toEqual([null, resolvedAt]);
  });
});
