import { expect, test } from "vitest";
import { Tally } from "./doors";
import type { TriedCreation } from "./errors";
import type { Struck } from "./recovery";
import { createReport, type Facts } from "./report";

const good = (at: number): TriedCreation => ({ at, ms: 20, status: 201, code: `pay_${at}`, trouble: null, tries: 1 });
const bad = (at: number, status = 0): TriedCreation => ({ ...good(at), status, code: null, trouble: "socket hang up" });
const many = Array.from({ length: 9_990 }, (_, n) => good(n * 100 + 1));
const payments = new Map(many.map(({ code }) => [code ?? "", null]));
const blows: Struck[] = [
  { kind: "web", at: 5_000, readyAt: 5_100, wholeAt: 9_000 },
  { kind: "postmaster", at: 20_000, readyAt: 21_000, wholeAt: 21_000 },
];

const report = (facts: Partial<Facts>) =>
  createReport({ minutes: 16.65, blows, creations: many, payments, doors: new Tally(), ...facts });

test("passes when errors end in time, few creations stay without an answer, and no payment is lost", () => {
  const again = [
    { ...good(1), tries: 2 },
    { ...good(101), tries: 2, status: 200 },
  ];
  const doors = new Tally();
  doors.note({ method: "GET", path: "/v1/payments/pay_1", status: 503 });
  const creations = [...many.slice(2), ...again, bad(5_900), bad(24_900, 503)];
  const { hasPassed, lines } = report({ creations, doors });
  expect(hasPassed).toBe(true);
  expect(lines).toEqual([
    "2 blows in 16.6 minutes, 2 of them kills",
    "postmaster: 1 times; ready after 1.0/1.0/1.0 s, whole after 1.0/1.0/1.0 s, next creation after 0.0/0.0/0.0 s; " +
      "errors for 4.9 s at most, allowed 5.0 s",
    "web: 1 times; ready after 0.1/0.1/0.1 s, whole after 4.0/4.0/4.0 s, next creation after 0.0/0.0/0.0 s; " +
      "errors for 0.9 s at most, allowed 1.0 s",
    "9992 creations: 99.990 % answered, 99.960 % created at the first try, 2 sent again by the proxy, 1 of these " +
      "had been created; the slowest after 0.0 s",
    "0 more creations were held by a stopped process until their merchant gave up",
    "answered within 1 s: 99.990 % of 9941 outside of restarts, 98.039 % of 51 during one",
    "errors of creations: postmaster 503 × 1, web without an answer × 1",
    "surprising refusals of creations: none",
    "look-ups: 1 requests, 503 × 1",
    "requests that were answered 500: none",
    "0 of the payments that were answered are not in the books, 0 have the code of another one",
  ]);
});

test("fails when errors last longer than is allowed after a blow of their kind", () => {
  const { hasPassed, lines } = report({ creations: [...many, bad(6_100)] });
  expect(hasPassed).toBe(false);
  expect(lines.filter((line) => line.startsWith("web"))).toEqual([
    expect.stringContaining("errors for 1.1 s at most, allowed 1.0 s (missed)"),
  ]);
});

test("fails when a creation fails at all after a blow that may cost none", () => {
  const redis: Struck = { kind: "redis", at: 5_000, until: 8_000, readyAt: 8_000, wholeAt: 8_000 };
  expect(report({ blows: [redis] }).hasPassed).toBe(true);
  const { hasPassed, lines } = report({ blows: [redis], creations: [...many, bad(6_000, 503)] });
  expect(hasPassed).toBe(false);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^redis: 1 times for 3\.0\/3\.0\/3\.0 s; .* errors for 0\.0 s at most, allowed none \(missed\)$/,
    ),
  );
});

test("fails when too many creations stay without an answer", () => {
  const creations = [...many, ...Array.from({ length: 6 }, (_, n) => bad(5_000 + n))];
  expect(report({ creations }).hasPassed).toBe(false);
});

test("counts apart what a stopped process held until its merchant gave up", () => {
  const stopped: Struck = { kind: "stoppedWeb", at: 5_000, until: 25_000, readyAt: 5_100, wholeAt: 25_100 };
  const held = Array.from({ length: 11 }, (_, n) => ({ ...bad(5_000 + n), ms: 15_000 }));
  const { hasPassed, lines } = report({ blows: [stopped], creations: [...many, ...held] });
  expect(hasPassed).toBe(true);
  expect(lines).toContain("11 more creations were held by a stopped process until their merchant gave up");
  expect(lines).toContainEqual(expect.stringMatching(/^9990 creations: 100\.000 % answered/));
});

test("counts what fails at once while a process is stopped against the share of the answered ones", () => {
  const stopped: Struck = { kind: "stoppedWeb", at: 5_000, until: 25_000, readyAt: 5_100, wholeAt: 25_100 };
  const failing = (ms: number) => {
    const failed = Array.from({ length: 11 }, (_, n) => ({ ...bad(5_000 + n), ms }));
    const { hasPassed, lines } = report({ blows: [stopped], creations: [...many, ...failed] });
    return [hasPassed, Number.parseInt(lines.find((line) => line.includes("were held by")) ?? "", 10)];
  };
  expect(failing(20)).toEqual([false, 0]);
  expect(failing(14_500)).toEqual([false, 0]);
  // A timer may fire a millisecond early.
  expect(failing(14_999)).toEqual([true, 11]);
});

test("fails when an answered payment is not in the books", () => {
  const { hasPassed, lines } = report({ creations: [...many, good(7)] });
  expect(hasPassed).toBe(false);
  expect(lines.at(-1)).toBe(
    "1 of the payments that were answered are not in the books, 0 have the code of another one (missed)",
  );
});

test("fails when two creations are answered with one code", () => {
  const twice = { ...good(7), code: "pay_1" };
  const { hasPassed, lines } = report({ creations: [...many, twice] });
  expect(hasPassed).toBe(false);
  expect(lines.at(-1)).toBe(
    "0 of the payments that were answered are not in the books, 1 have the code of another one (missed)",
  );
});

test("fails when a creation is refused, and quotes the first refusals; they are no creations", () => {
  const refused = [429, 409, 409, 204].map((status, n) => ({
    ...bad(400_000 + n, status),
    ms: 8_000,
    trouble: `no ${n}`,
  }));
  const { hasPassed, lines } = report({ creations: [...many, ...refused] });
  expect(hasPassed).toBe(false);
  const from = lines.findIndex((line) => line.startsWith("surprising"));
  expect(lines.slice(from)).toEqual([
    "surprising refusals of creations: 204 × 1, 409 × 2, 429 × 1 (missed)",
    "  429: no 0",
    "  409: no 1",
    "  409: no 2",
    "requests that were answered 500: none",
    expect.stringContaining("0 of the payments"),
  ]);
  // 9990 of 9994 were created.
  expect(lines).toContainEqual(
    expect.stringMatching(/100\.000 % answered, 99\.960 % created at the first try, .* the slowest after 0\.0 s$/),
  );
  expect(report({ creations: [...many, bad(400_000, 409)] }).hasPassed).toBe(false);
});

test("fails when any door answers 500", () => {
  const doors = new Tally();
  doors.note({ method: "POST", path: "/handoff", status: 500 });
  const { hasPassed, lines } = report({ doors });
  expect(hasPassed).toBe(false);
  expect(lines).toContain("requests that were answered 500: 1 (missed)");
});
