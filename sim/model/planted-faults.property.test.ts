import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeHistory } from "./judge";
import { FaultyGateway, faults } from "./testing/faulty-gateway";
import { plans, playPlan } from "./testing/random-history";

const sample = fc.sample(plans, { numRuns: 400, seed: 1 });

test.each(faults)("a gateway that %s is found out by a random history", (fault) => {
  const giveaway = sample.find((plan) => {
    const { calls, facts } = playPlan(plan, new FaultyGateway(fault));
    return judgeHistory(calls, facts) !== null;
  });
  expect(giveaway).toBeDefined();
});
