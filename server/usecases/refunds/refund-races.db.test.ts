import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { istanbulDayStart } from "@/server/domain/business-day";
import { days, minutes, plusMs, seconds } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks, expectConsistentRefunds } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, openBankWorld } from "@/server/testing/journeys/bank-world";
import type { Ctx } from "../ctx";
import { doDueWork } from "../operations/do-due-work";

// Parallel refunds at the simulated bank; after each test the bank's ledger is compared with the books.
let world: BankWorld;
let buyer: Buyer;
let other: Ctx;
beforeAll(async () => {
  world = await openBankWorld();
  buyer = createBuyer(world);
  other = world.open();
});
afterEach(async () => {
  await world.settled();
  await world.bankControls.fail(null);
  await world.bankControls.set({ latencyMs: 0 });
});
afterAll(() => world.close());

/** Sets the clock to the next midnight in Istanbul plus an offset in ms. */
const toDayEnd = (offMs = 0) => world.clock.set(plusMs(istanbulDayStart(world.clock.now()), days(1) + offMs));

const atOnce = (count: number, ask: (n: number) => Promise<string>): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)));

const countAnswers = (answers: readonly string[], answer: string): number =>
  answers.filter((each) => each === answer).length;

/** Alternates between the two processes. */
const pickProcess = (n: number): Ctx => (n % 2 === 0 ? world.ctx : other);

describe("parallel refunds", () => {
  test("approve one of twenty full refunds as a void and refuse the others", async () => {
    const payment = await buyer.buy();
    const answers = await atOnce(20, (n) => buyer.refund(payment, { ctx: pickProcess(n) }));
    expect(countAnswers(answers, "void approved")).toBe(1);
    for (const answer of answers.filter((each) => each !== "void approved")) {
      expect(["refund_in_progress", "payment_not_refundable"]).toContain(answer);
    }
    await expectBankEqualsBooks(world);
    expect((await buyer.getPayment(payment)).refund).toMatchObject({ status: "full", remainingAmount: 0n });
  });

  test("never refund more than was captured with twenty credits of a tenth, repeated until nothing remains", async () => {
    const payment = await buyer.buy();
    toDayEnd();
    const tenth = { amountKurus: 4_000n };
    let approved = 0;
    for (let round = 0; round < 10 && approved < 10; round++) {
      const answers = await atOnce(20, (n) => buyer.refund(payment, { ...tenth, ctx: pickProcess(n) }));
      approved += countAnswers(answers, "credit approved");
      await expectConsistentRefunds(world, [payment]);
    }
    expect(approved).toBe(10);
    expect(await buyer.refund(payment, tenth)).toBe("payment_not_refundable");
    await expectBankEqualsBooks(world);
  });

  test("approve a void or credits, never both", async () => {
    for (let round = 0; round < 6; round++) {
      const payment = await buyer.buy();
      const asks = [{ way: "void" }, { way: "credit", amountKurus: 1n }, { way: "credit" }] as const;
      const answers = await atOnce(6, (n) => buyer.refund(payment, { ...asks[(n + round) % 3], ctx: pickProcess(n) }));
      expect(answers.filter((answer) => answer.endsWith("approved")).length).toBeGreaterThan(0);
      if (countAnswers(answers, "void approved") > 0) expect(countAnswers(answers, "credit approved")).toBe(0);
      await expectBankEqualsBooks(world);
    }
  });
});

describe("a lost answer", () => {
  test("approves once when two processes inquire in parallel and another refund is requested meanwhile", async () => {
    const payment = await buyer.buy();
    await world.bankControls.fail("cut_after", ["credit"]);
    const ask = { way: "credit", amountKurus: 5_000n } as const;
    expect(await buyer.refund(payment, ask)).toBe("credit pending");
    await world.bankControls.fail(null);
    world.clock.advanceMs(minutes(3));
    const until = world.clock.now();
    const [, , during] = await Promise.all([
      doDueWork(world.ctx, { until }),
      doDueWork(other, { until }),
      buyer.refund(payment, ask),
    ]);
    expect(["refund_in_progress", "credit approved"]).toContain(during);
    await expectBankEqualsBooks(world, [payment]);
    expect((await buyer.getPayment(payment)).refund.items.at(-1)?.status).toBe("approved");
  });

  test("declines once when nothing was done, and only after two inquiries", async () => {
    const payment = await buyer.buy();
    await world.bankControls.fail("cut", ["void"]);
    expect(await buyer.refund(payment)).toBe("void pending");
    await world.bankControls.fail(null);
    await buyer.advance(minutes(1));
    expect((await buyer.getPayment(payment)).refund.items[0]?.status).toBe("pending");
    await buyer.advance(minutes(10));
    expect((await buyer.getPayment(payment)).refund.items[0]).toMatchObject({ failureCode: "not_processed" });
    expect(await buyer.refund(payment)).toBe("void approved");
    await buyer.advance(days(1));
    await expectBankEqualsBooks(world);
  });

  test("stays pending after one inquiry, however late, when a process died before the call; the second one declines", async () => {
    const payment = await buyer.buy();
    const ctx = world.open({ when: "before", operations: ["void"] });
    expect(await buyer.refund(payment, { ctx })).toBe("void pending");
    for (const status of ["pending", "declined"]) {
      world.clock.advanceMs(minutes(10));
      await doDueWork(other, { until: world.clock.now() });
      expect((await buyer.getPayment(payment)).refund.items).toMatchObject([{ status }]);
    }
    await expectBankEqualsBooks(world);
  });

  test("is not confused with an equal earlier credit: only this credit at the bank decides", async () => {
    const ask = { way: "credit", amountKurus: 7_000n } as const;
    for (const [kind, state] of [
      ["cut_after", "approved"],
      ["cut", "declined"],
    ] as const) {
      const payment = await buyer.buy();
      expect(await buyer.refund(payment, ask)).toBe("credit approved");
      world.clock.advanceMs(seconds(1));
      await world.bankControls.fail(kind, ["credit"]);
      expect(await buyer.refund(payment, ask)).toBe("credit pending");
      expect(await buyer.refund(payment, ask)).toBe("refund_in_progress");
      await world.bankControls.fail(null);
      await buyer.advance(minutes(15));
      const { items, refundedAmount } = (await buyer.getPayment(payment)).refund;
      expect(items.map(({ status }) => status)).toEqual([state, "approved"]);
      expect(refundedAmount).toBe(state === "approved" ? 14_000n : 7_000n);
      await expectBankEqualsBooks(world);
    }
  });

  test("approves credits one after the other on a card whose credits are never answered", async () => {
    const payment = await buyer.buy({ card: "credit_lost_taken" });
    const ask = { way: "credit", amountKurus: 20_000n } as const;
    for (const remaining of [20_000n, 0n]) {
      expect(await buyer.refund(payment, ask)).toBe("credit pending");
      await buyer.advance(minutes(1));
      expect((await buyer.getPayment(payment)).refund).toMatchObject({
        pendingAmount: 0n,
        remainingAmount: remaining,
      });
    }
    expect(await buyer.refund(payment, ask)).toBe("payment_not_refundable");
    await expectBankEqualsBooks(world);
  });
});

describe("at day-end", () => {
  /** A process in which `delay` runs between the refund's intent and the bank call of a void. */
  const withDelay = (delay: () => void): Ctx => ({
    ...other,
    banks: {
      ...other.banks,
      call(...call) {
        if (call[1].kind === "void") delay();
        return other.banks.call(...call);
      },
    },
  });

  test("approves when the bank receives the void before midnight and answers after it", async () => {
    const payment = await buyer.buy();
    toDayEnd(-1);
    await world.bankControls.set({ latencyMs: 300, operations: ["void"] });
    const asked = buyer.refund(payment);
    await expect.poll(() => givenAtBank(payment)).toBe("40000");
    toDayEnd();
    expect(await asked).toBe("void approved");
    await expectBankEqualsBooks(world);
  });

  test("approves as a credit when the bank receives a void of our choice after midnight", async () => {
    const payment = await buyer.buy();
    toDayEnd(-1);
    expect(await buyer.refund(payment, { ctx: withDelay(toDayEnd) })).toBe("credit approved");
    await expectBankEqualsBooks(world);
  });

  test("declines when the bank receives a requested void after midnight", async () => {
    const payment = await buyer.buy();
    toDayEnd(-1);
    const asked = buyer.refund(payment, { way: "void", ctx: withDelay(toDayEnd) });
    expect(await asked).toBe("void declined");
    expect((await buyer.getPayment(payment)).refund.items[0]).toMatchObject({ failureCode: "day_closed" });
    expect(await buyer.refund(payment)).toBe("credit approved");
    await expectBankEqualsBooks(world);
  });

  test("decides by the bank's history about a void whose answer is lost over midnight", async () => {
    for (const [kind, facts] of [
      ["cut_after", { status: "approved", failureCode: null }],
      ["cut", { status: "declined", failureCode: "day_closed" }],
    ] as const) {
      const payment = await buyer.buy();
      toDayEnd(-seconds(10));
      await world.bankControls.fail(kind, ["void"]);
      expect(await buyer.refund(payment)).toBe("void pending");
      await world.bankControls.fail(null);
      await buyer.advance(minutes(15));
      expect((await buyer.getPayment(payment)).refund.items).toMatchObject([{ method: "void", ...facts }]);
      await expectBankEqualsBooks(world);
    }
  });
});

describe("a call that is still open", () => {
  /** Opens a process whose refunds are done at the bank, and whose answers come only when they are released. */
  const openHeld = () => {
    const ctx = world.open();
    const { call } = ctx.banks;
    let letThrough = () => {};
    const isLetThrough = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const banks: Ctx["banks"] = {
      ...ctx.banks,
      async call(protocol, operation, account, options) {
        const outcome = await call(protocol, operation, account, options);
        if (operation.kind === "void" || operation.kind === "credit") await isLetThrough;
        return outcome;
      },
    };
    return { ctx: { ...ctx, banks }, letThrough };
  };

  test("is awaited by its own process and resolved once, also by another process's inquiry", async () => {
    const payment = await buyer.buy();
    const { ctx, letThrough } = openHeld();
    const asked = buyer.refund(payment, { way: "credit", amountKurus: 1n, ctx });
    await expect.poll(() => givenAtBank(payment)).toBe("1");
    world.clock.advanceMs(minutes(3));
    const until = world.clock.now();
    const own = doDueWork(ctx, { until });
    await doDueWork(other, { until });
    letThrough();
    await own;
    expect(await asked).toBe("credit approved");
    await expectBankEqualsBooks(world);
  });

  test("answers pending when the merchant's wait ends, and approves when the bank answers", async () => {
    const payment = await buyer.buy();
    const { ctx, letThrough } = openHeld();
    expect(await buyer.refund(payment, { ctx: { ...ctx, refundWaitMs: 0 } })).toBe("void pending");
    expect(await buyer.refund(payment)).toBe("refund_in_progress");
    letThrough();
    await world.settled();
    expect((await buyer.getPayment(payment)).refund.status).toBe("full");
    await expectBankEqualsBooks(world);
  });
});

async function givenAtBank(paymentCode: string): Promise<string | undefined> {
  const { rows } = await world.db.pool.query(
    `select voided + credited as given from simulator.bank_order o join attempt a on a.bank_order_id = o.order_id
      where a.payment_id = $1`,
    [paymentCode],
  );
  return rows[0]?.given;
}
