import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Circuits } from "@/server/domain/banks/circuits";
import { minutes, seconds } from "@/server/domain/clock";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { createPaymentJourney, handOver } from "@/server/testing/journeys/payment";
import { createRefundJourney } from "@/server/testing/journeys/refund";
import {
  approved,
  openTestWorld,
  paid,
  type TestWorld,
  testCard,
  testTerminals,
  unknown,
} from "@/server/testing/world/world";

// The circuit breaker (D-371): what a bank that cannot be reached means for new cards, and what it never touches.
const noConnection = { kind: "unknown", cause: "connection" } as const;
const host = { bank: "scripted", host: "bank.test" };
const row = (world: TestWorld, id: string) => world.db.prisma.payment.findUniqueOrThrow({ where: { id } });
const countAttempts = (world: TestWorld, paymentId: string) => world.db.prisma.attempt.count({ where: { paymentId } });
const inactive = { kind: "rejected", code: "virtual_pos_inactive", canRetry: true };
/** Creates a payment that is above a limit which its terminal was given later. */
async function createAboveLimit({ db }: TestWorld, journey: ReturnType<typeof createPaymentJourney>) {
  const created = await journey.create({ terminalId: testTerminals.limited });
  await db.prisma.terminal.update({ where: { id: testTerminals.limited }, data: { limitPerTx: 10_000n } });
  return created;
}
/** Fails so often that the circuit opens. */
const open = ({ ctx }: TestWorld) => {
  for (let n = 0; n < 5; n++) ctx.circuits.note(host, "unreached", ctx.clock.now());
  expect(ctx.circuits.isOpen(host)).toBe(true);
};
const close = ({ ctx }: TestWorld) => ctx.circuits.note(host, "reached", ctx.clock.now());

describe("at a bank whose page needs no call before it", () => {
  let world: TestWorld;
  let journey: ReturnType<typeof createPaymentJourney>;
  beforeAll(async () => {
    world = await openTestWorld({ bankBreaker: true });
    journey = createPaymentJourney(world);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    close(world);
    world.bank.probes.isAnswered = false;
    world.clock.advanceMs(seconds(1));
  });

  test("422 at once without an attempt; the same reference works when the bank is back", async () => {
    const { paymentRef, paymentCode } = await journey.create({ installment: 3 });
    open(world);
    expect(await journey.start(paymentRef)).toMatchObject({ ...inactive, isBankUnreachable: true });
    expect(await row(world, paymentCode)).toMatchObject({
      status: "initiated",
      attemptsUsed: 0,
      prepareStartedAt: null,
    });
    expect(await countAttempts(world, paymentCode)).toBe(0);
    expect(world.bankEvents.at(-1)).toMatchObject({ ...host, kind: "refused" });
    world.clock.advanceMs(seconds(10));
    world.bank.probes.isAnswered = true;
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    expect(world.ctx.circuits.isOpen(host)).toBe(false);
  });

  test("422 for the card that asks whether the bank is back, and one of twenty cards asks", async () => {
    open(world);
    world.clock.advanceMs(seconds(10));
    const asked = world.bank.probes.count;
    const created = await Promise.all(Array.from({ length: 20 }, () => journey.create()));
    const answers = await Promise.all(created.map(({ paymentRef }) => journey.start(paymentRef)));
    expect(answers).toMatchObject(Array(20).fill(inactive));
    expect(world.bank.probes.count - asked).toBe(1);
  });

  test("every other refusal comes first, in the order of D-20, with its own effect", async () => {
    const barred = await journey.create();
    const limited = await createAboveLimit(world, journey);
    open(world);
    expect(await journey.start(barred.paymentRef, { ...testCard(), expireMonth: "13" })).toMatchObject({
      code: "validation_error",
    });
    await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { supportsForeign: false } });
    expect(await journey.start(barred.paymentRef, testCard("4242420000000000"))).toMatchObject({
      code: "virtual_pos_card_type_not_supported",
    });
    await world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { supportsForeign: true } });
    expect(await row(world, barred.paymentCode)).toMatchObject({ attemptsUsed: 1 });
    expect(await journey.start(limited.paymentRef)).toMatchObject({ kind: "limit" });
  });

  test("the link's sterile page, without a payment; the link can be paid when the bank is back", async () => {
    const links = createLinkJourney(world);
    const link = await links.create();
    open(world);
    expect(await links.submit(link)).toMatchObject({ kind: "limit" });
    expect(await links.listPayments(link)).toEqual([]);
    close(world);
    expect(await links.submit(link)).toMatchObject({ kind: "form" });
  });

  test("captures and inquiries reach the bank while the circuit is open, and a success closes it", async () => {
    const atBank = await journey.createAtBank();
    open(world);
    world.bank.answer("capture", noConnection);
    world.bank.answer("inquire", noConnection, paid);
    await journey.returnWithoutWaiting(atBank.token);
    expect(world.bank.countCalls("capture")).toBe(1);
    expect(await journey.getAttempt(atBank.paymentCode)).toMatchObject({ status: "unknown" });
    await journey.advance(minutes(3));
    expect(await row(world, atBank.paymentCode)).toMatchObject({ status: "captured" });
    expect(world.ctx.circuits.isOpen(host), "the inquiry was answered").toBe(false);
    world.bank.answer("capture", approved);
  });

  test.each(["void", "credit"] as const)("a %s reaches the bank while the circuit is open", async (method) => {
    const refunds = createRefundJourney(world);
    const paymentCode = method === "void" ? await refunds.capture() : await refunds.captureYesterday();
    open(world);
    world.bank.answer(method, approved);
    expect(await refunds.refund(paymentCode)).toMatchObject({ method, status: "approved" });
    expect(world.bankEvents.at(-1)).not.toMatchObject({ kind: "refused" });
  });

  test("five captures without a connection open it; five without an answer, as at a slow bank, do not", async () => {
    for (const outcome of [unknown, noConnection]) {
      close(world);
      world.bank.answer("capture", outcome);
      world.bank.answer("inquire", paid);
      const cards = await Promise.all(Array.from({ length: 5 }, () => journey.createAtBank()));
      await Promise.all(cards.map(({ token }) => journey.returnWithoutWaiting(token)));
      expect(world.ctx.circuits.isOpen(host)).toBe(outcome === noConnection);
    }
    world.bank.answer("capture", approved);
  });
});

describe("at a bank that is called before its page", () => {
  let world: TestWorld;
  let journey: ReturnType<typeof createPaymentJourney>;
  beforeAll(async () => {
    world = await openTestWorld({ bankBreaker: true, bankCan: { prepare: true } });
    journey = createPaymentJourney(world);
  });
  afterAll(() => world.close());
  beforeEach(() => close(world));

  test("422 at once after five cards found no bank; the next trial's own call brings the bank back", async () => {
    world.bank.answer("prepare", noConnection, unknown, noConnection, unknown, noConnection);
    const { paymentRef, paymentCode } = await journey.create();
    for (let n = 0; n < 6; n++) expect(await journey.start(paymentRef)).toMatchObject(inactive);
    expect(world.bank.countCalls("prepare")).toBe(5);
    world.bank.answer("prepare", approved);
    expect(await journey.start(paymentRef)).toMatchObject(inactive);
    world.clock.advanceMs(seconds(10));
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
    expect(await row(world, paymentCode)).toMatchObject({ attemptsUsed: 0 });
    expect(world.bank.probes.count, "no question of its own").toBe(0);
  });

  test("a call that is under way when the circuit opens is finished", async () => {
    world.bank.answer("prepare", () => {
      open(world);
      return approved;
    });
    const { paymentRef } = await journey.create();
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("a trial that meets another refusal leaves the next card to try", async () => {
    const { paymentRef } = await journey.create();
    const limited = await createAboveLimit(world, journey);
    world.bank.answer("prepare", approved);
    open(world);
    world.clock.advanceMs(seconds(10));
    expect(await journey.start(limited.paymentRef)).toMatchObject({ kind: "limit" });
    expect(await journey.start(paymentRef)).toMatchObject({ kind: "form" });
  });

  test("twenty cards race two processes at the end of the pause: each asks the bank once, nothing is counted", async () => {
    world.bank.answer("prepare", noConnection);
    const second = { ...world.ctx, circuits: new Circuits(true) };
    open(world);
    open({ ...world, ctx: second });
    world.clock.advanceMs(seconds(10));
    const created = await Promise.all(Array.from({ length: 20 }, () => journey.create()));
    const asked = world.bank.countCalls("prepare");
    const posted = { raw: testCard(), language: "tr", buyerIp: "192.0.2.1" } as const;
    const answers = await Promise.all(
      created.map(({ paymentRef }, n) => handOver(n % 2 ? second : world.ctx, { paymentRef, ...posted })),
    );
    expect(answers).toMatchObject(Array(20).fill(inactive));
    expect(world.bank.countCalls("prepare") - asked).toBe(2);
    const rows = await world.db.prisma.payment.findMany({
      where: { id: { in: created.map((one) => one.paymentCode) } },
    });
    expect(rows).toMatchObject(Array(20).fill({ status: "initiated", attemptsUsed: 0, prepareStartedAt: null }));
  });
});
