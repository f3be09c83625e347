import { describe, expect, test } from "vitest";
import type { AmountLimits } from "../payments/limits";
import { cardBrands, type InstallmentTerms, type TariffPrice } from "../pricing/installments";
import { buildLinkPreview, type LinkDraft } from "./link-preview";

const price = (changes: Partial<TariffPrice>): TariffPrice => ({
  family: "credit",
  brand: null,
  onUs: null,
  installmentCount: 1,
  rateBps: 250,
  fixedFee: null,
  ...changes,
});

const buildTerms = (tariff: readonly TariffPrice[], changes: Partial<InstallmentTerms> = {}) => ({
  acquirer: "Halkbank",
  allowedFamilies: ["credit", "debit", "prepaid", "foreign"] as const,
  supportsForeign: true,
  effectiveCounts: [1, 3],
  narrowing: [],
  tariff,
  commissionBasis: "gross" as const,
  ...changes,
});

const noLimits: AmountLimits = { minAmountKurus: null, maxAmountKurus: null };
const preview = (terms: Parameters<typeof buildLinkPreview>[0], link: LinkDraft, limits = noLimits) =>
  buildLinkPreview(terms, link, limits);

const draft = { amountKurus: 125_050n, customerShareBps: 10_000, restriction: null };

describe("an option of the preview", () => {
  test.each([
    [0, 125_050n, 3_126n, 121_924n],
    [5_000, 126_613n, 3_165n, 123_448n],
    [10_000, 128_176n, 3_204n, 124_972n],
  ])("has the numbers of D-29 at a share of %s", (customerShareBps, totalKurus, commissionKurus, netKurus) => {
    const [card] = preview(buildTerms([price({})]), { ...draft, customerShareBps });
    expect(card?.options).toEqual([
      expect.objectContaining({
        installmentCount: 1,
        totalKurus,
        commissionKurus,
        netKurus,
        isPayable: true,
      }),
    ]);
  });

  test("has monthly amounts, of which the first one includes the remainder", () => {
    const terms = buildTerms([price({ brand: "bonus", installmentCount: 3 })]);
    const bonus = preview(terms, draft).find(({ brand }) => brand === "bonus");
    expect(bonus?.options[0]?.monthly).toEqual({ firstKurus: 42_726n, restKurus: 42_725n });
  });

  test("is shown but not payable when its total exceeds the maximum of one payment", () => {
    const [card] = preview(buildTerms([price({})]), { ...draft, amountKurus: 1_000_000_000n });
    expect(card?.options).toEqual([expect.objectContaining({ totalKurus: 1_025_000_000n, isPayable: false })]);
    const most = { ...draft, amountKurus: 1_000_000_000n, customerShareBps: 0 };
    expect(preview(buildTerms([price({})]), most)[0]?.options[0]?.isPayable).toBe(true);
  });

  test("deducts the commission on the amount without the buyer's share when the basis is net (D-30)", () => {
    const terms = { ...buildTerms([price({})]), commissionBasis: "net" as const };
    expect(preview(terms, draft)[0]?.options[0]).toMatchObject({
      totalKurus: 128_176n,
      commissionKurus: 3_126n,
      netKurus: 125_050n,
    });
  });
});

test("leaves out the options whose total the account's limits exclude, as the page does (D-57)", () => {
  const terms = buildTerms([price({}), price({ installmentCount: 3, rateBps: 450 }), price({ family: "debit" })]);
  const counts = (limits: AmountLimits) =>
    preview(terms, draft, limits)
      .filter(({ brand }) => brand === null)
      .slice(0, 2)
      .map(({ options }) => options.map(({ installmentCount }) => installmentCount));
  // The totals are 128,176 and 130,677 kuruş.
  expect(counts({ ...noLimits, maxAmountKurus: 130_677n })).toEqual([[1, 3], [1]]);
  expect(counts({ ...noLimits, maxAmountKurus: 130_676n })).toEqual([[1], [1]]);
  expect(counts({ ...noLimits, minAmountKurus: 128_177n })).toEqual([[3], []]);
});

describe("the cards of the preview", () => {
  test("are the card programmes, then other credit cards, then the other families", () => {
    const kinds = preview(buildTerms([price({})]), draft).map(({ family, brand }) => [family, brand]);
    expect(kinds).toEqual([
      ...cardBrands.map((brand) => ["credit", brand]),
      ...["credit", "debit", "prepaid", "foreign"].map((family) => [family, null]),
    ]);
  });

  test("are two when the acquirer's own cards have other prices, and one when they have the same", () => {
    const tariff = [price({}), price({ brand: "paraf", onUs: true, rateBps: 100 })];
    const cards = preview(buildTerms(tariff), { ...draft, customerShareBps: 0 });
    const paraf = cards.filter(({ brand }) => brand === "paraf");
    expect(paraf.map(({ onUs, options }) => [onUs, options[0]?.commissionKurus])).toEqual([
      [true, 1_250n],
      [false, 3_126n],
    ]);
    expect(cards.filter(({ brand }) => brand === "bonus")).toMatchObject([{ onUs: null }]);
  });

  test("are two when the acquirer's own cards or the others have more counts", () => {
    for (const onUs of [true, false]) {
      const tariff = [price({}), price({ brand: "paraf", installmentCount: 3, onUs })];
      const paraf = preview(buildTerms(tariff), draft).filter(({ brand }) => brand === "paraf");
      expect(paraf.map((card) => [card.onUs, card.options.length])).toEqual([
        [true, onUs ? 2 : 1],
        [false, onUs ? 1 : 2],
      ]);
    }
  });

  test("have no options when the link's counts exclude all, or the terminal does not accept the card", () => {
    const tariff = [price({}), price({ family: "foreign" })];
    const restricted = preview(buildTerms(tariff), { ...draft, restriction: [3] });
    expect(restricted.every(({ options }) => options.length === 0)).toBe(true);
    const domestic = preview(buildTerms(tariff, { supportsForeign: false }), draft);
    expect(domestic.find(({ family }) => family === "foreign")?.options).toEqual([]);
    expect(domestic[0]?.options).toHaveLength(1);
  });
});
