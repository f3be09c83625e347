import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listEdges, placedTariffs, toHour } from "@/server/testing/domain/spans";
import { describeObstacle, findGap, findInForce, findSpanObstacle, type PlacedTariff } from "./tariff-span";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const tariff = (id: string, from: number, to?: number): PlacedTariff => ({
  id,
  validFrom: day(from),
  validTo: to === undefined ? null : day(to),
});
const now = day(10);
const iso = (n: number) => day(n).toISOString();

/**
 * A naive reference: goes through the day hour by hour and remembers the current campaign and the last open-ended
 * tariff.
 */
function replayUntil(tariffs: readonly PlacedTariff[], at: Date): PlacedTariff | null {
  let [base, campaign]: (PlacedTariff | null)[] = [null, null];
  for (let n = 0; toHour(n) <= at; n++) {
    if (campaign?.validTo?.getTime() === toHour(n).getTime()) campaign = null;
    for (const one of tariffs.filter(({ validFrom }) => validFrom.getTime() === toHour(n).getTime())) {
      if (one.validTo) campaign = one;
      else base = one;
    }
  }
  return campaign ?? base ?? null;
}

describe("findInForce", () => {
  test("agrees with the naive reference at every edge and a millisecond around it", () => {
    let inForce = new Set<string>();
    fc.assert(
      fc.property(placedTariffs, (tariffs) => {
        for (const at of listEdges(tariffs)) {
          const found = findInForce(tariffs, at);
          expect(found).toEqual(replayUntil(tariffs, at));
          inForce = inForce.add(found?.id.split("_")[0] ?? "none");
        }
      }),
      { numRuns: 300 },
    );
    expect(inForce).toEqual(new Set(["base", "campaign", "none"]));
  });

  test("after a campaign: the open-ended tariff that began in the meantime", () => {
    const tariffs = [tariff("first", 1), tariff("campaign", 5, 9), tariff("second", 7)];
    expect([4, 5, 7, 8, 9].map((n) => findInForce(tariffs, day(n))?.id)).toEqual([
      "first",
      "campaign",
      "campaign",
      "campaign",
      "second",
    ]);
    expect(findInForce(tariffs, new Date(day(9).getTime() - 1))?.id).toBe("campaign");
    expect(findInForce(tariffs, new Date(day(1).getTime() - 1))).toBeNull();
  });
});

describe("findSpanObstacle", () => {
  const present = [tariff("later", 20), tariff("first", 1), tariff("campaign", 14, 16)];
  const obstacle = (from: Date, to: Date | null = null, others = present) => {
    const span = { validFrom: from, validTo: to };
    const found = findSpanObstacle(others, span, now);
    return found && describeObstacle(found, span);
  };

  test("null for an open-ended tariff that begins now, during a campaign or together with one", () => {
    for (const n of [10, 13, 14, 15, 16, 25]) expect(obstacle(day(n))).toBeNull();
    expect(obstacle(now, null, [])).toBeNull();
  });

  test("a beginning in the past, even by a millisecond, with an end or without", () => {
    const past = new Date(now.getTime() - 1);
    const why = `A tariff cannot begin in the past: 2026-11-09T23:59:59.999Z is before ${iso(10)}`;
    expect(obstacle(past)).toBe(why);
    expect(obstacle(past, day(11))).toBe(why);
  });

  test("an open-ended tariff at the beginning of another one, which is named", () => {
    expect(obstacle(day(20))).toBe(`The tariff later already begins at ${iso(20)}; withdraw it first`);
  });

  test("null for a campaign across the beginning of an open-ended tariff, or next to another campaign", () => {
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
  ])("a campaign that overlaps another one: %i to %i", (from, to) => {
    expect(obstacle(day(from), day(to))).toBe(
      `The campaign campaign lasts from ${iso(14)} to ${iso(16)}; withdraw it first`,
    );
  });

  test.each([12, 11])("a campaign from day 12 that ends on day %i, not after its beginning", (to) => {
    expect(obstacle(day(12), day(to))).toBe(`The campaign would end at ${iso(to)}, before it begins`);
  });

  test("a campaign after which no tariff would be in force", () => {
    const why = `No tariff would be in force after the campaign's end, ${iso(15)}`;
    expect(obstacle(day(12), day(15), [])).toBe(why);
    expect(obstacle(day(12), day(15), [tariff("later", 16)])).toBe(why);
    expect(obstacle(day(12), day(15), [tariff("later", 15)])).toBeNull();
  });

  test("an accepted tariff never creates a gap", () => {
    let taken = 0;
    fc.assert(
      fc.property(placedTariffs, placedTariffs, (tariffs, wanted) => {
        for (const one of wanted) {
          if (findGap(tariffs, one.validFrom) || findSpanObstacle(tariffs, one, toHour(0))) continue;
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
  test("now when no tariff is in force, and null with an open-ended tariff", () => {
    expect(findGap([], now)).toEqual(now);
    expect(findGap([tariff("later", 11)], now)).toEqual(now);
    expect(findGap([tariff("first", 10)], now)).toBeNull();
  });

  test("the first end of a campaign after which no tariff would be in force", () => {
    expect(findGap([tariff("two", 12, 14), tariff("one", 10, 12)], now)).toEqual(day(14));
    expect(findGap([tariff("two", 13, 14), tariff("one", 10, 12)], now)).toEqual(day(12));
    expect(findGap([tariff("one", 10, 12), tariff("later", 12)], now)).toBeNull();
    expect(findGap([tariff("over", 8, 9), tariff("first", 10)], now)).toBeNull();
  });

  test("agrees with the naive reference about the first hour without a tariff", () => {
    fc.assert(
      fc.property(placedTariffs, fc.nat(24), (tariffs, from) => {
        const all = Array.from({ length: 26 - from }, (_, n) => toHour(from + n));
        const expected = all.find((at) => !replayUntil(tariffs, at)) ?? null;
        expect(findGap(tariffs, toHour(from))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
