import fc from "fast-check";
import { expect, test } from "vitest";
import { countCases } from "@/server/testing/run/cases";
import { judgeHistory } from "./judge";
import { plans, playPlan } from "./testing/random-history";

const runs = countCases(150, 20_000);

test.each([
  ["with all facts", true],
  ["with the rows alone", false],
])("a good history is accepted, %s", (_title, isInformed) => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { calls, facts } = playPlan(plan);
      expect(
        judgeHistory(calls, isInformed ? facts : { payments: facts.payments ?? [], links: facts.links ?? [] })?.text ??
          null,
      ).toBeNull();
    }),
    { numRuns: runs },
  );
});
