import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { findCommand, formatUsage } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
  world.clock.set(new Date("2026-11-20T21:30:05.120Z"));
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.bankMessage.deleteMany());

const run = (ctx: Ctx, words: readonly string[]): Promise<readonly string[]> => {
  const found = findCommand(["bank", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(ctx, found.values, found.options).catch((error: Error) => [error.message]);
};
const runCommand = (...words: string[]) => run(world.ctx, words);
/** Runs the command for a bank that answers only to listed addresses. */
const runCommandListed = (...words: string[]) => {
  const getBrand = () => ({
    protocol: "posnet" as const,
    name: "Yapı Kredi",
    quirks: { sourceIpListed: true as const },
  });
  const banks: Ctx["banks"] = Object.assign(Object.create(world.ctx.banks), { getBrand });
  return run({ ...world.ctx, banks }, words);
};

type Row = Parameters<typeof world.db.prisma.bankMessage.create>[0]["data"];
const storeMessages = (...messages: Partial<Row>[]) =>
  world.db.prisma.bankMessage.createMany({
    data: messages.map((change, n) => ({
      id: `bmg_${String(n).padStart(3, "0")}`,
      terminalId: testTerminals.ours,
      at: world.clock.now(),
      operation: "capture",
      orderId: "ORDER1",
      request: "<A>\n  <B>1</B>\n</A>",
      response: "<C></C>",
      httpStatus: 200,
      outcome: "approved",
      cause: null,
      durationMs: 340,
      ...change,
    })) as never,
  });

test("prints the messages, newest last, each with its request and its response", async () => {
  await storeMessages(
    {
      operation: "form",
      request: "oid=ORDER1\nhash=[redacted]",
      response: null,
      httpStatus: null,
      outcome: "sent",
      durationMs: 0,
    },
    {},
    {
      operation: "inquire",
      response: null,
      httpStatus: null,
      outcome: "unknown",
      cause: "timeout",
      durationMs: 30_001,
    },
    { operation: "void", request: "", response: "" },
  );
  expect(await runCommand("trace", testTerminals.ours)).toEqual([
    "2026-11-21 00:30:05 Istanbul (21:30:05 UTC)  form  order ORDER1  sent",
    "  sent through the browser:",
    "    oid=ORDER1",
    "    hash=[redacted]",
    "",
    "2026-11-21 00:30:05 Istanbul (21:30:05 UTC)  capture  order ORDER1  approved  HTTP 200  340 ms",
    "  request:",
    "    <A>",
    "      <B>1</B>",
    "    </A>",
    "  response:",
    "    <C></C>",
    "",
    "2026-11-21 00:30:05 Istanbul (21:30:05 UTC)  inquire  order ORDER1  unknown (timeout)  no complete answer  30001 ms",
    "  request:",
    "    <A>",
    "      <B>1</B>",
    "    </A>",
    "",
    "2026-11-21 00:30:05 Istanbul (21:30:05 UTC)  void  order ORDER1  approved  HTTP 200  340 ms",
    "  request: empty",
    "  response: empty",
  ]);
});

test("prints only the messages of one order", async () => {
  await storeMessages({}, { orderId: "ORDER2" });
  const lines = await runCommand("trace", testTerminals.ours, "ORDER2");
  expect(lines.filter((line) => line.includes("  order "))).toEqual([expect.stringContaining("order ORDER2")]);
  expect(await runCommand("trace", testTerminals.ours, "ORDER3")).toEqual([
    "There are no messages of the last 7 days.",
  ]);
});

test("prints the latest hundred messages of the terminal, of seven days", async () => {
  await storeMessages(...Array.from({ length: 120 }, (_, n) => ({ orderId: `N${n}` })), {
    terminalId: testTerminals.foreign,
  });
  const heads = (await runCommand("trace", testTerminals.ours)).filter((line) => line.includes("  order "));
  expect(heads).toHaveLength(100);
  expect(heads.at(-1)).toContain("order N119 ");
  world.clock.advanceMs(days(7));
  expect(await runCommand("trace", testTerminals.ours)).toEqual(["There are no messages of the last 7 days."]);
});

test("prints no control character of a bank's answer (S23, S29)", async () => {
  const hostile = '\u001b[31mred\u001b]0;title\u0007\r{"level":"info"}\u009b2J \u202egnp.exe\u200b';
  await storeMessages({ response: `<m>${hostile}</m>\nsecond`, request: hostile, orderId: `A${hostile}` });
  const lines = await runCommand("trace", testTerminals.ours);
  expect(lines.join("\n")).toContain("red");
  for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("refuses an unknown terminal; the usage has both forms of the command", async () => {
  expect(await runCommand("trace", "trm_none")).toEqual(["There is no terminal trm_none"]);
  expect(formatUsage()).toMatch(/bank trace TERMINAL {2,}shows .*\n.*bank trace TERMINAL ORDER {2,}shows/);
});

describe("a bank that answers only to listed source addresses", () => {
  const hint =
    "Yapı Kredi answers only to listed source addresses. Check that its list contains the address of this product.";
  const unknown = { outcome: "unknown", response: null, httpStatus: null };

  test.each([
    ["connection", { ...unknown, cause: "connection" }],
    ["not_understood", { ...unknown, cause: "not_understood", httpStatus: 200, response: "148 MID,TID,IP HATALI" }],
  ])("gets a hint when the outcome of its last calls is unknown: %s", async (_, call) => {
    await storeMessages({}, call, call, call, { operation: "form", outcome: "sent" });
    expect((await runCommandListed("trace", testTerminals.ours)).at(-1)).toBe(hint);
    expect(await runCommand("trace", testTerminals.ours)).not.toContain(hint);
  });

  test("gets no hint when it answers or was not called", async () => {
    await storeMessages({ ...unknown, cause: "timeout" }, { outcome: "declined" });
    expect(await runCommandListed("trace", testTerminals.ours)).not.toContain(hint);
    await world.db.prisma.bankMessage.deleteMany();
    await storeMessages({ operation: "form", outcome: "sent" });
    expect(await runCommandListed("trace", testTerminals.ours)).not.toContain(hint);
  });
});

test("banks prints how each bank answers", async () => {
  const banks = () => findCommand(["banks"])?.command.run(world.ctx, [], {});
  expect(await banks()).toEqual(["Türkiye İş Bankası: not called in the last two weeks, 3 active terminals"]);
  const at = world.clock.now();
  const [host, failed] = [
    { bank: "scripted", host: "bank.test" },
    { unconnected: 1, timeouts: 0, broken: 0 },
  ];
  const others = { declined: 0, unreadable: 0, hashMismatches: 2, refused: 1, latency: [0, 1, ...Array(16).fill(0)] };
  await world.db.prisma.bankMinute.create({
    data: { ...host, minute: at, purpose: "money", calls: 2, answered: 1, ...failed, ...others },
  });
  const last = { lastAnswerAt: at, lastAnswer: "answered", lastFailureAt: at, lastFailure: "unconnected" };
  await world.db.prisma.bankState.create({ data: { ...host, ...last, failuresInRow: 0, unreachedInRow: 0 } });
  expect(await banks()).toEqual([
    "Türkiye İş Bankası (bank.test): works",
    "  answered: 1/2 in 15 min, 1/2 in 1 h, 1/2 in 24 h",
    "  time: median 75 ms, 95 % within 98 ms",
    `  last answer: ${at.toISOString()} answered; last failure: ${at.toISOString()} unconnected`,
    "  2 wrong hashes in 24 h, 1 cards refused in 1 h, 3 active terminals",
  ]);
});
