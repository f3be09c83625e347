import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days } from "@/server/domain/clock";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { findCommand, usage } from "./commands";

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
const type = (...words: string[]) => run(world.ctx, words);
/** The same where the bank answers listed addresses only. */
const typeListed = (...words: string[]) => {
  const brand = () => ({
    protocol: "posnet" as const,
    name: "Yapı Kredi",
    quirks: { sourceIpListed: true as const },
  });
  const banks: Ctx["banks"] = Object.assign(Object.create(world.ctx.banks), { brand });
  return run({ ...world.ctx, banks }, words);
};

type Row = Parameters<typeof world.db.prisma.bankMessage.create>[0]["data"];
const keep = (...messages: Partial<Row>[]) =>
  world.db.prisma.bankMessage.createMany({
    data: messages.map((change, n) => ({
      id: `bmg_${String(n).padStart(3, "0")}`,
      terminalId: terminalOf.ours,
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

test("messages are shown newest last, with what was sent and what came back under each", async () => {
  await keep(
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
  expect(await type("trace", terminalOf.ours)).toEqual([
    "2026-11-21 00:30:05 Istanbul (21:30:05 UTC)  form  order ORDER1  sent",
    "  carried by the browser:",
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
    "2026-11-21 00:30:05 Istanbul (21:30:05 UTC)  inquire  order ORDER1  unknown (timeout)  no whole answer  30001 ms",
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

test("those of one order alone", async () => {
  await keep({}, { orderId: "ORDER2" });
  const lines = await type("trace", terminalOf.ours, "ORDER2");
  expect(lines.filter((line) => line.includes("  order "))).toEqual([
    expect.stringContaining("order ORDER2"),
  ]);
  expect(await type("trace", terminalOf.ours, "ORDER3")).toEqual(["No message of the last 7 days."]);
});

test("the latest hundred, none of another terminal and none of more than seven days ago", async () => {
  await keep(...Array.from({ length: 120 }, (_, n) => ({ orderId: `N${n}` })), {
    terminalId: terminalOf.foreign,
  });
  const heads = (await type("trace", terminalOf.ours)).filter((line) => line.includes("  order "));
  expect(heads).toHaveLength(100);
  expect(heads.at(-1)).toContain("order N119 ");
  world.clock.advanceMs(days(7));
  expect(await type("trace", terminalOf.ours)).toEqual(["No message of the last 7 days."]);
});

test("nothing of a bank's answer steers the terminal (S23, S29)", async () => {
  const hostile = '\u001b[31mred\u001b]0;title\u0007\r{"level":"info"}\u009b2J \u202egnp.exe\u200b';
  await keep({ response: `<m>${hostile}</m>\nsecond`, request: hostile, orderId: `A${hostile}` });
  const lines = await type("trace", terminalOf.ours);
  expect(lines.join("\n")).toContain("red");
  for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("an unknown terminal is refused in a sentence; the usage has both ways", async () => {
  expect(await type("trace", "trm_none")).toEqual(["There is no terminal trm_none"]);
  expect(usage()).toMatch(/bank trace TERMINAL {2,}shows .*\n.*bank trace TERMINAL ORDER {2,}shows/);
});

describe("a bank that answers listed source addresses only", () => {
  const hint =
    "Yapı Kredi answers only to source addresses that it was told of: see that this product's is one.";
  const unknown = { outcome: "unknown", response: null, httpStatus: null };

  test.each([
    ["connection", { ...unknown, cause: "connection" }],
    [
      "not_understood",
      { ...unknown, cause: "not_understood", httpStatus: 200, response: "148 MID,TID,IP HATALI" },
    ],
  ])("is said to be one when its last calls came to nothing: %s", async (_, call) => {
    await keep({}, call, call, call, { operation: "form", outcome: "sent" });
    expect((await typeListed("trace", terminalOf.ours)).at(-1)).toBe(hint);
    expect(await type("trace", terminalOf.ours)).not.toContain(hint);
  });

  test("is not when it answers, or was not called", async () => {
    await keep({ ...unknown, cause: "timeout" }, { outcome: "declined" });
    expect(await typeListed("trace", terminalOf.ours)).not.toContain(hint);
    await world.db.prisma.bankMessage.deleteMany();
    await keep({ operation: "form", outcome: "sent" });
    expect(await typeListed("trace", terminalOf.ours)).not.toContain(hint);
  });
});
