import fc from "fast-check";
import { expect, test } from "vitest";
import { acquirer, allCards, anyCard, anyTerms, naiveOptions, naivePermitted } from "@/server/testing/domain/tariffs";
import { groupOptions, type OptionGroup } from "./installment-overview";
import { type CardFacts, cardBrands, cardFamilies, type InstallmentOption } from "./installments";

const runs = { numRuns: 100 };

const toText = ({ installmentCount, rateBps, fixedFee }: InstallmentOption): string =>
  `${installmentCount} at ${rateBps} bps and ${fixedFee ?? "no"} fee`;

/** Returns whether a group's prices apply to the card. An unknown card counts as a credit card of another bank. */
function appliesTo(group: OptionGroup, card: CardFacts | null): boolean {
  if (group.cardType !== (card?.family ?? "credit")) return false;
  if (group.cardBrand !== null && group.cardBrand !== (card?.brand ?? null)) return false;
  return group.onUs === null || group.onUs === (card?.bank === acquirer);
}

test("all groups together have exactly the prices that all kinds of cards together are charged", () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const ofGroups = groupOptions(terms).flatMap(({ options }) => options.map(toText));
      const ofCards = allCards.flatMap((card) => naiveOptions(terms, card).map(toText));
      expect(new Set(ofGroups)).toEqual(new Set(ofCards));
    }),
    runs,
  );
});

test("each option of a card is in a group that applies to it, and each option of a group belongs to such a card", () => {
  fc.assert(
    fc.property(anyTerms, anyCard, (terms, one) => {
      const groups = groupOptions(terms);
      const inGroups = groups.filter((group) => appliesTo(group, one)).flatMap(({ options }) => options.map(toText));
      expect(inGroups).toEqual(expect.arrayContaining(naiveOptions(terms, one).map(toText)));
      for (const group of groups) {
        const cards = allCards.filter((card) => appliesTo(group, card));
        const charged = new Set(cards.flatMap((card) => naiveOptions(terms, card).map(toText)));
        expect(group.options.map(toText).filter((option) => !charged.has(option))).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test("each price of a group is a permitted row of the tariff with the group's family, on-us and brand", () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      for (const { cardType, onUs, cardBrand, options } of groupOptions(terms)) {
        const rows = terms.tariff.filter(
          (row) =>
            row.family === cardType &&
            row.onUs === onUs &&
            row.brand === cardBrand &&
            naivePermitted(terms, row.installmentCount),
        );
        expect(rows.map(toText)).toEqual(expect.arrayContaining(options.map(toText)));
      }
    }),
    runs,
  );
});

test("one group for each kind in the order of D-31, never empty, with ascending options without duplicates", () => {
  const order = cardFamilies.flatMap((cardType) =>
    [true, false, null].flatMap((onUs) => [...cardBrands, null].map((cardBrand) => `${cardType} ${onUs} ${cardBrand}`)),
  );
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const groups = groupOptions(terms);
      const kinds = groups.map(({ cardType, onUs, cardBrand }) => `${cardType} ${onUs} ${cardBrand}`);
      expect(kinds).toEqual(order.filter((kind) => kinds.includes(kind)));
      for (const { options } of groups) {
        const counts = options.map(({ installmentCount }) => installmentCount);
        expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
        expect(counts.length).toBeGreaterThan(0);
      }
    }),
    runs,
  );
});

test("onUsRequired: true when only on-us cards have installments, false when others do, null without installments", () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      for (const { cardType, onUs, cardBrand, onUsRequired, options } of groupOptions(terms)) {
        const counts = options.map(({ installmentCount }) => installmentCount).filter((count) => count > 1);
        // The first existing kind of price for another bank's cards, from the most specific to the most general.
        const isOthers = counts.some((count) =>
          [null, ...cardBrands].some((brand) => {
            const kinds = [brand, null].flatMap((of) => [`${of} false`, `${of} null`]);
            const has = (kind: string) =>
              terms.tariff.some(
                (row) =>
                  row.family === cardType && row.installmentCount === count && kind === `${row.brand} ${row.onUs}`,
              );
            return kinds.find(has) === `${cardBrand} ${onUs}`;
          }),
        );
        expect(onUsRequired).toBe(counts.length === 0 ? null : !isOthers);
      }
    }),
    runs,
  );
});
