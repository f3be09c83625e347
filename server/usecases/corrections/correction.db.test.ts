import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settlementDueAt } from "@/server/domain/business-day";
import { minutes } from "@/server/domain/clock";
import type { CorrectionKind } from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { sumApprovedCredits } from "@/server/store/refunds/refunds";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { createContradiction, newStaffPair } from "@/server/testing/world/staff";
import { approved, openTestWorld, type TestWorld, testTerminals, unknown } from "@/server/testing/world/world";
import { listOpenQuestions } from "../operations/open-question-queries";
import { getPaymentTimeline } from "../payments/get-payment-timeline";
import { listPayments } from "../payments/queries";
import { approveCorrection } from "./approve-correction";
import { proposeCorrection } from "./propose-correction";
import { rejectCorrection } from "./reject-correction";

let world: TestWorld;
let journey: RefundJourney;
let staff: Awaited<ReturnType<typeof newStaffPair>>;
const commission = 1_800n;
const net = 38_200n;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  staff = await newStaffPair(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: testTerminals.limited }, data });
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
});

const propose = async (paymentCode: string, kind: CorrectionKind, amountKurus: bigint) =>
  proposeCorrection(world.ctx, {
    paymentCode,
    kind,
    amountKurus,
    refundId: null,
    reason: "Seen at the bank",
    evidence: "Statement of 20 November, line 7",
    by: await staff.first.prove(),
  });
const approve = async (correctionId: string) =>
  approveCorrection(world.ctx, { correctionId, by: await staff.second.prove() });
const correct = async (paymentCode: string, kind: CorrectionKind, amountKurus: bigint) => {
  const id = await propose(paymentCode, kind, amountKurus);
  world.clock.advanceMs(1_000);
  return approve(id);
};

const readRefusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : Promise.reject(error)),
  );

const getRow = (id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
/** Reads what the payment shows, and checks that its settlements have the same sum. */
async function getState(paymentCode: string) {
  const { refund, commission: taken, correctedAmount } = await journey.getPayment(paymentCode);
  const settlements = await journey.listSettlements(paymentCode);
  const { heldSince, voidedAt } = await getRow(paymentCode);
  expect(taken?.netAmount).toBe(settlements.reduce((sum, { amount }) => sum + amount, 0n));
  const { status, refundedAmount, remainingAmount } = refund;
  return {
    sums: [status, refundedAmount, correctedAmount, remainingAmount],
    net: taken?.netAmount,
    isHeld: heldSince !== null,
    isVoided: voidedAt !== null,
  };
}

describe("a contradiction", () => {
  test("holds the payment from its first instant: every refund answers 409 and is not sent, until a correction", async () => {
    const paymentCode = await journey.capture();
    await createContradiction(world, paymentCode);
    const { heldSince } = await getRow(paymentCode);
    expect(heldSince).toEqual(world.clock.now());
    world.clock.advanceMs(1_000);
    await createContradiction(world, paymentCode);
    expect((await getRow(paymentCode)).heldSince).toEqual(heldSince);
    for (const request of [{}, { way: "void" }, { way: "credit", amountKurus: 1n }] as const) {
      expect(await journey.tryRefund(paymentCode, request)).toBe("refund_in_progress");
    }
    expect(await journey.listBankCalls(paymentCode)).toEqual([]);
    const shut = { available: false, reason: "under_review" };
    expect((await journey.getPayment(paymentCode)).refundOptions).toMatchObject({ void: shut, credit: shut });
    await correct(paymentCode, "none", 0n);
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
  });

  test("found by the last recheck of a refund that was given up holds the payment until the books agree", async () => {
    const paymentCode = await journey.captureYesterday();
    world.bank.answer("credit", unknown);
    world.bank.answer("history", buildHistory());
    const { refundId } = await journey.refund(paymentCode);
    await journey.advance(minutes(20));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined" });
    world.bank.answer("history", buildHistory({ credits: [40_000n] }));
    await journey.advanceToDayEnd();
    expect(await journey.tryRefund(paymentCode)).toBe("refund_in_progress");
    await correct(paymentCode, "credit_done", 40_000n);
    expect(await getState(paymentCode)).toMatchObject({ net: -commission, isHeld: false });
    expect(await journey.tryRefund(paymentCode)).toBe("payment_not_refundable");
  });

  test("is what a waiting correction ends: the queue says of which payments the hold ends", async () => {
    const [held, free] = [await journey.capture(), await journey.capture()];
    await createContradiction(world, held);
    const ids = [await propose(held, "none", 0n), await propose(free, "none", 0n)];
    const { corrections } = await listOpenQuestions(world.ctx);
    const of = (id: string) => corrections.find(({ correctionId }) => correctionId === id)?.isHeld;
    expect(ids.map(of)).toEqual([true, false]);
    for (const id of ids) await approve(id);
  });
});

describe("an approved correction", () => {
  test("credit_done of the whole: no second refund, and only the commission is owed", async () => {
    const paymentCode = await journey.captureYesterday();
    await createContradiction(world, paymentCode);
    await correct(paymentCode, "credit_done", 40_000n);
    const everything = ["full", 0n, 40_000n, 0n];
    const after = { sums: everything, net: -commission, isHeld: false, isVoided: false };
    expect(await getState(paymentCode)).toEqual(after);
    expect(await journey.tryRefund(paymentCode)).toBe("payment_not_refundable");
    const [, booked] = await journey.listSettlements(paymentCode);
    expect(booked).toMatchObject({ amount: -40_000n, dueAt: settlementDueAt(world.clock.now(), "00:00") });
    const { items } = await listPayments(world.ctx, {
      partnerId: world.caller.partnerId,
      search: null,
      sort: "-created",
      cursor: null,
      countMax: 1,
      filters: {
        status: null,
        refunded: "full",
        source: null,
        terminalId: null,
        linkId: null,
        amount: null,
        created: null,
      },
    });
    expect(items[0]).toMatchObject({ paymentCode, refunded: "full", refundedAmount: 40_000n });
  });

  test("credit_done of a part leaves the rest refundable and counts in the comparison with the bank's history", async () => {
    const paymentCode = await journey.capture();
    await correct(paymentCode, "credit_done", 15_000n);
    const sums = ["partial", 0n, 15_000n, 25_000n];
    expect(await getState(paymentCode)).toMatchObject({ sums, net: net - 15_000n });
    expect(await journey.tryRefund(paymentCode, { way: "void" })).toBe("refund_method_not_available");
    expect(await journey.tryRefund(paymentCode, { amountKurus: 25_001n })).toBe("refund_amount_exceeds_remaining");
    expect(await journey.tryRefund(paymentCode)).toBe("credit approved");
    expect(await getState(paymentCode)).toMatchObject({
      sums: ["full", 25_000n, 15_000n, 0n],
      net: -commission,
    });
    const total = { creditCount: 2, creditedKurus: 40_000n };
    expect(await sumApprovedCredits(world.db, paymentCode)).toEqual(total);
  });

  test("credit_not_done removes a credit from the books, so that the amount can be refunded again", async () => {
    const paymentCode = await journey.captureYesterday();
    await journey.refund(paymentCode, { amountKurus: 15_000n });
    await correct(paymentCode, "credit_not_done", 15_000n);
    expect(await getState(paymentCode)).toMatchObject({ sums: ["none", 15_000n, -15_000n, 40_000n], net });
    expect(await sumApprovedCredits(world.db, paymentCode)).toEqual({ creditCount: 0, creditedKurus: 0n });
    expect(await journey.tryRefund(paymentCode)).toBe("credit approved");
    expect(await getState(paymentCode)).toMatchObject({
      sums: ["full", 55_000n, -15_000n, 0n],
      net: -commission,
    });
  });

  test("void_done takes the net back and voids the payment; void_not_done after it reverses both", async () => {
    const paymentCode = await journey.capture();
    await correct(paymentCode, "void_done", 40_000n);
    const everything = ["full", 0n, 40_000n, 0n];
    const voided = { sums: everything, net: 0n, isHeld: false, isVoided: true };
    expect(await getState(paymentCode)).toEqual(voided);
    await correct(paymentCode, "void_not_done", 40_000n);
    expect(await getState(paymentCode)).toMatchObject({
      sums: ["none", 0n, 0n, 40_000n],
      net,
      isVoided: false,
    });
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    await correct(paymentCode, "void_not_done", 40_000n);
    expect(await getState(paymentCode)).toMatchObject({ sums: ["none", 40_000n, -40_000n, 40_000n], net });
    const { partnerId } = world.caller;
    const timeline = await getPaymentTimeline(world.ctx, { partnerId, paymentCode, withDeliveries: false });
    const events = timeline.filter(({ kind }) => kind === "corrected");
    expect(events).toMatchObject([{ backKurus: 40_000n }, { backKurus: -40_000n }, { backKurus: -40_000n }]);
  });

  test("of direct collection changes the corrected amount and books nothing", async () => {
    const paymentCode = await journey.capture({ terminalId: testTerminals.limited });
    await correct(paymentCode, "void_done", 40_000n);
    const { correctedAmount, refund } = await journey.getPayment(paymentCode);
    expect([correctedAmount, refund.status]).toEqual([40_000n, "full"]);
    expect(await journey.listSettlements(paymentCode)).toEqual([]);
  });

  test("void_done releases the amount from the bank connection's limit, and void_not_done counts it again (D-41)", async () => {
    const [paymentCode, terminalId] = [await journey.capture(), testTerminals.ours];
    const text = "select sum(amount)::int as n from connection_total where terminal_id = $1 and span = 'day'";
    const usage = async () => (await world.db.pool.query(text, [terminalId])).rows[0].n ?? 0;
    await world.db.prisma.terminal.update({ where: { id: terminalId }, data: { limitDaily: 10n ** 12n } });
    await world.db.pool.query("select count_connection($1)", [terminalId]);
    const before = await usage();
    await correct(paymentCode, "void_done", 40_000n);
    expect(before - (await usage())).toBe(40_000);
    await correct(paymentCode, "void_not_done", 40_000n);
    expect(await usage()).toBe(before);
  });
});

describe("refused", () => {
  test("the proposer as decider, a wrong code, an unknown address, a role without the permission", async () => {
    const paymentCode = await journey.capture();
    const id = await propose(paymentCode, "credit_done", 1n);
    const by = await staff.second.prove();
    const asFirst = await staff.first.prove();
    const refusals = [
      await readRefusal(approveCorrection(world.ctx, { correctionId: id, by: asFirst })),
      await readRefusal(approveCorrection(world.ctx, { correctionId: id, by: { ...by, code: "000000" } })),
      await readRefusal(approveCorrection(world.ctx, { correctionId: id, by: { ...by, email: "x@y.test" } })),
      await readRefusal(rejectCorrection(world.ctx, { correctionId: id, reason: "no", by: asFirst })),
    ];
    expect(refusals).toEqual([
      "second_person_required: A second person decides: not the one who proposed the correction",
      `access_denied: The code of ${by.email} is wrong, or was used before`,
      "not_found: No staff user has the address x@y.test",
      "second_person_required: A second person decides: not the one who proposed the correction",
    ]);
    expect((await getState(paymentCode)).sums).toEqual(["none", 0n, 0n, 40_000n]);
    await approveCorrection(world.ctx, { correctionId: id, by });
    const next = await propose(paymentCode, "credit_done", 1n);
    await world.db.prisma.staffUser.update({ where: { id: staff.second.id }, data: { role: "support" } });
    const role = await readRefusal(approveCorrection(world.ctx, { correctionId: next, by }));
    await world.db.prisma.staffUser.update({ where: { id: staff.second.id }, data: { role: "admin" } });
    expect(role).toMatch(/^access_denied: .* has a role that may not do this$/);
  });

  test.each([
    ["credit_done", 40_001n, "With this amount, more would be given back than was captured."],
    ["credit_not_done", 1n, "This is more than the books have as given back."],
    ["void_done", 39_999n, "A void covers the whole payment: enter the payment's amount."],
    ["void_not_done", 40_000n, "The books have no void of this payment."],
    ["none", 1n, "Where the books are right, the amount of the correction is 0."],
    ["credit_done", 0n, "Enter the amount that was seen at the bank."],
  ] as const)("an impossible correction: %s of %d", async (kind, amountKurus, sentence) => {
    const paymentCode = await journey.capture();
    expect(await readRefusal(propose(paymentCode, kind, amountKurus))).toBe(`validation_error: ${sentence}`);
  });

  test("a second proposal while one waits, one for an unknown payment, and a decision on a decided one", async () => {
    const paymentCode = await journey.capture();
    const id = await propose(paymentCode, "credit_done", 1n);
    expect(await readRefusal(propose(paymentCode, "none", 0n))).toMatch(/^change_waiting: Another correction/);
    expect(await readRefusal(propose("pay_none", "none", 0n))).toMatch(/^payment_not_found/);
    const by = await staff.second.prove();
    await createContradiction(world, paymentCode);
    await rejectCorrection(world.ctx, { correctionId: id, reason: "Not so", by });
    expect((await getState(paymentCode)).isHeld).toBe(true);
    expect(await readRefusal(approve(id))).toMatch(/^change_decided: .* does not wait for a decision any more$/);
  });

  test("one of two concurrent approvals, so that the books change once", async () => {
    const paymentCode = await journey.capture();
    const id = await propose(paymentCode, "credit_done", 10_000n);
    const by = await staff.second.prove();
    const both = await Promise.allSettled([1, 2].map(() => approveCorrection(world.ctx, { correctionId: id, by })));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await getState(paymentCode)).sums).toEqual(["partial", 0n, 10_000n, 30_000n]);
  });

  test("an approval that has become impossible since the proposal", async () => {
    const paymentCode = await journey.capture();
    const id = await propose(paymentCode, "credit_done", 40_000n);
    await journey.refund(paymentCode);
    expect(await readRefusal(approve(id))).toMatch(/^validation_error: With this amount/);
    expect((await getState(paymentCode)).sums).toEqual(["full", 40_000n, 0n, 0n]);
  });
});
