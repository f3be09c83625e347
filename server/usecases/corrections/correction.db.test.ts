import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settlementDueAt } from "@/server/domain/business-day";
import { minutes } from "@/server/domain/clock";
import type { CorrectionKind } from "@/server/domain/corrections/correction";
import { AppError } from "@/server/domain/errors";
import { sumApprovedCredits } from "@/server/store/refunds/refunds";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { contradict, newStaffPair } from "@/server/testing/world/staff";
import { approved, openTestWorld, type TestWorld, terminalOf, unknown } from "@/server/testing/world/world";
import { getPaymentTimeline } from "../payments/get-payment-timeline";
import { listPayments } from "../payments/list-payments";
import { approveCorrection } from "./approve-correction";
import { proposeCorrection } from "./propose-correction";
import { rejectCorrection } from "./reject-correction";

let world: TestWorld;
let journey: RefundJourney;
let staff: Awaited<ReturnType<typeof newStaffPair>>;
const commission = 1_800n;
const net = 38_200n;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
  staff = await newStaffPair(world);
  const data = { mode: "direct_collection", limitPerTx: null, limitDaily: null } as const;
  await world.db.prisma.terminal.update({ where: { id: terminalOf.limited }, data });
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

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) =>
      error instanceof AppError ? `${error.code}: ${error.message}` : Promise.reject(error),
  );

const rowOf = (id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
/** What the payment shows, and what its settlements add up to. */
async function standOf(paymentCode: string) {
  const { refund, commission: taken, correctedAmount } = await journey.look(paymentCode);
  const settlements = await journey.settlementsOf(paymentCode);
  const { heldSince, voidedAt } = await rowOf(paymentCode);
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
  test("holds the payment since its first instant: 409 of every way, nothing sent, until it is answered", async () => {
    const paymentCode = await journey.captured();
    await contradict(world, paymentCode);
    const { heldSince } = await rowOf(paymentCode);
    expect(heldSince).toEqual(world.clock.now());
    world.clock.advanceMs(1_000);
    await contradict(world, paymentCode);
    expect((await rowOf(paymentCode)).heldSince).toEqual(heldSince);
    for (const request of [{}, { way: "void" }, { way: "credit", amountKurus: 1n }] as const) {
      expect(await journey.asked(paymentCode, request)).toBe("refund_in_progress");
    }
    expect(await journey.callsOf(paymentCode)).toEqual([]);
    const shut = { available: false, reason: "under_review" };
    expect((await journey.look(paymentCode)).refundOptions).toMatchObject({ void: shut, credit: shut });
    await correct(paymentCode, "none", 0n);
    expect(await journey.asked(paymentCode)).toBe("void approved");
  });

  test("found by the last look at a refund that was given up: held until the books say the same (finding 6)", async () => {
    const paymentCode = await journey.capturedYesterday();
    world.bank.answer("credit", unknown);
    world.bank.answer("history", historyOf());
    const { refundId } = await journey.refund(paymentCode);
    await journey.advance(minutes(20));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "declined" });
    world.bank.answer("history", historyOf({ credits: [40_000n] }));
    await journey.toDayEnd();
    expect(await journey.asked(paymentCode)).toBe("refund_in_progress");
    await correct(paymentCode, "credit_done", 40_000n);
    expect(await standOf(paymentCode)).toMatchObject({ net: -commission, isHeld: false });
    expect(await journey.asked(paymentCode)).toBe("payment_not_refundable");
  });
});

describe("an approved correction", () => {
  test("credit_done of the whole: no second refund, nothing to pay out but the commission's loss (finding 6)", async () => {
    const paymentCode = await journey.capturedYesterday();
    await contradict(world, paymentCode);
    await correct(paymentCode, "credit_done", 40_000n);
    const everything = ["full", 0n, 40_000n, 0n];
    const after = { sums: everything, net: -commission, isHeld: false, isVoided: false };
    expect(await standOf(paymentCode)).toEqual(after);
    expect(await journey.asked(paymentCode)).toBe("payment_not_refundable");
    const [, booked] = await journey.settlementsOf(paymentCode);
    expect(booked).toMatchObject({ amount: -40_000n, dueAt: settlementDueAt(world.clock.now(), "00:00") });
    const { items } = await listPayments(world.ctx, {
      partnerId: world.caller.partnerId,
      search: null,
      cursor: null,
      countMax: 1,
      filters: {
        status: null,
        refunded: "full",
        source: null,
        terminalId: null,
        amountFromKurus: null,
        amountToKurus: null,
        createdFrom: null,
        createdTo: null,
      },
    });
    expect(items[0]).toMatchObject({ paymentCode, refunded: "full", refundedAmount: 40_000n });
  });

  test("credit_done of a part leaves the rest to refund, and counts for the bank's history", async () => {
    const paymentCode = await journey.captured();
    await correct(paymentCode, "credit_done", 15_000n);
    const sums = ["partial", 0n, 15_000n, 25_000n];
    expect(await standOf(paymentCode)).toMatchObject({ sums, net: net - 15_000n });
    expect(await journey.asked(paymentCode, { way: "void" })).toBe("refund_method_not_available");
    expect(await journey.asked(paymentCode, { amountKurus: 25_001n })).toBe(
      "refund_amount_exceeds_remaining",
    );
    expect(await journey.asked(paymentCode)).toBe("credit approved");
    expect(await standOf(paymentCode)).toMatchObject({
      sums: ["full", 25_000n, 15_000n, 0n],
      net: -commission,
    });
    expect(await sumApprovedCredits(world.db, paymentCode)).toEqual({
      creditCount: 2,
      creditedKurus: 40_000n,
    });
  });

  test("credit_not_done takes a credit out of the books again; it can be refunded once more", async () => {
    const paymentCode = await journey.capturedYesterday();
    await journey.refund(paymentCode, { amountKurus: 15_000n });
    await correct(paymentCode, "credit_not_done", 15_000n);
    expect(await standOf(paymentCode)).toMatchObject({ sums: ["none", 15_000n, -15_000n, 40_000n], net });
    expect(await sumApprovedCredits(world.db, paymentCode)).toEqual({ creditCount: 0, creditedKurus: 0n });
    expect(await journey.asked(paymentCode)).toBe("credit approved");
    expect(await standOf(paymentCode)).toMatchObject({
      sums: ["full", 55_000n, -15_000n, 0n],
      net: -commission,
    });
  });

  test("void_done, and void_not_done after it: the net goes and comes back, and the payment is voided or not", async () => {
    const paymentCode = await journey.captured();
    await correct(paymentCode, "void_done", 40_000n);
    const everything = ["full", 0n, 40_000n, 0n];
    expect(await standOf(paymentCode)).toEqual({ sums: everything, net: 0n, isHeld: false, isVoided: true });
    await correct(paymentCode, "void_not_done", 40_000n);
    expect(await standOf(paymentCode)).toMatchObject({
      sums: ["none", 0n, 0n, 40_000n],
      net,
      isVoided: false,
    });
    expect(await journey.asked(paymentCode)).toBe("void approved");
    await correct(paymentCode, "void_not_done", 40_000n);
    expect(await standOf(paymentCode)).toMatchObject({ sums: ["none", 40_000n, -40_000n, 40_000n], net });
    const { partnerId } = world.caller;
    const timeline = await getPaymentTimeline(world.ctx, { partnerId, paymentCode, withDeliveries: false });
    const told = timeline.filter(({ kind }) => kind === "corrected");
    expect(told).toMatchObject([{ backKurus: 40_000n }, { backKurus: -40_000n }, { backKurus: -40_000n }]);
  });

  test("of direct collection changes what went back and books nothing", async () => {
    const paymentCode = await journey.captured({ terminalId: terminalOf.limited });
    await correct(paymentCode, "void_done", 40_000n);
    expect(await journey.look(paymentCode)).toMatchObject({
      correctedAmount: 40_000n,
      refund: { status: "full" },
    });
    expect(await journey.settlementsOf(paymentCode)).toEqual([]);
  });

  test("frees the bank connection's limit by void_done, and takes it again by void_not_done (D-41)", async () => {
    const [paymentCode, terminalId] = [await journey.captured(), terminalOf.ours];
    const now = world.clock.now();
    const usage = async () =>
      (
        await world.db.pool.query(
          `select coalesce(sum(amount), 0)::int as n from connection_total
        where terminal_id = $1 and span = 'day'`,
          [terminalId],
        )
      ).rows[0].n;
    await world.db.prisma.terminal.update({ where: { id: terminalId }, data: { limitDaily: 10n ** 12n } });
    await world.db.pool.query("select count_connection($1)", [terminalId]);
    const before = await usage();
    await correct(paymentCode, "void_done", 40_000n);
    expect([before - (await usage()), now]).toEqual([40_000, now]);
    await correct(paymentCode, "void_not_done", 40_000n);
    expect(await usage()).toBe(before);
  });
});

describe("refused", () => {
  test("the proposer alone, a wrong code, a used code, nobody of staff", async () => {
    const paymentCode = await journey.captured();
    const id = await propose(paymentCode, "credit_done", 1n);
    const by = await staff.second.prove();
    const asFirst = await staff.first.prove();
    const refusals = [
      await refusalOf(approveCorrection(world.ctx, { correctionId: id, by: asFirst })),
      await refusalOf(approveCorrection(world.ctx, { correctionId: id, by: { ...by, code: "000000" } })),
      await refusalOf(approveCorrection(world.ctx, { correctionId: id, by: { ...by, email: "x@y.test" } })),
      await refusalOf(rejectCorrection(world.ctx, { correctionId: id, reason: "no", by: asFirst })),
    ];
    expect(refusals).toEqual([
      "access_denied: A second person decides: not the one who proposed the correction",
      `access_denied: The code of ${by.email} is wrong, or was used before`,
      "not_found: Nobody of staff has the address x@y.test",
      "access_denied: A second person decides: not the one who proposed the correction",
    ]);
    expect((await standOf(paymentCode)).sums).toEqual(["none", 0n, 0n, 40_000n]);
    await approveCorrection(world.ctx, { correctionId: id, by });
    const next = await propose(paymentCode, "credit_done", 1n);
    await world.db.prisma.staffUser.update({ where: { id: staff.second.id }, data: { role: "support" } });
    const role = await refusalOf(approveCorrection(world.ctx, { correctionId: next, by }));
    await world.db.prisma.staffUser.update({ where: { id: staff.second.id }, data: { role: "admin" } });
    expect(role).toMatch(/^access_denied: .* has a role that may not do this$/);
  });

  test.each([
    ["credit_done", 40_001n, "More would have gone back, or be on its way back, than was captured"],
    ["credit_not_done", 1n, "The books hold less than that as gone back"],
    ["void_done", 39_999n, "A void is of the whole payment: the amount has to be the payment's"],
    ["void_not_done", 40_000n, "The books hold no void of the payment"],
    ["none", 1n, "A correction of the kind none has the amount 0"],
    ["credit_done", 0n, "The amount has to be more than 0"],
  ] as const)("what cannot be: %s of %d", async (kind, amountKurus, sentence) => {
    const paymentCode = await journey.captured();
    expect(await refusalOf(propose(paymentCode, kind, amountKurus))).toBe(`validation_error: ${sentence}`);
  });

  test("a second one while one waits, one of a payment that is none, and one that is decided", async () => {
    const paymentCode = await journey.captured();
    const id = await propose(paymentCode, "credit_done", 1n);
    expect(await refusalOf(propose(paymentCode, "none", 0n))).toMatch(
      /^validation_error: Another correction/,
    );
    expect(await refusalOf(propose("pay_none", "none", 0n))).toMatch(/^payment_not_found/);
    const by = await staff.second.prove();
    await contradict(world, paymentCode);
    await rejectCorrection(world.ctx, { correctionId: id, reason: "Not so", by });
    expect((await standOf(paymentCode)).isHeld).toBe(true);
    expect(await refusalOf(approve(id))).toMatch(
      /^validation_error: .* does not wait for a decision any more$/,
    );
  });

  test("twice at once: one is done, and the books change once", async () => {
    const paymentCode = await journey.captured();
    const id = await propose(paymentCode, "credit_done", 10_000n);
    const by = await staff.second.prove();
    const both = await Promise.allSettled(
      [1, 2].map(() => approveCorrection(world.ctx, { correctionId: id, by })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await standOf(paymentCode)).sums).toEqual(["partial", 0n, 10_000n, 30_000n]);
  });

  test("what was true when it was proposed and is not when it is approved", async () => {
    const paymentCode = await journey.captured();
    const id = await propose(paymentCode, "credit_done", 40_000n);
    await journey.refund(paymentCode);
    expect(await refusalOf(approve(id))).toMatch(/^validation_error: More would have gone back/);
    expect((await standOf(paymentCode)).sums).toEqual(["full", 40_000n, 0n, 0n]);
  });
});
