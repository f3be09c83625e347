import { expect, test } from "vitest";
import {
  type CardFacts,
  cardFamilies,
  type InstallmentTerms,
  installmentOptions,
  isCountPermitted,
} from "./installments";

const rate = (rateBps: number) => ({ rateBps, fixedFee: null });
const price = (
  family: CardFacts["family"],
  brand: CardFacts["brand"],
  installmentCount: number,
  rateBps: number,
) => ({
  ...{ family, brand, onUs: null, installmentCount, ...rate(rateBps) },
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
  ...{ bank: "Halkbank", brand: "paraf", family: "credit", scheme: "visa", trusted: true },
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
