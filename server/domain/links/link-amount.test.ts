import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWithinAmountLimits } from "../payments/limits";
import {
  type CardFacts,
  cardBrands,
  cardFamilies,
  type InstallmentTerms,
  installmentOptions,
} from "../pricing/installments";
import { isEveryTotalOutside, judgeLinkAmount } from "./link-amount";
import { toLinkOption } from "./link-option";
import type { LinkDraft } from "./link-preview";

const price = (family: CardFacts["family"], installmentCount: number, rateBps: number) => ({
  family,
  brand: null,
  onUs: null,
  installmentCount,
  rateBps,
  fixedFee: null,
});

const terms: InstallmentTerms = {
  acquirer: "Halkbank",
  allowedFamilies: ["credit", "debit"],
  supportsForeign: false,
  effectiveCounts: [1, 3],
  narrowing: [],
  tariff: [price("credit", 1, 250), price("credit", 3, 450), price("debit", 1, 150)],
};
const none = { minAmountKurus: null, maxAmountKurus: null };

/** The totals on a link of 40,000 kuruş: 40,600 for debit cards, 41,000 and 41,800 for credit cards. */
const shared = { amountKurus: 40_000n, customerShareBps: 10_000, restriction: null };

/** One card of each family, of the first brand or none, of the acquirer, another bank or an unknown one. */
const knownCards: readonly CardFacts[] = cardFamilies.flatMap((family) =>
  [cardBrands[0], null].flatMap((brand) =>
    ["Halkbank", "Akbank", null].map((bank) => ({ family, brand, bank, scheme: "", trusted: true })),
  ),
);
const everyCard = [...knownCards, null];

const listTotals = (these: InstallmentTerms, link: LinkDraft, card: CardFacts | null): bigint[] =>
  installmentOptions(these, card, link.restriction).map(
    (option) => toLinkOption(option, link.amountKurus, link.customerShareBps).totalKurus,
  );

describe("judgeLinkAmount", () => {
  test.each([
    ["within", 0, {}],
    ["within", 0, { minAmountKurus: 40_000n, maxAmountKurus: 40_000n }],
    ["outside", 0, { minAmountKurus: 40_001n }],
    ["outside", 0, { maxAmountKurus: 39_999n }],
    ["within", 1, {}],
    ["within", 1, { minAmountKurus: 40_000n }],
    ["outside", 1, { maxAmountKurus: 39_999n }],
    ["depends_on_card", 1, { maxAmountKurus: 40_000n }],
    ["depends_on_card", 1, { minAmountKurus: 40_001n }],
  ] as const)("%s with a share of %i bps and %o", (verdict, customerShareBps, limits) => {
    expect(judgeLinkAmount({ amountKurus: 40_000n, customerShareBps }, { ...none, ...limits })).toBe(verdict);
  });
});

describe("isEveryTotalOutside", () => {
  test.each([
    [false, "the dearest option reaches the minimum", {}, { minAmountKurus: 41_800n }],
    [true, "the dearest option misses the minimum", {}, { minAmountKurus: 41_801n }],
    [false, "the cheapest option reaches the maximum", {}, { maxAmountKurus: 40_600n }],
    [true, "the cheapest option misses the maximum", {}, { maxAmountKurus: 40_599n }],
    [true, "no total lies between both bounds", {}, { minAmountKurus: 41_001n, maxAmountKurus: 41_799n }],
    [true, "the link's counts leave only totals outside", { restriction: [3] }, { maxAmountKurus: 41_799n }],
    [false, "the link's counts leave no option at all", { restriction: [6] }, { maxAmountKurus: 1n }],
  ])("%s when %s", (expected, _what, changes, limits) => {
    expect(isEveryTotalOutside(terms, { ...shared, ...changes }, { ...none, ...limits })).toBe(expected);
  });

  test("does not count the price of a card that the terminal refuses", () => {
    const tariff = [...terms.tariff, price("foreign", 1, 10)];
    expect(isEveryTotalOutside({ ...terms, tariff }, shared, { ...none, maxAmountKurus: 40_599n })).toBe(true);
  });

  test("for any link: agrees with the options of every card, and with the verdict without the tariff", () => {
    const bound = fc.option(fc.bigInt(39_000n, 43_000n));
    const anyTerms = fc.record({
      acquirer: fc.constant("Halkbank"),
      allowedFamilies: fc.subarray([...cardFamilies]),
      supportsForeign: fc.boolean(),
      effectiveCounts: fc.subarray([1, 3, 6]),
      narrowing: fc.constantFrom([], [1], [3, 6]),
      tariff: fc.array(
        fc.record({
          family: fc.constantFrom("credit", "debit", "foreign"),
          brand: fc.constantFrom(null, cardBrands[0]),
          onUs: fc.constantFrom(null, true, false),
          installmentCount: fc.constantFrom(1, 3, 6),
          rateBps: fc.integer({ min: 0, max: 600 }),
          fixedFee: fc.option(fc.bigInt(0n, 300n)),
        } as const),
        { maxLength: 8 },
      ),
    });
    const anyLink = fc.record({
      amountKurus: fc.bigInt(39_500n, 41_500n),
      customerShareBps: fc.constantFrom(0, 5_000, 10_000),
      restriction: fc.constantFrom(null, [1], [3, 6]),
    });
    const anyLimits = fc.record({ minAmountKurus: bound, maxAmountKurus: bound });
    fc.assert(
      fc.property(anyTerms, anyLink, anyLimits, (these, link, limits) => {
        const totals = everyCard.flatMap((card) => listTotals(these, link, card));
        const isInside = totals.some((total) => isWithinAmountLimits(total, limits));
        expect(isEveryTotalOutside(these, link, limits)).toBe(totals.length > 0 && !isInside);
        const verdict = judgeLinkAmount(link, limits);
        if (verdict === "outside") expect(isInside).toBe(false);
        if (verdict === "within") expect(totals.every((total) => isWithinAmountLimits(total, limits))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
