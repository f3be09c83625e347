import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { days } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { lockPayment } from "@/server/store/payments/payments";
import { insertCaptureSettlement, insertFollowingSettlement } from "@/server/store/payouts/settlements";
import { newCode, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { settlementOfNow } from "@/server/testing/journeys/refund-rows";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  terminalOf,
  unknown,
} from "@/server/testing/world/world";

let world: TestWorld;
let journey: RefundJourney;
const direct = terminalOf.limited;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: direct }, data });
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
});

/** Void and credit alike: how a payment gets there, and what the bank is sent. */
const methods = [
  { method: "void", prepare: () => journey.captured() },
  { method: "credit", prepare: () => journey.capturedYesterday() },
] as const;

describe.each(methods)("a $method", ({ method, prepare }) => {
  test("approved: the bank is called once, the merchant told once, and all of it is back", async () => {
    const paymentCode = await prepare();
    const partnerRefundCode = newCode();
    const refund = await journey.refund(paymentCode, { partnerRefundCode });
    expect(refund).toEqual({ refundId: expect.stringMatching(/^rf_/), method, status: "approved" });
    const { bankKey, ...row } = await journey.refundRow(refund.refundId);
    expect(row).toMatchObject({ ...approved.references, nextInquiryAt: null, alertAt: null });
    expect(await journey.sentFor(paymentCode)).toEqual([
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
    expect(await journey.refundRecord(refundId)).toEqual({ ...asked, ...money, ...times });
    expect(await journey.eventsOf(refund.refundId)).toEqual(["refund.approved"]);
    const sums = { refundedAmount: 40_000n, pendingAmount: 0n, remainingAmount: 0n };
    expect((await journey.look(paymentCode)).refund).toMatchObject({ status: "full", ...sums });
  });

  test("refused twice: the same code sends nothing, whatever the payment, its amount or the first one's outcome", async () => {
    const [paymentCode, other] = [await prepare(), await prepare()];
    const partnerRefundCode = newCode();
    expect(await journey.asked(paymentCode, { partnerRefundCode })).toBe(`${method} approved`);
    expect(await journey.asked(paymentCode, { partnerRefundCode })).toBe("refund_in_progress");
    expect(await journey.asked(other, { partnerRefundCode })).toBe("refund_in_progress");
    expect(await journey.asked(other, { partnerRefundCode, amountKurus: 1n })).toBe("refund_in_progress");
    expect(await journey.sentFor(paymentCode)).toHaveLength(1);
    expect(await journey.sentFor(other)).toEqual([]);

    const declinedCode = newCode();
    world.bank.answer(method, { kind: "declined", reason: "bank_error", bankCode: "XX-77" });
    expect(await journey.asked(other, { partnerRefundCode: declinedCode })).toBe(`${method} declined`);
    expect(await journey.asked(other, { partnerRefundCode: declinedCode })).toBe("refund_in_progress");
    expect(await journey.sentFor(other)).toHaveLength(1);
    expect(await journey.refundsOf(other)).toHaveLength(1);
  });

  test("one of 20 at once on one payment: the bank is called once", async () => {
    const paymentCode = await prepare();
    const answers = await Promise.all(Array.from({ length: 20 }, () => journey.asked(paymentCode)));
    expect(answers.filter((answer) => answer === `${method} approved`)).toHaveLength(1);
    const others = answers.filter((answer) => answer !== `${method} approved`);
    expect(new Set([...others, "refund_in_progress", "payment_not_refundable"]).size).toBe(2);
    expect(await journey.sentFor(paymentCode)).toHaveLength(1);
    expect(await journey.refundsOf(paymentCode)).toHaveLength(1);
  });

  test("one of two at once with one code on two payments", async () => {
    const payments = [await prepare(), await prepare()];
    const request = { partnerRefundCode: newCode() };
    const answers = await Promise.all(payments.map((paymentCode) => journey.asked(paymentCode, request)));
    expect(answers.sort()).toEqual(["refund_in_progress", `${method} approved`].sort());
    const calls = await Promise.all(payments.map(journey.sentFor));
    expect(calls.flat()).toHaveLength(1);
  });
});

test("one of five credits of a part at once; never more than is left, however they race", async () => {
  const paymentCode = await journey.capturedYesterday();
  for (let round = 0; round < 4; round++) {
    const part = { amountKurus: 15_000n };
    await Promise.all(Array.from({ length: 5 }, () => journey.asked(paymentCode, part)));
  }
  const { refundedAmount, remainingAmount } = (await journey.look(paymentCode)).refund;
  expect([refundedAmount, remainingAmount]).toEqual([30_000n, 10_000n]);
  expect(await journey.sentFor(paymentCode)).toHaveLength(2);
});

test("sent for the order that was captured, when a card was refused before it", async () => {
  const asking = await openTestWorld({ ...patient, bankCan: { prepare: true } });
  try {
    const steps = refundJourneyIn(asking);
    const { paymentCode, paymentRef } = await steps.create({ installment: 3 });
    asking.bank.answer("prepare", declined, approved);
    expect(await steps.start(paymentRef)).toMatchObject({ code: "payment_declined" });
    asking.clock.advanceMs(1);
    const started = await steps.start(paymentRef);
    const token = started.kind === "form" ? started.form.fields[0]?.[1].split("/").at(-1) : "";
    await steps.comeBack(token ?? "");
    expect(await steps.asked(paymentCode)).toBe("void approved");
    const where = { paymentId: paymentCode, status: "captured" } as const;
    const { bankOrderId: orderId } = await asking.db.prisma.attempt.findFirstOrThrow({ where });
    expect(asking.bank.asked.at(-1)).toMatchObject({ kind: "void", orderId });
  } finally {
    await asking.close();
  }
});

test("decided on what is so when its turn comes: a refund that is done while it waits is counted", async () => {
  const paymentCode = await journey.capturedYesterday();
  const { id: attemptId } = await journey.attemptOf(paymentCode);
  const now = world.clock.now();
  let asked: Promise<string> = Promise.resolve("");
  await inTx(world.db, async (tx) => {
    const id = newCode();
    const facts = { paymentId: paymentCode, attemptId, partnerId: "prt_ours", bankKey: id };
    const times = { createdAt: now, updatedAt: now, sentAt: now };
    const amounts = { method: "credit", way: "credit", status: "pending", amount: 30_000n } as const;
    await tx.refund.create({ data: { id, partnerRefundCode: id, ...facts, ...times, ...amounts } });
    await tx.refund.update({ where: { id }, data: { status: "approved", resolvedAt: now, doneAt: now } });
    await insertFollowingSettlement(
      tx,
      { ...settlementOfNow(world, paymentCode, -30_000n), refundId: id },
      now,
    );
    asked = journey.asked(paymentCode, { amountKurus: 10_001n });
    expect(await Promise.race([asked, sleep(300).then(() => "waits")])).toBe("waits");
  });
  expect(await asked).toBe("refund_amount_exceeds_remaining");
  expect(await journey.sentFor(paymentCode)).toEqual([]);
});

test("decided by the clock of when its turn comes: one that waits beyond day-end is a credit", async () => {
  const paymentCode = await journey.captured();
  let asked: Promise<string> = Promise.resolve("");
  await inTx(world.db, async (tx) => {
    await lockPayment(tx, paymentCode);
    asked = journey.asked(paymentCode);
    expect(await Promise.race([asked, sleep(300).then(() => "waits")])).toBe("waits");
    world.clock.set(nextDayEnd(world.clock.now(), "00:00"));
  });
  expect(await asked).toBe("credit approved");
});

test("refused when the payment is captured in the moment of the request: to it, the capture has not been yet", async () => {
  const { paymentCode } = await journey.atTheBank();
  let asked: Promise<string> = Promise.resolve("");
  await inTx(world.db, async (tx) => {
    await lockPayment(tx, paymentCode);
    asked = journey.asked(paymentCode);
    expect(await Promise.race([asked, sleep(300).then(() => "waits")])).toBe("waits");
    const now = world.clock.now();
    const sent = { status: "captured", captureSentAt: now } as const;
    await tx.attempt.updateMany({ where: { paymentId: paymentCode }, data: sent });
    const facts = { captureStartedAt: now, capturedAt: now, cardBin: "552879", cardLast4: "0008" };
    const data = { status: "captured", commissionAmount: 0n, ...facts } as const;
    await tx.payment.update({ where: { id: paymentCode }, data });
    await insertCaptureSettlement(tx, settlementOfNow(world, paymentCode, 40_000n), now);
  });
  expect(await asked).toBe("payment_not_refundable");
  expect(await journey.asked(paymentCode)).toBe("void approved");
});

describe("the order of checks", () => {
  /** How to come into the state that each check refuses, and the request that meets it. */
  const states = {
    missing: async () => "pay_00000000000000000000000000",
    foreign: async () => {
      const paymentCode = await journey.captured();
      // Without the triggers, which keep a captured payment with its account.
      await world.db.prisma.$transaction(async (tx) => {
        await tx.$executeRaw`set local session_replication_role = replica`;
        await tx.$executeRaw`update payment set partner_id = 'prt_other' where id = ${paymentCode}`;
      });
      return paymentCode;
    },
    initiated: async () => (await journey.atTheBank()).paymentCode,
    refunded: async () => {
      const paymentCode = await journey.captured();
      await journey.refund(paymentCode);
      return paymentCode;
    },
    refundPending: async () => {
      const paymentCode = await journey.captured();
      world.bank.answer("void", unknown);
      await journey.refund(paymentCode);
      return paymentCode;
    },
    direct: () => journey.captured({ terminalId: direct }),
    directPending: async () => {
      const paymentCode = await journey.captured({ terminalId: direct });
      world.bank.answer("void", unknown);
      await journey.refund(paymentCode);
      return paymentCode;
    },
    sameDay: () => journey.captured(),
    later: () => journey.capturedYesterday(),
  };
  const part = { amountKurus: 39_999n };
  const tooMuch = { amountKurus: 40_001n };
  const used = { partnerRefundCode: "used-before" };
  const credit = { way: "credit" } as const;
  const wayVoid = { way: "void" } as const;

  // Each row meets its own check and one that comes after it.
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
  ] as const)("%s, %o: refused, nothing is written and nobody is called", async (state, request, refusal) => {
    if ((await world.db.prisma.refund.count({ where: used })) === 0) {
      await journey.refund(await journey.captured(), used);
    }
    const paymentCode = await states[state]();
    const before = await everything();
    expect(await journey.asked(paymentCode, request)).toBe(refusal);
    expect(await everything()).toEqual(before);
  });

  /** All that a refund could leave behind, here and at the bank. */
  async function everything() {
    const { refund, settlement, outboxEvent, staffAlert, payment } = world.db.prisma;
    return {
      refunds: await refund.count(),
      settlements: await settlement.count(),
      events: await outboxEvent.count(),
      alerts: await staffAlert.count(),
      payments: await payment.findMany({ orderBy: { id: "asc" } }),
      calls: world.bank.asked.length,
    };
  }

  test("a payment of another account and one that does not exist are refused in the same words", async () => {
    const refusals = await Promise.all(
      [await states.missing(), await states.foreign()].map((code) =>
        journey.refund(code).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toEqual(refusals[1]);
  });

  test("direct collection: a whole void on the day, approved; nothing from day-end on", async () => {
    expect(await journey.asked(await states.direct())).toBe("void approved");
    expect(await journey.asked(await states.direct(), wayVoid)).toBe("void approved");
    const late = await states.direct();
    await journey.advance(days(1));
    for (const request of [{}, part, credit, wayVoid])
      expect(await journey.asked(late, request)).toBe("direct_refund_not_allowed");
    expect(await journey.sentFor(late)).toEqual([]);
  });
});
