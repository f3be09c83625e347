import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes } from "@/server/domain/clock";
import { deferAnswer } from "@/server/testing/journeys/link";
import { createPaymentJourney, readResult, resolveAs, returnWithoutWaiting } from "@/server/testing/journeys/payment";
import { approved, declined, openTestWorld, returnFields, type TestWorld, unknown } from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";
import { completeThreeDSecure } from "./complete-three-d-secure";

// Tests a bank whose return only the bank itself can read, like PosNet: it is asked to read it before any money moves.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("prepare", approved);
  world.bank.answer("resolve", resolveAs("authenticated"));
  world.bank.answer("capture", approved);
});

const comeBack = (token: string) => journey.returnFromBank(token, "unresolved");
/** Returns the kinds of the bank calls after the browser's return, in order. */
const asked = () => world.bank.calls.map(({ kind }) => kind).filter((kind) => kind !== "prepare");
const readInbox = async (paymentId: string) => {
  const found = await world.db.prisma.bankCallback.findMany({
    where: { attempt: { paymentId } },
    orderBy: { receivedAt: "asc" },
  });
  return found.map(({ verdict, orderId }) => [verdict, orderId]);
};
const getBankOrderId = async (paymentCode: string) => (await journey.getAttempt(paymentCode)).bankOrderId;

/** A context that does not let the buyer wait, on the same database and with the same bank. */
const impatient = () => ({ ...world.ctx, captureWaitMs: 0 });
const comeBackTo = (ctx: TestWorld["ctx"], token: string, digest = 1) =>
  completeThreeDSecure(ctx, { token, fields: returnFields("unresolved"), bodyDigest: Buffer.alloc(32, digest) });

describe("when the bank answers", () => {
  test("captures with the bank's proofs when it says authenticated; calls it once with the browser's fields", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBack(token))).toBe("success");
    const order = { orderId: await getBankOrderId(paymentCode), amountKurus: 40_000n, installment: 3 };
    expect(world.bank.calls.slice(1)).toMatchObject([
      { kind: "resolve", order, proofs: { packet: "packet" } },
      { kind: "capture", order, proofs: { mac: "mac" } },
    ]);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
    expect(await readInbox(paymentCode)).toEqual([["authenticated", order.orderId]]);
  });

  test("fails without a capture when it says not authenticated, also if a later return says otherwise", async () => {
    world.bank.answer("resolve", resolveAs("not_authenticated"), resolveAs("authenticated"));
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBack(token))).toBe("failure");
    expect(readResult(await comeBack(token))).toBe("failure");
    expect(asked()).toEqual(["resolve", "resolve"]);
    const failed = { status: "failed", failureCode: "three_ds_failed" };
    expect(await journey.getPayment(paymentCode)).toMatchObject(failed);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
    const orderId = await getBankOrderId(paymentCode);
    expect(await readInbox(paymentCode)).toEqual([
      ["not_authenticated", orderId],
      ["authenticated", orderId],
    ]);
  });

  test("400 for another amount or order: writes the security log, and the genuine return still pays", async () => {
    world.bank.answer("resolve", resolveAs("refused"), resolveAs("authenticated"));
    const { token, paymentCode } = await journey.createAtBank();
    expect(await comeBack(token)).toEqual({ kind: "refused" });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(world.warnings).toContainEqual(
      expect.objectContaining({ security: "bank_callback_refused", why: "amount" }),
    );
    expect(readResult(await comeBack(token))).toBe("success");
    expect((await readInbox(paymentCode)).map(([verdict]) => verdict).sort()).toEqual([
      "authenticated",
      "refused_amount",
    ]);
  });

  test("fails when it says authenticated and then declines the capture", async () => {
    world.bank.answer("capture", declined);
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBack(token))).toBe("failure");
    expect(await journey.getPayment(paymentCode)).toMatchObject({ failureCode: "capture_declined" });
  });
});

describe("when the bank gives no clear answer", () => {
  test("captures after two unknown outcomes and a resolved one", async () => {
    world.bank.answer("resolve", unknown, unknown, resolveAs("authenticated"));
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBack(token))).toBe("success");
    expect(asked()).toEqual(["resolve", "resolve", "resolve", "capture"]);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test.each<[string, Outcome]>([
    ["unknown", unknown],
    ["an answer that is none to this question", approved],
    ["declined, which has no meaning here", declined],
  ])("fails as not authenticated after four times %s, without a capture", async (_what, answer) => {
    world.bank.answer("resolve", answer);
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBack(token))).toBe("failure");
    expect(asked()).toEqual(["resolve", "resolve", "resolve", "resolve"]);
    const failed = { status: "failed", failureCode: "three_ds_failed" };
    expect(await journey.getPayment(paymentCode)).toMatchObject(failed);
    expect(await journey.getAttempt(paymentCode)).toMatchObject({
      status: "not_authenticated",
      proofs: null,
    });
    expect(await readInbox(paymentCode)).toEqual([["unresolved", null]]);
    const { id: attemptId } = await journey.getAttempt(paymentCode);
    expect(world.warnings).toContainEqual({ attemptId, outcome: answer.kind });
  });

  test("redirects with pending while the bank is slow, continues in the background and captures", async () => {
    const bank = deferAnswer(world, "resolve");
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBackTo(impatient(), token))).toBe("pending");
    expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "started" });
    bank.answer(resolveAs("authenticated")(world.bank.calls.at(-1)!));
    await world.settled();
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await readInbox(paymentCode)).toMatchObject([["authenticated", expect.any(String)]]);
  });

  test("redirects with pending while the bank is slow; changes nothing when it then refuses", async () => {
    const bank = deferAnswer(world, "resolve");
    const { token, paymentCode } = await journey.createAtBank();
    expect(readResult(await comeBackTo(impatient(), token))).toBe("pending");
    bank.answer(resolveAs("refused")(world.bank.calls.at(-1)!));
    await world.settled();
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await readInbox(paymentCode)).toEqual([["refused_amount", null]]);
    expect(asked()).toEqual(["resolve"]);
  });
});

describe("when the browser returns again", () => {
  test("gives the second return the same answer without another bank call", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    const first = await comeBackTo(world.ctx, token);
    expect(await comeBackTo(world.ctx, token)).toEqual(first);
    expect(asked()).toEqual(["resolve", "capture"]);
    expect(await readInbox(paymentCode)).toMatchObject([["authenticated", expect.any(String)]]);
  });

  test("captures once for 20 concurrent returns and answers all the same", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    world.bank.answer("resolve", async (operation) => {
      await sleep(Math.random() * 200);
      return resolveAs("authenticated")(operation);
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => comeBack(token)));
    expect(new Set(all.map(readResult))).toEqual(new Set(["success"]));
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });

  test("calls the bank again for a return during the call, captures once, and keeps the bank's first verdict", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    const bank = deferAnswer(world, "resolve");
    const slow = comeBackTo(world.ctx, token);
    await bank.asked;
    world.bank.answer("resolve", resolveAs("authenticated"));
    expect(readResult(await comeBackTo(world.ctx, token))).toBe("success");
    bank.answer(resolveAs("not_authenticated")(world.bank.calls.at(-1)!));
    expect(readResult(await slow)).toBe("success");
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await readInbox(paymentCode)).toEqual([["authenticated", await getBankOrderId(paymentCode)]]);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
  });
});

test("stores the bank's verdict only with the return that it is about", async () => {
  const [slow, other] = [await journey.createAtBank(), await journey.createAtBank()];
  const bank = deferAnswer(world, "resolve");
  const back = comeBackTo(world.ctx, slow.token);
  await bank.asked;
  const question = world.bank.calls.at(-1)!;
  world.bank.answer("resolve", resolveAs("refused"));
  // Sends another return of the same payment, and a return of another payment with the same bytes.
  expect(await comeBackTo(world.ctx, slow.token, 2)).toEqual({ kind: "refused" });
  expect(await comeBackTo(world.ctx, other.token)).toEqual({ kind: "refused" });
  expect((await readInbox(slow.paymentCode)).map(([verdict]) => verdict).sort()).toEqual([
    "refused_amount",
    "unresolved",
  ]);
  bank.answer(resolveAs("authenticated")(question));
  expect(readResult(await back)).toBe("success");
  expect((await readInbox(slow.paymentCode)).map(([verdict]) => verdict).sort()).toEqual([
    "authenticated",
    "refused_amount",
  ]);
  expect(await readInbox(other.paymentCode)).toEqual([["refused_amount", null]]);
});

describe("when a process dies", () => {
  /** Drops every answer of the bank before it reaches the process. */
  const dying = (kind: "resolve" | "capture") => ({
    ...world.ctx,
    banks: {
      ...world.bank,
      listBanks: () => world.bank.listBanks(),
      getBrand: () => world.bank.getBrand(),
      getConnector: () => world.bank.getConnector(),
      redact: () => "",
      probe: (...asked: Parameters<typeof world.bank.probe>) => world.bank.probe(...asked),
      findAddressFault: () => null,
      call: async (...call: Parameters<typeof world.bank.call>) => {
        const outcome = await world.bank.call(...call);
        if (call[1].kind === kind) throw new Error("The process died");
        return outcome;
      },
    },
  });

  test("after the bank resolved the return, captures once at the browser's second return", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    await expect(comeBackTo(dying("resolve"), token)).rejects.toThrow("died");
    expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "started" });
    expect(await readInbox(paymentCode)).toEqual([["unresolved", null]]);
    expect(readResult(await comeBackTo(world.ctx, token))).toBe("success");
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await readInbox(paymentCode)).toMatchObject([["authenticated", expect.any(String)]]);
  });

  test("after the bank resolved the return, expires without a capture if the browser does not return", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    await expect(comeBackTo(dying("resolve"), token)).rejects.toThrow("died");
    await journey.advance(minutes(30));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "expired" });
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
  });

  test("after the bank captured, answers pending until the inquiry settles it", async () => {
    const { token, paymentCode } = await journey.createAtBank();
    const back = { token, fields: returnFields("unresolved"), bodyDigest: Buffer.alloc(32, 1) };
    const answer = await returnWithoutWaiting({ ctx: dying("capture"), settled: world.settled }, back);
    expect(readResult(answer)).toBe("pending");
    const references = { authCode: "A1", rrn: "R1", transactionId: "T1" };
    world.bank.answer("inquire", { kind: "paid", amountKurus: 40_000n, references });
    await journey.advance(minutes(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(world.bank.countCalls("capture")).toBe(1);
  });
});

describe("when the payment's validity ends during the call to the bank", () => {
  async function resolving() {
    const { token, paymentCode } = await journey.createAtBank();
    const bank = deferAnswer(world, "resolve");
    const back = comeBackTo(world.ctx, token);
    await bank.asked;
    world.clock.advanceMs(minutes(31));
    const answer = () => bank.answer(resolveAs("authenticated")(world.bank.calls.at(-1)!));
    return { paymentCode, back, answer };
  }

  test("captures if the payment has not been expired yet, because the browser returned in time", async () => {
    const { paymentCode, back, answer } = await resolving();
    answer();
    expect(readResult(await back)).toBe("success");
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("stays expired without a capture if the expiry came first", async () => {
    const { paymentCode, back, answer } = await resolving();
    await expirePayment(world.ctx, { paymentCode });
    answer();
    expect(readResult(await back)).toBe("failure");
    expect(world.bank.countCalls("capture")).toBe(0);
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "expired" });
    expect(await journey.listEvents(paymentCode)).toEqual(["payment.expired"]);
  });
});
