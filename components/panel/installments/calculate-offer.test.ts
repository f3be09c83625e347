import { expect, test } from "vitest";
import { calculateOffer, calculatePassOn } from "./calculate-offer";

const option = { installmentCount: 3, rateBps: 250, fixedFee: null };

// The rows are those of D-29, with the amount that remains after commission.
test.each([
  [0, 3_126n, 0n, 125_050n, 3_126n, 121_924n],
  [5_000, 3_126n, 1_563n, 126_613n, 3_165n, 123_448n],
  [10_000, 3_126n, 3_126n, 128_176n, 3_204n, 124_972n],
])("1.250,50 TL at 2.5%% with a buyer's share of %i bps", (share, commission, buyers, total, deducted, net) => {
  expect(calculateOffer(option, 125_050n, share, "gross")).toMatchObject({
    commissionKurus: commission,
    customerShareKurus: buyers,
    totalKurus: total,
    deductedKurus: deducted,
    netKurus: net,
    isTooMuch: false,
  });
});

test("monthly amounts add up to the total, with the remainder in the first month", () => {
  const { monthly } = calculateOffer(option, 125_050n, 10_000, "gross");
  expect(monthly).toEqual({ firstKurus: 42_726n, restKurus: 42_725n });
});

test("charges no commission on the buyer's share at a terminal with net basis", () => {
  expect(calculateOffer(option, 125_050n, 10_000, "net")).toMatchObject({
    totalKurus: 128_176n,
    deductedKurus: 3_126n,
    netKurus: 125_050n,
  });
});

test("marks a total above the maximum payment", () => {
  expect(calculateOffer(option, 1_000_000_000n, 0, "gross").isTooMuch).toBe(false);
  expect(calculateOffer(option, 1_000_000_000n, 1, "gross").isTooMuch).toBe(true);
});

test("adding the commission one to one leaves 78 kuruş too little; the exact charge leaves the wanted amount", () => {
  expect(calculatePassOn(125_050n, option)).toEqual({
    oneToOne: { chargeKurus: 128_176n, netKurus: 124_972n, isTooMuch: false },
    missingKurus: 78n,
    exact: { chargeKurus: 128_256n, netKurus: 125_050n, isTooMuch: false },
  });
});

test("marks charges above 10.000.000,00 TL: first the exact one, then both", () => {
  expect(calculatePassOn(975_200_000n, option)).toMatchObject({
    oneToOne: { chargeKurus: 999_580_000n, isTooMuch: false },
    exact: { isTooMuch: true },
  });
  expect(calculatePassOn(1_000_000_000n, option)).toMatchObject({
    oneToOne: { isTooMuch: true },
    exact: { isTooMuch: true },
  });
});

test("returns no exact charge at a rate of 100 %", () => {
  expect(calculatePassOn(100n, { rateBps: 10_000, fixedFee: null })).toMatchObject({
    exact: null,
    missingKurus: 100n,
  });
});
