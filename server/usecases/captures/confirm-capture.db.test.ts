import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { minutes, seconds } from "@/server/domain/clock";
import { journeyIn, resultIn } from "@/server/testing/journeys/payment";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";

// A bank whose approval is believed once its record shows the amount, as PayFor's.
let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { confirmCapture: true } });
  journey = journeyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("capture", approved);
  world.bank.answer("inquire", paid);
});

const kindsAsked = () => world.bank.asked.map(({ kind }) => kind);
const alertsOf = (subject: string) => world.db.prisma.staffAlert.findMany({ where: { subject } });

/** A buyer who is back from the bank, and what they are told. */
const back = async () => {
  const { token, paymentCode } = await journey.atTheBank();
  const result = resultIn(await journey.comeBack(token));
  // A busy machine may answer the buyer before all is on record.
  await world.settled();
  return { token, paymentCode, result };
};

test("happy: captured when the record shows the amount, with the references of the approval", async () => {
  world.bank.answer("inquire", { ...paid, references: { authCode: "X", rrn: "X", transactionId: "X" } });
  const { paymentCode, result } = await back();
  expect(["success", "pending"]).toContain(result);
  expect(kindsAsked()).toEqual(["capture", "inquire"]);
  expect(world.bank.asked[1]).toMatchObject({ references: { rrn: "R1" } });
  expect(await journey.attemptOf(paymentCode)).toMatchObject({ status: "captured", rrn: "R1" });
});

test("twice: the second return asks the bank nothing", async () => {
  const { token, paymentCode } = await back();
  expect(resultIn(await journey.comeBack(token))).toBe("success");
  expect(kindsAsked()).toEqual(["capture", "inquire"]);
  expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
});

test("concurrently: ten returns at once, one capture and one look", async () => {
  const { token, paymentCode } = await journey.atTheBank();
  await Promise.all(Array.from({ length: 10 }, () => journey.comeBack(token)));
  await world.settled();
  expect(kindsAsked()).toEqual(["capture", "inquire"]);
  expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
});

test.each([
  ["no answer", unknown],
  ["nothing on record", { kind: "not_found" }],
  ["a refusal on record", declined],
  ["a void on record", { kind: "voided" }],
] as [string, Outcome][])(
  "unknown then resolved: %s leaves it open, and the inquiry captures it",
  async (_, seen) => {
    world.bank.answer("inquire", seen, paid);
    const { paymentCode, result } = await back();
    expect(result).toBe("pending");
    expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
    await journey.advance(seconds(6));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(kindsAsked()).toEqual(["capture", "inquire", "inquire"]);
  },
);

test("another amount on record: never captured, and a person is told", async () => {
  world.bank.answer("inquire", { ...paid, amountKurus: 39_999n });
  const { paymentCode, result } = await back();
  expect(result).toBe("pending");
  await journey.advance(minutes(45));
  expect(await journey.look(paymentCode)).toMatchObject({ status: "initiated" });
  expect((await alertsOf(paymentCode)).map(({ kind }) => kind)).toContain("amount_mismatch");
  expect(world.bank.countOf("capture")).toBe(1);
});

test("a refused capture is looked at no further", async () => {
  world.bank.answer("capture", declined);
  const { paymentCode } = await back();
  expect(kindsAsked()).toEqual(["capture"]);
  expect(await journey.eventsOf(paymentCode)).toEqual(["payment.failed"]);
});
