import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPaymentJourney, readResult, resolveAs } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, returnFields, type TestWorld, unknown } from "@/server/testing/world/world";
import { completeThreeDSecure } from "./complete-three-d-secure";

// Tests forged and genuine returns after the payment has ended, for a bank that alone can read its returns.
let world: TestWorld;
let journey: ReturnType<typeof createPaymentJourney>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true } });
  journey = createPaymentJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("prepare", approved);
  world.bank.answer("resolve", resolveAs("authenticated"));
  world.bank.answer("capture", approved);
});

/** Returns a paid payment with its callback token; clears the recorded bank calls and log entries. */
const ended = async () => {
  const { token, paymentCode } = await journey.createAtBank();
  expect(readResult(await journey.returnFromBank(token, "unresolved"))).toBe("success");
  world.bank.calls.length = 0;
  world.warnings.length = 0;
  return { token, paymentCode };
};
const comeBackTo = (token: string, digest: number) =>
  completeThreeDSecure(world.ctx, {
    token,
    fields: returnFields("unresolved"),
    bodyDigest: Buffer.alloc(32, digest),
  });
const asked = () => world.bank.calls.map(({ kind }) => kind);

test("400 for a forged return: calls the bank once, writes the security log, and repeats the answer", async () => {
  const { token, paymentCode } = await ended();
  world.bank.answer("resolve", resolveAs("refused"));
  expect(await comeBackTo(token, 2)).toEqual({ kind: "refused" });
  expect(await comeBackTo(token, 2)).toEqual({ kind: "refused" });
  expect(asked()).toEqual(["resolve"]);
  expect(world.warnings).toContainEqual(expect.objectContaining({ security: "bank_callback_refused" }));
  expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
  expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
});

test("redirects with the payment's result for a new genuine return, which changes nothing", async () => {
  const { token, paymentCode } = await ended();
  expect(readResult(await comeBackTo(token, 4))).toBe("success");
  expect(asked()).toEqual(["resolve"]);
  expect(await journey.listEvents(paymentCode)).toEqual(["payment.captured"]);
});

test("redirects with the payment's result when the bank gives no answer, and calls it only once", async () => {
  const { token, paymentCode } = await ended();
  world.bank.answer("resolve", unknown, resolveAs("refused"));
  expect(readResult(await comeBackTo(token, 3))).toBe("success");
  expect(asked()).toEqual(["resolve"]);
  const where = { attempt: { paymentId: paymentCode }, verdict: "unresolved" };
  expect(await world.db.prisma.bankCallback.count({ where })).toBe(1);
});
