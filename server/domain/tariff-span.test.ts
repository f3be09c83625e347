import { describe, expect, test } from "vitest";
import { planSpan } from "./tariff-span";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const now = day(10);
const tariffs = [
  { id: "trf_later", validFrom: day(20) },
  { id: "trf_first", validFrom: day(1) },
];
const plan = (from: Date, to: Date | null = null, present = tariffs) => planSpan(present, { from, to }, now);
const why = (...wanted: Parameters<typeof plan>) => {
  const found = plan(...wanted);
  return found.kind === "refused" ? found.why : found.kind;
};

describe("without an end", () => {
  test("free at this very instant, until the next one begins", () => {
    expect(plan(now)).toEqual({ kind: "free", until: day(20), again: null });
    expect(plan(day(25))).toEqual({ kind: "free", until: null, again: null });
    expect(plan(now, null, [])).toEqual({ kind: "free", until: null, again: null });
  });

  test("refused in the past, by a millisecond too, and where another begins", () => {
    expect(why(new Date(now.getTime() - 1))).toBe(
      "2026-11-09T23:59:59.999Z is over (it is 2026-11-10T00:00:00.000Z): payments keep the tariff of their creation, so none can begin in the past",
    );
    expect(why(day(20))).toBe("The tariff trf_later begins at 2026-11-20T00:00:00.000Z already");
  });
});

describe("with an end", () => {
  test("what would be in force then begins again", () => {
    expect(plan(day(12), day(15))).toEqual({ kind: "free", until: day(15), again: "trf_first" });
    expect(plan(day(22), day(24))).toEqual({ kind: "free", until: day(24), again: "trf_later" });
  });

  test("nothing begins again where one begins anyway", () => {
    expect(plan(day(12), day(20))).toEqual({ kind: "free", until: day(20), again: null });
    expect(plan(day(12), day(20), [{ id: "trf_later", validFrom: day(20) }])).toMatchObject({ again: null });
  });

  test("refused over the beginning of another, which is named", () => {
    expect(why(day(12), day(21))).toBe(
      "The tariff trf_later begins at 2026-11-20T00:00:00.000Z, before this one would end",
    );
  });

  test.each([day(12), day(11)])("refused when it ends at its beginning or before: %s", (to) => {
    expect(why(day(12), to)).toBe(`The tariff would end at ${to.toISOString()}, before it begins`);
  });

  test("refused where nothing was in force that could begin again", () => {
    expect(why(day(12), day(15), [])).toBe(
      "No tariff is in force before 2026-11-12T00:00:00.000Z that could begin again afterwards",
    );
  });
});
