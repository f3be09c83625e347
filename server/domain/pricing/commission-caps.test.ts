import { expect, test } from "vitest";
import { commissionCaps, findCap, isAboveCap } from "./commission-caps";
import type { cardFamilies } from "./installments";

const at = new Date("2026-11-25T12:00:00Z");
const price = (family: (typeof cardFamilies)[number], rateBps: number, installmentCount = 1) => ({
  family,
  rateBps,
  installmentCount,
});

test("warns above 3.56 % for credit and above 1.04 % for debit and prepaid, and not at the cap itself", () => {
  expect([356, 357].map((rateBps) => isAboveCap(price("credit", rateBps), at))).toEqual([false, true]);
  for (const family of ["debit", "prepaid"] as const) {
    expect([104, 105].map((rateBps) => isAboveCap(price(family, rateBps), at))).toEqual([false, true]);
  }
});

test("knows no cap for installments, for foreign cards, and before the first communiqué", () => {
  expect(findCap(price("credit", 0, 2), at)).toBeNull();
  expect(findCap(price("foreign", 0), at)).toBeNull();
  expect(findCap(price("credit", 0), new Date("2025-10-31T20:59:59.999Z"))).toBeNull();
  expect(findCap(price("credit", 0), new Date("2025-10-31T21:00:00Z"))).toMatchObject({ rateBps: 356 });
  expect(isAboveCap(price("foreign", 10_000), at)).toBe(false);
});

test("a later communiqué counts from its own date, in whatever order the rows stand", () => {
  const source = "A later communiqué";
  const later = { family: "credit", validFrom: new Date("2027-01-01T00:00:00Z"), rateBps: 400, source } as const;
  for (const caps of [
    [...commissionCaps, later],
    [later, ...commissionCaps],
  ]) {
    expect(findCap(price("credit", 0), at, caps)?.rateBps).toBe(356);
    expect(findCap(price("credit", 0), later.validFrom, caps)?.rateBps).toBe(400);
  }
});

test("every cap names its source", () => {
  for (const { source } of commissionCaps) expect(source).toMatch(/\d{4}-\d\d-\d\d/);
});
