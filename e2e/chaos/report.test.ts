import { expect, test } from "vitest";
import type { Blow, TriedCreation } from "./errors";
import { createReport } from "./report";

const good = (at: number): TriedCreation => ({ at, ms: 20, status: 201, code: `pay_${at}`, trouble: null, tries: 1 });
const bad = (at: number, status = 0): TriedCreation => ({ ...good(at), status, code: null, trouble: "socket hang up" });
const many = Array.from({ length: 9_990 }, (_, n) => good(n * 100 + 1));
const payments = new Map(many.map(({ code }) => [code ?? "", null]));
const blows: Blow[] = [
  { kind: "web", at: 5_000 },
  { kind: "postmaster", at: 20_000 },
];

test("passes when errors end in time, few creations stay without an answer, and no payment is lost", () => {
  const again = [
    { ...good(1), tries: 2 },
    { ...good(101), tries: 2, status: 200 },
  ];
  const creations = [...many.slice(2), ...again, bad(5_900), bad(24_900, 503)];
  const { hasPassed, lines } = createReport({ blows, creations, payments });
  expect(hasPassed).toBe(true);
  expect(lines).toEqual([
    "2 blows",
    "postmaster: 1 times, errors for 4.9 s at most, allowed 5.0 s",
    "web: 1 times, errors for 0.9 s at most, allowed 1.0 s",
    "9992 creations: 99.990 % answered, 99.960 % created at the first try, 2 sent again by the proxy, 1 of these " +
      "had been created; the slowest after 0.0 s",
    "0 of the payments that were answered are not in the books",
  ]);
});

test("fails when errors last longer than is allowed after a blow of their kind", () => {
  const { hasPassed, lines } = createReport({ blows, creations: [...many, bad(6_100)], payments });
  expect(hasPassed).toBe(false);
  expect(lines).toContain("web: 1 times, errors for 1.1 s at most, allowed 1.0 s (missed)");
});

test("fails when too many creations stay without an answer", () => {
  const creations = [...many, ...Array.from({ length: 6 }, (_, n) => bad(5_000 + n))];
  expect(createReport({ blows, creations, payments }).hasPassed).toBe(false);
});

test("fails when an answered payment is not in the books", () => {
  const { hasPassed, lines } = createReport({ blows, creations: [...many, good(7)], payments });
  expect(hasPassed).toBe(false);
  expect(lines.at(-1)).toBe("1 of the payments that were answered are not in the books");
});
