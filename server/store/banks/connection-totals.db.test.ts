import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Prisma } from "@/prisma/generated/client";
import type { Operation, Outcome } from "@/server/banks/bank";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { buildHistory, createRefundJourney, type RefundJourney } from "@/server/testing/journeys/refund";
import { countCases } from "@/server/testing/run/cases";
import { expectTotalsEqualPayments, expectUsageEqualsPayments } from "@/server/testing/world/totals";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  testTerminals,
  unknown,
} from "@/server/testing/world/world";

// Random lives of a terminal: after each step its stored totals must equal the sums of its payments.

let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ captureWaitMs: 0 });
  journey = createRefundJourney(world);
});
afterAll(() => world.close());

const terminals = [testTerminals.limited, testTerminals.ours] as const;

const off = { limitDaily: null, limitWeekly: null, limitMonthly: null, limitWindows: [] };
const settings: Prisma.TerminalUpdateInput[] = [
  off,
  { ...off, limitDaily: 60_000n },
  { ...off, limitDaily: 5_000n },
  { ...off, limitWeekly: 10n ** 12n },
  { ...off, limitMonthly: 150_000n, limitDaily: 90_000n },
  { ...off, limitWindows: [{ from: "22:00", to: "06:00", max: "40000" }] },
  { ...off, limitMonthly: 10n ** 12n, limitWindows: [{ from: "08:00", to: "08:00", max: "900000" }] },
];

const terminal = fc.constantFrom(...terminals);
const nth = fc.nat(40);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("create"),
      terminal,
      amount: fc.integer({ min: 1, max: 50_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("handoff"), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("return"),
      nth,
      outcome: fc.constantFrom<Outcome | null>(approved, approved, declined, unknown, null),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("refund"),
      nth,
      way: fc.constantFrom("automatic", "void", "void", "credit"),
      share: fc.constantFrom<bigint | null>(null, null, 2n),
      outcome: fc.constantFrom<Outcome>(approved, approved, declined, unknown),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pass"),
      ms: fc.oneof(
        fc.integer({ min: 1, max: seconds(90) }),
        fc.integer({ min: 1, max: minutes(50) }),
        fc.integer({ min: 1, max: hours(30) }),
        fc.integer({ min: 1, max: days(40) }),
      ),
      isSwept: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("midnight"),
      beforeMs: fc.constantFrom(1, seconds(30), minutes(20)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sweep") }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("limits"), terminal, setting: fc.constantFrom(...settings) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const setLimits = (data: Prisma.TerminalUpdateInput): Step => ({
  do: "limits",
  terminal: testTerminals.ours,
  setting: { ...off, ...data },
});

/**
 * Each walk begins with payments that are captured under limits, one voided and one credited; then the limits start
 * again.
 */
const opening: Step[] = [
  setLimits({ limitWeekly: 10n ** 12n }),
  ...(["void", "credit"] as const).flatMap((way): Step[] => [
    { do: "create", terminal: testTerminals.ours, amount: 100 },
    { do: "handoff", nth: 0 },
    { do: "return", nth: 0, outcome: approved },
    { do: "refund", nth: 0, way, share: null, outcome: approved },
  ]),
  setLimits(off),
  setLimits({ limitWeekly: 10n ** 12n }),
];

interface Open {
  readonly paymentCode: string;
  readonly paymentRef: string;
  token?: string;
  isCaptured?: boolean;
  isVoided?: boolean;
}

/** Sets the clock shortly before the next midnight in Istanbul. */
function toMidnight(beforeMs: number): void {
  const now = plusMs(world.clock.now(), beforeMs);
  world.clock.set(plusMs(istanbulDayStart(now), days(1) - beforeMs));
}

/** Takes the steps one after the other; a step for which there is no payment does nothing. */
class Walk {
  readonly seen = { created: 0, started: 0, captured: 0, voided: 0, credited: 0, checked: 0 };
  private readonly payments: Open[] = [];

  async take(now: Step): Promise<void> {
    switch (now.do) {
      case "create":
        return this.create(now.terminal, BigInt(now.amount));
      case "handoff":
        return this.handoff(this.pick(now.nth, (payment) => !payment.token));
      case "return":
        return this.comeBack(
          this.pick(now.nth, (payment) => payment.token !== undefined),
          now.outcome,
        );
      case "refund":
        return this.refund(
          // Pick one of the newest payments, which can still be voided.
          this.pick(now.nth % 3, ({ isCaptured, isVoided }) => isCaptured === true && !isVoided),
          now,
        );
      case "pass":
        if (now.isSwept) return void (await journey.advance(Math.ceil(now.ms / 1000) * 1000));
        return world.clock.advanceMs(now.ms);
      case "midnight":
        return toMidnight(now.beforeMs);
      case "sweep":
        return void (await journey.advance(0));
      case "limits":
        await world.db.prisma.terminal.update({ where: { id: now.terminal }, data: now.setting });
    }
  }

  async check(except: number): Promise<void> {
    await this.noteVoids();
    const limited = await world.db.pool.query("select id from terminal t where has_limits_over_time(t)");
    const payment = this.payments[except % (this.payments.length || 1)];
    for (const { id } of limited.rows) {
      this.seen.checked++;
      await expectTotalsEqualPayments(world, id);
      await expectUsageEqualsPayments(world, id);
      if (payment) await expectUsageEqualsPayments(world, id, payment.paymentCode);
    }
  }

  /** Reads the voids from the database, because a void may be approved long after its request. */
  private async noteVoids(): Promise<void> {
    const where = { method: "void", status: "approved" } as const;
    const voids = await world.db.prisma.refund.findMany({ where, select: { paymentId: true } });
    const codes = new Set(voids.map(({ paymentId }) => paymentId));
    for (const payment of this.payments) payment.isVoided = codes.has(payment.paymentCode);
    this.seen.voided = this.payments.filter(({ isVoided }) => isVoided).length;
  }

  private pick(nth: number, fits: (payment: Open) => boolean): Open | undefined {
    const fitting = this.payments.filter(fits);
    return fitting[fitting.length - 1 - (nth % (fitting.length || 1))];
  }

  private async create(terminalId: string, amountKurus: bigint): Promise<void> {
    try {
      this.payments.push(await journey.create({ terminalId, amountKurus, installment: 1 }));
      this.seen.created++;
    } catch (error) {
      expect((error as { code: string }).code).toMatch(/^pos_(daily|weekly|monthly|time_window)_limit_exceeded$/);
    }
  }

  private async handoff(payment: Open | undefined): Promise<void> {
    if (!payment) return;
    const started = await journey.start(payment.paymentRef);
    if (started.kind !== "form") return;
    this.seen.started++;
    payment.token = started.form.fields[0]?.[1].split("/").at(-1) ?? "";
  }

  private async comeBack(payment: Open | undefined, outcome: Outcome | null): Promise<void> {
    if (!payment?.token) return;
    if (outcome) world.bank.answer("capture", outcome);
    await journey.returnFromBank(payment.token, outcome ? "authenticated" : "not_authenticated");
    await world.settled();
    if ((await journey.getPayment(payment.paymentCode)).status !== "captured") return;
    payment.isCaptured = true;
    this.seen.captured++;
  }

  private async refund(
    payment: Open | undefined,
    { way, share, outcome }: Extract<Step, { do: "refund" }>,
  ): Promise<void> {
    if (!payment) return;
    for (const kind of ["void", "credit"] as const) world.bank.answer(kind, outcome);
    const { amount } = await journey.getPayment(payment.paymentCode);
    const part = share === null || amount < share ? null : amount / share;
    const answer = await journey.tryRefund(payment.paymentCode, { way, amountKurus: part });
    if (answer === "credit approved") this.seen.credited++;
  }
}

const lostWasDone = (bankOrderId: string): boolean => bankOrderId >= "H";

/** Answers inquiries: the bank has taken half of the captures whose answers were lost. */
async function answerInquiry(operation: Operation): Promise<Outcome> {
  if (operation.kind !== "inquire" || !lostWasDone(operation.orderId)) return { kind: "not_found" };
  const where = { bankOrderId: operation.orderId };
  const { payment } = await world.db.prisma.attempt.findUniqueOrThrow({ where, include: { payment: true } });
  return { ...paid, amountKurus: payment.amount };
}

/** Answers history requests: the bank has done half of the refunds whose answers were lost. */
async function answerHistory(operation: Operation): Promise<Outcome> {
  const bankOrderId = operation.kind === "history" ? operation.orderId : "";
  const { payment } = await world.db.prisma.attempt.findUniqueOrThrow({
    where: { bankOrderId },
    include: { payment: { include: { refunds: true } } },
  });
  const done = payment.refunds.filter(
    ({ status }) => status === "approved" || (status === "pending" && lostWasDone(bankOrderId)),
  );
  return buildHistory({
    amountKurus: payment.amount,
    isVoided: done.some(({ method }) => method === "void"),
    credits: done.flatMap(({ method, amount }) => (method === "credit" ? [amount] : [])),
  });
}

test("the totals and the usage equal the sums of the payments after every random step", async () => {
  world.bank.answer("inquire", answerInquiry);
  world.bank.answer("history", answerHistory);
  await world.db.prisma.terminal.update({ where: { id: testTerminals.limited }, data: { limitPerTx: null } });
  const seen = { created: 0, started: 0, captured: 0, voided: 0, credited: 0, checked: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, nth), { minLength: 50, maxLength: 70 }), async (steps) => {
      const walk = new Walk();
      for (const now of opening) await walk.take(now);
      for (const [now, except] of steps) {
        await walk.take(now);
        await walk.check(except);
      }
      for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] += walk.seen[key];
    }),
    { numRuns: countCases(2, 50), endOnFailure: true },
  );
  // Walks without any capture, void or credit would prove nothing.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});
