import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { createGivenUpJourney, endInquiries } from "@/server/testing/journeys/given-up";
import { backUpBooks } from "@/server/testing/journeys/restored-books";
import { approved, openTestWorld, paid, type TestWorld, testTerminals, unknown } from "@/server/testing/world/world";
import { NotPassed } from "./command";
import { findCommand } from "./commands";

let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
let folder: string;
beforeAll(async () => {
  world = await openTestWorld({ hasBrokenBooks: true });
  given = createGivenUpJourney(world);
  folder = await mkdtemp(join(tmpdir(), "vezne-statement-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});
afterEach(() => endInquiries(world));

const terminal = testTerminals.ours;
/** Runs the command; `isEqual` is false when its exit code would be 1. */
const reconcile = async (...words: string[]): Promise<{ isEqual: boolean; text: string }> => {
  try {
    const found = findCommand(["reconcile", ...words]);
    if (!found) throw new Error(`No command: ${words.join(" ")}`);
    return { isEqual: true, text: (await found.command.run(world.ctx, found.values, found.options)).join("\n") };
  } catch (error) {
    return { isEqual: false, text: error instanceof NotPassed ? error.lines.join("\n") : (error as Error).message };
  }
};
const today = (): string => world.clock.now().toISOString().slice(0, 10);
const writeStatement = async (...lines: string[]): Promise<string> => {
  const file = join(folder, "statement.csv");
  await writeFile(file, ["orderId,kind,amount,time,authCode", ...lines].join("\n"));
  return file;
};
const findAlert = (subject: string) =>
  world.db.prisma.staffAlert.findFirst({ where: { kind: "order_outside_books", subject } });

test("a day without orders differs in nothing, and both entries are in the audit log", async () => {
  const { isEqual, text } = await reconcile("2026-11-19", terminal);
  expect(isEqual).toBe(true);
  expect(text.split("\n")).toEqual([
    `${terminal}, bank day 2026-11-19: from 2026-11-18T21:00:00.000Z to 2026-11-19T21:00:00.000Z`,
    "Bank and books agree on 0 payments: 0.00 TRY taken, 0.00 TRY given back.",
    "Orders that the books have lost altogether show only with --statement FILE.",
    "Nothing differs.",
  ]);
  const entries = await world.db.prisma.auditEntry.findMany({
    where: { subject: terminal },
    orderBy: { number: "asc" },
  });
  expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    "books.reconcile begun",
    "books.reconcile done",
  ]);
});

test.each([
  [["2026-11-31", terminal], "2026-11-31 is not a day in the form 2026-11-20"],
  [["today", terminal], "today is not a day in the form 2026-11-20"],
  [["2030-01-01", terminal], "The bank's day 2030-01-01 has not begun"],
  [["2026-11-19", "trm_none"], "There is no terminal trm_none"],
])("refuses %j", async (words, sentence) => {
  expect(await reconcile(...words)).toEqual({ isEqual: false, text: sentence });
});

test("refuses a statement with a wrong line, and names it", async () => {
  const file = await writeStatement("ORDER,sale,1.00,2026-11-19T12:00:00Z,", "ORDER,sale,one,2026-11-19T12:00:00Z,");
  const { text } = await reconcile("2026-11-19", terminal, "--statement", file);
  expect(text).toContain("orderId,kind,amount,time,authCode.\nLine 3: the amount");
});

test("an order that the books have lost is an alert until the statement shows that it went back", async () => {
  world.clock.set(given.nextNoon());
  world.bank.answer("capture", approved);
  const before = await backUpBooks(world);
  const { paymentCode, token } = await given.createAtBank();
  await given.returnFromBank(token);
  const { bankOrderId } = await given.getAttempt(paymentCode);
  await before.restore();
  const at = world.clock.now().toISOString();
  const sale = `${bankOrderId},sale,400.00,${at},A1B2C3`;

  const lost = await reconcile(today(), terminal, "--statement", await writeStatement(sale));
  expect(lost.isEqual).toBe(false);
  expect(lost.text).toContain(`no payment  order ${bankOrderId}  at the bank ${at}  auth code A1B2C3`);
  expect(lost.text).toContain("The books do not have this order. Bank: 400.00 TRY taken, 0.00 TRY given back.");
  expect(await findAlert(bankOrderId)).toMatchObject({ closedAt: null, detail: expect.stringContaining("400.00 TRY") });

  const back = await writeStatement(sale, `${bankOrderId},void,400.00,${at},`);
  const { isEqual, text } = await reconcile(today(), terminal, "--statement", back);
  expect(text).toContain(`1 order of the statement that the books do not have went back at the bank: ${bankOrderId}.`);
  expect([isEqual, (await findAlert(bankOrderId))?.closedAt]).toEqual([true, world.clock.now()]);
});

test("money of a payment that ended before its capture is an alert, and one that was given up goes back", async () => {
  const atBank = await given.giveUpCapture(given.nextNoon());
  const ended = await given.createAtBank();
  await given.advance(minutes(40));
  expect(await given.getAttempt(ended.paymentCode)).toMatchObject({ status: "abandoned" });
  world.bank.answer("inquire", paid);
  const { text } = await reconcile(today(), terminal);
  expect(text).toContain("The bank has money of a payment that was given up. Books: payment failed, attempt declined");
  expect(text).toContain("The bank has money of a payment that ended before its capture. Books: payment expired");
  expect(await given.listAlertKinds(atBank.paymentCode)).toEqual(["late_approval"]);
  expect(await findAlert((await given.getAttempt(ended.paymentCode)).bankOrderId)).toMatchObject({ closedAt: null });
  expect(given.listMoneyCalls(), "reconcile moves no money").toEqual([]);

  world.bank.answer("void", approved);
  await given.advance(minutes(1));
  expect(await given.getReturnedAmount(atBank.paymentCode)).toBe(40_000n);
});

test("an outcome that is missing is inquired, and a bank that does not answer is named", async () => {
  world.bank.answer("inquire", unknown);
  const { paymentCode } = await given.loseCapture(given.nextNoon());
  await given.advance(minutes(20));
  expect((await reconcile(today(), terminal)).text).toContain("Bank: no clear answer.");
  world.bank.answer("inquire", paid);
  expect((await reconcile(today(), terminal)).text).toContain("Done: the books have the bank's answer now.");
  expect(await given.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  expect(await reconcile(today(), terminal)).toMatchObject({ isEqual: true });
});
