import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Protocol } from "@/server/banks/bank";
import { declineTable } from "@/server/domain/banks/decline";
import { days, minutes, seconds } from "@/server/domain/clock";
import { type Buyer, createBuyer } from "@/server/testing/journeys/bank-buyer";
import { expectBankEqualsBooks } from "@/server/testing/journeys/bank-rules";
import { type BankWorld, bankProtocols, openBankWorld } from "@/server/testing/journeys/bank-world";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { longWaits } from "@/server/testing/journeys/refund";
import { testCard } from "@/server/testing/world/world";

// Runs whole journeys over the wire for each protocol. Our connector and the simulated bank were written independently,
// and after each test the books are compared with the bank's ledger.
describe.each(Object.keys(bankProtocols) as Protocol[])("%s", (protocol) => {
  let world: BankWorld;
  let buyer: Buyer;
  beforeAll(async () => {
    world = await openBankWorld({ protocol, ...longWaits });
    buyer = createBuyer(world);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.bankControls.fail(null);
    await world.bankControls.set({ refuseSameDayCredit: false, down: false });
  });

  const getAttempt = (paymentId: string) => world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId } });
  const listOperations = async (paymentCode: string): Promise<string[]> => {
    const { bankOrderId } = await getAttempt(paymentCode);
    const { rows } = await world.db.pool.query(
      "select operation from simulator.journal where order_id = $1 order by id",
      [bankOrderId],
    );
    return rows.map(({ operation }) => operation).filter((operation) => !["prepare", "resolve"].includes(operation));
  };
  /** The bank calls of one capture: at some banks an inquiry must confirm the approval. */
  const oneCapture = protocol === "payfor" ? ["capture", "inquire"] : ["capture"];
  const countCaptures = async (paymentCode: string): Promise<number> =>
    (await listOperations(paymentCode)).filter((operation) => operation === "capture").length;
  const listVerdicts = async (paymentId: string) =>
    (await world.db.prisma.bankCallback.findMany({ where: { attempt: { paymentId } } })).map(({ verdict }) => verdict);
  /** Advances to the next day's noon, so that captured money is refunded by a credit. */
  const toTomorrow = () => buyer.advance(days(1));
  const equal = (paymentCode: string) => expectBankEqualsBooks(world, [paymentCode]);

  describe("a payment", () => {
    test.each([1, 3])("is captured once, with the bank's references (count %i)", async (installment) => {
      const amountKurus = 125_050n;
      const { paymentCode, returnFromBank } = await buyer.authenticateAtBank({ installment, amountKurus });
      expect(readResult(await returnFromBank())).toBe("success");
      const captured = { status: "captured", amount: amountKurus, installment };
      expect(await buyer.getPayment(paymentCode)).toMatchObject(captured);
      const attempt = await getAttempt(paymentCode);
      expect(attempt.authCode).toMatch(/^\w{4,}$/);
      expect(attempt.rrn ?? attempt.transactionId).toMatch(/^\w{6,}$/);
      const { rows } = await world.db.pool.query(
        "select amount, installment from simulator.authentication where order_id = $1",
        [attempt.bankOrderId],
      );
      expect(rows.map((row) => [BigInt(row.amount), row.installment])).toEqual([[amountKurus, installment]]);
      expect(await listOperations(paymentCode)).toEqual(oneCapture);
      await equal(paymentCode);
    });

    test.each([1n, 99n, 100n, 19_999_999n])("is captured for exactly %i kuruş", async (amountKurus) => {
      const paymentCode = await buyer.buy({ amountKurus });
      expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "captured", amount: amountKurus });
      await equal(paymentCode);
    });

    test("is captured for a link", async () => {
      const paymentCode = await buyer.buy({ isLink: true });
      expect(await buyer.getPayment(paymentCode)).toMatchObject({
        status: "captured",
        source: "payment_link",
      });
      await equal(paymentCode);
    });

    test("is captured once when a browser returns twice, also at the same time", async () => {
      const { paymentCode, returnFromBank } = await buyer.authenticateAtBank({ card: "callback_twice" });
      const all = await Promise.all(Array.from({ length: 5 }, returnFromBank));
      expect(new Set([...all, await returnFromBank()].map(readResult))).toEqual(new Set(["success"]));
      expect(await listOperations(paymentCode)).toEqual(oneCapture);
      expect(await listVerdicts(paymentCode)).toEqual(["authenticated"]);
      await equal(paymentCode);
    });

    test.each([
      ["declined_insufficient_funds", "insufficient_funds"],
      ["declined_lost_card", "lost_or_stolen"],
      ["declined_do_not_honour", "do_not_honour"],
    ] as const)("fails when the bank says %s", async (card, declineReason) => {
      const { paymentCode, returnFromBank } = await buyer.authenticateAtBank({ card });
      expect(readResult(await returnFromBank())).toBe("failure");
      const answer = { bankCode: expect.stringMatching(/\d/), bankMessage: expect.stringMatching(/\p{L}{3}/u) };
      expect(await buyer.getPayment(paymentCode)).toMatchObject({
        failureCode: "capture_declined",
        decline: { reason: declineReason, ...declineTable[declineReason], ...answer },
      });
      expect(await getAttempt(paymentCode)).toMatchObject({ status: "declined", declineReason });
      await equal(paymentCode);
    });

    test.each([
      ["a wrong code", { code: "000000" }],
      ["a press on cancel", { code: "" }],
      ["a card that is never authenticated", { card: "three_ds_failed" }],
    ] as const)("fails after %s without a capture", async (_what, purchase) => {
      const { paymentCode, returnFromBank } = await buyer.authenticateAtBank(purchase);
      expect(readResult(await returnFromBank())).toBe("failure");
      expect(await buyer.getPayment(paymentCode)).toMatchObject({
        failureCode: "three_ds_failed",
        decline: { reason: "three_ds_failed", by: "buyer", bankCode: expect.stringMatching(/^mdStatus-(0|-1)$/) },
      });
      expect(await listOperations(paymentCode)).toEqual([]);
      expect(await listVerdicts(paymentCode)).toEqual(["not_authenticated"]);
      await equal(paymentCode);
    });

    test("422 for a card declined at the start, if the protocol calls the bank before its page", async () => {
      const journey = createPaymentJourney(world);
      const { paymentRef, paymentCode } = await journey.create();
      const started = await journey.start(paymentRef, testCard(buyer.panWith("declined_at_start")));
      if (protocol !== "posnet") return expect(started).toMatchObject({ kind: "form" });
      expect(started).toMatchObject({ kind: "rejected", code: "payment_declined", canRetry: true });
      expect(await getAttempt(paymentCode)).toMatchObject({
        status: "rejected",
        declineReason: expect.any(String),
        bankCode: expect.stringMatching(/\d/),
      });
      expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    });
  });

  describe("a capture whose answer is lost", () => {
    test("is pending, then captured when the inquiry finds it", async () => {
      const purchase = { card: "capture_lost_taken" } as const;
      const { paymentCode, returnWithoutWaiting } = await buyer.authenticateAtBank(purchase);
      expect(readResult(await returnWithoutWaiting())).toBe("pending");
      await buyer.advance(minutes(1));
      expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "captured" });
      expect(await getAttempt(paymentCode)).toMatchObject({ authCode: expect.any(String) });
      expect(await countCaptures(paymentCode)).toBe(1);
      expect(await buyer.refund(paymentCode), "by the references that were found").toBe("void approved");
      await equal(paymentCode);
    });

    test("is pending, then failed when two inquiries find nothing", async () => {
      const purchase = { card: "capture_lost_nothing" } as const;
      const { paymentCode, returnWithoutWaiting } = await buyer.authenticateAtBank(purchase);
      expect(readResult(await returnWithoutWaiting())).toBe("pending");
      await buyer.advance(minutes(15));
      expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "failed" });
      expect(await countCaptures(paymentCode)).toBe(1);
      await equal(paymentCode);
    });

    test.each(["error", "cut", "garbled_after", "cut_after"] as const)(
      "is pending after %s, then ends as the bank's record says",
      async (kind) => {
        await world.bankControls.fail(kind, ["capture"]);
        const { paymentCode, returnWithoutWaiting } = await buyer.authenticateAtBank();
        expect(readResult(await returnWithoutWaiting())).toBe("pending");
        await world.bankControls.fail(null);
        await buyer.advance(minutes(15));
        const status = kind.endsWith("after") ? "captured" : "failed";
        expect(await buyer.getPayment(paymentCode)).toMatchObject({ status });
        await equal(paymentCode);
      },
    );
  });

  describe("a forged return", () => {
    test.each(["callback_forged_hash", "callback_forged_amount", "callback_forged_fields"] as const)(
      "400 %s: changes nothing, sends no capture, and the payment expires",
      async (card) => {
        const { paymentCode, returnFromBank } = await buyer.authenticateAtBank({ card });
        expect(await returnFromBank()).toEqual({ kind: "refused" });
        expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
        expect(await getAttempt(paymentCode)).toMatchObject({ status: "started", proofs: null });
        expect(await listOperations(paymentCode)).toEqual([]);
        expect(await listVerdicts(paymentCode)).toEqual([expect.stringMatching(/^refused_/)]);
        const { id: attemptId } = await getAttempt(paymentCode);
        expect(world.warnings).toContainEqual(
          expect.objectContaining({ security: "bank_callback_refused", attemptId }),
        );
        await buyer.advance(minutes(31));
        expect(await buyer.getPayment(paymentCode)).toMatchObject({ status: "expired" });
        await equal(paymentCode);
      },
    );

    test("400 for the genuine return of another payment of the shop, which still pays its own payment", async () => {
      const cheap = await buyer.authenticateAtBank({ amountKurus: 100n });
      const dear = await buyer.authenticateAtBank({ amountKurus: 40_000n });
      expect(await buyer.returnWith(dear, cheap.fields)).toEqual({ kind: "refused" });
      expect(await buyer.getPayment(dear.paymentCode)).toMatchObject({ status: "initiated" });
      expect(readResult(await cheap.returnFromBank())).toBe("success");
      expect(readResult(await dear.returnFromBank())).toBe("success");
      await equal(cheap.paymentCode);
      await equal(dear.paymentCode);
    });
  });

  describe("a refund", () => {
    test("is approved as a void on the same day, of the whole amount", async () => {
      const paymentCode = await buyer.buy({ installment: 3 });
      expect(await buyer.refund(paymentCode)).toBe("void approved");
      expect((await buyer.getPayment(paymentCode)).refund).toMatchObject({
        status: "full",
        remainingAmount: 0n,
      });
      expect(await buyer.refund(paymentCode)).toBe("payment_not_refundable");
      await equal(paymentCode);
    });

    test("is approved as partial credits after day-end, up to the whole amount", async () => {
      const paymentCode = await buyer.buy();
      await toTomorrow();
      for (const amountKurus of [1n, 12_345n, 27_654n]) {
        expect(await buyer.refund(paymentCode, { amountKurus })).toBe("credit approved");
        await equal(paymentCode);
        await buyer.advance(seconds(5));
      }
      expect((await buyer.getPayment(paymentCode)).refund).toMatchObject({
        status: "full",
        remainingAmount: 0n,
      });
    });

    test("is approved as a credit on the same day if the bank accepts it, and declined otherwise", async () => {
      const paymentCode = await buyer.buy();
      const ask = { way: "credit", amountKurus: 500n } as const;
      expect(await buyer.refund(paymentCode, ask)).toBe("credit approved");
      await world.bankControls.set({ refuseSameDayCredit: true });
      world.clock.advanceMs(seconds(1));
      expect(await buyer.refund(paymentCode, ask)).toBe("credit declined");
      // Garanti has no code for this case.
      const failureCode = protocol === "garanti" ? "declined_by_bank" : "day_not_closed";
      expect((await buyer.getPayment(paymentCode)).refund.items[0]).toMatchObject({ failureCode });
      await toTomorrow();
      expect(await buyer.refund(paymentCode, ask)).toBe("credit approved");
      await equal(paymentCode);
    });

    test("is declined as a void and as a credit when the bank declines", async () => {
      const voided = await buyer.buy({ card: "void_declined" });
      expect(await buyer.refund(voided)).toBe("void declined");
      await equal(voided);
      const credited = await buyer.buy({ card: "credit_declined" });
      await toTomorrow();
      expect(await buyer.refund(credited)).toBe("credit declined");
      await equal(credited);
    });

    test("is approved as a credit although its answer was lost, also for a second equal credit", async () => {
      const paymentCode = await buyer.buy({ card: "credit_lost_taken" });
      await toTomorrow();
      for (const remainingAmount of [20_000n, 0n]) {
        expect(await buyer.refund(paymentCode, { amountKurus: 20_000n })).toBe("credit pending");
        await buyer.advance(minutes(1));
        expect((await buyer.getPayment(paymentCode)).refund).toMatchObject({
          remainingAmount,
          pendingAmount: 0n,
        });
      }
      await equal(paymentCode);
    });

    test.each(["void", "credit"] as const)(
      "whose %s loses its answer is approved if the bank did it, and declined if it did not",
      async (way) => {
        for (const [kind, status] of [
          ["cut_after", "approved"],
          ["cut", "declined"],
        ] as const) {
          const paymentCode = await buyer.buy();
          await world.bankControls.fail(kind, [way]);
          expect(await buyer.refund(paymentCode, { way })).toBe(`${way} pending`);
          await world.bankControls.fail(null);
          await buyer.advance(minutes(15));
          expect((await buyer.getPayment(paymentCode)).refund.items).toMatchObject([{ method: way, status }]);
          await equal(paymentCode);
        }
      },
    );
  });

  test("leaves traces of every step without a card number", async () => {
    const steps = new Set(world.noted.map(({ operation }) => operation));
    const asked = protocol === "posnet" ? ["prepare", "resolve"] : [];
    for (const step of ["form", "return", "capture", "inquire", "void", "credit", "history", ...asked])
      expect([...steps]).toContain(step);
    const text = world.noted.map(({ request, response }) => `${request}${response}`).join("\n");
    expect(text).not.toContain(buyer.panWith("approved"));
  });
});
