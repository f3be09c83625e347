import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, type TestWorld, testTerminals, unknown } from "@/server/testing/world/world";
import { doDueWork } from "../operations/do-due-work";

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: testTerminals.limited }, data });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", world.bank.ledger);
  await journey.advanceToNoon();
});

/** The commission of a payment, kuruş. */
const readCommission = async (paymentCode: string): Promise<bigint> =>
  (await journey.getPayment(paymentCode)).commission?.amount ?? 0n;

const declineNext = () => world.bank.answer("credit", { kind: "declined", reason: "unknown", bankCode: "9" }, approved);

describe("parts of a payment", () => {
  test("are credited to the last kuruş, each counted once; then payment_not_refundable", async () => {
    const paymentCode = await journey.captureYesterday();
    const remaining: bigint[] = [];
    for (const amountKurus of [1n, 39_997n, 1n, null]) {
      expect(await journey.tryRefund(paymentCode, { amountKurus })).toBe("credit approved");
      remaining.push((await journey.getPayment(paymentCode)).refund.remainingAmount);
      const tooMuch = { amountKurus: (remaining.at(-1) ?? 0n) + 1n };
      expect(await journey.tryRefund(paymentCode, tooMuch)).toBe(
        remaining.at(-1) === 0n ? "payment_not_refundable" : "refund_amount_exceeds_remaining",
      );
    }
    expect(remaining).toEqual([39_999n, 2n, 1n, 0n]);
    expect(await journey.tryRefund(paymentCode)).toBe("payment_not_refundable");
    expect(await journey.tryRefund(paymentCode, { amountKurus: 1n, way: "credit" })).toBe("payment_not_refundable");
    const sent = (await journey.listMoneyCalls(paymentCode)).map((call) => "amountKurus" in call && call.amountKurus);
    expect(sent).toEqual([1n, 39_997n, 1n, 1n]);
    expect(await journey.listSettlements(paymentCode)).toHaveLength(5);
  });

  test("leave the remainder unchanged when declined, and can be requested again", async () => {
    const paymentCode = await journey.captureYesterday();
    await journey.refund(paymentCode, { amountKurus: 10_000n });
    declineNext();
    expect(await journey.tryRefund(paymentCode, { amountKurus: 30_000n })).toBe("credit declined");
    expect((await journey.getPayment(paymentCode)).refund).toMatchObject({
      status: "partial",
      refundedAmount: 10_000n,
      pendingAmount: 0n,
      remainingAmount: 30_000n,
    });
    expect(await journey.tryRefund(paymentCode, { amountKurus: 30_000n })).toBe("credit approved");
    expect((await journey.getPayment(paymentCode)).refund).toMatchObject({
      status: "full",
      remainingAmount: 0n,
    });
  });

  test("are two refunds when equal amounts have two codes", async () => {
    const paymentCode = await journey.captureYesterday();
    for (let n = 0; n < 2; n++) await journey.refund(paymentCode, { amountKurus: 7_000n });
    expect((await journey.getPayment(paymentCode)).refund.refundedAmount).toBe(14_000n);
    const calls = await journey.listMoneyCalls(paymentCode);
    expect(new Set(calls.map((call) => "refundKey" in call && call.refundKey)).size).toBe(2);
  });
});

describe("what the account is owed", () => {
  // The clock starts on Friday 2026-11-20; each test sets the days that it needs.
  const setTo = async (instant: string) => {
    world.clock.set(new Date(instant));
  };
  const listSettlementRows = async (paymentCode: string) =>
    (await journey.listSettlements(paymentCode)).map(({ refundId, amount, dueAt, status }) => ({
      refundId,
      amount,
      due: dueAt.toISOString(),
      status,
    }));

  test("books a capture's net for the next business day; a void takes it back with the commission", async () => {
    // Thursday 12:00 in Istanbul; Friday begins at 21:00 UTC.
    await setTo("2027-06-03T09:00:00.000Z");
    const paymentCode = await journey.capture();
    const commission = await readCommission(paymentCode);
    expect(commission).toBeGreaterThan(0n);
    const { refundId } = await journey.refund(paymentCode);
    const due = "2027-06-03T21:00:00.000Z";
    expect(await listSettlementRows(paymentCode)).toEqual([
      { refundId: null, amount: 40_000n - commission, due, status: "pending" },
      { refundId, amount: commission - 40_000n, due, status: "pending" },
    ]);
    expect((await journey.getPayment(paymentCode)).commission).toMatchObject({
      amount: commission,
      reversedAmount: commission,
      netAmount: 0n,
    });
  });

  test("books a credit's amount without the commission, due after the day on which it was sent", async () => {
    // The capture is on Friday and due on Monday; the credits are on Saturday and on Monday.
    await setTo("2027-06-11T09:00:00.000Z");
    const paymentCode = await journey.capture();
    const commission = await readCommission(paymentCode);
    await setTo("2027-06-12T09:00:00.000Z");
    const first = await journey.refund(paymentCode, { amountKurus: 10_000n });
    await setTo("2027-06-14T09:00:00.000Z");
    const second = await journey.refund(paymentCode);
    const [monday, tuesday] = ["2027-06-13T21:00:00.000Z", "2027-06-14T21:00:00.000Z"];
    expect(await listSettlementRows(paymentCode)).toEqual([
      { refundId: null, amount: 40_000n - commission, due: monday, status: "pending" },
      { refundId: first.refundId, amount: -10_000n, due: monday, status: "pending" },
      { refundId: second.refundId, amount: -30_000n, due: tuesday, status: "pending" },
    ]);
    expect((await journey.getPayment(paymentCode)).commission).toMatchObject({
      reversedAmount: 0n,
      netAmount: -commission,
    });
  });

  test("books a refund that is found days later for the day on which it was sent", async () => {
    await setTo("2027-06-17T09:00:00.000Z");
    const paymentCode = await journey.capture();
    world.bank.answer("void", unknown);
    const { refundId } = await journey.refund(paymentCode);
    world.bank.answer("history", unknown);
    await setTo("2027-06-21T09:00:00.000Z");
    world.bank.answer("history", buildHistory({ isVoided: true }));
    await doDueWork(world.ctx, { until: world.clock.now() });
    expect(await journey.getRefund(refundId)).toMatchObject({ resolvedAt: world.clock.now() });
    expect((await listSettlementRows(paymentCode))[1]).toMatchObject({
      refundId,
      due: "2027-06-17T21:00:00.000Z",
    });
  });

  test("uses the time that the bank names in its answer or history when it is plausible", async () => {
    // Sent in the last second of Thursday in Istanbul; done in the first second of Friday, answered in the third.
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
        const paymentCode = await journey.capture();
        world.clock.set(sentAt);
        world.bank.answer("history", world.bank.ledger, lines(at));
        world.bank.answer("credit", () => {
          world.clock.set(new Date("2027-06-03T21:00:02.000Z"));
          return isLost ? unknown : { ...approved, at };
        });
        const { refundId } = await journey.refund(paymentCode, { way: "credit", amountKurus: 5_000n });
        world.clock.advanceMs(5_000);
        await doDueWork(world.ctx, { until: world.clock.now() });
        expect(await journey.getRefundRow(refundId)).toMatchObject({ status: "approved", sentAt, doneAt });
        const rows = await journey.listSettlements(paymentCode);
        expect(rows.find((row) => row.refundId === refundId)).toMatchObject({ dueAt });
      }
    }
  });

  test("books neither pending nor declined refunds; the shown net equals the sum of the rows", async () => {
    const paymentCode = await journey.captureYesterday();
    const agree = async () => {
      const { commission } = await journey.getPayment(paymentCode);
      const rows = await journey.listSettlements(paymentCode);
      expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(commission?.netAmount);
      return rows.length;
    };
    expect(await agree()).toBe(1);
    declineNext();
    expect(await journey.tryRefund(paymentCode, { amountKurus: 5_000n })).toBe("credit declined");
    expect(await agree()).toBe(1);
    world.bank.answer("credit", unknown);
    expect(await journey.tryRefund(paymentCode, { amountKurus: 5_000n })).toBe("credit pending");
    expect(await agree()).toBe(1);
    world.bank.answer("history", buildHistory({ credits: [5_000n] }));
    await journey.advance(5_000);
    expect(await agree()).toBe(2);
  });

  test("books nothing for direct collection, because the bank pays the merchant", async () => {
    const paymentCode = await journey.capture({ terminalId: testTerminals.limited });
    expect(await journey.listSettlements(paymentCode)).toEqual([]);
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    expect(await journey.listSettlements(paymentCode)).toEqual([]);
  });
});

describe("a payment of a link", () => {
  test.each([
    ["void", "a void on its day", false],
    ["credit", "a credit later", true],
  ] as const)("is refunded by %s (%s); the link stays completed and unchanged", async (method, _when, isLater) => {
    const links = createLinkJourney(world);
    const link = await links.createAtBank();
    await links.returnFromBank(link.callback);
    await world.settled();
    const [payment] = await links.listPayments(link);
    const paymentCode = payment?.id ?? "";
    const before = [await links.getRow(link), await links.getLinkState(link)];
    if (isLater) await journey.advanceToDayEnd();
    const { refundId, ...started } = await journey.refund(paymentCode);
    expect(started).toEqual({ method, status: "approved" });
    expect(await links.getRow(link)).toEqual(before[0]);
    expect(before[0]).toMatchObject({ status: "completed" });
    expect(await links.getLinkState(link)).toMatchObject({ kind: "paid" });
    expect(await links.listEvents(link)).toEqual(["payment.captured", "payment_link.completed"]);
    expect(await journey.listEvents(refundId)).toEqual(["refund.approved"]);
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      paymentLinkId: link.id,
      status: "captured",
      refund: { status: "full" },
    });
    expect(await journey.listSettlements(paymentCode)).toHaveLength(2);
  });
});

describe("a terminal whose settings changed between capture and refund", () => {
  const terminalId = testTerminals.ours;
  const set = (data: object) => world.db.prisma.terminal.update({ where: { id: terminalId }, data });
  const usual = { mode: "standard", active: true, virtualPosActive: true, pspActive: true } as const;
  const sumSettlements = async (paymentCode: string) =>
    (await journey.listSettlements(paymentCode)).map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0n);

  test("takes back what was booked when it collects directly now", async () => {
    const paymentCode = await journey.capture();
    await set({ mode: "direct_collection" });
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    await set(usual);
    expect(await journey.listSettlements(paymentCode)).toHaveLength(2);
    expect(await sumSettlements(paymentCode)).toBe(0n);
  });

  test("books nothing when it collected directly at the capture", async () => {
    await set({ mode: "direct_collection" });
    const paymentCode = await journey.capture();
    await set(usual);
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    expect(await journey.listSettlements(paymentCode)).toEqual([]);
  });

  test.each(["active", "virtualPosActive", "pspActive"])(
    "refunds also when it is switched off now (%s, §7.4)",
    async (flag) => {
      const paymentCode = await journey.capture();
      await set({ [flag]: false });
      expect(await journey.tryRefund(paymentCode)).toBe("void approved");
      await set(usual);
    },
  );
});
