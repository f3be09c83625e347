import fc from "fast-check";
import { expect, test } from "vitest";
import {
  acquirer,
  allCards,
  anyCard,
  anyTerms,
  naiveOptions,
  naivePermitted,
} from "@/server/testing/domain/tariffs";
import { type OptionGroup, optionGroups } from "./installment-overview";
import { type CardFacts, cardBrands, cardFamilies, type InstallmentOption } from "./installments";

const runs = { numRuns: 100 };

const textOf = ({ installmentCount, rateBps, fixedFee }: InstallmentOption): string =>
  `${installmentCount} at ${rateBps} bps and ${fixedFee ?? "no"} fee`;

/** Whether a group is of prices that hold for the card; the unknown card counts as a credit card of another bank. */
function isOf(group: OptionGroup, card: CardFacts | null): boolean {
  if (group.cardType !== (card?.family ?? "credit")) return false;
  if (group.cardBrand !== null && group.cardBrand !== (card?.brand ?? null)) return false;
  return group.onUs === null || group.onUs === (card?.bank === acquirer);
}

test("all groups together hold what all kinds of card together are charged, no more and no less", () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const ofGroups = optionGroups(terms).flatMap(({ options }) => options.map(textOf));
      const ofCards = allCards.flatMap((card) => naiveOptions(terms, card).map(textOf));
      expect(new Set(ofGroups)).toEqual(new Set(ofCards));
    }),
    runs,
  );
});

test("each option of a card is in a group that holds for the card, and each of a group is some such card's", () => {
  fc.assert(
    fc.property(anyTerms, anyCard, (terms, one) => {
      const groups = optionGroups(terms);
      const inGroups = groups
        .filter((group) => isOf(group, one))
        .flatMap(({ options }) => options.map(textOf));
      expect(inGroups).toEqual(expect.arrayContaining(naiveOptions(terms, one).map(textOf)));
      for (const group of groups) {
        const cards = allCards.filter((card) => isOf(group, card));
        const charged = new Set(cards.flatMap((card) => naiveOptions(terms, card).map(textOf)));
        expect(group.options.map(textOf).filter((option) => !charged.has(option))).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test("the groups are the tariff's own: each price of a group is a permitted row of its kind", () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      for (const { cardType, onUs, cardBrand, options } of optionGroups(terms)) {
        const rows = terms.tariff.filter(
          (row) =>
            row.family === cardType &&
            row.onUs === onUs &&
            row.brand === cardBrand &&
            naivePermitted(terms, row.installmentCount),
        );
        expect(rows.map(textOf)).toEqual(expect.arrayContaining(options.map(textOf)));
      }
    }),
    runs,
  );
});

test("one group of each kind, in the order of D-31, none empty, its options ascending and once each", () => {
  const order = cardFamilies.flatMap((cardType) =>
    [true, false, null].flatMap((onUs) =>
      [...cardBrands, null].map((cardBrand) => `${cardType} ${onUs} ${cardBrand}`),
    ),
  );
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const groups = optionGroups(terms);
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

test("installments for on-us cards only: true; for others too: false; no installments: null", () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      for (const { cardType, onUs, cardBrand, onUsRequired, options } of optionGroups(terms)) {
        const counts = options.map(({ installmentCount }) => installmentCount).filter((count) => count > 1);
        // Of another bank's cards: which kind of price is the first that there is, from particular to general.
        const isOthers = counts.some((count) =>
          [null, ...cardBrands].some((brand) => {
            const kinds = [brand, null].flatMap((of) => [`${of} false`, `${of} null`]);
            const has = (kind: string) =>
              terms.tariff.some(
                (row) =>
                  row.family === cardType &&
                  row.installmentCount === count &&
                  kind === `${row.brand} ${row.onUs}`,
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
