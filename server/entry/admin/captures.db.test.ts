import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { days, hours, minutes } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import { historyOf } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { findCommand } from "./commands";

let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld();
  given = givenUpIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("inquire", unknown);
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", historyOf());
});

const why = ["--reason", "Seen in the bank's own panel", "--evidence", "RRN 123"];
/** Runs what was typed and answers the lines that are printed, or why it was refused. */
const type = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["captures", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options).catch((error: Error) => [error.message]);
};
const settle = (paymentCode: string, word: string) => type("settle", paymentCode, word, ...why);

/** A capture of which the bank says nothing for 20 minutes. */
const silent = async () => {
  const payment = await given.lostAt(given.nextNoon());
  await given.advance(minutes(20));
  world.bank.asked.length = 0;
  return payment;
};
const settlementsOf = (paymentId: string) => world.db.prisma.settlement.count({ where: { paymentId } });

describe("a capture of which the bank says nothing", () => {
  test("is listed after 15 minutes, with the order's id at the bank", async () => {
    const { paymentCode } = await given.lostAt(given.nextNoon());
    await given.advance(minutes(14));
    expect((await type("open")).join()).not.toContain(paymentCode);
    await given.advance(minutes(1));
    const { bankOrderId } = await given.attemptOf(paymentCode);
    const line = (await type("open")).find((each) => each.startsWith(paymentCode));
    expect(line).toContain(`initiated  400.00 TRY  order ${bankOrderId}  sent `);
    expect(line).toContain("never approved");
  });

  test("captured: booked by the time at which it was sent, told to the merchant, on record", async () => {
    const { paymentCode } = await silent();
    const { captureSentAt } = await given.attemptOf(paymentCode);
    expect(await settle(paymentCode, "captured")).toEqual([`${paymentCode} is captured.`]);
    expect(await given.look(paymentCode)).toMatchObject({ status: "captured", capturedAt: captureSentAt });
    expect(await given.eventsOf(paymentCode)).toEqual(["payment.captured"]);
    expect(await settlementsOf(paymentCode)).toBe(1);
    const decisions = await world.db.prisma.captureDecision.findMany({ where: { paymentId: paymentCode } });
    expect(decisions).toMatchObject([{ verdict: "captured", evidence: "RRN 123", decidedBy: "operator" }]);
    expect(await given.kindsOfAlerts(paymentCode)).toContain("capture_settled_by_hand");
    const entries = await world.db.prisma.auditEntry.findMany({ where: { subject: paymentCode } });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "capture.settle begun",
      "capture.settle done",
    ]);
    expect((await type("open")).join()).not.toContain(paymentCode);
  });

  test.each([
    ["agrees", paid, false],
    ["does not find it", { kind: "not_found" }, true],
    ["has another amount", { ...paid, amountKurus: 39_999n }, true],
  ] as [string, Outcome, boolean][])(
    "captured, and compared 15 minutes later: the bank %s",
    async (_what, found, isHeld) => {
      const { paymentCode } = await silent();
      await settle(paymentCode, "captured");
      world.bank.answer("inquire", unknown, found);
      await given.advance(hours(2));
      const alerts = await given.kindsOfAlerts(paymentCode);
      expect(alerts.includes("capture_without_record")).toBe(isHeld);
      const { heldSince } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
      expect(heldSince !== null).toBe(isHeld);
      expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "captured", recheckAt: null });
      expect(given.movesAsked()).toEqual([]);
    },
  );

  test("not-taken: failed, and the bank is asked once more; money that it then has goes back", async () => {
    const { paymentCode } = await silent();
    expect(await settle(paymentCode, "not-taken")).toEqual([`${paymentCode} is failed.`]);
    expect(await given.eventsOf(paymentCode)).toEqual(["payment.failed"]);
    expect((await type("open")).join()).not.toContain(paymentCode);
    world.bank.answer("inquire", paid);
    await given.advance(minutes(15));
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("not-taken although the bank had approved it: the person's word ends it", async () => {
    world.bank.answer("inquire", { ...paid, amountKurus: 39_999n });
    const { paymentCode } = await silent();
    world.bank.answer("inquire", { kind: "not_found" });
    expect(await settle(paymentCode, "not-taken")).toEqual([`${paymentCode} is failed.`]);
    await given.advance(days(2));
    expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "declined", recheckAt: null });
  });

  test("give-back: failed, and one void on the bank's day", async () => {
    const { paymentCode } = await silent();
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} is failed; 400.00 TRY went back to the card.`,
    ]);
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await settlementsOf(paymentCode)).toBe(0);
  });

  test("give-back after the bank's day: one credit", async () => {
    const { paymentCode } = await silent();
    await given.advance(days(1));
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} is expired; 400.00 TRY went back to the card.`,
    ]);
    expect(given.movesAsked()).toEqual(["credit"]);
  });

  test("returned: put on record, and nothing is sent", async () => {
    const { paymentCode } = await silent();
    expect(await settle(paymentCode, "returned")).toEqual([
      `${paymentCode} is failed; 400.00 TRY went back to the card.`,
    ]);
    expect(given.movesAsked()).toEqual([]);
    expect((await type("open")).join()).not.toContain(paymentCode);
  });
});

describe("money of a payment that has ended, which did not go back by itself", () => {
  /** The void was refused, and the credit too. */
  async function stuck() {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    const refusal = { kind: "declined", reason: "do_not_honour", bankCode: "05" } as const;
    world.bank.answer("void", refusal);
    world.bank.answer("credit", refusal);
    await given.advance(hours(12));
    expect(await given.kindsOfAlerts(paymentCode)).toContain("money_not_returned");
    world.bank.asked.length = 0;
    return paymentCode;
  }

  test("is listed until it is back; give-back sends another credit", async () => {
    const paymentCode = await stuck();
    const line = (await type("open")).find((each) => each.startsWith(paymentCode));
    for (const tried of ["void declined", "credit declined"]) expect(line).toContain(tried);
    world.bank.answer("credit", approved);
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} is failed; 400.00 TRY went back to the card.`,
    ]);
    expect(given.movesAsked()).toEqual(["credit"]);
    expect((await type("open")).join()).not.toContain(paymentCode);
    // Who comes second hears how it ended, and nothing is sent.
    expect(await settle(paymentCode, "give-back")).toEqual([
      `${paymentCode} is failed; 400.00 TRY went back to the card.`,
    ]);
    expect(given.movesAsked()).toEqual(["credit"]);
  });

  test("is listed also where a person had said before that nothing was taken", async () => {
    const { paymentCode } = await silent();
    await settle(paymentCode, "not-taken");
    const refusal = { kind: "declined", reason: "do_not_honour", bankCode: "05" } as const;
    world.bank.answer("inquire", paid);
    world.bank.answer("void", refusal);
    world.bank.answer("credit", refusal);
    await given.advance(minutes(20));
    expect(await given.kindsOfAlerts(paymentCode)).toContain("money_not_returned");
    expect((await type("open")).join()).toContain(paymentCode);
    expect(await settle(paymentCode, "returned")).toEqual([
      `${paymentCode} is failed; 400.00 TRY went back to the card.`,
    ]);
    expect((await type("open")).join()).not.toContain(paymentCode);
  });

  test("is never captured any more", async () => {
    const paymentCode = await stuck();
    expect(await settle(paymentCode, "captured")).toEqual([
      "The payment has ended without money: what the bank has of it can only be given back",
    ]);
    expect(await world.db.prisma.captureDecision.count({ where: { paymentId: paymentCode } })).toBe(0);
  });
});

describe("refused in a sentence", () => {
  test("in the first 15 minutes, in which the bank is asked", async () => {
    const { paymentCode } = await given.lostAt(given.nextNoon());
    expect(await settle(paymentCode, "captured")).toEqual([
      "The bank is still being asked, for 15 minutes at least",
    ]);
  });

  test("a payment whose capture was never sent, and a word that is no outcome", async () => {
    const { paymentCode } = await given.create();
    expect(await settle(paymentCode, "captured")).toEqual(["No capture of such a payment was sent"]);
    expect(await settle(paymentCode, "done")).toEqual([
      "The outcome is one of captured, not-taken, give-back, returned",
    ]);
  });

  test("without a reason or evidence", () => {
    expect(() => findCommand(["captures", "settle", "pay_1", "captured", "--reason", "x"])).toThrow(
      "--evidence",
    );
  });
});

test("two people at once: one of them ends it, and the money goes back once", async () => {
  const { paymentCode } = await silent();
  const said = await Promise.all([settle(paymentCode, "give-back"), settle(paymentCode, "give-back")]);
  expect(given.movesAsked()).toEqual(["void"]);
  expect(await given.returnsOf(paymentCode)).toHaveLength(1);
  expect(said.every(([line]) => line?.startsWith(`${paymentCode} is failed`))).toBe(true);
});
