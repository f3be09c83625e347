import { expect, test } from "vitest";
import {
  type CardFacts,
  cardFamilies,
  decideCharge,
  type InstallmentTerms,
  installmentOptions,
  isCountPermitted,
  isRestrictionPermitted,
} from "./installments";

const rate = (rateBps: number) => ({ rateBps, fixedFee: null });
const price = (family: CardFacts["family"], brand: CardFacts["brand"], installmentCount: number, rateBps: number) => ({
  family,
  brand,
  onUs: null,
  installmentCount,
  ...rate(rateBps),
});
const terms: InstallmentTerms = {
  acquirer: "Halkbank",
  allowedFamilies: [...cardFamilies],
  supportsForeign: true,
  effectiveCounts: [6, 1, 3, 3],
  narrowing: [],
  tariff: [
    price("credit", null, 1, 250),
    price("debit", null, 1, 150),
    price("foreign", null, 1, 350),
    price("credit", "paraf", 3, 450),
    price("credit", "paraf", 6, 700),
    { ...price("credit", "paraf", 6, 600), onUs: true },
    price("credit", "bonus", 9, 900),
  ],
};
const card = (changes: Partial<CardFacts> = {}): CardFacts => ({
  bank: "Halkbank",
  brand: "paraf",
  family: "credit",
  scheme: "visa",
  trusted: true,
  ...changes,
});
const counts = (facts: CardFacts | null, changes: Partial<InstallmentTerms> = {}) =>
  installmentOptions({ ...terms, ...changes }, facts).map((option) => option.installmentCount);

test("lists the options ascending, once each, with the most specific price", () => {
  expect(installmentOptions(terms, card())).toEqual([
    { installmentCount: 1, ...rate(250) },
    { installmentCount: 3, ...rate(450) },
    { installmentCount: 6, ...rate(600) },
  ]);
  expect(installmentOptions(terms, card({ bank: "Akbank" }))[2]).toMatchObject({ rateBps: 700 });
});

test("only a single charge for a card without a priced brand, and for debit, foreign, unknown or untrusted cards", () => {
  const cards = [card({ brand: "world" }), card({ brand: null }), card({ family: "debit" }), card({ trusted: false })];
  for (const facts of [...cards, card({ family: "foreign", brand: null }), null]) expect(counts(facts)).toEqual([1]);
});

test("no option for a foreign card that is not supported, nor when a single charge is not an effective count", () => {
  expect(counts(card({ family: "foreign" }), { supportsForeign: false })).toEqual([]);
  expect(counts(card({ family: "debit" }), { effectiveCounts: [3, 6] })).toEqual([]);
  expect(counts(null, { effectiveCounts: [3, 6] })).toEqual([]);
});

test("the account's restriction applies in addition to the terminal's counts", () => {
  expect(counts(card(), { narrowing: [3, 9] })).toEqual([3]);
  expect(isCountPermitted(9, { effectiveCounts: [1, 3], narrowing: [9] })).toBe(false);
  expect(isCountPermitted(1, { effectiveCounts: [1, 3], narrowing: [] })).toBe(true);
});

test("the most specific price: its brand before any brand, then its issuer before any bank", () => {
  const tariff = [
    { ...price("credit", null, 3, 1), onUs: null },
    { ...price("credit", null, 3, 2), onUs: true },
    { ...price("credit", null, 3, 3), onUs: false },
    { ...price("credit", "paraf", 3, 4), onUs: null },
    { ...price("credit", "bonus", 3, 5), onUs: true },
    { ...price("credit", "bonus", 3, 6), onUs: false },
  ];
  const findRates = (facts: CardFacts) =>
    [tariff, tariff.toReversed()].map((prices) => {
      const charge = decideCharge({ ...terms, tariff: prices }, facts, 3);
      return charge.kind === "price" ? charge.price.rateBps : charge.why;
    });
  expect(findRates(card({ brand: "paraf" }))).toEqual([4, 4]);
  expect(findRates(card({ brand: "bonus" }))).toEqual([5, 5]);
  expect(findRates(card({ brand: "bonus", bank: "Akbank" }))).toEqual([6, 6]);
  expect(findRates(card({ brand: "bonus", bank: null }))).toEqual([6, 6]);
  expect(findRates(card({ brand: "world" }))).toEqual([2, 2]);
  expect(findRates(card({ brand: null, bank: "Akbank" }))).toEqual([3, 3]);
});

test("the reason of a refusal: the card's type, its eligibility, the count", () => {
  const why = (facts: CardFacts | null, count: number, changes: Partial<InstallmentTerms> = {}) => {
    const charge = decideCharge({ ...terms, ...changes }, facts, count);
    return charge.kind === "refused" ? charge.why : charge.price.rateBps;
  };
  const foreign = card({ family: "foreign", brand: null });
  expect(why(foreign, 1, { supportsForeign: false })).toBe("card_type");
  expect(why(foreign, 3, { supportsForeign: false })).toBe("card_type");
  expect(why(card({ family: "prepaid" }), 1)).toBe("card_type"); // the tariff has no price for it
  expect(why(card({ family: "debit" }), 1, { allowedFamilies: ["credit"] })).toBe("card_type");
  expect(why(null, 1, { tariff: [price("debit", null, 1, 150)] })).toBe("card_type");
  expect(why(null, 1, { allowedFamilies: ["debit"] })).toBe(250);
  for (const facts of [null, card({ trusted: false }), card({ family: "debit" }), foreign])
    expect(why(facts, 3)).toBe("card_not_eligible");
  expect(why(card({ brand: "world" }), 3)).toBe("count_not_offered");
  expect(why(card({ brand: "world" }), 9)).toBe("count_not_offered");
  expect(why(card({ brand: null }), 3)).toBe("card_not_eligible");
  const anyBrand = [price("credit", null, 1, 250), price("credit", null, 6, 700)];
  expect(why(card({ brand: null }), 3, { tariff: anyBrand })).toBe("count_not_offered");
});

test("an unknown issuer: the price for any bank, else the one for other banks, never the one for the acquirer", () => {
  const rows = [250, 400, 100].map((rateBps, n) => ({
    ...price("credit", null, 1, rateBps),
    onUs: [null, false, true][n] ?? null,
  }));
  const findRates = (tariff: typeof rows, facts: CardFacts | null) =>
    installmentOptions({ ...terms, tariff }, facts).map(({ rateBps }) => rateBps);
  for (const facts of [null, card({ bank: null })]) {
    expect(findRates(rows, facts)).toEqual([250]);
    expect(findRates(rows.slice(1), facts)).toEqual([400]);
    expect(findRates(rows.slice(2), facts)).toEqual([]);
  }
});

test("a count that is no longer permitted still has its price, for payments that were created with it", () => {
  const charge = decideCharge({ ...terms, effectiveCounts: [1] } as InstallmentTerms, card(), 3);
  expect(charge).toMatchObject({ kind: "price", price: { rateBps: 450 } });
});

test.each([
  [[], false],
  [[3], true],
  [[6, 3, 3], true],
  [[1, 9], false],
  [[12], false],
  [[0], false],
  [[-3, 3], false],
])("a link may be restricted to %j: %s", (restriction, isPermitted) => {
  const permitting = { effectiveCounts: [1, 3, 6, 12], narrowing: [1, 3, 6, 9] };
  expect(isRestrictionPermitted(restriction, permitting)).toBe(isPermitted);
  expect(isRestrictionPermitted([12], { ...permitting, narrowing: [] })).toBe(true);
});

test("a restriction only removes options of the card", () => {
  const restricted = (restriction: number[]) =>
    installmentOptions(terms, card(), restriction).map((option) => option.installmentCount);
  expect(restricted([6, 1, 6, 9])).toEqual([1, 6]);
  expect(restricted([])).toEqual([]);
});
