import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { lockPayment } from "@/server/store/payments/payments";
import { insertCaptureSettlement, insertFollowingSettlement } from "@/server/store/payouts/settlements";
import { createRefundJourney, longWaits, newRefundCode, type RefundJourney } from "@/server/testing/journeys/refund";
import { buildSettlement } from "@/server/testing/journeys/refund-rows";
import { watchForWait } from "@/server/testing/world/waiting";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  testTerminals,
  unknown,
} from "@/server/testing/world/world";

let world: TestWorld;
let journey: RefundJourney;
const direct = testTerminals.limited;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: direct }, data });
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
});

/** Both methods, with the preparation that makes the automatic choice use them. */
const methods = [
  { method: "void", prepare: () => journey.capture() },
  { method: "credit", prepare: () => journey.captureYesterday() },
] as const;

describe.each(methods)("a $method", ({ method, prepare }) => {
  test("approved: the bank is called once, one event is sent, and the whole amount is refunded", async () => {
    const paymentCode = await prepare();
    const partnerRefundCode = newRefundCode();
    const refund = await journey.refund(paymentCode, { partnerRefundCode });
    expect(refund).toEqual({ refundId: expect.stringMatching(/^rf_/), method, status: "approved" });
    const { bankKey, ...row } = await journey.getRefundRow(refund.refundId);
    expect(row).toMatchObject({ ...approved.references, nextInquiryAt: null, alertAt: null });
    expect(await journey.listMoneyCalls(paymentCode)).toEqual([
      {
        kind: method,
        orderId: expect.any(String),
        references: approved.references,
        amountKurus: 40_000n,
        buyerIp: "192.0.2.1",
        ...(method === "credit" && { refundKey: bankKey }),
      },
    ]);
    const now = world.clock.now();
    const times = { createdAt: now, updatedAt: now, resolvedAt: now };
    const money = { amount: 40_000n, currency: "TRY", failureCode: null };
    const { refundId } = refund;
    const asked = { refundId, paymentCode, partnerRefundCode, method, status: "approved" };
    const { authCode, rrn } = approved.references;
    const bank = { orderId: expect.any(String), authCode, rrn };
    expect(await journey.getRefund(refundId)).toEqual({ ...asked, ...money, ...times, bank });
    expect(await journey.listEvents(refund.refundId)).toEqual(["refund.approved"]);
    const sums = { refundedAmount: 40_000n, pendingAmount: 0n, remainingAmount: 0n };
    expect((await journey.getPayment(paymentCode)).refund).toMatchObject({ status: "full", ...sums });
  });

  test("409 for a used code: nothing is sent, for any payment, amount or outcome of the first refund", async () => {
    const [paymentCode, other] = [await prepare(), await prepare()];
    const partnerRefundCode = newRefundCode();
    expect(await journey.tryRefund(paymentCode, { partnerRefundCode })).toBe(`${method} approved`);
    expect(await journey.tryRefund(paymentCode, { partnerRefundCode })).toBe("refund_in_progress");
    expect(await journey.tryRefund(other, { partnerRefundCode })).toBe("refund_in_progress");
    expect(await journey.tryRefund(other, { partnerRefundCode, amountKurus: 1n })).toBe("refund_in_progress");
    expect(await journey.listMoneyCalls(paymentCode)).toHaveLength(1);
    expect(await journey.listMoneyCalls(other)).toEqual([]);

    const declinedCode = newRefundCode();
    world.bank.answer(method, { kind: "declined", reason: "unknown", bankCode: "XX-77" });
    expect(await journey.tryRefund(other, { partnerRefundCode: declinedCode })).toBe(`${method} declined`);
    expect(await journey.tryRefund(other, { partnerRefundCode: declinedCode })).toBe("refund_in_progress");
    expect(await journey.listMoneyCalls(other)).toHaveLength(1);
    expect(await journey.listRefunds(other)).toHaveLength(1);
  });

  test("approves one of 20 parallel refunds of a payment and calls the bank once", async () => {
    const paymentCode = await prepare();
    const answers = await Promise.all(Array.from({ length: 20 }, () => journey.tryRefund(paymentCode)));
    expect(answers.filter((answer) => answer === `${method} approved`)).toHaveLength(1);
    const others = answers.filter((answer) => answer !== `${method} approved`);
    expect(new Set([...others, "refund_in_progress", "payment_not_refundable"]).size).toBe(2);
    expect(await journey.listMoneyCalls(paymentCode)).toHaveLength(1);
    expect(await journey.listRefunds(paymentCode)).toHaveLength(1);
  });

  test("approves one of two parallel refunds with the same code on two payments", async () => {
    const payments = [await prepare(), await prepare()];
    const request = { partnerRefundCode: newRefundCode() };
    const answers = await Promise.all(payments.map((paymentCode) => journey.tryRefund(paymentCode, request)));
    expect(answers.sort()).toEqual(["refund_in_progress", `${method} approved`].sort());
    const calls = await Promise.all(payments.map(journey.listMoneyCalls));
    expect(calls.flat()).toHaveLength(1);
  });
});

test("approves one of five parallel partial credits and never refunds more than the remaining amount", async () => {
  const paymentCode = await journey.captureYesterday();
  for (let round = 0; round < 4; round++) {
    const part = { amountKurus: 15_000n };
    await Promise.all(Array.from({ length: 5 }, () => journey.tryRefund(paymentCode, part)));
  }
  const { refundedAmount, remainingAmount } = (await journey.getPayment(paymentCode)).refund;
  expect([refundedAmount, remainingAmount]).toEqual([30_000n, 10_000n]);
  expect(await journey.listMoneyCalls(paymentCode)).toHaveLength(2);
});

test("sends the void for the captured order when an earlier card was declined", async () => {
  const asking = await openTestWorld({ ...longWaits, bankCan: { prepare: true } });
  try {
    const steps = createRefundJourney(asking);
    const { paymentCode, paymentRef } = await steps.create({ installment: 3 });
    asking.bank.answer("prepare", declined, approved);
    expect(await steps.start(paymentRef)).toMatchObject({ code: "payment_declined" });
    asking.clock.advanceMs(1);
    const started = await steps.start(paymentRef);
    const token = started.kind === "form" ? started.form.fields[0]?.[1].split("/").at(-1) : "";
    await steps.returnFromBank(token ?? "");
    expect(await steps.tryRefund(paymentCode)).toBe("void approved");
    const where = { paymentId: paymentCode, status: "captured" } as const;
    const { bankOrderId: orderId } = await asking.db.prisma.attempt.findFirstOrThrow({ where });
    expect(asking.bank.calls.at(-1)).toMatchObject({ kind: "void", orderId });
  } finally {
    await asking.close();
  }
});

test("counts a refund that is approved while the request waits for the payment's lock", async () => {
  const paymentCode = await journey.captureYesterday();
  const { id: attemptId } = await journey.getAttempt(paymentCode);
  const now = world.clock.now();
  let asked: Promise<string> = Promise.resolve("");
  await inTx(world.db, async (tx) => {
    const id = newRefundCode();
    const facts = { paymentId: paymentCode, attemptId, partnerId: "prt_ours", bankKey: id };
    const times = { createdAt: now, updatedAt: now, sentAt: now };
    const amounts = { method: "credit", way: "credit", status: "pending", amount: 30_000n } as const;
    await tx.refund.create({ data: { id, partnerRefundCode: id, ...facts, ...times, ...amounts } });
    await tx.refund.update({ where: { id }, data: { status: "approved", resolvedAt: now, doneAt: now } });
    await insertFollowingSettlement(tx, { ...buildSettlement(world, paymentCode, -30_000n), refundId: id }, now);
    asked = journey.tryRefund(paymentCode, { amountKurus: 10_001n });
    expect(await watchForWait(world.db, asked)).toBe("waits");
  });
  expect(await asked).toBe("refund_amount_exceeds_remaining");
  expect(await journey.listMoneyCalls(paymentCode)).toEqual([]);
});

test("422 when the capture is committed while the request waits for the lock; the next request succeeds", async () => {
  const { paymentCode } = await journey.createAtBank();
  let asked: Promise<string> = Promise.resolve("");
  await inTx(world.db, async (tx) => {
    await lockPayment(tx, paymentCode);
    asked = journey.tryRefund(paymentCode);
    expect(await watchForWait(world.db, asked)).toBe("waits");
    const now = world.clock.now();
    const sent = { status: "captured", captureSentAt: now } as const;
    await tx.attempt.updateMany({ where: { paymentId: paymentCode }, data: sent });
    const facts = { captureStartedAt: now, capturedAt: now, cardBin: "552879", cardLast4: "0008" };
    const data = { status: "captured", commissionAmount: 0n, ...facts } as const;
    await tx.payment.update({ where: { id: paymentCode }, data });
    await insertCaptureSettlement(tx, buildSettlement(world, paymentCode, 40_000n), now);
  });
  expect(await asked).toBe("payment_not_refundable");
  expect(await journey.tryRefund(paymentCode)).toBe("void approved");
});

describe("the order of checks", () => {
  /** How to bring a payment into the state that each check refuses. */
  const states = {
    missing: async () => "pay_00000000000000000000000000",
    foreign: async () => {
      const paymentCode = await journey.capture();
      // The triggers are off because they refuse another account for a captured payment.
      await world.db.prisma.$transaction(async (tx) => {
        await tx.$executeRaw`set local session_replication_role = replica`;
        await tx.$executeRaw`update payment set partner_id = 'prt_other' where id = ${paymentCode}`;
      });
      return paymentCode;
    },
    initiated: async () => (await journey.createAtBank()).paymentCode,
    refunded: async () => {
      const paymentCode = await journey.capture();
      await journey.refund(paymentCode);
      return paymentCode;
    },
    refundPending: async () => {
      const paymentCode = await journey.capture();
      world.bank.answer("void", unknown);
      await journey.refund(paymentCode);
      return paymentCode;
    },
    direct: () => journey.capture({ terminalId: direct }),
    directPending: async () => {
      const paymentCode = await journey.capture({ terminalId: direct });
      world.bank.answer("void", unknown);
      await journey.refund(paymentCode);
      return paymentCode;
    },
    sameDay: () => journey.capture(),
    later: () => journey.captureYesterday(),
  };
  const part = { amountKurus: 39_999n };
  const tooMuch = { amountKurus: 40_001n };
  const used = { partnerRefundCode: "used-before" };
  const credit = { way: "credit" } as const;
  const wayVoid = { way: "void" } as const;

  // Each row violates its own check and a later one; the earlier check must answer (D-7).
  test.each([
    ["missing", { ...used }, "payment_not_found"],
    ["foreign", { ...used }, "payment_not_found"],
    ["foreign", { ...tooMuch }, "payment_not_found"],
    ["initiated", { ...used }, "refund_in_progress"],
    ["refunded", { ...used }, "refund_in_progress"],
    ["sameDay", { ...used, ...tooMuch }, "refund_in_progress"],
    ["initiated", { ...tooMuch }, "payment_not_refundable"],
    ["refunded", { ...tooMuch }, "payment_not_refundable"],
    ["refunded", { ...wayVoid, ...part }, "payment_not_refundable"],
    ["refundPending", { ...tooMuch }, "refund_in_progress"],
    ["refundPending", { ...part, ...wayVoid }, "refund_in_progress"],
    ["directPending", { ...credit }, "refund_in_progress"],
    ["direct", { ...tooMuch, ...credit }, "refund_amount_exceeds_remaining"],
    ["sameDay", { ...tooMuch }, "refund_amount_exceeds_remaining"],
    ["sameDay", { ...tooMuch, ...wayVoid }, "refund_amount_exceeds_remaining"],
    ["later", { ...tooMuch, ...wayVoid }, "refund_amount_exceeds_remaining"],
    ["direct", { ...part }, "direct_refund_not_allowed"],
    ["direct", { ...part, ...wayVoid }, "direct_refund_not_allowed"],
    ["direct", { ...credit }, "direct_refund_not_allowed"],
    ["sameDay", { ...part, ...wayVoid }, "refund_method_not_available"],
    ["later", { ...wayVoid }, "refund_method_not_available"],
    ["sameDay", { ...part }, "refund_not_yet_available"],
  ] as const)("%s, %o: refuses, writes nothing and calls no bank", async (state, request, refusal) => {
    if ((await world.db.prisma.refund.count({ where: used })) === 0) {
      await journey.refund(await journey.capture(), used);
    }
    const paymentCode = await states[state]();
    const before = await everything();
    expect(await journey.tryRefund(paymentCode, request)).toBe(refusal);
    expect(await everything()).toEqual(before);
  });

  /** Everything that a refund could leave behind, here and at the bank. */
  async function everything() {
    const { refund, settlement, outboxEvent, staffAlert, payment } = world.db.prisma;
    return {
      refunds: await refund.count(),
      settlements: await settlement.count(),
      events: await outboxEvent.count(),
      alerts: await staffAlert.count(),
      payments: await payment.findMany({ orderBy: { id: "asc" } }),
      calls: world.bank.calls.length,
    };
  }

  test("answers the same error for a payment of another account and for one that does not exist", async () => {
    const refusals = await Promise.all(
      [await states.missing(), await states.foreign()].map((code) =>
        journey.refund(code).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toEqual(refusals[1]);
  });

  test("direct collection: approves a whole void on the same day and refuses everything from day-end on", async () => {
    expect(await journey.tryRefund(await states.direct())).toBe("void approved");
    expect(await journey.tryRefund(await states.direct(), wayVoid)).toBe("void approved");
    const late = await states.direct();
    await journey.advance(days(1));
    for (const request of [{}, part, credit, wayVoid])
      expect(await journey.tryRefund(late, request)).toBe("direct_refund_not_allowed");
    expect(await journey.listMoneyCalls(late)).toEqual([]);
  });
});
