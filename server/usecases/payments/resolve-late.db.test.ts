import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { journeyIn, resolvedAs, resultIn } from "@/server/testing/journeys/payment";
import { approved, openTestWorld, returned, type TestWorld, unknown } from "@/server/testing/world/world";
import { completeHandoff } from "./complete-handoff";

// A return that is forged when the payment has ended, at a bank that alone can read it.
let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld({ bankCan: { prepare: true }, captureWaitMs: 8_000 });
  journey = journeyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("prepare", approved);
  world.bank.answer("resolve", resolvedAs("authenticated"));
  world.bank.answer("capture", approved);
});

/** A paid payment, and its browser's address; what the bank was asked and what was logged is forgotten. */
const ended = async () => {
  const { token, paymentCode } = await journey.atTheBank();
  expect(resultIn(await journey.comeBack(token, "unresolved"))).toBe("success");
  world.bank.asked.length = 0;
  world.warnings.length = 0;
  return { token, paymentCode };
};
const comeBackTo = (token: string, digest: number) =>
  completeHandoff(world.ctx, { token, fields: returned("unresolved"), bodyDigest: Buffer.alloc(32, digest) });
const asked = () => world.bank.asked.map(({ kind }) => kind);

test("400: the bank is asked once, the security log has it, and so it stays when it comes again", async () => {
  const { token, paymentCode } = await ended();
  world.bank.answer("resolve", resolvedAs("refused"));
  expect(await comeBackTo(token, 2)).toEqual({ kind: "refused" });
  expect(await comeBackTo(token, 2)).toEqual({ kind: "refused" });
  expect(asked()).toEqual(["resolve"]);
  expect(world.warnings).toContainEqual(expect.objectContaining({ security: "bank_callback_refused" }));
  expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
  expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
});

test("the payment's result for a genuine one that is new, which changes nothing", async () => {
  const { token, paymentCode } = await ended();
  expect(resultIn(await comeBackTo(token, 4))).toBe("success");
  expect(asked()).toEqual(["resolve"]);
  expect(await journey.eventsOf(paymentCode)).toEqual(["payment.captured"]);
});

test("the payment's result when the bank does not say, and it is asked no second time", async () => {
  const { token, paymentCode } = await ended();
  world.bank.answer("resolve", unknown, resolvedAs("refused"));
  expect(resultIn(await comeBackTo(token, 3))).toBe("success");
  expect(asked()).toEqual(["resolve"]);
  const where = { attempt: { paymentId: paymentCode }, verdict: "unresolved" };
  expect(await world.db.prisma.bankCallback.count({ where })).toBe(1);
});
