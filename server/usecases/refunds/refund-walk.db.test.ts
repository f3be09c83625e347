import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { isNearDayEnd, istanbulDayStart } from "@/server/domain/business-day";
import { days, minutes } from "@/server/domain/clock";
import { type Buyer, createBuyer, type Purchase } from "@/server/testing/journeys/bank-buyer";
import {
  countCreditedVoids,
  expectBankEqualsBooks,
  expectConsistentRefunds,
  settleManually,
} from "@/server/testing/journeys/bank-rules";
import { type BankWorld, directTerminal, openBankWorld } from "@/server/testing/journeys/bank-world";
import { type RefundRequest, type Step, steps } from "@/server/testing/journeys/refund-steps";
import { countCases } from "@/server/testing/run/cases";
import { testTerminals } from "@/server/testing/world/world";
import type { Ctx } from "../ctx";
import { doDueWork } from "../operations/do-due-work";
import type { PaymentRecord } from "../payments/shared/payment-record";

// Random walks of payments at a simulated bank whose answers get lost, in processes that die. A walk that fails is
// printed with its seed.
let world: BankWorld;
let buyer: Buyer;
/** How often each answer was given in all walks at one bank. */
let seen: Record<string, number>;
const count = (what: string): void => {
  seen[what] = (seen[what] ?? 0) + 1;
};

const buys = (card: NonNullable<Purchase["card"]>): Step => ({
  do: "buy",
  amountKurus: 9_000n,
  card,
  terminalId: testTerminals.ours,
  isLink: false,
  death: null,
});

/** Steps with which each walk begins, so that some payments can be refunded. */
const opening = [buys("approved"), buys("credit_lost_taken")];

/** A fixed walk that always runs, so that every situation of the final assertions occurs at least once. */
const story: Step[] = [
  { do: "fault", kind: "cut_after", operations: ["credit"] },
  { do: "refund", nth: 1, ask: { way: "credit", amount: "hundred" }, death: null },
  { do: "fault", kind: "cut_after", operations: ["credit", "history"] },
  { do: "together", nth: 1, asks: [1, 2].map(() => ({ way: "credit", amount: "hundred" as const })) },
  { do: "pass", ms: minutes(2), isSwept: true },
  { do: "fault", kind: null, operations: [] },
  { do: "refund", nth: 2, ask: { way: "void", amount: null }, death: null },
  { do: "due", death: { when: "after", operations: ["history"] } },
  { do: "pass", ms: days(1), isSwept: false },
  buys("approved"),
  { do: "refund", nth: 1, ask: { way: "credit", amount: "third" }, death: null },
  // A capture that the bank answers after midnight, and a void that it receives after midnight.
  { do: "slow", delay: "after" },
  buys("approved"),
  { do: "refund", nth: 5, ask: { way: "automatic", amount: null }, death: null },
  buys("approved"),
  { do: "slow", delay: "before" },
  { do: "refund", nth: 5, ask: { way: "automatic", amount: null }, death: null },
];

class Walk {
  readonly payments: string[] = [];
  private readonly other: Ctx = world.open();

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case "buy": {
        const { death, amountKurus, card, terminalId, isLink } = step;
        const ctx = death ? world.open(death) : world.ctx;
        this.payments.push(await buyer.buy({ amountKurus, card, terminalId, isLink, ctx }));
        break;
      }
      case "refund":
        await this.refund(step.nth, [step.ask], [step.death ? world.open(step.death) : world.ctx]);
        break;
      case "together":
        await this.refund(step.nth, step.asks, [world.ctx, this.other]);
        break;
      case "fault":
        await world.bankControls.fail(step.kind, step.operations);
        break;
      case "sameDayCredits":
        await world.bankControls.set({ refuseSameDayCredit: step.refused });
        break;
      case "slow":
        world.delayNext(step.delay);
        break;
      case "pass":
        if (step.isSwept) await buyer.advance(step.ms);
        else world.clock.advanceMs(step.ms);
        break;
      case "due": {
        const until = world.clock.now();
        const second = step.death ? world.open(step.death) : this.other;
        await Promise.all([doDueWork(world.ctx, { until }), doDueWork(second, { until })]);
      }
    }
    await world.settled();
  }

  /** Picks a payment, usually one with a remaining amount. */
  private async pick(nth: number): Promise<PaymentRecord> {
    const payments = await Promise.all(this.payments.map(buyer.getPayment));
    const open = payments.filter(({ refund }) => refund.remainingAmount > 0n);
    const among = open.length > 0 && nth % 6 > 0 ? open : payments;
    return among[nth % among.length] as PaymentRecord;
  }

  private async refund(nth: number, asked: readonly RefundRequest[], processes: readonly Ctx[]): Promise<void> {
    const before = await this.pick(nth);
    const wanted = asked.map(({ way, amount }) => ({
      way,
      amountKurus: toAmount(amount, before.refund.remainingAmount),
    }));
    const askedAt = world.clock.now();
    const answers = await Promise.all(
      wanted.map((ask, i) =>
        buyer.refund(before.paymentCode, { ...ask, ctx: processes[i % processes.length] ?? world.ctx }),
      ),
    );
    for (const answer of answers) count(answer);
    const [ask] = wanted;
    if (ask && wanted.length === 1) {
      const foreseen = expected(before, ask, askedAt);
      const mayGoOn = foreseen === "void" && ask.way === "automatic" && isAroundDayEnd(before, askedAt);
      expect([foreseen, ...(mayGoOn ? ["credit"] : [])]).toContain(answers[0]?.split(" ")[0]);
    }
    if (before.refund.pendingAmount > 0n) expect(new Set(answers)).toEqual(new Set(["refund_in_progress"]));
    const given = (await buyer.getPayment(before.paymentCode)).refund.refundedAmount - before.refund.refundedAmount;
    if (!answers.some((answer) => answer.endsWith(" approved"))) expect(given).toBe(0n);
  }

  /** Ends all faults and lets time pass until no refund is open. */
  async end(): Promise<void> {
    await world.bankControls.fail(null);
    await world.bankControls.set({ refuseSameDayCredit: false });
    for (const ms of [minutes(2), minutes(15), days(1), days(1)]) await buyer.advance(ms);
    await settleManually(world);
    await buyer.advance(days(1));
  }
}

/** Whether a void that is sent now may continue as a credit (D-157). */
const isAroundDayEnd = ({ capturedAt, terminalId }: PaymentRecord, askedAt: Date): boolean =>
  terminalId !== directTerminal &&
  [capturedAt, askedAt, world.clock.now()].some(
    (instant) => instant !== null && isNearDayEnd(instant, "00:00", minutes(5)),
  );

function toAmount(amount: RefundRequest["amount"], leftKurus: bigint): bigint | null {
  if (amount === null) return null;
  if (amount === "all and one") return leftKurus + 1n;
  const [hundred, third, half, all] = [100n, leftKurus / 3n, leftKurus / 2n, leftKurus];
  const share = { kurus: 1n, hundred, third, half, all }[amount];
  return share > 0n ? share : 1n;
}

/** An independent implementation of the rules of D-25: returns the method or the code of the refusal. */
function expected(payment: PaymentRecord, ask: { way: string; amountKurus: bigint | null }, askedAt: Date): string {
  const { refundedAmount, pendingAmount } = payment.refund;
  const leftKurus = payment.amount - refundedAmount;
  if (payment.capturedAt === null || leftKurus === 0n) return "payment_not_refundable";
  if (pendingAmount > 0n) return "refund_in_progress";
  const amountKurus = ask.amountKurus ?? leftKurus;
  if (amountKurus > leftKurus) return "refund_amount_exceeds_remaining";
  const isToday = `${istanbulDayStart(payment.capturedAt)}` === `${istanbulDayStart(askedAt)}`;
  const canVoid = isToday && amountKurus === payment.amount;
  if (payment.terminalId === directTerminal)
    return canVoid && ask.way !== "credit" ? "void" : "direct_refund_not_allowed";
  if (ask.way === "credit") return "credit";
  if (canVoid) return "void";
  if (ask.way === "void") return "refund_method_not_available";
  return isToday && amountKurus < leftKurus ? "refund_not_yet_available" : "credit";
}

/** How many walks are taken at each bank. The first one is the story; the simulator takes random ones at each. */
const walks: Readonly<Record<Protocol, number>> = {
  nestpay: countCases(1, 60),
  garanti: countCases(1, 30),
  posnet: countCases(1, 30),
  payfor: countCases(1, 30),
};

describe.each(Object.entries(walks) as [Protocol, number][])("%s", (protocol, numRuns) => {
  beforeAll(async () => {
    seen = {};
    world = await openBankWorld({ protocol, captureWaitMs: 0 });
    buyer = createBuyer(world);
  });
  afterAll(() => world.close());

  test("refunds nothing twice and keeps books and bank ledger equal, for any order of steps", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 11, maxLength: 22 }), async (walked) => {
        const walk = new Walk();
        for (const step of [...opening, ...walked]) {
          await walk.take(step);
          await expectConsistentRefunds(world, walk.payments);
        }
        await walk.end();
        await expectBankEqualsBooks(world, walk.payments);
      }),
      { numRuns, examples: [[story]], endOnFailure: true },
    );
    await expectBankEqualsBooks(world);
    // The walks prove nothing unless these situations occurred.
    expect(countCreditedVoids(world), "voids that went on as credits").toBeGreaterThan(0);
    for (const what of ["void approved", "credit approved", "credit pending", "refund_in_progress"]) {
      expect(seen[what], what).toBeGreaterThan(0);
    }
  });
});
