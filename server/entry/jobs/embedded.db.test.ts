import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { journeyIn } from "@/server/testing/journeys/payment";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { embeddedEngine } from "./engine";
import { createFunctions } from "./functions";
import { createHandler } from "./serve";
import { createWaker, type Waker } from "./wake";

/** The product's own functions on the embedded executor and a real database; only bank and receiver are scripted. */
let world: TestWorld;
let stop = async (): Promise<void> => undefined;
let wake: Waker | null = null;
/** Wakes the functions, while some run. */
const wakes: Ctx["signals"] = {
  outboxWritten: () => wake?.outboxWritten(),
  captureUnknown: (attemptId) => wake?.captureUnknown(attemptId),
  refundUnknown: (refundId) => wake?.refundUnknown(refundId),
  deliveriesMade: (made) => wake?.deliveriesMade(made),
  resendsRequested: async (wanted) => wake?.resendsRequested(wanted),
};
beforeEach(async () => {
  world = await openTestWorld();
  const db = { ...world.db, outboxWritten: wakes.outboxWritten };
  world = { ...world, db, ctx: { ...world.ctx, db, signals: wakes } };
  await db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
});
afterEach(async () => {
  await stop();
  await world.close();
});

async function start(): Promise<void> {
  const { ctx, db } = world;
  const origin = ctx.origins.api;
  const databaseUrl = db.pool.options.connectionString ?? "";
  const engine = embeddedEngine({ pool: db.pool, databaseUrl, origin, log: ctx.log });
  const functions = createFunctions(engine.client, ctx, () => undefined);
  const handler = createHandler({ client: engine.client, functions, origin, log: ctx.log });
  const waker = createWaker((event) => engine.client.send(event), ctx.log);
  wake = waker;
  stop = async () => {
    await waker.stop();
    await engine.stop();
  };
  await engine.start(handler, waker.outboxWritten);
}

const capture = async () => {
  const journey = journeyIn(world);
  const { paymentCode, token } = await journey.atTheBank();
  await journey.comeBack(token);
  return paymentCode;
};
const bodies = () => world.receiver.sent.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
/** What ends the sleep of a run. */
const wakeUp = () => world.db.prisma.executorJob.findFirst({ where: { kind: "wake" } });
const noRunIsLeft = () =>
  vi.waitFor(
    async () => expect(await world.db.prisma.executorRun.count({ where: { status: "running" } })).toBe(0),
    10_000,
  );

/** As if this much time had passed, on the product's clock and for what sleeps. */
async function timePasses(ms: number): Promise<void> {
  world.clock.advanceMs(ms);
  for (const { id, runAt } of await world.db.prisma.executorJob.findMany()) {
    await world.db.prisma.executorJob.update({ where: { id }, data: { runAt: plusMs(runAt, -ms) } });
  }
}

test("a captured payment is told to its merchant at once, and once", async () => {
  await start();
  const paymentCode = await capture();
  await vi.waitFor(() => expect(world.receiver.sent).toHaveLength(1), 10_000);
  await noRunIsLeft();
  expect(bodies()).toMatchObject([{ type: "payment.captured", paymentCode }]);
});

test("a refused delivery sleeps, outlives a restart and is sent again with the same bytes", async () => {
  await start();
  world.receiver.answer(answered(500), answered(200));
  await capture();
  await vi.waitFor(async () => expect(await wakeUp()).not.toBeNull(), 10_000);
  expect(world.receiver.sent).toHaveLength(1);

  await stop();
  await timePasses(seconds(30));
  await start();
  await vi.waitFor(() => expect(world.receiver.sent).toHaveLength(2), 10_000);
  await noRunIsLeft();
  const [first, second] = world.receiver.sent;
  expect(second?.body).toEqual(first?.body);
  expect(await world.db.prisma.webhookDelivery.findMany()).toMatchObject([{ status: "delivered" }]);
});

test("a delivery that the sandbox clock has sent is not sent by the run that wakes; it sleeps on", async () => {
  await start();
  world.receiver.answer(answered(500));
  await capture();
  await vi.waitFor(async () => expect(await wakeUp()).not.toBeNull(), 10_000);
  const { fired } = await journeyIn(world).advance(seconds(30));
  expect(fired.deliveriesAttempted).toBe(1);

  const asleep = await wakeUp();
  await world.db.prisma.executorJob.update({ where: { id: asleep?.id ?? "" }, data: { runAt: new Date() } });
  await vi.waitFor(async () => {
    const sleepsFor = ((await wakeUp())?.runAt.getTime() ?? 0) - Date.now();
    expect(sleepsFor).toBeGreaterThan(minutes(2) - seconds(10));
  }, 10_000);
  expect(world.receiver.sent).toHaveLength(2);
});

test("what was written while nobody ran functions is told by the next start", async () => {
  const paymentCode = await capture();
  await start();
  await vi.waitFor(() => expect(bodies()).toMatchObject([{ paymentCode }]), 10_000);
  await noRunIsLeft();
});

test("a capture of unknown outcome is inquired five seconds later, and its merchant is told", async () => {
  await start();
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", paid);
  const paymentCode = await capture();
  await vi.waitFor(async () => expect(await wakeUp()).not.toBeNull(), 10_000);
  expect(world.bank.countOf("inquire")).toBe(0);

  await stop();
  await timePasses(seconds(5));
  await start();
  await vi.waitFor(() => expect(bodies()).toMatchObject([{ type: "payment.captured", paymentCode }]), 10_000);
  await noRunIsLeft();
  expect(world.bank.countOf("inquire")).toBe(1);
});

describe("a refund of unknown outcome", () => {
  const sale = { kind: "sale", approved: true, amountKurus: 40_000n } as const;
  const historyOf = (
    ...more: (typeof sale | { kind: "void"; approved: true; amountKurus: bigint })[]
  ): Outcome => ({
    kind: "history",
    records: [sale, ...more],
  });
  const voided = { kind: "void", approved: true, amountKurus: 40_000n } as const;
  const refund = async (paymentCode: string) => {
    const { partnerId } = world.caller;
    const asked = {
      partnerId,
      paymentCode,
      partnerRefundCode: "r-1",
      way: "automatic",
      amountKurus: null,
    } as const;
    return startRefund(world.ctx, asked);
  };
  const told = (type: string) => bodies().filter((body) => body.type === type);
  /** Lets the run sleep until its next look, and the product run on at that instant. */
  const sleepOver = async (ms: number) => {
    await vi.waitFor(async () => expect(await wakeUp()).not.toBeNull(), 10_000);
    await stop();
    await timePasses(ms);
    await start();
  };

  test("that the bank has done is found five seconds later, and its merchant is told; the bank was called once", async () => {
    await start();
    const paymentCode = await capture();
    // A slow machine answers the buyer before the capture is on record.
    await world.settled();
    world.bank.answer("void", unknown);
    world.bank.answer("history", historyOf(voided));
    const { refundId, status } = await refund(paymentCode);
    expect(status).toBe("pending");
    expect(world.bank.countOf("history")).toBe(0);

    await sleepOver(seconds(5));
    await vi.waitFor(() => expect(told("refund.approved")).toMatchObject([{ paymentCode }]), 10_000);
    await noRunIsLeft();
    expect([world.bank.countOf("void"), world.bank.countOf("history")]).toEqual([1, 1]);
    expect(await world.db.prisma.refund.findMany()).toMatchObject([{ id: refundId, status: "approved" }]);
  });

  test("that the bank never did is looked at until it has not been done for two minutes, and is declined", async () => {
    await start();
    const paymentCode = await capture();
    // A slow machine answers the buyer before the capture is on record.
    await world.settled();
    world.bank.answer("void", unknown);
    world.bank.answer("history", historyOf());
    const { refundId } = await refund(paymentCode);
    for (const [n, ms] of [seconds(5), seconds(25), seconds(90)].entries()) {
      expect(told("refund.declined")).toEqual([]);
      await sleepOver(ms);
      await vi.waitFor(() => expect(world.bank.countOf("history")).toBe(n + 1), 10_000);
    }
    await vi.waitFor(() => expect(told("refund.declined")).toMatchObject([{ paymentCode }]), 10_000);
    await noRunIsLeft();
    expect(world.bank.countOf("void")).toBe(1);
    expect(await world.db.prisma.refund.findMany()).toMatchObject([{ id: refundId, status: "declined" }]);
  });
});
