import { describe, expect, test } from "vitest";
import { cardBrands, type InstallmentTerms, type TariffPrice } from "../pricing/installments";
import { linkPreview } from "./link-preview";

const price = (changes: Partial<TariffPrice>): TariffPrice => ({
  family: "credit",
  brand: null,
  onUs: null,
  installmentCount: 1,
  rateBps: 250,
  fixedFee: null,
  ...changes,
});

const termsOf = (tariff: readonly TariffPrice[], changes: Partial<InstallmentTerms> = {}) => ({
  acquirer: "Halkbank",
  allowedFamilies: ["credit", "debit", "prepaid", "foreign"] as const,
  supportsForeign: true,
  effectiveCounts: [1, 3],
  narrowing: [],
  tariff,
  commissionBasis: "gross" as const,
  ...changes,
});

const draft = { amountKurus: 125_050n, customerShareBps: 10_000, restriction: null };

describe("an option of the preview", () => {
  test.each([
    [0, 125_050n, 3_126n, 121_924n],
    [5_000, 126_613n, 3_165n, 123_448n],
    [10_000, 128_176n, 3_204n, 124_972n],
  ])(
    "has the numbers of D-29 at a share of %s",
    (customerShareBps, totalKurus, commissionKurus, netKurus) => {
      const [card] = linkPreview(termsOf([price({})]), { ...draft, customerShareBps });
      expect(card?.options).toEqual([
        expect.objectContaining({
          installmentCount: 1,
          totalKurus,
          commissionKurus,
          netKurus,
          isPayable: true,
        }),
      ]);
    },
  );

  test("is paid by months of which the first takes what does not divide", () => {
    const terms = termsOf([price({ brand: "bonus", installmentCount: 3 })]);
    const bonus = linkPreview(terms, draft).find(({ brand }) => brand === "bonus");
    expect(bonus?.options[0]?.monthly).toEqual({ firstKurus: 42_726n, restKurus: 42_725n });
  });

  test("is not payable above what one payment may be, and is shown", () => {
    const [card] = linkPreview(termsOf([price({})]), { ...draft, amountKurus: 1_000_000_000n });
    expect(card?.options).toEqual([
      expect.objectContaining({ totalKurus: 1_025_000_000n, isPayable: false }),
    ]);
    const most = { ...draft, amountKurus: 1_000_000_000n, customerShareBps: 0 };
    expect(linkPreview(termsOf([price({})]), most)[0]?.options[0]?.isPayable).toBe(true);
  });

  test("leaves the commission of the amount without the buyer's share where that is the basis (D-30)", () => {
    const terms = { ...termsOf([price({})]), commissionBasis: "net" as const };
    expect(linkPreview(terms, draft)[0]?.options[0]).toMatchObject({
      totalKurus: 128_176n,
      commissionKurus: 3_126n,
      netKurus: 125_050n,
    });
  });
});

describe("the cards of the preview", () => {
  test("are each programme, then other credit cards, then the other families", () => {
    const kinds = linkPreview(termsOf([price({})]), draft).map(({ family, brand }) => [family, brand]);
    expect(kinds).toEqual([
      ...cardBrands.map((brand) => ["credit", brand]),
      ...["credit", "debit", "prepaid", "foreign"].map((family) => [family, null]),
    ]);
  });

  test("are two where the acquirer's own cards are charged otherwise, one where they are not", () => {
    const tariff = [price({}), price({ brand: "paraf", onUs: true, rateBps: 100 })];
    const preview = linkPreview(termsOf(tariff), { ...draft, customerShareBps: 0 });
    const paraf = preview.filter(({ brand }) => brand === "paraf");
    expect(paraf.map(({ onUs, options }) => [onUs, options[0]?.commissionKurus])).toEqual([
      [true, 1_250n],
      [false, 3_126n],
    ]);
    expect(preview.filter(({ brand }) => brand === "bonus")).toMatchObject([{ onUs: null }]);
  });

  test("are two where the acquirer's own or the others can be charged in more installments", () => {
    for (const onUs of [true, false]) {
      const tariff = [price({}), price({ brand: "paraf", installmentCount: 3, onUs })];
      const paraf = linkPreview(termsOf(tariff), draft).filter(({ brand }) => brand === "paraf");
      expect(paraf.map((card) => [card.onUs, card.options.length])).toEqual([
        [true, onUs ? 2 : 1],
        [false, onUs ? 1 : 2],
      ]);
    }
  });

  test("are offered nothing where the link's counts leave none, or the terminal takes no such card", () => {
    const tariff = [price({}), price({ family: "foreign" })];
    const restricted = linkPreview(termsOf(tariff), { ...draft, restriction: [3] });
    expect(restricted.every(({ options }) => options.length === 0)).toBe(true);
    const domestic = linkPreview(termsOf(tariff, { supportsForeign: false }), draft);
    expect(domestic.find(({ family }) => family === "foreign")?.options).toEqual([]);
    expect(domestic[0]?.options).toHaveLength(1);
  });
});
