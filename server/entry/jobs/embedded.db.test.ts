import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { answered } from "@/server/testing/receivers/scripted-receiver";
import { openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { createSignalSender, type SignalSender } from "./functions";
import { createFunctions, createHandler, embeddedEngine } from "./jobs";

/** The product's own functions on the embedded executor and a real database; only bank and receiver are scripted. */
let world: TestWorld;
let stop = async (): Promise<void> => undefined;
let sender: SignalSender | null = null;
/** Forwards signals to the functions while they run. */
const signals: Ctx["signals"] = {
  outboxWritten: () => sender?.outboxWritten(),
  mailWritten: (mailIds) => sender?.mailWritten(mailIds),
  captureUnknown: (attemptId) => sender?.captureUnknown(attemptId),
  refundUnknown: (refundId) => sender?.refundUnknown(refundId),
  deliveriesCreated: (made) => sender?.deliveriesCreated(made),
  resendsRequested: async (wanted) => sender?.resendsRequested(wanted),
};
beforeEach(async () => {
  world = await openTestWorld();
  const db = { ...world.db, outboxWritten: signals.outboxWritten };
  world = { ...world, db, ctx: { ...world.ctx, db, signals } };
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
  const engine = embeddedEngine({ ...ctx, pool: db.pool, databaseUrl, origin });
  const functions = createFunctions(engine.client, ctx, () => undefined);
  const handler = createHandler({ client: engine.client, functions, origin, log: ctx.log });
  const started = createSignalSender(ctx, (event) => engine.client.send(event));
  sender = started;
  stop = async () => {
    await started.stop();
    await engine.stop();
  };
  await engine.start(handler, started.outboxWritten);
}

const capture = async () => {
  const journey = createPaymentJourney(world);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  return paymentCode;
};
const bodies = () => world.receiver.sent.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
/** Finds the job that ends the sleep of a run. */
const findWakeJob = () => world.db.prisma.executorJob.findFirst({ where: { kind: "wake" } });
const noRunIsLeft = () =>
  vi.waitFor(
    async () => expect(await world.db.prisma.executorRun.count({ where: { status: "running" } })).toBe(0),
    60_000,
  );

/** Moves the product's clock and the executor's timers as if this much time had passed. */
async function timePasses(ms: number): Promise<void> {
  world.clock.advanceMs(ms);
  for (const { id, runAt } of await world.db.prisma.executorJob.findMany()) {
    await world.db.prisma.executorJob.update({ where: { id }, data: { runAt: plusMs(runAt, -ms) } });
  }
}

test("sends the event of a captured payment immediately and once", async () => {
  await start();
  const paymentCode = await capture();
  await vi.waitFor(() => expect(world.receiver.sent).toHaveLength(1), 60_000);
  await noRunIsLeft();
  expect(bodies()).toMatchObject([{ type: "payment.captured", paymentCode }]);
});

test("sends a failed delivery again with the same bytes after its sleep, also across a restart", async () => {
  await start();
  world.receiver.answer(answered(500), answered(200));
  await capture();
  await vi.waitFor(async () => expect(await findWakeJob()).not.toBeNull(), 60_000);
  expect(world.receiver.sent).toHaveLength(1);

  await stop();
  await timePasses(seconds(30));
  await start();
  await vi.waitFor(() => expect(world.receiver.sent).toHaveLength(2), 60_000);
  await noRunIsLeft();
  const [first, second] = world.receiver.sent;
  expect(second?.body).toEqual(first?.body);
  expect(await world.db.prisma.webhookDelivery.findMany()).toMatchObject([{ status: "delivered" }]);
});

test("does not send a delivery that the sandbox clock has sent meanwhile, and sleeps again", async () => {
  await start();
  world.receiver.answer(answered(500));
  await capture();
  await vi.waitFor(async () => expect(await findWakeJob()).not.toBeNull(), 60_000);
  const { fired } = await createPaymentJourney(world).advance(seconds(30));
  expect(fired.deliveriesAttempted).toBe(1);

  const asleep = await findWakeJob();
  const wokenAt = Date.now();
  await world.db.prisma.executorJob.update({ where: { id: asleep?.id ?? "" }, data: { runAt: new Date() } });
  await vi.waitFor(async () => {
    const sleepsUntil = (await findWakeJob())?.runAt.getTime() ?? 0;
    expect(sleepsUntil).toBeGreaterThanOrEqual(wokenAt + minutes(2) - seconds(1));
  }, 60_000);
  expect(world.receiver.sent).toHaveLength(2);
});

test("sends at the next start what was written while no functions ran", async () => {
  const paymentCode = await capture();
  await start();
  await vi.waitFor(() => expect(bodies()).toMatchObject([{ paymentCode }]), 60_000);
  await noRunIsLeft();
});

test("inquires a capture of unknown outcome five seconds later and sends its event", async () => {
  await start();
  world.bank.answer("capture", unknown);
  world.bank.answer("inquire", paid);
  const paymentCode = await capture();
  await vi.waitFor(async () => expect(await findWakeJob()).not.toBeNull(), 60_000);
  expect(world.bank.countCalls("inquire")).toBe(0);

  await stop();
  await timePasses(seconds(5));
  await start();
  await vi.waitFor(() => expect(bodies()).toMatchObject([{ type: "payment.captured", paymentCode }]), 60_000);
  await noRunIsLeft();
  expect(world.bank.countCalls("inquire")).toBe(1);
});

describe("a refund of unknown outcome", () => {
  const sale = { kind: "sale", approved: true, amountKurus: 40_000n } as const;
  const buildHistory = (...more: (typeof sale | { kind: "void"; approved: true; amountKurus: bigint })[]): Outcome => ({
    kind: "history",
    records: [sale, ...more],
  });
  const voided = { kind: "void", approved: true, amountKurus: 40_000n } as const;
  const refund = async (paymentCode: string) => {
    const asked = {
      caller: world.caller,
      paymentCode,
      partnerRefundCode: "r-1",
      way: "automatic",
      amountKurus: null,
    } as const;
    return startRefund(world.ctx, asked);
  };
  const listSent = (type: string) => bodies().filter((body) => body.type === type);
  /** Waits until the run sleeps, stops the product, lets the time pass and starts it again. */
  const sleepOver = async (ms: number) => {
    await vi.waitFor(async () => expect(await findWakeJob()).not.toBeNull(), 60_000);
    await stop();
    await timePasses(ms);
    await start();
  };

  test("that the bank has done is found five seconds later and reported; the bank is called once", async () => {
    await start();
    const paymentCode = await capture();
    world.bank.answer("void", unknown);
    world.bank.answer("history", buildHistory(voided));
    const { refundId, status } = await refund(paymentCode);
    expect(status).toBe("pending");
    expect(world.bank.countCalls("history")).toBe(0);

    await sleepOver(seconds(5));
    await vi.waitFor(() => expect(listSent("refund.approved")).toMatchObject([{ paymentCode }]), 60_000);
    await noRunIsLeft();
    expect([world.bank.countCalls("void"), world.bank.countCalls("history")]).toEqual([1, 1]);
    expect(await world.db.prisma.refund.findMany()).toMatchObject([{ id: refundId, status: "approved" }]);
  });

  test("that the bank never did is inquired until two minutes have passed, then declined", async () => {
    await start();
    const paymentCode = await capture();
    world.bank.answer("void", unknown);
    world.bank.answer("history", buildHistory());
    const { refundId } = await refund(paymentCode);
    for (const [n, ms] of [seconds(5), seconds(25), seconds(90)].entries()) {
      expect(listSent("refund.declined")).toEqual([]);
      await sleepOver(ms);
      await vi.waitFor(() => expect(world.bank.countCalls("history")).toBe(n + 1), 60_000);
    }
    await vi.waitFor(() => expect(listSent("refund.declined")).toMatchObject([{ paymentCode }]), 60_000);
    await noRunIsLeft();
    expect(world.bank.countCalls("void")).toBe(1);
    expect(await world.db.prisma.refund.findMany()).toMatchObject([{ id: refundId, status: "declined" }]);
  });
});
