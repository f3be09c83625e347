import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edgesOf, hourOf, placedTariffs } from "@/server/testing/domain/spans";
import { findGap, findObstacleToSpan, inForceAt, type PlacedTariff } from "./tariff-span";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const tariff = (id: string, from: number, to?: number): PlacedTariff => ({
  id,
  validFrom: day(from),
  validTo: to === undefined ? null : day(to),
});
const now = day(10);
const iso = (n: number) => day(n).toISOString();

/** What a day tells, hour by hour: what has begun last without an end, and the campaign that has begun and not ended. */
function toldAt(tariffs: readonly PlacedTariff[], at: Date): PlacedTariff | null {
  let [base, campaign]: (PlacedTariff | null)[] = [null, null];
  for (let n = 0; hourOf(n) <= at; n++) {
    if (campaign?.validTo?.getTime() === hourOf(n).getTime()) campaign = null;
    for (const one of tariffs.filter(({ validFrom }) => validFrom.getTime() === hourOf(n).getTime())) {
      if (one.validTo) campaign = one;
      else base = one;
    }
  }
  return campaign ?? base ?? null;
}

describe("inForceAt", () => {
  test("as a day tells it hour by hour, at every edge and a millisecond around it", () => {
    let inForce = new Set<string>();
    fc.assert(
      fc.property(placedTariffs, (tariffs) => {
        for (const at of edgesOf(tariffs)) {
          const found = inForceAt(tariffs, at);
          expect(found).toEqual(toldAt(tariffs, at));
          inForce = inForce.add(found?.id.split("_")[0] ?? "none");
        }
      }),
      { numRuns: 300 },
    );
    expect(inForce).toEqual(new Set(["base", "campaign", "none"]));
  });

  test("after a campaign, what has begun meanwhile without an end", () => {
    const tariffs = [tariff("first", 1), tariff("campaign", 5, 9), tariff("second", 7)];
    expect([4, 5, 7, 8, 9].map((n) => inForceAt(tariffs, day(n))?.id)).toEqual([
      "first",
      "campaign",
      "campaign",
      "campaign",
      "second",
    ]);
    expect(inForceAt(tariffs, new Date(day(9).getTime() - 1))?.id).toBe("campaign");
    expect(inForceAt(tariffs, new Date(day(1).getTime() - 1))).toBeNull();
  });
});

describe("findObstacleToSpan", () => {
  const present = [tariff("later", 20), tariff("first", 1), tariff("campaign", 14, 16)];
  const obstacle = (from: Date, to: Date | null = null, others = present) =>
    findObstacleToSpan(others, { validFrom: from, validTo: to }, now);

  test("none without an end: at this very instant, during a campaign and with one at the same instant", () => {
    for (const n of [10, 13, 14, 15, 16, 25]) expect(obstacle(day(n))).toBeNull();
    expect(obstacle(now, null, [])).toBeNull();
  });

  test("in the past, by a millisecond too, with an end or without", () => {
    const past = new Date(now.getTime() - 1);
    const why = `2026-11-09T23:59:59.999Z is over (it is ${iso(10)}): no tariff begins in the past`;
    expect(obstacle(past)).toBe(why);
    expect(obstacle(past, day(11))).toBe(why);
  });

  test("without an end, where another such begins: it is named", () => {
    expect(obstacle(day(20))).toBe(`The tariff later begins at ${iso(20)} already; withdraw it first`);
  });

  test("none for a campaign over the beginning of what has no end, and up to another and after it", () => {
    expect(obstacle(day(18), day(22))).toBeNull();
    expect(obstacle(day(12), day(14))).toBeNull();
    expect(obstacle(day(16), day(17))).toBeNull();
    expect(obstacle(day(20), day(21))).toBeNull();
  });

  test.each([
    [13, 15],
    [15, 17],
    [14, 16],
    [13, 17],
    [14, 15],
  ])("two campaigns that meet: %i to %i", (from, to) => {
    expect(obstacle(day(from), day(to))).toBe(
      `The campaign campaign lasts from ${iso(14)} to ${iso(16)}; withdraw it first`,
    );
  });

  test.each([12, 11])("a campaign from 12 that would end at its beginning or before: %i", (to) => {
    expect(obstacle(day(12), day(to))).toBe(`The campaign would end at ${iso(to)}, before it begins`);
  });

  test("a campaign after which nothing would be in force", () => {
    const why = `No tariff would be in force after the campaign's end, ${iso(15)}`;
    expect(obstacle(day(12), day(15), [])).toBe(why);
    expect(obstacle(day(12), day(15), [tariff("later", 16)])).toBe(why);
    expect(obstacle(day(12), day(15), [tariff("later", 15)])).toBeNull();
  });

  test("what it lets through leaves no gap where there was none", () => {
    let taken = 0;
    fc.assert(
      fc.property(placedTariffs, placedTariffs, (tariffs, wanted) => {
        for (const one of wanted) {
          if (findGap(tariffs, one.validFrom) || findObstacleToSpan(tariffs, one, hourOf(0))) continue;
          taken += 1;
          expect(findGap([...tariffs, one], one.validFrom)).toBeNull();
        }
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});

describe("findGap", () => {
  test("now, when nothing is in force; none where something without an end is", () => {
    expect(findGap([], now)).toEqual(now);
    expect(findGap([tariff("later", 11)], now)).toEqual(now);
    expect(findGap([tariff("first", 10)], now)).toBeNull();
  });

  test("the first end of a campaign after which nothing would be in force", () => {
    expect(findGap([tariff("two", 12, 14), tariff("one", 10, 12)], now)).toEqual(day(14));
    expect(findGap([tariff("two", 13, 14), tariff("one", 10, 12)], now)).toEqual(day(12));
    expect(findGap([tariff("one", 10, 12), tariff("later", 12)], now)).toBeNull();
    expect(findGap([tariff("over", 8, 9), tariff("first", 10)], now)).toBeNull();
  });

  test("the first instant of a day without one, hour by hour", () => {
    fc.assert(
      fc.property(placedTariffs, fc.nat(24), (tariffs, from) => {
        const all = Array.from({ length: 26 - from }, (_, n) => hourOf(from + n));
        const told = all.find((at) => !toldAt(tariffs, at)) ?? null;
        expect(findGap(tariffs, hourOf(from))).toEqual(told);
      }),
      { numRuns: 300 },
    );
  });
});
