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
  chargeOf,
  type InstallmentTerms,
  installmentOptions,
  isCountPermitted,
  isFamilyBarred,
  isRestrictionPermitted,
  optionOf,
  permittedCounts,
} from "./installments";

const runs = { numRuns: 200 };
const cards = fc.array(anyCard, { minLength: 1, maxLength: 4 });
const anyCounts = fc.array(fc.integer({ min: -1, max: 37 }), { maxLength: 6 });

/** What the product charges, as the naive reference tells it. */
function charged(terms: InstallmentTerms, card: CardFacts | null, count: number) {
  const charge = chargeOf(terms, card, count);
  return charge.kind === "price" ? optionOf(charge.price) : charge.why;
}

test("a count is listed exactly when it is permitted and charged, with the same rate and fee", () => {
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

test("the charge, its refusals and the list are what the contract's sentences say", () => {
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

test("the permitted counts ascend, once each, and are those of which one is asked", () => {
  fc.assert(
    fc.property(anyCountTerms, (terms) => {
      const permitted = counts.filter((count) => naivePermitted(terms, count));
      expect(permittedCounts(terms)).toEqual(permitted);
      expect(counts.filter((count) => isCountPermitted(count, terms))).toEqual(permitted);
    }),
    runs,
  );
});

test("a link's restriction takes options away and changes none", () => {
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

test("a restriction is permitted when it names some counts and each of them is permitted", () => {
  const restrictions = (terms: CountTerms) =>
    fc.oneof(anyCounts, fc.array(fc.constantFrom(...terms.effectiveCounts), { maxLength: 5 }));
  const termsAndRestriction = anyCountTerms.chain((terms) =>
    fc.tuple(fc.constant(terms), restrictions(terms)),
  );
  fc.assert(
    fc.property(termsAndRestriction, ([terms, restriction]) => {
      const offending = restriction.filter((count) => !naivePermitted(terms, count));
      expect(isRestrictionPermitted(restriction, terms)).toBe(
        restriction.length > 0 && offending.length === 0,
      );
    }),
    runs,
  );
});

test("a barred family is charged nothing, and an unknown card is of none", () => {
  fc.assert(
    fc.property(anyTerms, anyCard, (terms, card) => {
      const isBarred = card !== null && terms.allowedFamilies.indexOf(card.family) < 0;
      expect(isFamilyBarred(terms, card)).toBe(isBarred);
      if (isBarred) expect(installmentOptions(terms, card)).toEqual([]);
    }),
    runs,
  );
});

test("the generated tariffs and cards often reach every refusal and every particularity of a price", () => {
  const seen = new Map<string, number>();
  const cases = fc.tuple(anyTerms, anyCard, fc.constantFrom(1, 3, 3, 6));
  for (const [terms, card, count] of fc.sample(cases, { numRuns: 1_000, seed: 1 })) {
    const charge = chargeOf(terms, card, count);
    const what =
      charge.kind === "refused"
        ? charge.why
        : `${charge.price.brand === null ? "any" : "brand"} ${charge.price.onUs}`;
    seen.set(what, (seen.get(what) ?? 0) + 1);
  }
  const all = ["any false", "any null", "any true", "brand false", "brand null", "brand true"];
  const refusals = ["card_not_eligible", "card_type", "count_not_offered"];

  expect([...seen.keys()].sort()).toEqual([...all, ...refusals]);
  expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(20);
});
