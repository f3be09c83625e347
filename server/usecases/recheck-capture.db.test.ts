import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes } from "@/server/domain/clock";
import { journeyIn } from "@/server/launch/test-journey";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/launch/test-world";
import { recheckCapture } from "./recheck-capture";

let world: TestWorld;
let journey: ReturnType<typeof journeyIn>;
beforeAll(async () => {
  world = await openTestWorld();
  journey = journeyIn(world);
});
afterAll(() => world.close());

test("20 last looks at once ask the bank once, and void the money that turned up once", async () => {
  world.bank.answer("capture", unknown);
  const { token, paymentCode } = await journey.atTheBank();
  await journey.comeBack(token);
  await world.settled();
  world.bank.answer("inquire", { kind: "not_found" });
  await journey.advance(minutes(4));
  const { id: attemptId, recheckAt } = await journey.attemptOf(paymentCode);
  world.clock.set(recheckAt ?? new Date(0));
  world.bank.asked.length = 0;
  world.bank.answer("inquire", paid);
  world.bank.answer("void", approved);
  const all = await Promise.all(Array.from({ length: 20 }, () => recheckCapture(world.ctx, { attemptId })));
  expect(all.filter((looked) => looked)).toHaveLength(1);
  expect(world.bank.asked.map(({ kind }) => kind)).toEqual(["inquire", "void"]);
  expect(await journey.attemptOf(paymentCode)).toMatchObject({ recheckAt: null });
});
