import { describe, expect, test } from "vitest";
import { hours } from "../clock";
import {
  followLooks,
  isReceiverFailing,
  type Look,
  lookAtCertificate,
  lookAtClock,
  lookAtDatabase,
  lookAtDisk,
  lookAtFunctions,
  lookAtPool,
  lookAtRedis,
} from "./watch-rules";

const look = (isBad: boolean | null): Look => ({ kind: "redis_gone", subject: "redis", isBad, detail: "gone" });

/** Follows looks, one in each round; returns whether the cause counted as seen after each of them. */
const follow = (...looks: (boolean | null)[]): boolean[] => {
  const next = followLooks();
  return looks.map((isBad) => next([look(isBad)]).length === 1);
};

describe("a cause is seen", () => {
  test("after two bad looks in succession, until two good ones", () => {
    expect(follow(true, true, true, false, false)).toEqual([false, true, true, true, false]);
  });

  test("never by single bad looks, and without a break by single good ones", () => {
    expect(follow(true, false, true, false, true)).toEqual([false, false, false, false, false]);
    expect(follow(true, true, false, true, false, true)).toEqual([false, true, true, true, true, true]);
  });

  test("after one bad look, until one good one, where a look is certain", () => {
    const next = followLooks();
    const ending = (daysLeft: number | null) => next(lookAtCertificate("https://pay.test", daysLeft)).length;
    expect([22, 20, null, 20, 90].map(ending)).toEqual([0, 1, 1, 1, 0]);
  });

  test("as before by a look that says nothing, or a round without a look", () => {
    expect(follow(true, null, true, null, false, null, false)).toEqual([false, false, true, true, true, true, false]);
    const next = followLooks();
    next([look(true)]);
    next([look(true)]);
    expect(next([])).toEqual([{ kind: "redis_gone", subject: "redis", detail: "gone" }]);
  });
});

const answered = (ms: number, aheadMs = 0) => ({ ms, aheadMs, at: new Date(0) });
const refused = { failure: "ECONNREFUSED" };

test.each([
  ["a database that answers in half a second", lookAtDatabase(answered(500)), false],
  ["a database that takes longer", lookAtDatabase(answered(501)), true],
  ["a database that does not answer", lookAtDatabase(refused), true],
  ["clocks two seconds apart", lookAtClock(answered(5, 2_000), "web-1"), false],
  ["a clock that is further ahead", lookAtClock(answered(5, 2_001), "web-1"), true],
  ["a clock that is further behind", lookAtClock(answered(5, -60_000), "web-1"), true],
  ["a clock that a slow answer told", lookAtClock(answered(3_000, 60_000), "web-1"), null],
  ["a clock that nobody told", lookAtClock(refused, "web-1"), null],
  ["a short queue for connections", lookAtPool(1_900, 8, "web-1"), false],
  ["a wait of two seconds for a connection", lookAtPool(2_000, 8, "web-1"), true],
  ["a disk with 100 MB", lookAtDisk({ path: "/", freeBytes: 1e8, sizeBytes: 1e11 }, "web-1"), false],
  ["a disk with less", lookAtDisk({ path: "/", freeBytes: 1e8 - 1, sizeBytes: 1e11 }, "web-1"), true],
  ["a small disk with a twentieth", lookAtDisk({ path: "/", freeBytes: 5e6, sizeBytes: 1e8 }, "web-1"), false],
  ["a small disk with less", lookAtDisk({ path: "/", freeBytes: 5e6 - 1, sizeBytes: 1e8 }, "web-1"), true],
])("%s", (_name, { isBad }, expected) => {
  expect(isBad).toBe(expected);
});

test("Redis is looked at where there is one", () => {
  expect(lookAtRedis(null)).toEqual([]);
  expect([true, false].map((isAnswering) => lookAtRedis(isAnswering)[0]?.isBad)).toEqual([false, true]);
});

test.each([
  [{ isAnswering: false, silentMs: 0, isClockMoving: true }, true],
  [{ isAnswering: true, silentMs: 120_000, isClockMoving: false }, false],
  [{ isAnswering: true, silentMs: 120_001, isClockMoving: false }, true],
  [{ isAnswering: true, silentMs: hours(5), isClockMoving: true }, null],
])("the functions are gone in the state %j: %s", (state, expected) => {
  expect(lookAtFunctions({ isEmbedded: true, ...state }).isBad).toBe(expected);
});

test("what is said of the functions names what runs them", () => {
  const say = (state: { isEmbedded: boolean; isAnswering: boolean }) =>
    lookAtFunctions({ silentMs: 125_000, isClockMoving: false, ...state }).detail;
  expect(say({ isEmbedded: true, isAnswering: false })).toMatch(/^No embedded executor works;/);
  expect(say({ isEmbedded: false, isAnswering: false })).toMatch(/^The Inngest server does not answer;/);
  expect(say({ isEmbedded: false, isAnswering: true })).toBe("No sweep has come for 125 s");
});

test("a certificate is an incident from 21 days before its end, and another one from three days", () => {
  const judge = (daysLeft: number | null) => lookAtCertificate("https://pay.test", daysLeft).map(({ isBad }) => isBad);
  expect([22, 20.9, 3, 2.9, -1, null].map(judge)).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
    [true, true],
    [null, null],
  ]);
  expect(lookAtCertificate("https://pay.test", -1)[0]?.detail).toBe("The certificate of https://pay.test has ended");
});

test("a receiver fails by three attempts over at least half a minute", () => {
  const after = (failures: number, ms: number) =>
    isReceiverFailing({ failures, since: new Date(0), lastAt: new Date(ms) });
  expect([after(2, 60_000), after(3, 29_999), after(3, 30_000)]).toEqual([false, false, true]);
});
