import fc from "fast-check";
import { expect, test } from "vitest";
import { countCases } from "@/server/testing/run/cases";
import { TooLargeError } from "./history";
import { judgeHistory } from "./judge";
import { plans, playPlan } from "./testing/random-history";
import { ask, say, tell } from "./testing/story";

test.each([
  ["with all that a simulator knows", true],
  ["with the names of what exists alone", false],
])("a good history is explained, %s", (_title, isInformed) => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { calls, facts } = playPlan(plan);
      const { payments = [], links = [] } = facts;
      const violation = judgeHistory(calls, isInformed ? facts : { payments, links });
      expect(violation?.text).toBeUndefined();
    }),
    { numRuns: countCases(150, 20_000) },
  );
});

test("fifteen calls at once are explained without visiting many states", () => {
  const { get, create } = ask;
  const calls = tell(
    [1, 20, create(), say.created()],
    ...Array.from({ length: 7 }, () => [1, 20, create(), say.replayed()] as const),
    ...Array.from({ length: 4 }, () => [1, 20, get(), say.payment("captured")] as const),
    ...Array.from({ length: 3 }, () => [1, null, create(), null] as const),
  );
  expect(judgeHistory(calls, {}, 100)).toBeNull();
});

test("a history that needs more states than are allowed is not judged", () => {
  const calls = tell([1, 2, ask.create(), say.created()], [3, 4, ask.get(), say.payment("captured")]);
  expect(() => judgeHistory(calls, {}, 1)).toThrow(TooLargeError);
});
