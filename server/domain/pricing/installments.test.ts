import { expect, test } from "vitest";
import {
  type CardFacts,
  cardFamilies,
  chargeOf,
  type InstallmentTerms,
  installmentOptions,
  isCountPermitted,
  isRestrictionPermitted,
} from "./installments";

const rate = (rateBps: number) => ({ rateBps, fixedFee: null });
const price = (
  family: CardFacts["family"],
  brand: CardFacts["brand"],
  installmentCount: number,
  rateBps: number,
) => ({ family, brand, onUs: null, installmentCount, ...rate(rateBps) });
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

test("ascending, once each, with the most particular price", () => {
  expect(installmentOptions(terms, card())).toEqual([
    { installmentCount: 1, ...rate(250) },
    { installmentCount: 3, ...rate(450) },
    { installmentCount: 6, ...rate(600) },
  ]);
  expect(installmentOptions(terms, card({ bank: "Akbank" }))[2]).toMatchObject({ rateBps: 700 });
});

test("a brand without prices, an unknown brand, a debit and a doubtful card are charged at once only", () => {
  const cards = [
    card({ brand: "world" }),
    card({ brand: null }),
    card({ family: "debit" }),
    card({ trusted: false }),
  ];
  for (const facts of [...cards, card({ family: "foreign", brand: null }), null])
    expect(counts(facts)).toEqual([1]);
});

test("nothing for a foreign card where it is not supported, or where a single charge is not effective", () => {
  expect(counts(card({ family: "foreign" }), { supportsForeign: false })).toEqual([]);
  expect(counts(card({ family: "debit" }), { effectiveCounts: [3, 6] })).toEqual([]);
  expect(counts(null, { effectiveCounts: [3, 6] })).toEqual([]);
});

test("the account's narrowing holds on top of the terminal's set", () => {
  expect(counts(card(), { narrowing: [3, 9] })).toEqual([3]);
  expect(isCountPermitted(9, { effectiveCounts: [1, 3], narrowing: [9] })).toBe(false);
  expect(isCountPermitted(1, { effectiveCounts: [1, 3], narrowing: [] })).toBe(true);
});

test("the most particular price: brand before any brand, then on-us before whatever bank", () => {
  const tariff = [
    { ...price("credit", null, 3, 1), onUs: null },
    { ...price("credit", null, 3, 2), onUs: true },
    { ...price("credit", null, 3, 3), onUs: false },
    { ...price("credit", "paraf", 3, 4), onUs: null },
    { ...price("credit", "bonus", 3, 5), onUs: true },
    { ...price("credit", "bonus", 3, 6), onUs: false },
  ];
  const rateOf = (facts: CardFacts) =>
    [tariff, tariff.toReversed()].map((prices) => {
      const charge = chargeOf({ ...terms, tariff: prices }, facts, 3);
      return charge.kind === "price" ? charge.price.rateBps : charge.why;
    });
  expect(rateOf(card({ brand: "paraf" }))).toEqual([4, 4]);
  expect(rateOf(card({ brand: "bonus" }))).toEqual([5, 5]);
  expect(rateOf(card({ brand: "bonus", bank: "Akbank" }))).toEqual([6, 6]);
  expect(rateOf(card({ brand: "bonus", bank: null }))).toEqual([6, 6]);
  expect(rateOf(card({ brand: "world" }))).toEqual([2, 2]);
  expect(rateOf(card({ brand: null, bank: "Akbank" }))).toEqual([3, 3]);
});

test("why a card is refused: its type, its eligibility, the count", () => {
  const why = (facts: CardFacts | null, count: number, changes: Partial<InstallmentTerms> = {}) => {
    const charge = chargeOf({ ...terms, ...changes }, facts, count);
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

test("where the issuer is not known, the price of whatever bank, else that of other banks, never that of the acquirer", () => {
  const rows = [250, 400, 100].map((rateBps, n) => ({
    ...price("credit", null, 1, rateBps),
    onUs: [null, false, true][n] ?? null,
  }));
  const rateOf = (tariff: typeof rows, facts: CardFacts | null) =>
    installmentOptions({ ...terms, tariff }, facts).map(({ rateBps }) => rateBps);
  for (const facts of [null, card({ bank: null })]) {
    expect(rateOf(rows, facts)).toEqual([250]);
    expect(rateOf(rows.slice(1), facts)).toEqual([400]);
    expect(rateOf(rows.slice(2), facts)).toEqual([]);
  }
});

test("a count that is no longer permitted is still charged to a payment that was created with it", () => {
  const charge = chargeOf({ ...terms, effectiveCounts: [1] } as InstallmentTerms, card(), 3);
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
])("a link restricted to %j: %s", (restriction, isPermitted) => {
  const permitting = { effectiveCounts: [1, 3, 6, 12], narrowing: [1, 3, 6, 9] };
  expect(isRestrictionPermitted(restriction, permitting)).toBe(isPermitted);
  expect(isRestrictionPermitted([12], { ...permitting, narrowing: [] })).toBe(true);
});

test("a restriction takes from what the card has, and a count that it has not is still not there", () => {
  const restricted = (restriction: number[]) =>
    installmentOptions(terms, card(), restriction).map((option) => option.installmentCount);
  expect(restricted([6, 1, 6, 9])).toEqual([1, 6]);
  expect(restricted([])).toEqual([]);
});
