import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord } from "@/server/banks/bank";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { slowAnswer } from "@/server/testing/journeys/link";
import {
  historyOf,
  newCode,
  patient,
  type RefundJourney,
  refundJourneyIn,
} from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { inquireRefund } from "./inquire-refund";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("history", world.bank.ledger);
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  await journey.toNoon();
});

/** Each method: a refund whose answer was lost, and what the bank's history shows when it was done, or was not. */
const methods = [
  {
    method: "void",
    amountKurus: 40_000n,
    prepare: () => journey.captured(),
    done: historyOf({ isVoided: true }),
    notDone: historyOf(),
    // Somebody refunded the order at the bank.
    foreign: historyOf({ credits: [1n] }),
  },
  {
    method: "credit",
    amountKurus: 15_000n,
    prepare: async () => {
      const paymentCode = await journey.captured();
      await journey.toNoon();
      await journey.refund(paymentCode, { amountKurus: 15_000n });
      return paymentCode;
    },
    // Two equal credits, of which the first is on record here: told apart by their count.
    done: historyOf({ credits: [15_000n, 15_000n] }),
    notDone: historyOf({ credits: [15_000n] }),
    foreign: historyOf({ credits: [15_000n, 15_001n] }),
  },
] as const;

const sentTimes = async (paymentCode: string) => (await journey.sentFor(paymentCode)).length;
const historiesOf = async (paymentCode: string) =>
  (await journey.callsOf(paymentCode)).filter(({ kind }) => kind === "history").length;

describe.each(methods)("a $method without an answer", ({ method, amountKurus, prepare, ...history }) => {
  async function lost() {
    const paymentCode = await prepare();
    const before = await journey.look(paymentCode);
    const sentBefore = await sentTimes(paymentCode);
    world.bank.answer(method, unknown);
    const sentAt = world.clock.now();
    const partnerRefundCode = newCode();
    const started = await journey.refund(paymentCode, { amountKurus, partnerRefundCode });
    expect(started).toMatchObject({ method, status: "pending" });
    world.bank.answer(method, approved);
    world.bank.answer("history", unknown);
    const askedBefore = await historiesOf(paymentCode);
    const { refundId } = started;
    return {
      paymentCode,
      refundId,
      partnerRefundCode,
      before,
      sentAt,
      status: async () => (await journey.refundRecord(refundId)).status,
      askedTimes: async () => (await historiesOf(paymentCode)) - askedBefore,
      /** How often this refund was sent, in whatever form. */
      sentTimes: async () => (await sentTimes(paymentCode)) - sentBefore,
    };
  }

  test("approved when the history shows it: by the first inquiry, five seconds later, and never sent again", async () => {
    const refund = await lost();
    expect(world.woken).toContain(refund.refundId);
    world.bank.answer("history", history.done);
    await journey.advance(seconds(5) - 1);
    expect(await refund.status()).toBe("pending");
    await journey.advance(1);
    expect(await journey.refundRecord(refund.refundId)).toMatchObject({
      status: "approved",
      failureCode: null,
      resolvedAt: world.clock.now(),
    });
    expect(await journey.eventsOf(refund.refundId)).toEqual(["refund.approved"]);
    await journey.advance(days(2));
    expect(await refund.askedTimes()).toBe(1);
    expect(await refund.sentTimes()).toBe(1);
    const { pendingAmount, refundedAmount } = (await journey.look(refund.paymentCode)).refund;
    expect({ pendingAmount, refundedAmount }).toEqual({
      pendingAmount: 0n,
      refundedAmount: refund.before.refund.refundedAmount + amountKurus,
    });
    expect(await journey.alertsOf(refund.refundId, "refund_unknown")).toBe(0);
  });

  test("declined when the history shows twice that it was not done, two minutes on; what remains is restored", async () => {
    const refund = await lost();
    world.bank.answer("history", history.notDone);
    await journey.advance(minutes(2) - 1);
    expect([await refund.askedTimes(), await refund.status()]).toEqual([2, "pending"]);
    expect(await journey.asked(refund.paymentCode, { amountKurus })).toBe("refund_in_progress");
    await journey.advance(1);
    expect(await refund.sentTimes()).toBe(1);
    expect(await journey.refundRecord(refund.refundId)).toMatchObject({
      status: "declined",
      failureCode: "not_processed",
      resolvedAt: world.clock.now(),
    });
    expect(await journey.eventsOf(refund.refundId)).toEqual(["refund.declined"]);
    const { items: _, ...sums } = (await journey.look(refund.paymentCode)).refund;
    expect(refund.before.refund).toMatchObject(sums);

    const again = { amountKurus };
    const { partnerRefundCode } = refund;
    expect(await journey.asked(refund.paymentCode, { ...again, partnerRefundCode })).toBe(
      "refund_in_progress",
    );
    expect(await journey.asked(refund.paymentCode, again)).toBe(`${method} approved`);
  });

  test("pending as long as the bank says nothing: asked at its instants, a person told at 15 minutes, once", async () => {
    const refund = await lost();
    const alerts = () => journey.alertsOf(refund.refundId, "refund_unknown");
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
    await journey.toDayEnd();
    expect(await refund.askedTimes()).toBe(6);
    await journey.advance(hours(3));
    expect(await refund.askedTimes()).toBe(9);
    expect([await refund.status(), await alerts()]).toEqual(["pending", 1]);
    expect(await journey.eventsOf(refund.refundId)).toEqual([]);
    world.bank.answer("history", history.done);
    await journey.advance(hours(1));
    expect(await refund.status()).toBe("approved");
  });

  test("pending when the history is not what the books hold: a person is told once, and the bank is asked on", async () => {
    const refund = await lost();
    const alerts = () => journey.alertsOf(refund.refundId, "refund_mismatch");
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
    expect(await journey.eventsOf(refund.refundId)).toEqual(["refund.approved"]);
  });

  test("declined after two times of not done, however long the bank was silent before and between them", async () => {
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

  test("pending after one time of not done, however often the history had differed before", async () => {
    const refund = await lost();
    world.bank.answer("history", history.foreign);
    await journey.advance(seconds(30));
    world.bank.answer("history", history.notDone);
    await journey.advance(minutes(2));
    expect([await refund.askedTimes(), await refund.status()]).toEqual([3, "pending"]);
    await journey.advance(minutes(8));
    expect([await refund.askedTimes(), await refund.status()]).toEqual([4, "declined"]);
  });

  test("pending when the bank was asked too early to be sure, however late it answers", async () => {
    const refund = await lost();
    world.bank.answer("history", history.notDone);
    await journey.advance(seconds(5));
    world.clock.advanceMs(seconds(25));
    const bank = slowAnswer(world, "history");
    const asking = inquireRefund(world.ctx, refund);
    await bank.asked;
    world.clock.advanceMs(minutes(2));
    bank.answer(history.notDone);
    expect([await asking, await refund.status()]).toEqual([true, "pending"]);
  });
});

test("an answer that cannot be read is as good as none: pending, and asked about", async () => {
  for (const outcome of [{ kind: "voided" }, { kind: "not_found" }, historyOf()] as const) {
    const paymentCode = await journey.captured();
    world.bank.answer("void", outcome);
    world.bank.answer("history", historyOf({ isVoided: true }));
    const { refundId, status } = await journey.refund(paymentCode);
    expect(status).toBe("pending");
    await journey.advance(seconds(5));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
  }
});

test("a refund of an account that is closed or suspended meanwhile is settled, and told, like any other", async () => {
  const setStatus = (status: "closed" | "active" | "suspended") =>
    world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { status } });
  for (const status of ["closed", "suspended"] as const) {
    const paymentCode = await journey.captured();
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(paymentCode);
    world.bank.answer("history", historyOf({ isVoided: true }));
    await setStatus(status);
    await journey.advance(seconds(5));
    await setStatus("active");
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "approved" });
    expect(await journey.eventsOf(refundId)).toEqual(["refund.approved"]);
  }
});

describe("what is on record of a refund that only the history told of", () => {
  /** A credit of 15,000 kuruş whose answer was lost, after an equal one. */
  async function lostCredit(): Promise<string> {
    const paymentCode = await journey.captured();
    await journey.toNoon();
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

  test("the references of the last approved credit of its amount, by which the bank knows it", async () => {
    const refundId = await lostCredit();
    const refused = credit("3", { approved: false });
    world.bank.answer("history", { kind: "history", records: [sale, credit("1"), credit("2"), refused] });
    await journey.advance(seconds(5));
    expect(await journey.refundRow(refundId)).toMatchObject({
      status: "approved",
      authCode: "A2",
      rrn: "2",
      transactionId: "T2",
    });
  });

  test("none where the bank gives none; nor has it changed while the bank was only asked", async () => {
    const refundId = await lostCredit();
    const before = await journey.refundRecord(refundId);
    world.bank.answer("history", unknown);
    await journey.advance(seconds(30));
    expect(await journey.refundRecord(refundId)).toEqual(before);
    world.bank.answer("history", historyOf({ credits: [15_000n, 15_000n] }));
    await journey.advance(minutes(2));
    const { rrn, updatedAt, resolvedAt } = await journey.refundRow(refundId);
    expect([rrn, updatedAt]).toEqual([null, resolvedAt]);
  });
});
