import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBankDayJourney, type FileLine } from "@/server/testing/journeys/bank-day";
import { longWaits } from "@/server/testing/journeys/refund";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { NotPassed } from "./command";
import { findCommand } from "./commands";

let world: TestWorld;
let folder: string;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  folder = await mkdtemp(join(tmpdir(), "vezne-bank-day-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Runs the command; `isEqual` is false when its exit code would be 1. */
async function runImport(...words: string[]): Promise<{ isEqual: boolean; text: string }> {
  try {
    const found = findCommand(["bank-day", "import", ...words]);
    if (!found) throw new Error(`No command: ${words.join(" ")}`);
    return { isEqual: true, text: (await found.command.run(world.ctx, found.values, found.options)).join("\n") };
  } catch (error) {
    return { isEqual: false, text: error instanceof NotPassed ? error.lines.join("\n") : (error as Error).message };
  }
}

const write = async (lines: readonly FileLine[]): Promise<string> => {
  const file = join(folder, "day.csv");
  const names = ["kind", "orderId", "amount", "time", "commission", "authCode", "rrn"] as const;
  const rows = lines.map((line) => names.map((name) => line[name]).join(","));
  await writeFile(file, [names.join(","), ...rows].join("\n"));
  return file;
};

test("the command names each difference and fails, and says when the day is closed", async () => {
  const journey = createBankDayJourney(world);
  const paymentCode = await journey.capture({ amountKurus: 5_000n });
  const lines = await journey.linesOf(paymentCode);
  const day = journey.endDay();
  const layout = ["--format", "statement"];
  const wrong = await runImport(await write(lines.map((line) => ({ ...line, amount: "49.00" }))), day, ...layout);
  expect(wrong.isEqual).toBe(false);
  expect(wrong.text).toContain(`order ${await journey.orderOf(paymentCode)}  bank 49.00`);
  expect(wrong.text).toContain("1 open.");
  const right = await runImport(await write(lines), day, ...layout);
  expect(right).toMatchObject({ isEqual: true, text: expect.stringContaining("The day is closed.") });
  const faulty = await runImport(await write(lines.map((line) => ({ ...line, amount: "x" }))), day, ...layout);
  expect(faulty).toMatchObject({ isEqual: false, text: expect.stringContaining("1 faults, so nothing was imported.") });
  const both = await runImport("none.csv", day, ...layout, "--bank", "isbank", "--protocol", "nestpay");
  expect(both).toMatchObject({ isEqual: false });
});
