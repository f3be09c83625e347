import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppContext, createContext } from "./context";
import { days } from "./domain/clock";
import { readEnv } from "./env";
import type { Log } from "./log";
import type { BankMessage } from "./store/banks/bank-messages";
import { closeDb } from "./store/db";
import { createTestDatabase, type TestDatabase } from "./testing/world/database";

let database: TestDatabase;
let ctx: AppContext;
const warnings: object[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const env = readEnv({
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    AUDIT_KEYS: `a1:${Buffer.alloc(32, 2).toString("base64")}`,
    AUTH_SECRET: "a".repeat(32),
    SANDBOX_KEY: "s".repeat(16),
  });
  const keep = (facts: object) => void warnings.push(facts);
  ctx = createContext(env, { info: keep, warn: keep, error: keep } as unknown as Log);
  const createdAt = new Date(0);
  const sealed = Uint8Array.from([]);
  await ctx.db.prisma.partner.create({
    data: { id: "prt_1", name: "Shop", webhookSecret: sealed, createdAt },
  });
  await ctx.db.prisma.terminal.create({
    data: {
      id: "trm_1",
      partnerId: "prt_1",
      name: "T",
      bank: "isbank",
      allowedFamilies: [],
      effectiveCounts: [1],
      createdAt,
      connections: { create: { id: "bcn_1", bank: "isbank", account: sealed, createdAt } },
    },
  });
});
afterAll(async () => {
  await closeDb(ctx.db);
  await database.drop();
});

const message = (orderId: string): BankMessage => ({
  terminalId: "trm_1",
  operation: "capture",
  orderId,
  request: "<ask/>",
  response: null,
  httpStatus: null,
  outcome: "unknown",
  cause: "timeout",
  durationMs: 1,
});

test("settled() stores all bank messages, also those of background work that is still running, with the sandbox clock's time", async () => {
  await ctx.sandboxTime?.moveTo(new Date(Date.now() + days(30)));
  ctx.noteMessage(message("now"));
  let finish = (): void => undefined;
  ctx.background(
    new Promise<void>((resolve) => {
      finish = resolve;
    }).then(() => ctx.noteMessage(message("later"))),
  );
  const stopped = ctx.settled();
  finish();
  await stopped;
  const rows = await ctx.db.prisma.bankMessage.findMany();
  expect(rows.map(({ orderId }) => orderId).sort()).toEqual(["later", "now"]);
  for (const { at } of rows) expect(at.getTime()).toBeGreaterThan(Date.now() + days(29));
  expect(warnings).toEqual([]);
});

test("settled() resolves when the database refuses the messages, and logs their number without their content", async () => {
  await ctx.db.pool.query("alter table bank_message rename to elsewhere");
  ctx.noteMessage({ ...message("lost"), request: "<secret/>" });
  await ctx.settled();
  await ctx.db.pool.query("alter table elsewhere rename to bank_message");
  expect(warnings).toEqual([expect.objectContaining({ count: 1 })]);
  expect(JSON.stringify(warnings)).not.toContain("<secret/>");
});
