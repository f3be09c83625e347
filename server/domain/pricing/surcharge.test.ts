import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CardFamily, cardFamilies } from "./installments";
import { findSurchargeKind, isSurchargeWarned } from "./surcharge";

const anyShare = fc.integer({ min: 1, max: 10_000 });
const anyCounts = fc.array(fc.integer({ min: 1, max: 36 }), { maxLength: 12 });
const anyFamily = fc.constantFrom<CardFamily | null>(...cardFamilies, null);

describe("the warning of a passed-on commission", () => {
  test.each<[string, Parameters<typeof isSurchargeWarned>[0], boolean]>([
    ["nothing is passed on", { shareBps: 0, counts: null, family: "debit" }, false],
    ["the share means nothing yet", { shareBps: null, counts: null, family: null }, false],
    ["a link without a restriction", { shareBps: 1, counts: null, family: null }, true],
    ["a single payment among the counts", { shareBps: 10_000, counts: [1, 3], family: "credit" }, true],
    ["installments only", { shareBps: 10_000, counts: [2, 3], family: "credit" }, false],
    ["installments only, for any card", { shareBps: 10_000, counts: [2, 3], family: null }, false],
    ["a debit card", { shareBps: 100, counts: [3], family: "debit" }, true],
    ["a prepaid card", { shareBps: 100, counts: [], family: "prepaid" }, true],
    ["a foreign card with nothing offered", { shareBps: 100, counts: [], family: "foreign" }, false],
  ])("%s", (_what, offer, wanted) => expect(isSurchargeWarned(offer)).toBe(wanted));

  test("is never shown while the buyer bears nothing", () => {
    fc.assert(
      fc.property(fc.option(anyCounts), anyFamily, fc.constantFrom(0, null), (counts, family, shareBps) => {
        expect(isSurchargeWarned({ shareBps, counts, family })).toBe(false);
      }),
    );
  });

  test("depends on neither the size of the share nor the other counts, and only cards without credit add to it", () => {
    fc.assert(
      fc.property(anyShare, anyShare, anyCounts, anyFamily, (shareBps, otherBps, counts, family) => {
        const shown = isSurchargeWarned({ shareBps, counts, family });
        expect(isSurchargeWarned({ shareBps: otherBps, counts, family })).toBe(shown);
        expect(isSurchargeWarned({ shareBps, counts: [...counts, 1], family })).toBe(true);
        const longer = counts.filter((count) => count > 1);
        expect(isSurchargeWarned({ shareBps, counts: longer, family })).toBe(
          ["debit", "prepaid"].includes(family ?? ""),
        );
      }),
    );
  });
});

test("the name is that of installments only where every count has them", () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const [single, longer] = [counts.some((count) => count === 1), counts.some((count) => count > 1)];
      const wanted = single ? (longer ? "both" : "single") : "installments";
      expect(findSurchargeKind(counts)).toBe(wanted);
    }),
  );
});
