import { expect, test } from "vitest";
import { needsSecondPerson } from "./refund-approval";

test.each([
  ["nobody else is asked where there is no limit", null, 0n, 999_999_999n, false],
  ["nobody else is asked for the limit itself", 1_000_000n, 0n, 1_000_000n, false],
  ["a second person is asked for a kuruş more", 1_000_000n, 0n, 1_000_001n, true],
  ["a second person is asked where parts pass it together", 1_000_000n, 900_000n, 100_001n, true],
  ["nobody else is asked where parts reach it together", 1_000_000n, 900_000n, 100_000n, false],
  ["a second person is asked for everything over a limit of nothing", 0n, 0n, 1n, true],
] as const)("%s", (_title, limitKurus, refundedKurus, amountKurus, isNeeded) => {
  expect(needsSecondPerson(limitKurus, { refundedKurus, amountKurus })).toBe(isNeeded);
});
