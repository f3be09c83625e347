import { expect, test } from "vitest";
import type { CardBrand, TariffPrice } from "@/server/domain/pricing/installments";
import { buildTariffGrid } from "./tariff-grid";

const price = (
  brand: CardBrand | null,
  installmentCount: number,
  rateBps: number,
  more: Partial<TariffPrice> = {},
): TariffPrice => ({
  family: "credit",
  onUs: null,
  fixedFee: null,
  brand,
  installmentCount,
  rateBps,
  ...more,
});

const shown = (prices: readonly TariffPrice[]) => {
  const { counts, lines } = buildTariffGrid(prices);
  return lines.map(({ family, brands, onUs, prices }) => [
    family,
    brands.join("+") || "any",
    onUs,
    counts.map((count) => prices.get(count)?.rateBps ?? "-").join(" "),
  ]);
};

test("puts card programmes with the same prices on one line, in the order of the programmes", () => {
  const prices = [
    price("bonus", 3, 450),
    price("bonus", 6, 750),
    price(null, 1, 250),
    price("world", 6, 750),
    price("world", 3, 450),
    price("axess", 3, 400),
  ];
  expect(shown(prices)).toEqual([
    ["credit", "any", null, "250 - -"],
    ["credit", "world+bonus", null, "- 450 750"],
    ["credit", "axess", null, "- 400 -"],
  ]);
});

test("separates lines by fee, bank and card family even when the rates are equal", () => {
  const prices = [
    price("world", 3, 450),
    price("bonus", 3, 450, { fixedFee: 100n }),
    price("axess", 3, 450, { onUs: true }),
    price("axess", 3, 450, { onUs: false }),
    price(null, 1, 150, { family: "debit" }),
  ];
  expect(shown(prices)).toEqual([
    ["credit", "world", null, "- 450"],
    ["credit", "bonus", null, "- 450"],
    ["credit", "axess", true, "- 450"],
    ["credit", "axess", false, "- 450"],
    ["debit", "any", null, "150 -"],
  ]);
});

test("separates a price for any programme from a price for one programme", () => {
  expect(shown([price(null, 3, 450), price("world", 3, 450)])).toEqual([
    ["credit", "any", null, "450"],
    ["credit", "world", null, "450"],
  ]);
});

test("returns an empty grid for a tariff without prices", () => {
  expect(buildTariffGrid([])).toEqual({ counts: [], lines: [] });
});
