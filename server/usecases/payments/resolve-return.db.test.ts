import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes } from "@/server/domain/clock";
import { slowAnswer } from "@/server/testing/journeys/link";
import { journeyIn, resolvedAs, resultIn } from "@/server/testing/journeys/payment";
import {
  approved,
  declined,
  openTestWorld,
  returned,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";
import { expirePayment } from "../expiry/expire-payment";
import { completeHandoff } from "./complete-handoff";

// A bank whose return only the bank can read, as PosNet's is: it is asked what the browser brought before money moves.
let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true }, captureWaitMs: 8_000 });
  journey = journeyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("prepare", approved);
  world.bank.answer("resolve", resolvedAs("authenticated"));
  world.bank.answer("capture", approved);
});

const comeBack = (token: string) => journey.comeBack(token, "unresolved");
/** What the bank was asked once the browser was back, in order. */
const asked = () => world.bank.asked.map(({ kind }) => kind).filter((kind) => kind !== "prepare");
const inboxOf = async (paymentId: string) => {
  const found = await world.db.prisma.bankCallback.findMany({
    where: { attempt: { paymentId } },
    orderBy: { receivedAt: "asc" },
  });
  return found.map(({ verdict, orderId }) => [verdict, orderId]);
};
const orderOf = async (paymentCode: string) => (await journey.attemptOf(paymentCode)).bankOrderId;

/** A world whose buyers are sent on after a moment, on the same database and with the same bank. */
const impatient = () => ({ ...world.ctx, captureWaitMs: 50 });
const comeBackTo = (ctx: TestWorld["ctx"], token: string, digest = 1) =>
  completeHandoff(ctx, { token, fields: returned("unresolved"), bodyDigest: Buffer.alloc(32, digest) });

describe("the bank says", () => {
  test("authenticated: asked once with what the browser brought, captured with the bank's proofs", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBack(token))).toBe("success");
    const order = { orderId: await orderOf(paymentCode), amountKurus: 40_000n, installment: 3 };
    expect(world.bank.asked.slice(1)).toMatchObject([
      { kind: "resolve", order, proofs: { packet: "packet" } },
      { kind: "capture", order, proofs: { mac: "mac" } },
    ]);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
    expect(await inboxOf(paymentCode)).toEqual([["authenticated", order.orderId]]);
  });

  test("not authenticated: failed, nothing is captured, whatever a later return says", async () => {
    world.bank.answer("resolve", resolvedAs("not_authenticated"), resolvedAs("authenticated"));
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBack(token))).toBe("failure");
    expect(resultIn(await comeBack(token))).toBe("failure");
    expect(asked()).toEqual(["resolve", "resolve"]);
    const failed = { status: "failed", failureCode: "three_ds_failed" };
    expect(await journey.look(paymentCode)).toMatchObject(failed);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
    const orderId = await orderOf(paymentCode);
    expect(await inboxOf(paymentCode)).toEqual([
      ["not_authenticated", orderId],
      ["authenticated", orderId],
    ]);
  });

  test("400 another amount or order: nothing changes, the security log has it, and the genuine return still pays", async () => {
    world.bank.answer("resolve", resolvedAs("refused"), resolvedAs("authenticated"));
    const { token, paymentCode } = await journey.atTheBank();
    expect(await comeBack(token)).toEqual({ kind: "refused" });
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    expect(world.warnings).toContainEqual(
      expect.objectContaining({ security: "bank_callback_refused", why: "amount" }),
    );
    expect(resultIn(await comeBack(token))).toBe("success");
    expect((await inboxOf(paymentCode)).map(([verdict]) => verdict).sort()).toEqual([
      "authenticated",
      "refused_amount",
    ]);
  });

  test("authenticated, then declines the capture: failed", async () => {
    world.bank.answer("capture", declined);
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBack(token))).toBe("failure");
    expect(await journey.look(paymentCode)).toMatchObject({ failureCode: "capture_declined" });
  });
});

describe("the bank does not say", () => {
  test("unknown twice, then resolved: captured", async () => {
    world.bank.answer("resolve", unknown, unknown, resolvedAs("authenticated"));
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBack(token))).toBe("success");
    expect(asked()).toEqual(["resolve", "resolve", "resolve", "capture"]);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  });

  test.each<[string, Outcome]>([
    ["unknown", unknown],
    ["an answer that is none to this question", approved],
    ["declined, whatever that means here", declined],
  ])("failed as not authenticated after four times %s, and nothing is captured", async (_what, answer) => {
    world.bank.answer("resolve", answer);
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBack(token))).toBe("failure");
    expect(asked()).toEqual(["resolve", "resolve", "resolve", "resolve"]);
    const failed = { status: "failed", failureCode: "three_ds_failed" };
    expect(await journey.look(paymentCode)).toMatchObject(failed);
    expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "not_authenticated", proofs: null });
    expect(await inboxOf(paymentCode)).toEqual([["unresolved", null]]);
    const { id: attemptId } = await journey.attemptOf(paymentCode);
    expect(world.warnings).toContainEqual({ attemptId, outcome: answer.kind });
  });

  test("pending while it takes its time; it goes on by itself and captures", async () => {
    const bank = slowAnswer(world, "resolve");
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBackTo(impatient(), token))).toBe("pending");
    expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "started" });
    bank.answer(resolvedAs("authenticated")(world.bank.asked.at(-1)!));
    await world.settled();
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(await inboxOf(paymentCode)).toMatchObject([["authenticated", expect.any(String)]]);
  });

  test("pending while it takes its time, and refused then: nothing changes", async () => {
    const bank = slowAnswer(world, "resolve");
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBackTo(impatient(), token))).toBe("pending");
    bank.answer(resolvedAs("refused")(world.bank.asked.at(-1)!));
    await world.settled();
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    expect(await inboxOf(paymentCode)).toEqual([["refused_amount", null]]);
    expect(asked()).toEqual(["resolve"]);
  });
});

describe("the browser comes back again", () => {
  test("twice: the second gets the same answer, and the bank is asked nothing more", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    const first = await comeBackTo(world.ctx, token);
    expect(await comeBackTo(world.ctx, token)).toEqual(first);
    expect(asked()).toEqual(["resolve", "capture"]);
    expect(await inboxOf(paymentCode)).toMatchObject([["authenticated", expect.any(String)]]);
  });

  test("concurrently: 20 at once, one capture, the same answer for all", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    world.bank.answer("resolve", async (operation) => {
      await sleep(Math.random() * 200);
      return resolvedAs("authenticated")(operation);
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => comeBack(token)));
    expect(new Set(all.map(resultIn))).toEqual(new Set(["success"]));
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });

  test("while the bank is being asked: it is asked again, one of both captures, and what the bank said first stays", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    const bank = slowAnswer(world, "resolve");
    const slow = comeBackTo(world.ctx, token);
    await bank.asked;
    world.bank.answer("resolve", resolvedAs("authenticated"));
    expect(resultIn(await comeBackTo(world.ctx, token))).toBe("success");
    bank.answer(resolvedAs("not_authenticated")(world.bank.asked.at(-1)!));
    expect(resultIn(await slow)).toBe("success");
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(await inboxOf(paymentCode)).toEqual([["authenticated", await orderOf(paymentCode)]]);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
  });
});

test("what the bank says of one return is kept with that one alone", async () => {
  const [slow, other] = [await journey.atTheBank(), await journey.atTheBank()];
  const bank = slowAnswer(world, "resolve");
  const back = comeBackTo(world.ctx, slow.token);
  await bank.asked;
  const question = world.bank.asked.at(-1)!;
  world.bank.answer("resolve", resolvedAs("refused"));
  // Another return of the same payment, and one of another payment whose bytes are the same.
  expect(await comeBackTo(world.ctx, slow.token, 2)).toEqual({ kind: "refused" });
  expect(await comeBackTo(world.ctx, other.token)).toEqual({ kind: "refused" });
  expect((await inboxOf(slow.paymentCode)).map(([verdict]) => verdict).sort()).toEqual([
    "refused_amount",
    "unresolved",
  ]);
  bank.answer(resolvedAs("authenticated")(question));
  expect(resultIn(await back)).toBe("success");
  expect((await inboxOf(slow.paymentCode)).map(([verdict]) => verdict).sort()).toEqual([
    "authenticated",
    "refused_amount",
  ]);
  expect(await inboxOf(other.paymentCode)).toEqual([["refused_amount", null]]);
});

describe("a process that dies", () => {
  /** Nothing that the bank has said reaches anybody. */
  const dying = (kind: "resolve" | "capture") => ({
    ...world.ctx,
    banks: {
      ...world.bank,
      brand: () => world.bank.brand(),
      of: () => world.bank.of(),
      redact: () => "",
      call: async (...call: Parameters<typeof world.bank.call>) => {
        const outcome = await world.bank.call(...call);
        if (call[1].kind === kind) throw new Error("The process died");
        return outcome;
      },
    },
  });

  test("after the bank has resolved the return: a second return of the same browser captures once", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    await expect(comeBackTo(dying("resolve"), token)).rejects.toThrow("died");
    expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "started" });
    expect(await inboxOf(paymentCode)).toEqual([["unresolved", null]]);
    expect(resultIn(await comeBackTo(world.ctx, token))).toBe("success");
    expect(world.bank.countOf("capture")).toBe(1);
    expect(await inboxOf(paymentCode)).toMatchObject([["authenticated", expect.any(String)]]);
  });

  test("after the bank has resolved the return, and nobody comes back: expired, and nothing was captured", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    await expect(comeBackTo(dying("resolve"), token)).rejects.toThrow("died");
    await journey.advance(minutes(30));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "expired" });
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
  });

  test("after the bank has captured: pending, and the inquiry settles it", async () => {
    const { token, paymentCode } = await journey.atTheBank();
    expect(resultIn(await comeBackTo({ ...dying("capture"), captureWaitMs: 300 }, token))).toBe("pending");
    const references = { authCode: "A1", rrn: "R1", transactionId: "T1" };
    world.bank.answer("inquire", { kind: "paid", amountKurus: 40_000n, references });
    await journey.advance(minutes(5));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(world.bank.countOf("capture")).toBe(1);
  });
});

describe("the payment's time runs out while the bank is being asked", () => {
  async function resolving() {
    const { token, paymentCode } = await journey.atTheBank();
    const bank = slowAnswer(world, "resolve");
    const back = comeBackTo(world.ctx, token);
    await bank.asked;
    world.clock.advanceMs(minutes(31));
    const answer = () => bank.answer(resolvedAs("authenticated")(world.bank.asked.at(-1)!));
    return { paymentCode, back, answer };
  }

  test("captured when nobody has looked: the browser was back in time", async () => {
    const { paymentCode, back, answer } = await resolving();
    answer();
    expect(resultIn(await back)).toBe("success");
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  });

  test("expired when that came first, and nothing is captured", async () => {
    const { paymentCode, back, answer } = await resolving();
    await expirePayment(world.ctx, { paymentCode });
    answer();
    expect(resultIn(await back)).toBe("failure");
    expect(world.bank.countOf("capture")).toBe(0);
    expect(await journey.look(paymentCode)).toMatchObject({ status: "expired" });
    expect(await journey.eventsOf(paymentCode)).toEqual(["payment.expired"]);
  });
});
