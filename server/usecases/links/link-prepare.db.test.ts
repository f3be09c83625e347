import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { inTx } from "@/server/store/db";
import { createLinkJourney, deferAnswer, type LinkJourney, pans } from "@/server/testing/journeys/link";
import { expectConsistentLinks } from "@/server/testing/journeys/link-rules";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import { lockLinkPayment } from "./shared/link-payment";
import type { LinkRecord } from "./shared/link-record";
import { findCurrentLink } from "./shared/link-state";

// Tests a bank that is called before its 3-D Secure page, like PosNet: the link is in 3-D Secure once the bank has
// agreed.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createLinkJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("prepare", approved);
  world.clock.advanceMs(seconds(1));
});
afterEach(() => expectConsistentLinks(world));

const status = async (link: LinkRecord) => (await journey.getRow(link)).status;
const payment = async (link: LinkRecord) => (await journey.listPayments(link)).at(-1);
const cards = async (link: LinkRecord) => (await journey.listAttempts(link)).map((attempt) => attempt.status);

test("becomes initiated with the bank's answer in the form when the bank approves", async () => {
  const link = await journey.create();
  expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  expect(await status(link)).toBe("initiated");
  expect(await cards(link)).toEqual(["started"]);
});

describe("when the bank declines", () => {
  beforeEach(() => world.bank.answer("prepare", declined));

  test("422 payment_declined: the link fails, and another card can use the same payment", async () => {
    const link = await journey.create();
    const trouble = { name: "payment_declined", declineReason: "insufficient_funds" };
    const refused = { kind: "refused", code: "payment_declined", trouble };
    expect(await journey.submit(link)).toMatchObject(refused);
    expect(await status(link)).toBe("failed");
    const failure = { code: null, declineReason: "insufficient_funds" };
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "failed", failure });
    journey.moveClock(seconds(1));
    world.bank.answer("prepare", approved);
    await journey.sendToBank(link);
    expect(await journey.listPayments(link)).toMatchObject([{ attemptsUsed: 1, status: "initiated" }]);
    expect(await cards(link)).toEqual(["rejected", "started"]);
  });

  test("locks the payment at the fifth card; the link can still be paid by a new payment", async () => {
    const link = await journey.create();
    for (let n = 1; n <= 5; n += 1) {
      expect(await payment(link).then((row) => row?.attemptsUsed ?? 0)).toBe(n - 1);
      await journey.submit(link);
    }
    const locked = { status: "failed", failureCode: "card_attempt_limit_exceeded", attemptsUsed: 5 };
    expect(await payment(link)).toMatchObject(locked);
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
    expect(await journey.getLinkState(link)).toMatchObject({
      failure: { code: "card_attempt_limit_exceeded" },
    });
    world.bank.answer("prepare", approved);
    journey.moveClock(seconds(1));
    await journey.sendToBank(link);
    expect(await payment(link)).toMatchObject({ status: "initiated", attemptsUsed: 0 });
  });

  test.each([
    ["below", 2],
    ["to", 3],
  ])("ends the payment at the next card if the allowance was lowered %s the used count", async (_what, lowered) => {
    const allow = (cardAttemptLimit: number) =>
      world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { cardAttemptLimit } });
    const link = await journey.create();
    for (let n = 0; n < 3; n += 1) await journey.submit(link);
    await allow(lowered);
    try {
      world.bank.answer("prepare", approved);
      journey.moveClock(seconds(1));
      await journey.sendToBank(link);
    } finally {
      await allow(5);
    }
    const [ended, next] = await journey.listPayments(link);
    expect(ended).toMatchObject({ failureCode: "card_attempt_limit_exceeded", attemptsUsed: 3 });
    expect(next).toMatchObject({ status: "initiated", attemptsUsed: 0 });
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
  });
});

test("a lowered allowance ends the payment for a card that was checked before it and gets the lock afterwards", async () => {
  const allow = (cardAttemptLimit: number) =>
    world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { cardAttemptLimit } });
  world.bank.answer("prepare", declined);
  const link = await journey.create();
  await journey.submit(link);
  expect(await payment(link)).toMatchObject({ status: "initiated", attemptsUsed: 1, installment: 1 });
  const found = await findCurrentLink(world.ctx, link.token);
  const charge = { installment: 1, amountKurus: 40_000n, shareKurus: 0n, tariffId: null, isForBank: true };
  await allow(1);
  try {
    await inTx(world.db, (tx) => lockLinkPayment(world.ctx, tx, found!, charge));
  } finally {
    await allow(5);
  }
  const [ended, next] = await journey.listPayments(link);
  expect(ended).toMatchObject({ status: "failed", failureCode: "card_attempt_limit_exceeded", attemptsUsed: 1 });
  expect(next).toMatchObject({ status: "initiated", attemptsUsed: 0 });
});

test("counts no attempt when the bank cannot be reached; the link is opened and payable", async () => {
  world.bank.answer("prepare", unknown);
  const link = await journey.create();
  expect(await journey.submit(link)).toMatchObject({ kind: "limit" });
  expect(await status(link)).toBe("launched");
  expect(await payment(link)).toMatchObject({ attemptsUsed: 0, prepareStartedAt: null, status: "initiated" });
  expect(await cards(link)).toEqual(["not_started"]);
  world.bank.answer("prepare", approved);
  await journey.sendToBank(link);
  expect(await journey.listPayments(link)).toHaveLength(1);
});

test("asks the bank for the amount of the new card at the same count", async () => {
  const link = await journey.create({ customerShareBps: 10_000 });
  await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
  expect(await payment(link)).toMatchObject({ amount: 40_000n });
  const { callback } = await journey.sendToBank(link, { installmentCount: 3 });
  await journey.returnFromBank(callback);
  await world.settled();
  const orders = world.bank.calls.slice(-2).map((asked) => [asked.kind, "order" in asked && asked.order.amountKurus]);
  expect(orders).toEqual([
    ["prepare", 41_800n],
    ["capture", 41_800n],
  ]);
  expect(await journey.listPayments(link)).toMatchObject([{ status: "captured", amount: 41_800n }]);
});

describe("during the call to the bank", () => {
  async function asking() {
    const link = await journey.create();
    const bank = deferAnswer(world, "prepare");
    const started = journey.submit(link);
    await bank.asked;
    return { link, started, answer: bank.answer };
  }

  test("shows another card that one is in progress", async () => {
    const { link, started, answer } = await asking();
    expect(await journey.submit(link)).toMatchObject({ kind: "state", state: { kind: "in_progress" } });
    answer(approved);
    expect(await started).toMatchObject({ kind: "form" });
    expect(await journey.listAttempts(link)).toHaveLength(1);
  });

  test("sends one of 20 concurrent cards to the bank and shows the others that one is in progress", async () => {
    const link = await journey.create();
    const bank = deferAnswer(world, "prepare");
    const before = world.bank.countCalls("prepare");
    const all = Array.from({ length: 20 }, () => journey.submit(link));
    await bank.asked;
    const seen: unknown[] = [];
    for (const one of all) void one.then((answer) => seen.push(answer));
    await expect.poll(() => seen).toHaveLength(19);
    for (const answer of seen) expect(answer).toMatchObject({ kind: "state", state: { kind: "in_progress" } });
    bank.answer(approved);
    expect((await Promise.all(all)).filter(({ kind }) => kind === "form")).toHaveLength(1);
    expect(world.bank.countCalls("prepare") - before).toBe(1);
  });

  test.each([
    ["agrees", approved],
    ["declines", declined],
    ["cannot be reached", unknown],
  ] as const)("shows the buyer a cancelled link, even if the bank then %s", async (_what, outcome) => {
    const { link, started, answer } = await asking();
    expect(await journey.tryCancel(link)).toBe("cancelled");
    answer(outcome);
    expect(await started).toMatchObject({ kind: "state", state: { kind: "cancelled" } });
    expect(await status(link)).toBe("cancelled");
    expect(await payment(link)).toMatchObject({ failureCode: "link_cancelled", attemptsUsed: 0 });
    expect(await cards(link)).toEqual(["abandoned"]);
    expect(await journey.listEvents(link)).toEqual(["payment.failed"]);
  });

  test("hands no form to the browser when the window elapses, even if no expiry was recorded yet", async () => {
    const { link, started, answer } = await asking();
    journey.setClock(link.expiresAt);
    await world.db.prisma.payment.updateMany({
      where: { linkId: link.id },
      data: { expiresAt: plusMs(link.expiresAt, minutes(1)) },
    });
    answer(approved);
    expect(await started).toMatchObject({ kind: "state", state: { kind: "expired" } });
    expect(await payment(link)).toMatchObject({ failureCode: "link_expired", failedAt: link.expiresAt });
    expect(await journey.listEvents(link)).toEqual(["payment.failed", "payment_link.expired"]);
  });

  test("stays payable when the payment's validity ends", async () => {
    const { link, started, answer } = await asking();
    journey.moveClock(minutes(31));
    answer(approved);
    expect(await started).toMatchObject({ kind: "state", state: { kind: "open" } });
    expect(await payment(link)).toMatchObject({ status: "expired" });
    world.bank.answer("prepare", approved);
    await journey.sendToBank(link);
    expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
  });

  test("lets the buyer give up after the process died, and ignores the late answer", async () => {
    const { link, started, answer } = await asking();
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "in_progress" });
    journey.moveClock(minutes(2));
    expect(await journey.giveUp(link)).toMatchObject({ kind: "open" });
    expect(await payment(link)).toMatchObject({ failureCode: "abandoned" });
    answer(approved);
    expect(await started).toMatchObject({ kind: "state", state: { kind: "open" } });
    expect(await cards(link)).toEqual(["abandoned"]);
  });

  test("expires the payment after the process died, and the link stays payable", async () => {
    const { link, started, answer } = await asking();
    await journey.advance(minutes(30));
    expect(await payment(link)).toMatchObject({ status: "expired" });
    expect(await journey.getLinkState(link)).toMatchObject({ kind: "open" });
    answer(declined);
    expect(await started).toMatchObject({ kind: "state" });
    expect(await journey.listEvents(link)).toEqual(["payment.expired"]);
  });
});

test("leaves none of 20 links in 3-D Secure when each is cancelled around the bank's answer", async () => {
  world.bank.answer("prepare", async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    return approved;
  });
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const link = await journey.create();
      const [started, answer] = await Promise.all([
        journey.submit(link),
        new Promise((resolve) => setTimeout(resolve, Math.random() * 60)).then(() => journey.tryCancel(link)),
      ]);
      expect(["form", "state"]).toContain(started.kind);
      expect(answer).toBe("cancelled");
    }),
  );
});
