import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes, seconds } from "@/server/domain/clock";
import { createPaymentJourney, readResult } from "@/server/testing/journeys/payment";
import { buildHistory } from "@/server/testing/journeys/refund";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";

// Tests a bank whose approval counts only after its record shows the amount, like PayFor.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { confirmCapture: true } });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("capture", approved);
  world.bank.answer("inquire", paid);
});

const kindsAsked = () => world.bank.calls.map(({ kind }) => kind);
const listAlerts = (subject: string) => world.db.prisma.staffAlert.findMany({ where: { subject } });

/** Lets a buyer return from the bank, and returns the payment and the result in the redirect. */
const back = async () => {
  const { token, paymentCode } = await journey.createAtBank();
  const result = readResult(await journey.returnWithoutWaiting(token));
  return { token, paymentCode, result };
};

test("captures with the references of the approval when the record shows the amount", async () => {
  world.bank.answer("inquire", { ...paid, references: { authCode: "X", rrn: "X", transactionId: "X" } });
  const { paymentCode, result } = await back();
  expect(result).toBe("success");
  expect(kindsAsked()).toEqual(["capture", "inquire"]);
  expect(world.bank.calls[1]).toMatchObject({ references: { rrn: "R1" } });
  expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "captured", rrn: "R1" });
});

test("calls the bank no more at the second return", async () => {
  const { token, paymentCode } = await back();
  expect(readResult(await journey.returnFromBank(token))).toBe("success");
  expect(kindsAsked()).toEqual(["capture", "inquire"]);
  expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
});

test("captures and confirms once for ten concurrent returns", async () => {
  const { token, paymentCode } = await journey.createAtBank();
  await Promise.all(Array.from({ length: 10 }, () => journey.returnFromBank(token)));
  await world.settled();
  expect(kindsAsked()).toEqual(["capture", "inquire"]);
  expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
});

test.each([
  ["no answer", unknown, []],
  ["nothing on record", { kind: "not_found" }, []],
  ["a refusal on record", declined, ["history"]],
  ["a credit as the newest record", { kind: "unknown", cause: "sale_not_shown" }, ["history"]],
  ["a void on record", { kind: "voided" }, []],
] as [string, Outcome, string[]][])("stays open after %s, and captures by the next inquiry", async (_, seen, also) => {
  world.bank.answer("inquire", seen, paid);
  world.bank.answer("history", { kind: "not_found" });
  const { paymentCode, result } = await back();
  expect(result).toBe("pending");
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
  await journey.advance(seconds(6));
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  expect(kindsAsked()).toEqual(["capture", "inquire", ...also, "inquire"]);
});

test.each([
  ["a refused second try", declined],
  ["a record that is not the sale", { kind: "unknown", cause: "sale_not_shown" }],
] as [string, Outcome][])("captures by the history when the newest record is %s", async (_, seen) => {
  world.bank.answer("inquire", seen);
  world.bank.answer("history", buildHistory());
  const { paymentCode, result } = await back();
  expect(["success", "pending"]).toContain(result);
  expect(kindsAsked()).toEqual(["capture", "inquire", "history"]);
  expect(await journey.getAttempt(paymentCode)).toMatchObject({ status: "captured", rrn: "R1" });
});

test("never captures a sale of which the history shows a credit, and alerts a person", async () => {
  world.bank.answer("inquire", { kind: "unknown", cause: "sale_not_shown" });
  world.bank.answer("history", buildHistory({ credits: [40_000n] }));
  const { paymentCode, result } = await back();
  expect(result).toBe("pending");
  await journey.advance(minutes(45));
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
  expect((await listAlerts(paymentCode)).map(({ kind }) => kind)).toContain("amount_mismatch");
});

test("never captures another amount on record, and alerts a person", async () => {
  world.bank.answer("inquire", { ...paid, amountKurus: 39_999n });
  const { paymentCode, result } = await back();
  expect(result).toBe("pending");
  await journey.advance(minutes(45));
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "initiated" });
  expect((await listAlerts(paymentCode)).map(({ kind }) => kind)).toContain("amount_mismatch");
  expect(world.bank.countCalls("capture")).toBe(1);
});

test("does not confirm a declined capture", async () => {
  world.bank.answer("capture", declined);
  const { paymentCode } = await back();
  expect(kindsAsked()).toEqual(["capture"]);
  expect(await journey.listEvents(paymentCode)).toEqual(["payment.failed"]);
});
