import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { type LinkJourney, linkJourneyIn, pans, slowAnswer } from "@/server/testing/journeys/link";
import { expectWholeLinks } from "@/server/testing/journeys/link-rules";
import { approved, declined, openTestWorld, type TestWorld, unknown } from "@/server/testing/world/world";
import type { LinkRecord } from "./link-record";

// A bank that is asked before its 3-D Secure page is shown, as PosNet is: the link is in 3-D Secure once it has agreed.
let world: TestWorld;
let journey: LinkJourney;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = linkJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("prepare", approved);
  world.clock.advanceMs(seconds(1));
});
afterEach(() => expectWholeLinks(world));

const status = async (link: LinkRecord) => (await journey.row(link)).status;
const payment = async (link: LinkRecord) => (await journey.paymentsOf(link)).at(-1);
const cards = async (link: LinkRecord) => (await journey.attemptsOf(link)).map((attempt) => attempt.status);

test("approved: initiated, with the bank's answer in the form", async () => {
  const link = await journey.create();
  expect(await journey.submit(link)).toMatchObject({ kind: "form" });
  expect(await status(link)).toBe("initiated");
  expect(await cards(link)).toEqual(["started"]);
});

describe("declined", () => {
  beforeEach(() => world.bank.answer("prepare", declined));

  test("422 payment_declined: failed, another card may follow on the same payment", async () => {
    const link = await journey.create();
    const trouble = { name: "payment_declined", declineReason: "insufficient_funds" };
    const refused = { kind: "refused", code: "payment_declined", trouble };
    expect(await journey.submit(link)).toMatchObject(refused);
    expect(await status(link)).toBe("failed");
    const failure = { code: null, declineReason: "insufficient_funds" };
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "failed", failure });
    journey.pass(seconds(1));
    world.bank.answer("prepare", approved);
    await journey.toTheBank(link);
    expect(await journey.paymentsOf(link)).toMatchObject([{ attemptsUsed: 1, status: "initiated" }]);
    expect(await cards(link)).toEqual(["rejected", "started"]);
  });

  test("the fifth card locks the payment; the link can still be paid, by a new one", async () => {
    const link = await journey.create();
    for (let n = 1; n <= 5; n += 1) {
      expect(await payment(link).then((row) => row?.attemptsUsed ?? 0)).toBe(n - 1);
      await journey.submit(link);
    }
    const locked = { status: "failed", failureCode: "card_attempt_limit_exceeded", attemptsUsed: 5 };
    expect(await payment(link)).toMatchObject(locked);
    expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    expect(await journey.sceneOf(link)).toMatchObject({ failure: { code: "card_attempt_limit_exceeded" } });
    world.bank.answer("prepare", approved);
    journey.pass(seconds(1));
    await journey.toTheBank(link);
    expect(await payment(link)).toMatchObject({ status: "initiated", attemptsUsed: 0 });
  });

  test.each([
    ["below", 2],
    ["to", 3],
  ])(
    "an allowance that was lowered %s what was used ends the payment at the next card",
    async (_what, lowered) => {
      const allow = (cardAttemptLimit: number) =>
        world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { cardAttemptLimit } });
      const link = await journey.create();
      for (let n = 0; n < 3; n += 1) await journey.submit(link);
      await allow(lowered);
      try {
        world.bank.answer("prepare", approved);
        journey.pass(seconds(1));
        await journey.toTheBank(link);
      } finally {
        await allow(5);
      }
      const [ended, next] = await journey.paymentsOf(link);
      expect(ended).toMatchObject({ failureCode: "card_attempt_limit_exceeded", attemptsUsed: 3 });
      expect(next).toMatchObject({ status: "initiated", attemptsUsed: 0 });
      expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    },
  );
});

test("a bank that cannot be reached costs no attempt; the link is opened and can be paid", async () => {
  world.bank.answer("prepare", unknown);
  const link = await journey.create();
  expect(await journey.submit(link)).toMatchObject({ kind: "limit" });
  expect(await status(link)).toBe("launched");
  expect(await payment(link)).toMatchObject({ attemptsUsed: 0, prepareStartedAt: null, status: "initiated" });
  expect(await cards(link)).toEqual(["not_started"]);
  world.bank.answer("prepare", approved);
  await journey.toTheBank(link);
  expect(await journey.paymentsOf(link)).toHaveLength(1);
});

test("another card at the same count: the bank is asked for what this one is charged", async () => {
  const link = await journey.create({ customerShareBps: 10_000 });
  await journey.submit(link, { pan: pans.debit, installmentCount: 3 });
  expect(await payment(link)).toMatchObject({ amount: 40_000n });
  const { callback } = await journey.toTheBank(link, { installmentCount: 3 });
  await journey.comeBack(callback);
  await world.settled();
  const orders = world.bank.asked
    .slice(-2)
    .map((asked) => [asked.kind, "order" in asked && asked.order.amountKurus]);
  expect(orders).toEqual([
    ["prepare", 41_800n],
    ["capture", 41_800n],
  ]);
  expect(await journey.paymentsOf(link)).toMatchObject([{ status: "captured", amount: 41_800n }]);
});

describe("while the bank is being asked", () => {
  async function asking() {
    const link = await journey.create();
    const bank = slowAnswer(world, "prepare");
    const started = journey.submit(link);
    await bank.asked;
    return { link, started, answer: bank.answer };
  }

  test("another card waits outside", async () => {
    const { link, started, answer } = await asking();
    expect(await journey.submit(link)).toMatchObject({ kind: "scene", scene: { kind: "in_progress" } });
    answer(approved);
    expect(await started).toMatchObject({ kind: "form" });
    expect(await journey.attemptsOf(link)).toHaveLength(1);
  });

  test("20 cards at once: one is asked about, the others see that it is", async () => {
    const link = await journey.create();
    const bank = slowAnswer(world, "prepare");
    const before = world.bank.countOf("prepare");
    const all = Array.from({ length: 20 }, () => journey.submit(link));
    await bank.asked;
    const others = Promise.all(all.map((one) => Promise.race([one, sleep(2_000)])));
    const seen = (await others).filter((answer) => answer !== undefined);
    expect(seen).toHaveLength(19);
    for (const answer of seen)
      expect(answer).toMatchObject({ kind: "scene", scene: { kind: "in_progress" } });
    bank.answer(approved);
    expect((await Promise.all(all)).filter(({ kind }) => kind === "form")).toHaveLength(1);
    expect(world.bank.countOf("prepare") - before).toBe(1);
  });

  test.each([
    ["agrees", approved],
    ["declines", declined],
    ["cannot be reached", unknown],
  ] as const)(
    "the link is cancelled, then the bank %s: the buyer sees that it is",
    async (_what, outcome) => {
      const { link, started, answer } = await asking();
      expect(await journey.cancelled(link)).toBe("cancelled");
      answer(outcome);
      expect(await started).toMatchObject({ kind: "scene", scene: { kind: "cancelled" } });
      expect(await status(link)).toBe("cancelled");
      expect(await payment(link)).toMatchObject({ failureCode: "link_cancelled", attemptsUsed: 0 });
      expect(await cards(link)).toEqual(["abandoned"]);
      expect(await journey.eventsOf(link)).toEqual(["payment.failed"]);
    },
  );

  test("its window elapses, and nobody has looked: nothing is handed to the browser", async () => {
    const { link, started, answer } = await asking();
    journey.passTo(link.expiresAt);
    await world.db.prisma.payment.updateMany({
      where: { linkId: link.id },
      data: { expiresAt: plusMs(link.expiresAt, minutes(1)) },
    });
    answer(approved);
    expect(await started).toMatchObject({ kind: "scene", scene: { kind: "expired" } });
    expect(await payment(link)).toMatchObject({ failureCode: "link_expired", failedAt: link.expiresAt });
    expect(await journey.eventsOf(link)).toEqual(["payment.failed", "payment_link.expired"]);
  });

  test("the payment's time runs out: it can be paid anew", async () => {
    const { link, started, answer } = await asking();
    journey.pass(minutes(31));
    answer(approved);
    expect(await started).toMatchObject({ kind: "scene", scene: { kind: "open" } });
    expect(await payment(link)).toMatchObject({ status: "expired" });
    world.bank.answer("prepare", approved);
    await journey.toTheBank(link);
    expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
  });

  test("the process dies: the buyer may give the attempt up, and its late answer changes nothing", async () => {
    const { link, started, answer } = await asking();
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "in_progress" });
    journey.pass(minutes(2));
    expect(await journey.giveUp(link)).toMatchObject({ kind: "open" });
    expect(await payment(link)).toMatchObject({ failureCode: "abandoned" });
    answer(approved);
    expect(await started).toMatchObject({ kind: "scene", scene: { kind: "open" } });
    expect(await cards(link)).toEqual(["abandoned"]);
  });

  test("the process dies and nobody comes back: the payment expires, the link can be paid", async () => {
    const { link, started, answer } = await asking();
    await journey.advance(minutes(30));
    expect(await payment(link)).toMatchObject({ status: "expired" });
    expect(await journey.sceneOf(link)).toMatchObject({ kind: "open" });
    answer(declined);
    expect(await started).toMatchObject({ kind: "scene" });
    expect(await journey.eventsOf(link)).toEqual(["payment.expired"]);
  });
});

test("20 links at once, each cancelled around the bank's answer: none stays in 3-D Secure", async () => {
  world.bank.answer("prepare", async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    return approved;
  });
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const link = await journey.create();
      const [started, answer] = await Promise.all([
        journey.submit(link),
        new Promise((resolve) => setTimeout(resolve, Math.random() * 60)).then(() => journey.cancelled(link)),
      ]);
      expect(["form", "scene"]).toContain(started.kind);
      expect(answer).toBe("cancelled");
    }),
  );
});
