import { expect, test } from "vitest";
import { groupPreviewCards, type PreviewCard } from "./preview-groups";

const card = (brand: PreviewCard["brand"], totals: readonly bigint[], commissionKurus = 1n): PreviewCard => ({
  family: "credit",
  brand,
  onUs: null,
  options: totals.map((totalKurus, index) => ({
    installmentCount: index + 1,
    totalKurus,
    commissionKurus,
    shareKurus: 0n,
    isPayable: true,
    netKurus: totalKurus - commissionKurus,
    monthly: { firstKurus: 1n, restKurus: 1n },
  })),
});

test("groups programmes with the same options, and puts programmes without options last", () => {
  const cards = [
    card("world", []),
    card("bonus", [5n, 6n]),
    card("axess", [5n, 6n]),
    card("maximum", [5n, 6n], 2n),
    card("paraf", []),
  ];
  expect(groupPreviewCards(cards).map((group) => group.cards.map(({ brand }) => brand))).toEqual([
    ["bonus", "axess"],
    ["maximum"],
    ["world", "paraf"],
  ]);
});
