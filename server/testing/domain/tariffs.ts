import fc from "fast-check";
import {
  type CardBrand,
  type CardFacts,
  type CountTerms,
  cardBrands,
  cardFamilies,
  type InstallmentTerms,
  type TariffPrice,
} from "@/server/domain/pricing/installments";

// Arbitrary tariffs, terms and cards, and a second implementation of the charge, written from the contract.

export const acquirer = "Halkbank";
export const counts = Array.from({ length: 36 }, (_, n) => n + 1);

/** Draws the usual value three times out of four. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: other });

const isOnUs = [true, false, null];
const commonBrands = ["paraf", "bonus"] as const;
const someCounts = [1, 3, 6];

/** Tariffs with few brands and counts, so that prices often compete: on-us rows, brand rows and generic rows. */
const tariffs: fc.Arbitrary<TariffPrice[]> = fc
  .record({
    families: fc.subarray([...cardFamilies], { minLength: 1 }),
    brands: fc.oneof(fc.constant(commonBrands), fc.subarray([...cardBrands], { maxLength: 3 })),
    odd: fc.constantFrom(...counts),
  })
  .chain(({ families, brands, odd }) =>
    fc.uniqueArray(
      fc.record({
        family: mostly(fc.constant("credit" as const), fc.constantFrom(...families)),
        brand: fc.constantFrom(null, ...brands),
        onUs: fc.constantFrom(...isOnUs),
        installmentCount: fc.constantFrom(odd, ...someCounts),
        rateBps: fc.integer({ min: 0, max: 10_000 }),
        fixedFee: fc.option(fc.bigInt(0n, 5_000n)),
      }),
      {
        selector: ({ family, brand, onUs, installmentCount }) => [family, brand, onUs, installmentCount].join(),
        maxLength: 45,
        size: "max", // many prices, because few would rarely compete
      },
    ),
  );

/** Sets of counts in any order and with repetitions. */
const countSets = fc.array(fc.oneof(fc.constantFrom(...someCounts), fc.constantFrom(...counts)), {
  minLength: 1,
  maxLength: 12,
});

const countTerms = {
  effectiveCounts: fc.oneof(fc.constant(someCounts), countSets),
  narrowing: fc.oneof(fc.constant([]), countSets),
};
export const anyCountTerms: fc.Arbitrary<CountTerms> = fc.record(countTerms);

export const anyTerms: fc.Arbitrary<InstallmentTerms> = fc.record({
  ...countTerms,
  acquirer: fc.constant(acquirer),
  allowedFamilies: mostly(fc.constant([...cardFamilies]), fc.subarray([...cardFamilies])),
  supportsForeign: fc.boolean(),
  tariff: tariffs,
});

const banks = [acquirer, "Akbank", null];

export const anyCard: fc.Arbitrary<CardFacts | null> = fc.option(
  fc.record({
    family: mostly(fc.constant("credit" as const), fc.constantFrom(...cardFamilies)),
    brand: fc.oneof(fc.constantFrom(...commonBrands), fc.constantFrom(null, ...cardBrands)),
    bank: fc.constantFrom(...banks),
    scheme: fc.constantFrom("visa", "troy"),
    trusted: mostly(fc.constant(true), fc.boolean()),
  }),
  { freq: 8 },
);

/** One card of every combination of family, brand, bank and trust, and the unknown card. */
export const allCards: readonly (CardFacts | null)[] = [
  null,
  ...cardFamilies.flatMap((family) =>
    [null, ...cardBrands].flatMap((brand: CardBrand | null) =>
      banks.flatMap((bank) => [true, false].map((trusted) => ({ family, brand, bank, trusted, scheme: "visa" }))),
    ),
  ),
];

/** Returns whether a count is in the effective set and in the account's narrowing, if it has one (§7.3 reason 2). */
export function naivePermitted(terms: CountTerms, count: number): boolean {
  if (terms.narrowing.length > 0 && terms.narrowing.indexOf(count) < 0) return false;
  return terms.effectiveCounts.indexOf(count) >= 0;
}

/**
 * Returns the charge of a card at a count, or the reason why there is none, independent of whether the count is
 * permitted (§4.9, §7.3, D-31, D-32).
 */
export function naiveCharge(terms: InstallmentTerms, card: CardFacts | null, count: number) {
  // An unknown card is charged the default single charge, which is that of a credit card of no brand and of another
  // bank.
  const { family, brand, bank } = card ?? { family: "credit", brand: null, bank: null };
  if (card && terms.allowedFamilies.indexOf(card.family) < 0) return "card_type";
  if (family === "foreign" && !terms.supportsForeign) return "card_type";
  if (terms.tariff.filter((price) => price.family === family).length === 0) return "card_type";
  const mayPayInInstallments = card !== null && family === "credit" && card.trusted;
  if (count !== 1 && !mayPayInInstallments) return "card_not_eligible";
  // For an unknown issuer, rows for every bank come before rows for other banks.
  const onUs = bank === null ? [null, false] : [bank === terms.acquirer, null];
  const fromParticularToGeneral = [brand, null].flatMap((of) => onUs.map((value) => ({ brand: of, onUs: value })));
  for (const wanted of fromParticularToGeneral) {
    const price = terms.tariff.find(
      (row) =>
        row.family === family &&
        row.installmentCount === count &&
        row.brand === wanted.brand &&
        row.onUs === wanted.onUs,
    );
    if (price) return { installmentCount: count, rateBps: price.rateBps, fixedFee: price.fixedFee };
  }
  // Reason 3 of §7.3 applies to a card with a known brand. A card without one may still be offered another count.
  const someCount = terms.tariff.some(
    (row) => row.family === family && row.brand === null && row.installmentCount > 1 && onUs.includes(row.onUs),
  );
  return count === 1 || brand !== null || someCount ? "count_not_offered" : "card_not_eligible";
}

/** Lists the options of a card, by ascending count. */
export const naiveOptions = (terms: InstallmentTerms, card: CardFacts | null) =>
  counts
    .filter((count) => naivePermitted(terms, count))
    .map((count) => naiveCharge(terms, card, count))
    .filter((charge) => typeof charge !== "string");
