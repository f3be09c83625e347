import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anyCard,
  anyCountTerms,
  anyTerms,
  counts,
  naiveCharge,
  naiveOptions,
  naivePermitted,
} from "@/server/testing/domain/tariffs";
import {
  type CardFacts,
  type CountTerms,
  decideCharge,
  type InstallmentTerms,
  installmentOptions,
  isCountPermitted,
  isFamilyBarred,
  isRestrictionPermitted,
  permittedCounts,
  toInstallmentOption,
} from "./installments";

const runs = { numRuns: 200 };
const cards = fc.array(anyCard, { minLength: 1, maxLength: 4 });
const anyCounts = fc.array(fc.integer({ min: -1, max: 37 }), { maxLength: 6 });

/** Returns the product's charge in the form of the naive reference. */
function charged(terms: InstallmentTerms, card: CardFacts | null, count: number) {
  const charge = decideCharge(terms, card, count);
  return charge.kind === "price" ? toInstallmentOption(charge.price) : charge.why;
}

test("a count is listed exactly when it is permitted and has a price, with the same rate and fee", () => {
  fc.assert(
    fc.property(anyTerms, cards, (terms, some) => {
      for (const card of some) {
        const chargeable = counts
          .filter((count) => isCountPermitted(count, terms))
          .map((count) => charged(terms, card, count))
          .filter((charge) => typeof charge !== "string");
        expect(installmentOptions(terms, card)).toEqual(chargeable);
      }
    }),
    runs,
  );
});

test("prices, refusals and options agree with a naive implementation of the contract", () => {
  fc.assert(
    fc.property(anyTerms, cards, (terms, some) => {
      for (const card of some) {
        expect(installmentOptions(terms, card)).toEqual(naiveOptions(terms, card));
        expect(counts.map((count) => charged(terms, card, count))).toEqual(
          counts.map((count) => naiveCharge(terms, card, count)),
        );
      }
    }),
    runs,
  );
});

test("permittedCounts is ascending without duplicates and agrees with isCountPermitted", () => {
  fc.assert(
    fc.property(anyCountTerms, (terms) => {
      const permitted = counts.filter((count) => naivePermitted(terms, count));
      expect(permittedCounts(terms)).toEqual(permitted);
      expect(counts.filter((count) => isCountPermitted(count, terms))).toEqual(permitted);
    }),
    runs,
  );
});

test("a link's restriction removes options and changes none", () => {
  fc.assert(
    fc.property(anyTerms, anyCard, anyCounts, (terms, card, restriction) => {
      const all = installmentOptions(terms, card);
      expect(installmentOptions(terms, card, null)).toEqual(all);
      expect(installmentOptions(terms, card, restriction)).toEqual(
        all.filter(({ installmentCount }) => restriction.indexOf(installmentCount) >= 0),
      );
    }),
    runs,
  );
});

test("a restriction is permitted exactly when it has at least one count and all its counts are permitted", () => {
  const restrictions = (terms: CountTerms) =>
    fc.oneof(anyCounts, fc.array(fc.constantFrom(...terms.effectiveCounts), { maxLength: 5 }));
  const termsAndRestriction = anyCountTerms.chain((terms) => fc.tuple(fc.constant(terms), restrictions(terms)));
  fc.assert(
    fc.property(termsAndRestriction, ([terms, restriction]) => {
      const offending = restriction.filter((count) => !naivePermitted(terms, count));
      expect(isRestrictionPermitted(restriction, terms)).toBe(restriction.length > 0 && offending.length === 0);
    }),
    runs,
  );
});

test("a family that is not allowed has no options, and an unknown card never counts as such", () => {
  fc.assert(
    fc.property(anyTerms, anyCard, (terms, card) => {
      const isBarred = card !== null && terms.allowedFamilies.indexOf(card.family) < 0;
      expect(isFamilyBarred(terms, card)).toBe(isBarred);
      if (isBarred) expect(installmentOptions(terms, card)).toEqual([]);
    }),
    runs,
  );
});

test("the generated tariffs and cards cover every refusal and every kind of price", () => {
  const seen = new Map<string, number>();
  const cases = fc.tuple(anyTerms, anyCard, fc.constantFrom(1, 3, 3, 6));
  for (const [terms, card, count] of fc.sample(cases, { numRuns: 1_000, seed: 1 })) {
    const charge = decideCharge(terms, card, count);
    const what =
      charge.kind === "refused" ? charge.why : `${charge.price.brand === null ? "any" : "brand"} ${charge.price.onUs}`;
    seen.set(what, (seen.get(what) ?? 0) + 1);
  }
  const all = ["any false", "any null", "any true", "brand false", "brand null", "brand true"];
  const refusals = ["card_not_eligible", "card_type", "count_not_offered"];

  expect([...seen.keys()].sort()).toEqual([...all, ...refusals]);
  expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(20);
});
