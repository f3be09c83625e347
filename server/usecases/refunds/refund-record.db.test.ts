import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { asPartnerId } from "@/server/store/tenant";
import { createRefundJourney, longWaits, newRefundCode, type RefundJourney } from "@/server/testing/journeys/refund";
import { createDeliveryHelpers } from "@/server/testing/receivers/deliveries";
import { recordStatements } from "@/server/testing/world/queries";
import {
  approved,
  declined,
  openTestWorld,
  type TestWorld,
  testTerminals,
  unknown,
} from "@/server/testing/world/world";
import { toPaymentRecord } from "../payments/shared/payment-record";
import { relayOutbox } from "../webhooks/relay-outbox";
import { getRefund, getRefundByCode, getRefundOfPayment, listRefunds } from "./queries";

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

const open = { available: true, reason: null };
const shut = (reason: string) => ({ available: false, reason });

describe("a payment as its query shows it", () => {
  /** How a payment reaches each state, and its refund sums, options and commission there. */
  const states = [
    {
      state: "captured today",
      prepare: () => journey.capture(),
      refund: ["none", 0n, 0n, 40_000n],
      options: [open, open],
      isReversed: false,
    },
    {
      state: "captured yesterday",
      prepare: () => journey.captureYesterday(),
      refund: ["none", 0n, 0n, 40_000n],
      options: [shut("day_closed"), open],
      isReversed: false,
    },
    {
      state: "void pending",
      prepare: async () => refunded(await journey.capture(), "void", unknown),
      refund: ["none", 0n, 40_000n, 0n],
      options: [shut("refund_pending"), shut("refund_pending")],
      isReversed: false,
    },
    {
      state: "voided",
      prepare: async () => refunded(await journey.capture(), "void", approved),
      refund: ["full", 40_000n, 0n, 0n],
      options: [shut("fully_refunded"), shut("fully_refunded")],
      isReversed: true,
    },
    {
      state: "void declined",
      prepare: async () => refunded(await journey.capture(), "void", declined),
      refund: ["none", 0n, 0n, 40_000n],
      options: [open, open],
      isReversed: false,
    },
    {
      state: "a part credited today",
      prepare: async () => refunded(await journey.capture(), "credit", approved, 15_000n),
      refund: ["partial", 15_000n, 0n, 25_000n],
      options: [shut("partly_refunded"), open],
      isReversed: false,
    },
    {
      state: "a part credited, another pending",
      prepare: async () => {
        const paymentCode = await refunded(await journey.capture(), "credit", approved, 15_000n);
        return refunded(paymentCode, "credit", unknown, 24_999n);
      },
      refund: ["partial", 15_000n, 24_999n, 1n],
      options: [shut("refund_pending"), shut("refund_pending")],
      isReversed: false,
    },
    {
      state: "all credited",
      prepare: async () => refunded(await journey.captureYesterday(), "credit", approved),
      refund: ["full", 40_000n, 0n, 0n],
      options: [shut("fully_refunded"), shut("fully_refunded")],
      isReversed: false,
    },
    {
      state: "direct collection",
      prepare: () => journey.capture({ terminalId: testTerminals.limited }),
      refund: ["none", 0n, 0n, 40_000n],
      options: [open, shut("direct_collection")],
      isReversed: false,
    },
  ] as const;

  async function refunded(
    paymentCode: string,
    way: "void" | "credit",
    answer: typeof unknown,
    amountKurus: bigint | null = null,
  ): Promise<string> {
    world.bank.answer(way, answer);
    await journey.refund(paymentCode, { way, amountKurus });
    return paymentCode;
  }

  test.each(states)("$state", async ({ prepare, refund, options, isReversed }) => {
    const payment = await journey.getPayment(await prepare());
    const { items, ...sums } = payment.refund;
    const [status, refundedAmount, pendingAmount, remainingAmount] = refund;
    expect(sums).toEqual({
      status,
      refundedAmount,
      pendingAmount,
      remainingAmount,
    });
    const until = nextDayEnd(payment.capturedAt ?? new Date(0), "00:00");
    const canBeCredited = payment.terminalId !== testTerminals.limited && refundedAmount < 40_000n;
    expect(payment.refundOptions).toEqual({
      void: { ...options[0], until },
      credit: options[1],
      automaticPartialFrom: canBeCredited ? until : null,
    });
    const fee = payment.commission?.amount ?? 0n;
    const reversedAmount = isReversed ? fee : 0n;
    const netAmount = 40_000n - fee + reversedAmount - refundedAmount;
    expect(payment.commission).toMatchObject({ reversedAmount, netAmount });
    const listed = await listRefunds(world.ctx, { partnerId: world.caller.partnerId, ...payment });
    expect(items).toEqual(listed.map(({ paymentCode, currency, updatedAt, ...item }) => item));
    // The sums that the triggers keep on the row must equal the sums of the refunds.
    const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: payment.paymentCode } });
    expect([row.refundedAmount, row.refundPendingAmount]).toEqual([refundedAmount, pendingAmount]);
    expect(row.voidedAt !== null).toBe(isReversed);
  });

  test("sums the refunds that it shows, also when one was resolved after they were read", async () => {
    const paymentCode = await refunded(await journey.capture(), "void", approved);
    const row = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    const refunds = (await journey.listRefunds(paymentCode)).map((refund) => ({
      ...refund,
      status: "pending" as const,
      resolvedAt: null,
    }));
    const terminal = { dayEndLocal: "00:00", mode: "standard" } as const;
    const shown = toPaymentRecord(row, refunds, terminal, { evidence: null, decline: null }, world.clock.now());
    expect(shown.refund).toMatchObject({ status: "none", refundedAmount: 0n, pendingAmount: 40_000n });
    expect(shown.commission).toMatchObject({ reversedAmount: 0n });
    expect(shown.refundOptions?.void).toMatchObject({ reason: "refund_pending" });
  });

  test("shows no refund and no option before a capture", async () => {
    const { paymentCode } = await journey.createAtBank();
    expect(await journey.getPayment(paymentCode)).toMatchObject({
      refundOptions: null,
      refund: { status: "none", refundedAmount: 0n, pendingAmount: 0n, remainingAmount: 0n, items: [] },
    });
  });
});

describe("refunds as their queries show them", () => {
  const { partnerId } = { partnerId: asPartnerId("prt_ours") };
  const foreigner = asPartnerId("prt_other");

  test("are found by id, by payment and by code; listed newest first", async () => {
    const paymentCode = await journey.captureYesterday();
    const codes = [newRefundCode(), newRefundCode(), newRefundCode()];
    const ids: string[] = [];
    for (const partnerRefundCode of codes) {
      world.clock.advanceMs(1);
      const answer = { kind: "declined", reason: "unknown", bankCode: "1" } as const;
      world.bank.answer("credit", ids.length === 1 ? answer : approved);
      ids.push((await journey.refund(paymentCode, { partnerRefundCode, amountKurus: 5n })).refundId);
    }
    const listed = await listRefunds(world.ctx, { partnerId, paymentCode });
    expect(listed.map(({ refundId }) => refundId)).toEqual(ids.toReversed());
    expect(listed.map(({ status }) => status)).toEqual(["approved", "declined", "approved"]);
    for (const [n, refundId] of ids.entries()) {
      const record = listed.find((item) => item.refundId === refundId);
      expect(await getRefund(world.ctx, { partnerId, refundId })).toEqual(record);
      expect(await getRefundOfPayment(world.ctx, { partnerId, paymentCode, refundId })).toEqual(record);
      const partnerRefundCode = codes[n] ?? "";
      expect(await getRefundByCode(world.ctx, { partnerId, partnerRefundCode })).toEqual(record);
    }
  });

  test("are listed in a fixed order when they began in the same millisecond", async () => {
    const paymentCode = await journey.captureYesterday();
    for (let n = 0; n < 5; n++) await journey.refund(paymentCode, { amountKurus: 1n });
    const listed = await listRefunds(world.ctx, { partnerId, paymentCode });
    const ids = listed.map(({ refundId }) => refundId);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test("404 for another account, another payment or another account's code, as for a missing refund", async () => {
    const [paymentCode, other] = [await journey.capture(), await journey.capture()];
    const partnerRefundCode = newRefundCode();
    const { refundId } = await journey.refund(paymentCode, { partnerRefundCode });
    const code = (asked: Promise<unknown>) =>
      asked.then(
        () => "found",
        (error: { code?: string }) => error.code,
      );
    const theirs = { partnerId: foreigner };
    expect(await code(getRefund(world.ctx, { ...theirs, refundId }))).toBe("refund_not_found");
    expect(await code(getRefund(world.ctx, { partnerId, refundId: "rf_none" }))).toBe("refund_not_found");
    expect(await code(getRefundByCode(world.ctx, { ...theirs, partnerRefundCode }))).toBe("refund_not_found");
    const ofPayment = (asker: typeof partnerId, of: string) =>
      code(getRefundOfPayment(world.ctx, { partnerId: asker, paymentCode: of, refundId }));
    expect(await ofPayment(partnerId, other)).toBe("refund_not_found");
    expect(await ofPayment(foreigner, paymentCode)).toBe("payment_not_found");
    expect(await code(listRefunds(world.ctx, { ...theirs, paymentCode }))).toBe("payment_not_found");
  });
});

test("creates one delivery for each refund, which names the payment", async () => {
  const deliveries = createDeliveryHelpers(() => world);
  await deliveries.reset();
  const paymentCode = await journey.captureYesterday();
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) ids.push((await journey.refund(paymentCode, { amountKurus: 10n })).refundId);
  await relayOutbox(world.ctx);
  await relayOutbox(world.ctx);
  const made = await world.db.prisma.webhookDelivery.findMany({ where: { resourceType: "refund" } });
  expect(made.map(({ resourceId }) => resourceId).sort()).toEqual(ids.sort());
  for (const { id, body, occurredAt } of made) {
    expect(JSON.parse(Buffer.from(body).toString())).toEqual({
      id,
      type: "refund.approved",
      paymentCode,
      occurredAt: occurredAt.toISOString(),
    });
  }
});

// The counts include BEGIN and COMMIT.
describe("round trips", () => {
  test("17 from a void's request to its recorded approval; 12 when the bank does not answer", async () => {
    const [first, second] = [await journey.capture(), await journey.capture()];
    expect(await recordStatements(world.db, () => journey.refund(first))).toHaveLength(17);
    world.bank.answer("void", unknown);
    expect(await recordStatements(world.db, () => journey.refund(second))).toHaveLength(12);
  });

  test("one more for a credit, whose history is compared with the books before it is sent", async () => {
    const paymentCode = await journey.captureYesterday();
    expect(await recordStatements(world.db, () => journey.refund(paymentCode))).toHaveLength(18);
  });

  test("4 when it is refused, and 3 for a payment that does not exist", async () => {
    const paymentCode = await journey.capture();
    const refused = () => journey.tryRefund(paymentCode, { amountKurus: 1n });
    expect(await recordStatements(world.db, refused)).toHaveLength(4);
    expect(await recordStatements(world.db, () => journey.tryRefund("pay_none"))).toHaveLength(3);
  });

  test("3 for a payment with its refunds, however many, and for a list", async () => {
    const paymentCode = await journey.captureYesterday();
    for (let n = 0; n < 5; n++) await journey.refund(paymentCode, { amountKurus: 1n });
    expect(await recordStatements(world.db, () => journey.getPayment(paymentCode))).toHaveLength(3);
    const list = () => listRefunds(world.ctx, { partnerId: world.caller.partnerId, paymentCode });
    expect(await recordStatements(world.db, list)).toHaveLength(3);
  });
});
