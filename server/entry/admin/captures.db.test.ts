import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { days, hours, minutes } from "@/server/domain/clock";
import { createGivenUpJourney, endInquiries } from "@/server/testing/journeys/given-up";
import { buildHistory } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { findCommand } from "./commands";

let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.answer("inquire", unknown);
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", buildHistory());
});

const reasonOptions = ["--reason", "Seen in the bank's own panel", "--evidence", "RRN 123"];
/** Runs a command and returns the printed lines, or the message of the refusal. */
const runCommand = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["captures", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options).catch((error: Error) => [error.message]);
};
const settle = (paymentCode: string, word: string) => runCommand("settle", paymentCode, word, ...reasonOptions);

/** Makes a capture whose outcome the bank does not report for 20 minutes. */
const loseCapture = async () => {
  const payment = await given.loseCapture(given.nextNoon());
  await given.advance(minutes(20));
  world.bank.calls.length = 0;
  return payment;
};
const countSettlements = (paymentId: string) => world.db.prisma.settlement.count({ where: { paymentId } });

describe("a capture whose outcome the bank does not report", () => {
  test("is listed after 15 minutes, with the bank's order id", async () => {
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    await given.advance(minutes(14));
    expect((await runCommand("open")).join()).not.toContain(paymentCode);
    await given.advance(minutes(1));
    const { bankOrderId } = await given.getAttempt(paymentCode);
    const line = (await runCommand("open")).find((each) => each.startsWith(paymentCode));
    expect(line).toContain(`initiated  400.00 TRY  order ${bankOrderId}  sent `);
    expect(line).toContain("never approved");
  });

  test("captured: booked by the time when it was sent, reported to the merchant, and audited", async () => {
    const { paymentCode } = await loseCapture();
    const { captureSentAt } = await given.getAttempt(paymentCode);
    expect(await settle(paymentCode, "captured")).toEqual([`${paymentCode} has the status captured.`]);
    expect(await given.getPayment(paymentCode)).toMatchObject({
      status: "captured",
      capturedAt: captureSentAt,
    });
    expect(await given.listEvents(paymentCode)).toEqual(["payment.captured"]);
    expect(await countSettlements(paymentCode)).toBe(1);
    const decisions = await world.db.prisma.captureDecision.findMany({ where: { paymentId: paymentCode } });
    expect(decisions).toMatchObject([{ verdict: "captured", evidence: "RRN 123", decidedBy: "operator" }]);
    expect(await given.listAlertKinds(paymentCode)).toContain("capture_settled_by_hand");
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { subject: paymentCode },
      orderBy: { number: "asc" },
    });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "capture.settle begun",
      "capture.settle done",
    ]);
    expect((await runCommand("open")).join()).not.toContain(paymentCode);
  });

  test.each([
    ["agrees", paid, false],
    ["does not find it", { kind: "not_found" }, true],
    ["has another amount", { ...paid, amountKurus: 39_999n }, true],
  ] as [string, Outcome, boolean][])(
    "captured, and compared 15 minutes later with a bank that %s",
    async (_what, found, isHeld) => {
      const { paymentCode } = await loseCapture();
      await settle(paymentCode, "captured");
      world.bank.answer("inquire", unknown, found);
      await given.advance(hours(2));
      const alerts = await given.listAlertKinds(paymentCode);
      expect(alerts.includes("capture_without_record")).toBe(isHeld);
      const { heldSince } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
      expect(heldSince !== null).toBe(isHeld);
      expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "captured", recheckAt: null });
      expect(given.listMoneyCalls()).toEqual([]);
    },
  );

  test("not-taken: failed; the bank is asked once more, and money that it has then goes back", async () => {
    const { paymentCode } = await loseCapture();
    expect(await settle(paymentCode, "not-taken")).toEqual([`${paymentCode} has the status failed.`]);
    expect(await given.listEvents(paymentCode)).toEqual(["payment.failed"]);
    expect((await runCommand("open")).join()).not.toContain(paymentCode);
    world.bank.answer("inquire", paid);
    await given.advance(minutes(15));
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("not-taken although the bank had approved it: failed, and not checked again", async () => {
    world.bank.answer("inquire", { ...paid, amountKurus: 39_999n });
    const { paymentCode } = await loseCapture();
    world.bank.answer("inquire", { kind: "not_found" });
    expect(await settle(paymentCode, "not-taken")).toEqual([`${paymentCode} has the status failed.`]);
    await given.advance(days(2));
    expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "declined", recheckAt: null });
  });

  test("give-back on the bank's day: failed, with one void", async () => {
    const { paymentCode } = await loseCapture();
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} has the status failed. 400.00 TRY went back to the card.`,
    ]);
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await countSettlements(paymentCode)).toBe(0);
  });

  test("give-back after the bank's day: expired, with one credit", async () => {
    const { paymentCode } = await loseCapture();
    await given.advance(days(1));
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} has the status expired. 400.00 TRY went back to the card.`,
    ]);
    expect(given.listMoneyCalls()).toEqual(["credit"]);
  });

  test("returned: recorded, and nothing is sent", async () => {
    const { paymentCode } = await loseCapture();
    expect(await settle(paymentCode, "returned")).toEqual([
      `${paymentCode} has the status failed. 400.00 TRY went back to the card.`,
    ]);
    expect(given.listMoneyCalls()).toEqual([]);
    expect((await runCommand("open")).join()).not.toContain(paymentCode);
  });
});

describe("money of an ended payment that did not go back automatically", () => {
  /** Makes a payment whose money could not be returned: the bank refused the void and the credit. */
  async function failMoneyReturn() {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    const refusal = { kind: "declined", reason: "do_not_honour", bankCode: "05" } as const;
    world.bank.answer("void", refusal);
    world.bank.answer("credit", refusal);
    await given.advance(hours(12));
    expect(await given.listAlertKinds(paymentCode)).toContain("money_not_returned");
    world.bank.calls.length = 0;
    return paymentCode;
  }

  test("is listed until it went back; give-back sends another credit", async () => {
    const paymentCode = await failMoneyReturn();
    const line = (await runCommand("open")).find((each) => each.startsWith(paymentCode));
    for (const tried of ["void declined", "credit declined"]) expect(line).toContain(tried);
    world.bank.answer("credit", approved);
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} has the status failed. 400.00 TRY went back to the card.`,
    ]);
    expect(given.listMoneyCalls()).toEqual(["credit"]);
    expect((await runCommand("open")).join()).not.toContain(paymentCode);
    // A second decision returns the same result, and nothing is sent.
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} has the status failed. 400.00 TRY went back to the card.`,
    ]);
    expect(given.listMoneyCalls()).toEqual(["credit"]);
  });

  test("is listed also when a person had decided before that nothing was taken", async () => {
    const { paymentCode } = await loseCapture();
    await settle(paymentCode, "not-taken");
    const refusal = { kind: "declined", reason: "do_not_honour", bankCode: "05" } as const;
    world.bank.answer("inquire", paid);
    world.bank.answer("void", refusal);
    world.bank.answer("credit", refusal);
    await given.advance(minutes(20));
    expect(await given.listAlertKinds(paymentCode)).toContain("money_not_returned");
    expect((await runCommand("open")).join()).toContain(paymentCode);
    expect(await settle(paymentCode, "returned")).toEqual([
      `${paymentCode} has the status failed. 400.00 TRY went back to the card.`,
    ]);
    expect((await runCommand("open")).join()).not.toContain(paymentCode);
  });

  test("cannot be captured", async () => {
    const paymentCode = await failMoneyReturn();
    expect(await settle(paymentCode, "captured")).toEqual([
      "The payment has ended without money: what the bank has of it can only be given back",
    ]);
    expect(await world.db.prisma.captureDecision.count({ where: { paymentId: paymentCode } })).toBe(0);
  });
});

describe("refuses", () => {
  test("in the first 15 minutes, while the bank is asked", async () => {
    const { paymentCode } = await given.loseCapture(given.nextNoon());
    expect(await settle(paymentCode, "captured")).toEqual([
      "The bank is still being asked about this capture, for at least 15 minutes",
    ]);
  });

  test("a payment whose capture was never sent, and an unknown outcome", async () => {
    const { paymentCode } = await given.create();
    expect(await settle(paymentCode, "captured")).toEqual(["No capture was sent for a payment with this code"]);
    expect(await settle(paymentCode, "done")).toEqual([
      "The outcome must be one of captured, not-taken, give-back, returned",
    ]);
  });

  test("without a reason or evidence", () => {
    expect(() => findCommand(["captures", "settle", "pay_1", "captured", "--reason", "x"])).toThrow("--evidence");
  });
});

test("gives the money back once when two people settle concurrently", async () => {
  const { paymentCode } = await loseCapture();
  const printed = await Promise.all([settle(paymentCode, "give-back"), settle(paymentCode, "give-back")]);
  expect(given.listMoneyCalls()).toEqual(["void"]);
  expect(await given.listMoneyReturns(paymentCode)).toHaveLength(1);
  expect(printed.every(([line]) => line?.startsWith(`${paymentCode} has the status failed`))).toBe(true);
});
