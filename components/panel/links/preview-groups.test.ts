import { expect, test } from "vitest";
import { type PreviewCard, previewGroups } from "./preview-groups";

const card = (brand: PreviewCard["brand"], totals: readonly bigint[], commissionKurus = 1n): PreviewCard => ({
  family: "credit",
  brand,
  onUs: null,
  options: totals.map((totalKurus, place) => ({
    installmentCount: place + 1,
    totalKurus,
    commissionKurus,
    shareKurus: 0n,
    isPayable: true,
    netKurus: totalKurus - commissionKurus,
    monthly: { firstKurus: 1n, restKurus: 1n },
  })),
});

test("programmes of the same options stand together, others apart, and those without any last", () => {
  const cards = [
    card("world", []),
    card("bonus", [5n, 6n]),
    card("axess", [5n, 6n]),
    card("maximum", [5n, 6n], 2n),
    card("paraf", []),
  ];
  expect(previewGroups(cards).map((group) => group.cards.map(({ brand }) => brand))).toEqual([
    ["bonus", "axess"],
    ["maximum"],
    ["world", "paraf"],
  ]);
});
