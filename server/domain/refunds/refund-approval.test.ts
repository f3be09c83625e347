import { expect, test } from "vitest";
import {
  type ApprovalLimit,
  changedLimit,
  limitAt,
  loosenedAfterMs,
  needsSecondPerson,
} from "./refund-approval";

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

const now = new Date("2026-11-20T09:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const none: ApprovalLimit = { presentKurus: null, nextKurus: null, nextAt: null };
const of = (presentKurus: bigint): ApprovalLimit => ({ ...none, presentKurus });

test.each([
  ["a stricter limit", of(100n), 99n],
  ["a first limit", none, 5n],
  ["the same limit", of(100n), 100n],
  ["no limit where there was none", none, null],
] as const)("%s holds at once, and nothing is to come", (_title, limit, to) => {
  expect(changedLimit(limit, to, now)).toEqual({ presentKurus: to, nextKurus: null, nextAt: null });
});

test.each([
  ["a kuruş more", of(100n), 101n],
  ["something where all of them waited", of(0n), 1n],
  ["no limit any more", of(100n), null],
] as const)("%s holds a day later, not a moment before", (_title, limit, to) => {
  const changed = changedLimit(limit, to, now);
  expect(limitAt(changed, later(loosenedAfterMs - 1))).toBe(limit.presentKurus);
  expect(limitAt(changed, later(loosenedAfterMs))).toBe(to);
});

test("a looser limit that is to come is taken back by a stricter one, and waits anew when it is asked for again", () => {
  const coming = changedLimit(of(100n), null, now);
  expect(changedLimit(coming, 100n, later(1))).toEqual(of(100n));
  expect(changedLimit(coming, null, later(5)).nextAt).toEqual(later(5 + loosenedAfterMs));
  const held = later(loosenedAfterMs);
  expect(changedLimit(coming, 500n, held)).toEqual(of(500n));
});
