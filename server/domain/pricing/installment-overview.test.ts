import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTerms } from "@/server/testing/domain/tariffs";
import { splitAmount } from "./commission";
import { computeMaximums, groupOptions, priceOption } from "./installment-overview";
import { cardFamilies, type InstallmentOption, type InstallmentTerms, type TariffPrice } from "./installments";

const price = (
  family: TariffPrice["family"],
  installmentCount: number,
  rateBps: number,
  changes: Partial<TariffPrice> = {},
): TariffPrice => ({
  family,
  brand: null,
  onUs: null,
  installmentCount,
  rateBps,
  fixedFee: null,
  ...changes,
});

const terms: InstallmentTerms = {
  acquirer: "Halkbank",
  allowedFamilies: [...cardFamilies],
  supportsForeign: true,
  effectiveCounts: [6, 3, 1],
  narrowing: [],
  tariff: [
    price("foreign", 1, 350),
    price("credit", 3, 600, { brand: "bonus" }),
    price("credit", 6, 700, { brand: "paraf", onUs: true }),
    price("credit", 3, 450, { brand: "paraf", onUs: true }),
    price("credit", 3, 500, { brand: "paraf" }),
    price("credit", 9, 900, { brand: "paraf" }),
    price("credit", 1, 250),
    price("debit", 1, 150, { onUs: true }),
    price("debit", 1, 160, { onUs: false }),
    price("debit", 1, 170), // For debit cards whose bank is not known.
    price("debit", 3, 300), // Never charged, because debit cards have no installments.
  ],
};
const option = (installmentCount: number, rateBps: number, fixedFee: bigint | null = null) => ({
  installmentCount,
  rateBps,
  fixedFee,
});
const changed = (changes: Partial<InstallmentTerms>) => groupOptions({ ...terms, ...changes });
const listKinds = (changes: Partial<InstallmentTerms>) =>
  changed(changes).map(({ cardType, onUs, cardBrand }) => [cardType, onUs, cardBrand]);

test("one group for each kind of card that has its own price, in order", () => {
  const rest = { cardBrand: null, onUsRequired: null };
  const credit = { cardType: "credit" };
  const paraf = { ...credit, cardBrand: "paraf" };
  expect(groupOptions(terms)).toEqual([
    { ...paraf, onUs: true, onUsRequired: true, options: [option(3, 450), option(6, 700)] },
    { ...paraf, onUs: null, onUsRequired: false, options: [option(3, 500)] },
    { ...credit, onUs: null, cardBrand: "bonus", onUsRequired: false, options: [option(3, 600)] },
    { ...credit, ...rest, onUs: null, options: [option(1, 250)] },
    { cardType: "debit", ...rest, onUs: true, options: [option(1, 150)] },
    { cardType: "debit", ...rest, onUs: false, options: [option(1, 160)] },
    { cardType: "debit", ...rest, onUs: null, options: [option(1, 170)] },
    { cardType: "foreign", ...rest, onUs: null, options: [option(1, 350)] },
  ]);
});

test("onUsRequired is true for the general group when other banks' cards have a price of their own", () => {
  const paraf = { brand: "paraf" } as const;
  const tariff = [price("credit", 3, 450, paraf), price("credit", 3, 500, { ...paraf, onUs: false })];
  expect(changed({ tariff }).map(({ onUs, onUsRequired }) => [onUs, onUsRequired])).toEqual([
    [false, false],
    [null, true],
  ]);
});

test("no group for a family that is not allowed, for unsupported foreign cards, or without a permitted count", () => {
  expect(listKinds({ allowedFamilies: ["debit"], supportsForeign: false })).toEqual([
    ["credit", null, null], // Only for cards that the BIN table does not know (D-32).
    ["debit", true, null],
    ["debit", false, null],
    ["debit", null, null],
  ]);
  expect(changed({ allowedFamilies: ["debit"] })[0]?.options).toEqual([option(1, 250)]);
  expect(listKinds({ narrowing: [6] })).toEqual([["credit", true, "paraf"]]);
  expect(changed({ narrowing: [9] })).toEqual([]);
});

test("the most expensive option of each count, and its kind of card", () => {
  const buildSource = (cardType: string, onUs: boolean | null, cardBrand: string | null) => ({
    cardType,
    onUs,
    cardBrand,
  });
  expect(computeMaximums(groupOptions(terms), 125_050n, 5_000)).toEqual([
    { option: priceOption(option(1, 350), 125_050n, 5_000), source: buildSource("foreign", null, null) },
    { option: priceOption(option(3, 600), 125_050n, 5_000), source: buildSource("credit", null, "bonus") },
    { option: priceOption(option(6, 700), 125_050n, 5_000), source: buildSource("credit", true, "paraf") },
  ]);
  expect(computeMaximums([], 125_050n, 5_000)).toEqual([]);
});

test("the first of equal options wins: by family, then on-us, not on-us, any, then by brand", () => {
  const bases = [null, 1n, 125_050n];
  const brands = ["world", "bankkart", null] as const;
  const kinds = cardFamilies.flatMap((family) =>
    [true, false, null].flatMap((onUs) => brands.map((brand) => ({ family, onUs, brand }))),
  );
  // Only two of the three on-us values at a time, because otherwise one kind would never be charged.
  const reached = (onUs: readonly (boolean | null)[]) => kinds.filter((kind) => onUs.includes(kind.onUs));
  for (const list of [reached([true, false]), reached([true, null]), reached([false, null])]) {
    for (let first = 0; first < list.length; first += 1) {
      const tariff = list.slice(first).map((kind) => price(kind.family, 1, 250, kind));
      const { family: cardType, onUs, brand: cardBrand } = list[first] as (typeof list)[number];
      const groups = changed({ tariff: tariff.toReversed() });
      for (const base of bases)
        expect(computeMaximums(groups, base, 0)[0]?.source).toEqual({ cardType, onUs, cardBrand });
    }
  }
});

test("compares by commission with a base amount, and by rate and then fee without one", () => {
  const tariff = [
    price("credit", 1, 250, { fixedFee: 1n }),
    price("debit", 1, 250, { fixedFee: 2n }),
    price("prepaid", 1, 100, { fixedFee: 500n }),
    price("foreign", 1, 250),
  ];
  const dearest = (base: bigint | null) => computeMaximums(changed({ tariff }), base, 0)[0]?.source.cardType;
  expect(dearest(null)).toBe("debit");
  expect(dearest(10_000n)).toBe("prepaid"); // 100 + 500 exceeds 250 + 2.
  expect(dearest(33_200n)).toBe("debit"); // Both are 832, and debit comes first.
  expect(dearest(1_000_000n)).toBe("debit");
});

test("one maximum for each count, ascending, which no option exceeds and which exists in a group", () => {
  const bases = fc.option(fc.bigInt(1n, 1_000_000_000n));
  fc.assert(
    fc.property(anyTerms, bases, fc.integer({ min: 0, max: 10_000 }), (given, base, share) => {
      const groups = groupOptions(given);
      const maximums = computeMaximums(groups, base, share);
      const all = groups.flatMap(({ options }) => options);
      const counts = [...new Set(all.map(({ installmentCount }) => installmentCount))];
      expect(maximums.map((maximum) => maximum.option.installmentCount)).toEqual(counts.sort((a, b) => a - b));
      const weight = ({ rateBps, fixedFee }: InstallmentOption) =>
        base === null
          ? BigInt(rateBps) * 1_000_000_000_000n + (fixedFee ?? 0n)
          : splitAmount(base, { rateBps, fixedFee }, share).commissionKurus;
      for (const { option: most, source } of maximums) {
        const equals = all.filter(({ installmentCount }) => installmentCount === most.installmentCount);
        expect(equals.filter((other) => weight(other) > weight(most))).toEqual([]);
        const { installmentCount, rateBps, fixedFee } = most;
        const hasIt = groups.filter((group) =>
          group.options.some((other) => other.installmentCount === installmentCount && weight(other) === weight(most)),
        );
        // The first group in order that has an option with the same weight.
        expect(hasIt[0]).toMatchObject(source);
        expect(hasIt[0]?.options).toContainEqual({ installmentCount, rateBps, fixedFee });
        expect(most).toEqual(priceOption({ installmentCount, rateBps, fixedFee }, base, share));
      }
    }),
    { numRuns: 200 },
  );
});

test("adds the four amounts for a base amount, and nulls without one", () => {
  expect(priceOption(option(3, 350, 100n), 100_000n, 5_000)).toEqual({
    ...option(3, 350, 100n),
    baseAmount: 100_000n,
    commissionAmount: 3_600n,
    customerShareAmount: 1_800n,
    totalAmount: 101_800n,
  });
  expect(priceOption(option(3, 350, 100n), null, 5_000)).toEqual({
    ...option(3, 350, 100n),
    baseAmount: null,
    commissionAmount: null,
    customerShareAmount: null,
    totalAmount: null,
  });
});
