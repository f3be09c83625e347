import { expect, test } from "vitest";
import { type ApprovalLimit, changeLimit, limitAt, loosenedAfterMs, needsSecondPerson } from "./refund-approval";

test.each([
  ["no second person is needed without a limit", null, 0n, 999_999_999n, false],
  ["no second person is needed for exactly the limit", 1_000_000n, 0n, 1_000_000n, false],
  ["a second person is needed for a kuruş more", 1_000_000n, 0n, 1_000_001n, true],
  ["a second person is needed when the parts together exceed the limit", 1_000_000n, 900_000n, 100_001n, true],
  ["no second person is needed when the parts together reach the limit", 1_000_000n, 900_000n, 100_000n, false],
  ["a second person is needed for every refund with a limit of 0", 0n, 0n, 1n, true],
] as const)("%s", (_title, limitKurus, refundedKurus, amountKurus, isNeeded) => {
  expect(needsSecondPerson(limitKurus, { refundedKurus, amountKurus })).toBe(isNeeded);
});

const now = new Date("2026-11-20T09:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const none: ApprovalLimit = { presentKurus: null, nextKurus: null, nextAt: null };
const buildLimit = (presentKurus: bigint): ApprovalLimit => ({ ...none, presentKurus });

test.each([
  ["a stricter limit", buildLimit(100n), 99n],
  ["a first limit", none, 5n],
  ["the same limit", buildLimit(100n), 100n],
  ["no limit after no limit", none, null],
] as const)("%s takes effect at once, and no change is scheduled", (_title, limit, to) => {
  expect(changeLimit(limit, to, now)).toEqual({ presentKurus: to, nextKurus: null, nextAt: null });
});

test.each([
  ["a limit that is a kuruş higher", buildLimit(100n), 101n],
  ["a limit after a limit of 0", buildLimit(0n), 1n],
  ["the removal of the limit", buildLimit(100n), null],
] as const)("%s takes effect exactly a day later", (_title, limit, to) => {
  const changed = changeLimit(limit, to, now);
  expect(limitAt(changed, later(loosenedAfterMs - 1))).toBe(limit.presentKurus);
  expect(limitAt(changed, later(loosenedAfterMs))).toBe(to);
});

test("a stricter limit cancels a scheduled looser one, and a repeated request for the looser one starts a new day", () => {
  const coming = changeLimit(buildLimit(100n), null, now);
  expect(changeLimit(coming, 100n, later(1))).toEqual(buildLimit(100n));
  expect(changeLimit(coming, null, later(5)).nextAt).toEqual(later(5 + loosenedAfterMs));
  const held = later(loosenedAfterMs);
  expect(changeLimit(coming, 500n, held)).toEqual(buildLimit(500n));
});
