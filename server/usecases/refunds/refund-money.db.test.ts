import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { linkJourneyIn } from "@/server/testing/journeys/link";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, terminalOf, unknown } from "@/server/testing/world/world";
import { fireDue } from "../operations/fire-due";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: terminalOf.limited }, data });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.toNoon();
});

/** The commission of a payment of the test world: gross, of 40,000 kuruş in three installments. */
const commissionOf = async (paymentCode: string): Promise<bigint> =>
  (await journey.look(paymentCode)).commission?.amount ?? 0n;

const declineNext = () =>
  world.bank.answer("credit", { kind: "declined", reason: "bank_error", bankCode: "9" }, approved);

describe("parts of a payment", () => {
  test("credited to the last kuruş, each counted once; then payment_not_refundable", async () => {
    const paymentCode = await journey.capturedYesterday();
    const remaining: bigint[] = [];
    for (const amountKurus of [1n, 39_997n, 1n, null]) {
      expect(await journey.asked(paymentCode, { amountKurus })).toBe("credit approved");
      remaining.push((await journey.look(paymentCode)).refund.remainingAmount);
      const tooMuch = { amountKurus: (remaining.at(-1) ?? 0n) + 1n };
      expect(await journey.asked(paymentCode, tooMuch)).toBe(
        remaining.at(-1) === 0n ? "payment_not_refundable" : "refund_amount_exceeds_remaining",
      );
    }
    expect(remaining).toEqual([39_999n, 2n, 1n, 0n]);
    expect(await journey.asked(paymentCode)).toBe("payment_not_refundable");
    expect(await journey.asked(paymentCode, { amountKurus: 1n, way: "credit" })).toBe(
      "payment_not_refundable",
    );
    const sent = (await journey.sentFor(paymentCode)).map(
      (call) => "amountKurus" in call && call.amountKurus,
    );
    expect(sent).toEqual([1n, 39_997n, 1n, 1n]);
    expect(await journey.settlementsOf(paymentCode)).toHaveLength(5);
  });

  test("a declined one leaves what remains as it was, and its amount may be asked for again", async () => {
    const paymentCode = await journey.capturedYesterday();
    await journey.refund(paymentCode, { amountKurus: 10_000n });
    declineNext();
    expect(await journey.asked(paymentCode, { amountKurus: 30_000n })).toBe("credit declined");
    expect((await journey.look(paymentCode)).refund).toMatchObject({
      status: "partial",
      refundedAmount: 10_000n,
      pendingAmount: 0n,
      remainingAmount: 30_000n,
    });
    expect(await journey.asked(paymentCode, { amountKurus: 30_000n })).toBe("credit approved");
    expect((await journey.look(paymentCode)).refund).toMatchObject({ status: "full", remainingAmount: 0n });
  });

  test("two equal ones under two codes are two refunds", async () => {
    const paymentCode = await journey.capturedYesterday();
    for (let n = 0; n < 2; n++) await journey.refund(paymentCode, { amountKurus: 7_000n });
    expect((await journey.look(paymentCode)).refund.refundedAmount).toBe(14_000n);
    const calls = await journey.sentFor(paymentCode);
    expect(new Set(calls.map((call) => "refundKey" in call && call.refundKey)).size).toBe(2);
  });
});

describe("what an account is owed", () => {
  // The journey's day is taken from Friday 2026-11-20 on; each test names the days that it needs.
  const setTo = async (instant: string) => {
    world.clock.set(new Date(instant));
  };
  const rowsOf = async (paymentCode: string) =>
    (await journey.settlementsOf(paymentCode)).map(({ refundId, amount, dueAt, status }) => ({
      refundId,
      amount,
      due: dueAt.toISOString(),
      status,
    }));

  test("a capture's net on the next business day; a void takes all of it back, the commission too", async () => {
    // Thursday, 12:00 in Istanbul; Friday begins at 21:00 UTC.
    await setTo("2027-06-03T09:00:00.000Z");
    const paymentCode = await journey.captured();
    const commission = await commissionOf(paymentCode);
    expect(commission).toBeGreaterThan(0n);
    const { refundId } = await journey.refund(paymentCode);
    const due = "2027-06-03T21:00:00.000Z";
    expect(await rowsOf(paymentCode)).toEqual([
      { refundId: null, amount: 40_000n - commission, due, status: "pending" },
      { refundId, amount: commission - 40_000n, due, status: "pending" },
    ]);
    expect((await journey.look(paymentCode)).commission).toMatchObject({
      amount: commission,
      reversedAmount: commission,
      netAmount: 0n,
    });
  });

  test("credits take back what is credited and leave the commission; due after the day on which they are sent", async () => {
    // Friday: due on Monday. The credits: on Saturday and on Monday.
    await setTo("2027-06-11T09:00:00.000Z");
    const paymentCode = await journey.captured();
    const commission = await commissionOf(paymentCode);
    await setTo("2027-06-12T09:00:00.000Z");
    const first = await journey.refund(paymentCode, { amountKurus: 10_000n });
    await setTo("2027-06-14T09:00:00.000Z");
    const second = await journey.refund(paymentCode);
    const [monday, tuesday] = ["2027-06-13T21:00:00.000Z", "2027-06-14T21:00:00.000Z"];
    expect(await rowsOf(paymentCode)).toEqual([
      { refundId: null, amount: 40_000n - commission, due: monday, status: "pending" },
      { refundId: first.refundId, amount: -10_000n, due: monday, status: "pending" },
      { refundId: second.refundId, amount: -30_000n, due: tuesday, status: "pending" },
    ]);
    expect((await journey.look(paymentCode)).commission).toMatchObject({
      reversedAmount: 0n,
      netAmount: -commission,
    });
  });

  test("a refund that is found only days later is due after the day on which it was sent", async () => {
    await setTo("2027-06-17T09:00:00.000Z");
    const paymentCode = await journey.captured();
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(paymentCode);
    world.bank.answer("history", unknown);
    await setTo("2027-06-21T09:00:00.000Z");
    world.bank.answer("history", historyOf({ isVoided: true }));
    await fireDue(world.ctx, { until: world.clock.now() });
    expect(await journey.refundRecord(refundId)).toMatchObject({ resolvedAt: world.clock.now() });
    expect((await rowsOf(paymentCode))[1]).toMatchObject({ refundId, due: "2027-06-17T21:00:00.000Z" });
  });

  test("by the time that the bank names, in its answer or in its history, where that can be believed", async () => {
    // Thursday, the last second in Istanbul; the bank does it in the first second of Friday, and answers in the third.
    const [sentAt, friday] = [new Date("2027-06-03T20:59:59.500Z"), new Date("2027-06-03T21:00:00.000Z")];
    const [dueByFriday, dueByThursday] = [new Date("2027-06-06T21:00:00.000Z"), friday];
    const credit = { kind: "credit", approved: true, amountKurus: 5_000n } as const;
    const sale = { kind: "sale", approved: true, amountKurus: 40_000n } as const;
    const lines = (at: Date): Outcome => ({ kind: "history", records: [sale, { ...credit, at }] });
    for (const [at, doneAt, dueAt] of [
      [friday, friday, dueByFriday],
      [new Date("2027-06-03T20:59:59.000Z"), sentAt, dueByThursday],
      [new Date("2027-06-03T09:00:00.000Z"), sentAt, dueByThursday],
      [new Date("2027-06-05T09:00:00.000Z"), sentAt, dueByThursday],
    ] as const) {
      for (const isLost of [false, true]) {
        await setTo("2027-06-03T12:00:00.000Z");
        const paymentCode = await journey.captured();
        world.clock.set(sentAt);
        world.bank.answer("history", world.bank.ledger, lines(at));
        world.bank.answer("credit", () => {
          world.clock.set(new Date("2027-06-03T21:00:02.000Z"));
          return isLost ? unknown : { ...approved, at };
        });
        const { refundId } = await journey.refund(paymentCode, { way: "credit", amountKurus: 5_000n });
        world.clock.advanceMs(5_000);
        await fireDue(world.ctx, { until: world.clock.now() });
        expect(await journey.refundRow(refundId)).toMatchObject({ status: "approved", sentAt, doneAt });
        const rows = await journey.settlementsOf(paymentCode);
        expect(rows.find((row) => row.refundId === refundId)).toMatchObject({ dueAt });
      }
    }
  });

  test("what is pending or declined is not booked; what is shown as net is always what the rows add up to", async () => {
    const paymentCode = await journey.capturedYesterday();
    const agree = async () => {
      const { commission } = await journey.look(paymentCode);
      const rows = await journey.settlementsOf(paymentCode);
      expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(commission?.netAmount);
      return rows.length;
    };
    expect(await agree()).toBe(1);
    declineNext();
    expect(await journey.asked(paymentCode, { amountKurus: 5_000n })).toBe("credit declined");
    expect(await agree()).toBe(1);
    world.bank.answer("credit", unknown);
    expect(await journey.asked(paymentCode, { amountKurus: 5_000n })).toBe("credit pending");
    expect(await agree()).toBe(1);
    world.bank.answer("history", historyOf({ credits: [5_000n] }));
    await journey.advance(5_000);
    expect(await agree()).toBe(2);
  });

  test("nothing for direct collection: that money never comes here", async () => {
    const paymentCode = await journey.captured({ terminalId: terminalOf.limited });
    expect(await journey.settlementsOf(paymentCode)).toEqual([]);
    expect(await journey.asked(paymentCode)).toBe("void approved");
    expect(await journey.settlementsOf(paymentCode)).toEqual([]);
  });
});

describe("a payment of a link", () => {
  test.each([
    ["void", "a void on its day", false],
    ["credit", "a credit later", true],
  ] as const)(
    "refunded likewise, by %s (%s); the link stays completed and as it was",
    async (method, _when, isLater) => {
      const links = linkJourneyIn(world);
      const link = await links.atTheBank();
      await links.comeBack(link.callback);
      await world.settled();
      const [payment] = await links.paymentsOf(link);
      const paymentCode = payment?.id ?? "";
      const before = [await links.row(link), await links.sceneOf(link)];
      if (isLater) await journey.toDayEnd();
      const { refundId, ...started } = await journey.refund(paymentCode);
      expect(started).toEqual({ method, status: "approved" });
      expect(await links.row(link)).toEqual(before[0]);
      expect(before[0]).toMatchObject({ status: "completed" });
      expect(await links.sceneOf(link)).toMatchObject({ kind: "paid" });
      expect(await links.eventsOf(link)).toEqual(["payment.captured", "payment_link.completed"]);
      expect(await journey.eventsOf(refundId)).toEqual(["refund.approved"]);
      expect(await journey.look(paymentCode)).toMatchObject({
        paymentLinkId: link.id,
        status: "captured",
        refund: { status: "full" },
      });
      expect(await journey.settlementsOf(paymentCode)).toHaveLength(2);
    },
  );
});

describe("a terminal that is another when money goes back than it was at the capture", () => {
  const terminalId = terminalOf.ours;
  const set = (data: object) => world.db.prisma.terminal.update({ where: { id: terminalId }, data });
  const usual = { mode: "standard", active: true, virtualPosActive: true, pspActive: true } as const;
  const sumOf = async (paymentCode: string) =>
    (await journey.settlementsOf(paymentCode))
      .map(({ amount }) => amount)
      .reduce((sum, amount) => sum + amount, 0n);

  test("collects directly by now: the void takes back what was booked", async () => {
    const paymentCode = await journey.captured();
    await set({ mode: "direct_collection" });
    expect(await journey.asked(paymentCode)).toBe("void approved");
    await set(usual);
    expect(await journey.settlementsOf(paymentCode)).toHaveLength(2);
    expect(await sumOf(paymentCode)).toBe(0n);
  });

  test("no longer collects directly: nothing is owed for what was never booked", async () => {
    await set({ mode: "direct_collection" });
    const paymentCode = await journey.captured();
    await set(usual);
    expect(await journey.asked(paymentCode)).toBe("void approved");
    expect(await journey.settlementsOf(paymentCode)).toEqual([]);
  });

  test.each(["active", "virtualPosActive", "pspActive"])(
    "is switched off by now (%s): what it took is given back all the same (§7.4)",
    async (flag) => {
      const paymentCode = await journey.captured();
      await set({ [flag]: false });
      expect(await journey.asked(paymentCode)).toBe("void approved");
      await set(usual);
    },
  );
});
