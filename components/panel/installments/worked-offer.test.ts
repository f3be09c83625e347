import { expect, test } from "vitest";
import { waysToPassOn, workedOffer } from "./worked-offer";

const option = { installmentCount: 3, rateBps: 250, fixedFee: null };

// D-29's rows, and what is left of the whole.
test.each([
  [0, 3_126n, 0n, 125_050n, 3_126n, 121_924n],
  [5_000, 3_126n, 1_563n, 126_613n, 3_165n, 123_448n],
  [10_000, 3_126n, 3_126n, 128_176n, 3_204n, 124_972n],
])("1.250,50 at 2.5%% with %i of 10000 for the buyer", (share, commission, buyers, total, deducted, net) => {
  expect(workedOffer(option, 125_050n, share, "gross")).toMatchObject({
    commissionKurus: commission,
    customerShareKurus: buyers,
    totalKurus: total,
    deductedKurus: deducted,
    netKurus: net,
    isTooMuch: false,
  });
});

test("months add up to the total, what does not divide in the first", () => {
  const { monthly } = workedOffer(option, 125_050n, 10_000, "gross");
  expect(monthly).toEqual({ firstKurus: 42_726n, restKurus: 42_725n });
});

test("at a terminal of net basis commission is not due on the buyer's share", () => {
  expect(workedOffer(option, 125_050n, 10_000, "net")).toMatchObject({
    totalKurus: 128_176n,
    deductedKurus: 3_126n,
    netKurus: 125_050n,
  });
});

test("a total beyond what can be charged is marked", () => {
  expect(workedOffer(option, 1_000_000_000n, 0, "gross").isTooMuch).toBe(false);
  expect(workedOffer(option, 1_000_000_000n, 1, "gross").isTooMuch).toBe(true);
});

test("one to one leaves 78 kuruş less than wanted, the exact charge leaves it all", () => {
  expect(waysToPassOn(125_050n, option)).toEqual({
    oneToOne: { chargeKurus: 128_176n, netKurus: 124_972n, isTooMuch: false },
    missingKurus: 78n,
    exact: { chargeKurus: 128_256n, netKurus: 125_050n, isTooMuch: false },
  });
});

test("a charge above 10.000.000,00 is marked: the exact one first, then both", () => {
  expect(waysToPassOn(975_200_000n, option)).toMatchObject({
    oneToOne: { chargeKurus: 999_580_000n, isTooMuch: false },
    exact: { isTooMuch: true },
  });
  expect(waysToPassOn(1_000_000_000n, option)).toMatchObject({
    oneToOne: { isTooMuch: true },
    exact: { isTooMuch: true },
  });
});

test("at 100 %% nothing is left of any charge", () => {
  expect(waysToPassOn(100n, { rateBps: 10_000, fixedFee: null })).toMatchObject({
    exact: null,
    missingKurus: 100n,
  });
});
