import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { days, minutes, seconds } from "@/server/domain/clock";
import { type Buyer, buyerIn } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { journeyIn, resultIn } from "@/server/testing/journeys/payment";
import { patient } from "@/server/testing/journeys/refund";
import { testCard } from "@/server/testing/world/world";

// The whole way over the wire, once per protocol: our connector and the simulated bank were written apart from each other,
// and the bank's ledger is what the books are compared with after each test.
describe.each(Object.keys(bankProtocols) as Protocol[])("%s", (protocol) => {
  let world: BankWorld;
  let buyer: Buyer;
  beforeAll(async () => {
    world = await openBankWorld({ protocol, ...patient });
    buyer = buyerIn(world);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.bankAt.fail(null);
    await world.bankAt.set({ refuseSameDayCredit: false, down: false });
  });

  const attemptOf = (paymentId: string) => world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId } });
  const operationsOf = async (paymentCode: string): Promise<string[]> => {
    const { bankOrderId } = await attemptOf(paymentCode);
    const { rows } = await world.db.pool.query(
      "select operation from simulator.journal where order_id = $1 order by id",
      [bankOrderId],
    );
    return rows
      .map(({ operation }) => operation)
      .filter((operation) => !["prepare", "resolve"].includes(operation));
  };
  /** What one capture asks of the bank: some approvals are believed once its record shows them. */
  const oneCapture = protocol === "payfor" ? ["capture", "inquire"] : ["capture"];
  const capturesOf = async (paymentCode: string): Promise<number> =>
    (await operationsOf(paymentCode)).filter((operation) => operation === "capture").length;
  const verdictsOf = async (paymentId: string) =>
    (await world.db.prisma.bankCallback.findMany({ where: { attempt: { paymentId } } })).map(
      ({ verdict }) => verdict,
    );
  /** To the next day's noon, so that what was captured is credited. */
  const toTomorrow = () => buyer.advance(days(1));
  const equal = (paymentCode: string) => expectBankEqualsBooks(world, [paymentCode]);

  describe("a payment", () => {
    test.each([1, 3])("captured once in %i payments, with the bank's references", async (installment) => {
      const { paymentCode, comeBack } = await buyer.visit({ installment, amountKurus: 125_050n });
      expect(resultIn(await comeBack())).toBe("success");
      expect(await buyer.look(paymentCode)).toMatchObject({
        status: "captured",
        amount: 125_050n,
        installment,
      });
      const attempt = await attemptOf(paymentCode);
      expect(attempt.authCode).toMatch(/^\w{4,}$/);
      expect(attempt.rrn ?? attempt.transactionId).toMatch(/^\w{6,}$/);
      const { rows } = await world.db.pool.query(
        "select amount, installment from simulator.authentication where order_id = $1",
        [attempt.bankOrderId],
      );
      expect(rows.map((row) => [BigInt(row.amount), row.installment])).toEqual([[125_050n, installment]]);
      expect(await operationsOf(paymentCode)).toEqual(oneCapture);
      await equal(paymentCode);
    });

    test.each([1n, 99n, 100n, 19_999_999n])("captured for exactly %i kuruş", async (amountKurus) => {
      const paymentCode = await buyer.buy({ amountKurus });
      expect(await buyer.look(paymentCode)).toMatchObject({ status: "captured", amount: amountKurus });
      await equal(paymentCode);
    });

    test("captured of a link", async () => {
      const paymentCode = await buyer.buy({ isLink: true });
      expect(await buyer.look(paymentCode)).toMatchObject({ status: "captured", source: "payment_link" });
      await equal(paymentCode);
    });

    test("captured once of a browser that comes back twice, also at once", async () => {
      const { paymentCode, comeBack } = await buyer.visit({ card: "callback_twice" });
      const all = await Promise.all(Array.from({ length: 5 }, comeBack));
      expect(new Set([...all, await comeBack()].map(resultIn))).toEqual(new Set(["success"]));
      expect(await operationsOf(paymentCode)).toEqual(oneCapture);
      expect(await verdictsOf(paymentCode)).toEqual(["authenticated"]);
      await equal(paymentCode);
    });

    test.each([
      ["declined_insufficient_funds", "insufficient_funds"],
      ["declined_lost_card", "lost_or_stolen_card"],
      ["declined_do_not_honour", "do_not_honour"],
    ] as const)("failed when the bank says %s", async (card, declineReason) => {
      const { paymentCode, comeBack } = await buyer.visit({ card });
      expect(resultIn(await comeBack())).toBe("failure");
      expect(await buyer.look(paymentCode)).toMatchObject({ failureCode: "capture_declined" });
      expect(await attemptOf(paymentCode)).toMatchObject({ status: "declined", declineReason });
      await equal(paymentCode);
    });

    test.each([
      ["a wrong code", { code: "000000" }],
      ["a press on cancel", { code: "" }],
      ["a card that is never authenticated", { card: "three_ds_failed" }],
    ] as const)("failed after %s, and no capture is asked for", async (_what, purchase) => {
      const { paymentCode, comeBack } = await buyer.visit(purchase);
      expect(resultIn(await comeBack())).toBe("failure");
      expect(await buyer.look(paymentCode)).toMatchObject({ failureCode: "three_ds_failed" });
      expect(await operationsOf(paymentCode)).toEqual([]);
      expect(await verdictsOf(paymentCode)).toEqual(["not_authenticated"]);
      await equal(paymentCode);
    });

    test("422 or approved: a card that is declined at the start is so where the bank is asked first", async () => {
      const journey = journeyIn(world);
      const { paymentRef, paymentCode } = await journey.create();
      const started = await journey.start(paymentRef, testCard(buyer.panWith("declined_at_start")));
      if (protocol !== "posnet") return expect(started).toMatchObject({ kind: "form" });
      expect(started).toMatchObject({ kind: "rejected", code: "payment_declined", canRetry: true });
      expect(await attemptOf(paymentCode)).toMatchObject({
        status: "rejected",
        declineReason: expect.any(String),
        bankCode: expect.stringMatching(/\d/),
      });
      expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    });
  });

  describe("an answer to the capture that is lost", () => {
    test("pending, then captured: the inquiry finds it", async () => {
      const { paymentCode, comeBack } = await buyer.visit({ card: "capture_lost_taken", ctx: hasty() });
      expect(resultIn(await comeBack())).toBe("pending");
      await world.settled();
      await buyer.advance(minutes(1));
      expect(await buyer.look(paymentCode)).toMatchObject({ status: "captured" });
      expect(await attemptOf(paymentCode)).toMatchObject({ authCode: expect.any(String) });
      expect(await capturesOf(paymentCode)).toBe(1);
      expect(await buyer.refund(paymentCode), "by the references that were found").toBe("void approved");
      await equal(paymentCode);
    });

    test("pending, then failed: two looks find nothing", async () => {
      const { paymentCode, comeBack } = await buyer.visit({ card: "capture_lost_nothing", ctx: hasty() });
      expect(resultIn(await comeBack())).toBe("pending");
      await world.settled();
      await buyer.advance(minutes(15));
      expect(await buyer.look(paymentCode)).toMatchObject({ status: "failed" });
      expect(await capturesOf(paymentCode)).toBe(1);
      await equal(paymentCode);
    });

    test.each(["error", "cut", "garbled_after", "cut_after"] as const)(
      "pending after %s, then what the bank has on record",
      async (kind) => {
        await world.bankAt.fail(kind, ["capture"]);
        const { paymentCode, comeBack } = await buyer.visit({ ctx: hasty() });
        expect(resultIn(await comeBack())).toBe("pending");
        await world.settled();
        await world.bankAt.fail(null);
        await buyer.advance(minutes(15));
        const status = kind.endsWith("after") ? "captured" : "failed";
        expect(await buyer.look(paymentCode)).toMatchObject({ status });
        await equal(paymentCode);
      },
    );

    const hasty = () => ({ ...world.ctx, captureWaitMs: 1_000 });
  });

  describe("a return that is forged", () => {
    test.each(["callback_forged_hash", "callback_forged_amount", "callback_forged_fields"] as const)(
      "400 %s: nothing changes, the bank is asked for no money, and the payment expires",
      async (card) => {
        const { paymentCode, comeBack } = await buyer.visit({ card });
        expect(await comeBack()).toEqual({ kind: "refused" });
        expect(await buyer.look(paymentCode)).toMatchObject({ status: "initiated" });
        expect(await attemptOf(paymentCode)).toMatchObject({ status: "started", proofs: null });
        expect(await operationsOf(paymentCode)).toEqual([]);
        expect(await verdictsOf(paymentCode)).toEqual([expect.stringMatching(/^refused_/)]);
        const { id: attemptId } = await attemptOf(paymentCode);
        expect(world.warnings).toContainEqual(
          expect.objectContaining({ security: "bank_callback_refused", attemptId }),
        );
        await buyer.advance(minutes(31));
        expect(await buyer.look(paymentCode)).toMatchObject({ status: "expired" });
        await equal(paymentCode);
      },
    );

    test("400 the genuine return of another payment of the shop, which still pays its own", async () => {
      const cheap = await buyer.visit({ amountKurus: 100n });
      const dear = await buyer.visit({ amountKurus: 40_000n });
      expect(await buyer.comeBackWith(dear, cheap.fields)).toEqual({ kind: "refused" });
      expect(await buyer.look(dear.paymentCode)).toMatchObject({ status: "initiated" });
      expect(resultIn(await cheap.comeBack())).toBe("success");
      expect(resultIn(await dear.comeBack())).toBe("success");
      await equal(cheap.paymentCode);
      await equal(dear.paymentCode);
    });
  });

  describe("money that goes back", () => {
    test("void approved on the day, and nothing is left", async () => {
      const paymentCode = await buyer.buy({ installment: 3 });
      expect(await buyer.refund(paymentCode)).toBe("void approved");
      expect((await buyer.look(paymentCode)).refund).toMatchObject({ status: "full", remainingAmount: 0n });
      expect(await buyer.refund(paymentCode)).toBe("payment_not_refundable");
      await equal(paymentCode);
    });

    test("credits approved in parts after day-end, until nothing is left", async () => {
      const paymentCode = await buyer.buy();
      await toTomorrow();
      for (const amountKurus of [1n, 12_345n, 27_654n]) {
        expect(await buyer.refund(paymentCode, { amountKurus })).toBe("credit approved");
        await equal(paymentCode);
        await buyer.advance(seconds(5));
      }
      expect((await buyer.look(paymentCode)).refund).toMatchObject({ status: "full", remainingAmount: 0n });
    });

    test("credit approved on the day where the bank takes it, declined where it does not", async () => {
      const paymentCode = await buyer.buy();
      const ask = { way: "credit", amountKurus: 500n } as const;
      expect(await buyer.refund(paymentCode, ask)).toBe("credit approved");
      await world.bankAt.set({ refuseSameDayCredit: true });
      world.clock.advanceMs(seconds(1));
      expect(await buyer.refund(paymentCode, ask)).toBe("credit declined");
      // Garanti has no word for it.
      const failureCode = protocol === "garanti" ? "declined_by_bank" : "day_not_closed";
      expect((await buyer.look(paymentCode)).refund.items[0]).toMatchObject({ failureCode });
      await toTomorrow();
      expect(await buyer.refund(paymentCode, ask)).toBe("credit approved");
      await equal(paymentCode);
    });

    test("void and credit declined when the bank says so", async () => {
      const voided = await buyer.buy({ card: "void_declined" });
      expect(await buyer.refund(voided)).toBe("void declined");
      await equal(voided);
      const credited = await buyer.buy({ card: "credit_declined" });
      await toTomorrow();
      expect(await buyer.refund(credited)).toBe("credit declined");
      await equal(credited);
    });

    test("credit approved although its answer was lost, a second equal one too", async () => {
      const paymentCode = await buyer.buy({ card: "credit_lost_taken" });
      await toTomorrow();
      for (const remainingAmount of [20_000n, 0n]) {
        expect(await buyer.refund(paymentCode, { amountKurus: 20_000n })).toBe("credit pending");
        await buyer.advance(minutes(1));
        expect((await buyer.look(paymentCode)).refund).toMatchObject({ remainingAmount, pendingAmount: 0n });
      }
      await equal(paymentCode);
    });

    test.each(["void", "credit"] as const)(
      "a %s whose answer is lost: approved when the bank did it, declined when it did not",
      async (way) => {
        for (const [kind, status] of [
          ["cut_after", "approved"],
          ["cut", "declined"],
        ] as const) {
          const paymentCode = await buyer.buy();
          await world.bankAt.fail(kind, [way]);
          expect(await buyer.refund(paymentCode, { way })).toBe(`${way} pending`);
          await world.bankAt.fail(null);
          await buyer.advance(minutes(15));
          expect((await buyer.look(paymentCode)).refund.items).toMatchObject([{ method: way, status }]);
          await equal(paymentCode);
        }
      },
    );
  });

  test("the traces hold every step, and no card number", async () => {
    const steps = new Set(world.noted.map(({ operation }) => operation));
    const asked = protocol === "posnet" ? ["prepare", "resolve"] : [];
    for (const step of ["form", "return", "capture", "inquire", "void", "credit", "history", ...asked])
      expect([...steps]).toContain(step);
    const text = world.noted.map(({ request, response }) => `${request}${response}`).join("\n");
    expect(text).not.toContain(buyer.panWith("approved"));
  });
});
