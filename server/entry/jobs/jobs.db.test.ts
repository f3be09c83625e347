import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AppContext } from "@/server/context";
import { readEnv } from "@/server/env";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { BackgroundSignals } from "@/server/usecases/ctx";
import { handleInngest, type Jobs, startJobs } from "./jobs";

/** Started as the product starts them. */
let world: TestWorld;
let jobs: Jobs;
let listener: BackgroundSignals | null = null;
const signals: AppContext["signals"] = {
  outboxWritten: () => listener?.outboxWritten(),
  mailWritten: (mailIds) => listener?.mailWritten(mailIds),
  captureUnknown: (attemptId) => listener?.captureUnknown(attemptId),
  refundUnknown: (refundId) => listener?.refundUnknown(refundId),
  deliveriesCreated: (made) => listener?.deliveriesCreated(made),
  resendsRequested: async (wanted) => listener?.resendsRequested(wanted),
  connect: (next) => {
    listener = next;
  },
};
const lines: string[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  const db = { ...world.db, outboxWritten: signals.outboxWritten };
  world = { ...world, db, ctx: { ...world.ctx, db, signals } };
  await db.prisma.partner.updateMany({ data: { webhookUrl: "https://shop.test/hook" } });
  const env = readEnv({
    DATABASE_URL: db.pool.options.connectionString,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    AUDIT_KEYS: `a1:${Buffer.alloc(32, 2).toString("base64")}`,
    AUTH_SECRET: "a".repeat(32),
    SANDBOX_KEY: "s".repeat(16),
  });
  const log = { ...world.ctx.log, info: (_: object, message: string) => void lines.push(message) };
  expect((await handleInngest(new Request("http://api.test/api/inngest"))).status).toBe(503);
  jobs = await startJobs({
    ...world.ctx,
    env,
    log,
    signals,
    settled: async () => undefined,
  } as AppContext);
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
});

test("logs which engine runs the functions", () => {
  expect(lines).toContain("Functions: embedded executor");
});

test("401 at the route for an unsigned call", async () => {
  const response = await handleInngest(new Request("http://api.test/api/inngest", { method: "PUT" }));
  expect(response.status).toBe(401);
});

test("401 without reading a signed call from outside, while a call in this process is read", async () => {
  const headers = { "x-inngest-signature": "t=1&s=00" };
  const address = "http://api.test/api/inngest?fnId=vezne-fire-due&stepId=step";
  const call = () => new Request(address, { method: "POST", body: "{}", headers });
  const [outside, inProcess] = [call(), call()];
  expect((await handleInngest(outside)).status).toBe(401);
  expect(outside.bodyUsed).toBe(false);
  await jobs.handler(inProcess);
  expect(inProcess.bodyUsed).toBe(true);
});

test("sends the event of a captured payment", async () => {
  const journey = createPaymentJourney(world);
  const { paymentCode, token } = await journey.createAtBank();
  await journey.returnFromBank(token);
  await vi.waitFor(() => expect(world.receiver.sent).toHaveLength(1), 60_000);
  expect(Buffer.from(world.receiver.sent[0]?.body ?? "").toString()).toContain(paymentCode);
  expect(jobs.alive()).toBe(true);
  expect(await jobs.isEngineAnswering()).toBe(true);
});
