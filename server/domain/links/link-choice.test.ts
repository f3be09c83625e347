import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxAmountKurus } from "../money";
import { type AmountLimits, isWithinAmountLimits } from "../payments/limits";
import { splitAmount } from "../pricing/commission";
import { type CardFacts, type InstallmentTerms, installmentOptions } from "../pricing/installments";
import { chooseOption, type LinkChoiceInput } from "./link-choice";

const credit: CardFacts = {
  bank: "Halkbank",
  brand: "paraf",
  family: "credit",
  scheme: "visa",
  trusted: true,
};
const debit: CardFacts = { ...credit, brand: null, family: "debit" };
const foreign: CardFacts = { ...debit, family: "foreign" };

const price = (family: CardFacts["family"], installmentCount: number, rateBps: number) => ({
  family,
  brand: null,
  onUs: null,
  installmentCount,
  rateBps,
  fixedFee: null,
});
const terms: InstallmentTerms = {
  acquirer: "İş Bankası",
  allowedFamilies: ["credit", "debit", "foreign"],
  supportsForeign: false,
  effectiveCounts: [1, 3, 6],
  narrowing: [],
  tariff: [price("credit", 1, 250), price("credit", 3, 450), price("debit", 1, 150), price("foreign", 1, 350)],
};

const noLimits: AmountLimits = { minAmountKurus: null, maxAmountKurus: null };

/** Decides a choice on a link of 400 lira, of whose commission the buyer bears `shareBps`. */
function choice({ shareBps = 0, ...changes }: Partial<LinkChoiceInput> & { shareBps?: number }) {
  const input = { terms, restriction: null, card: credit, amountKurus: 40_000n, ...changes };
  const options = installmentOptions(input.terms, input.card, input.restriction).map((option) => {
    const { customerShareKurus: shareKurus, totalKurus } = splitAmount(input.amountKurus, option, shareBps);
    const { installmentCount } = option;
    return { installmentCount, shareKurus, totalKurus, isPayable: totalKurus <= maxAmountKurus };
  });
  return chooseOption({ installmentCount: null, seenTotalKurus: null, limits: noLimits, ...input, options });
}

describe("charge", () => {
  test("the chosen option, at the total that was shown", () => {
    expect(choice({ installmentCount: 3, seenTotalKurus: 41_800n, shareBps: 10_000 })).toEqual({
      kind: "charge",
      option: { installmentCount: 3, shareKurus: 1_800n, totalKurus: 41_800n, isPayable: true },
    });
  });

  test("the only option without a choice, when its total is the amount on the page", () => {
    expect(choice({ card: debit })).toMatchObject({ kind: "charge", option: { installmentCount: 1 } });
    expect(choice({ restriction: [3] })).toMatchObject({ kind: "charge", option: { installmentCount: 3 } });
  });
});

describe("asked_again", () => {
  const again = (why: string) => ({ kind: "asked_again", why });

  test.each<[string, Parameters<typeof choice>[0]]>([
    ["choose_installment", {}],
    ["choose_installment", { card: debit, shareBps: 10_000 }],
    ["price_changed", { installmentCount: 3, seenTotalKurus: 41_799n, shareBps: 10_000 }],
    ["price_changed", { installmentCount: 3, seenTotalKurus: 41_801n, shareBps: 10_000 }],
    ["price_changed", { card: debit, seenTotalKurus: 1n }],
    ["count_not_offered", { installmentCount: 2 }],
    ["count_not_offered", { installmentCount: 1, restriction: [3] }],
    ["count_not_offered", { installmentCount: 6, terms: { ...terms, narrowing: [1, 3] } }],
    ["count_not_offered", { restriction: [12] }],
    ["over_bound", { installmentCount: 1, amountKurus: maxAmountKurus, shareBps: 10_000 }],
    ["over_bound", { amountKurus: maxAmountKurus, shareBps: 10_000 }],
    ["over_bound", { card: debit, amountKurus: maxAmountKurus, shareBps: 10_000 }],
    ["choose_installment", { amountKurus: (maxAmountKurus * 97n) / 100n, shareBps: 10_000 }],
  ])("%s (%#)", (why, changes) => {
    expect(choice(changes)).toEqual(again(why));
  });

  test("not for exactly the maximum amount", () => {
    expect(choice({ installmentCount: 1, amountKurus: maxAmountKurus })).toMatchObject({ kind: "charge" });
  });
});

describe("the account's limits (D-57)", () => {
  // The totals of the credit card are 41,000 and 41,800 kuruş, that of the debit card is 40,600.
  const max = (maxAmountKurus: bigint) => ({ shareBps: 10_000, limits: { ...noLimits, maxAmountKurus } });
  const min = (minAmountKurus: bigint) => ({ shareBps: 10_000, limits: { ...noLimits, minAmountKurus } });

  test.each<[string, Parameters<typeof choice>[0]]>([
    ["a total above the maximum", { ...max(41_799n), installmentCount: 3 }],
    ["a total below the minimum", { ...min(41_001n), installmentCount: 1 }],
    ["such a total, although the price changed", { ...max(41_799n), installmentCount: 3, seenTotalKurus: 1n }],
    [
      "such a total, although it is over the general bound",
      { ...max(1n), amountKurus: maxAmountKurus, installmentCount: 1 },
    ],
    ["no choice where no total is left", { ...max(40_599n), card: debit }],
    ["no choice where the amount on the page would be inside", { ...max(40_000n), card: debit }],
  ])("outside_account_limits for %s", (_what, changes) => {
    expect(choice(changes)).toEqual({ kind: "outside_account_limits" });
  });

  test.each<[string, Parameters<typeof choice>[0]]>([
    ["exactly the maximum", { ...max(41_800n), installmentCount: 3 }],
    ["exactly the minimum", { ...min(41_800n), installmentCount: 3 }],
    ["the option that is left", { ...max(41_799n), installmentCount: 1 }],
  ])("charge for %s", (_what, changes) => {
    expect(choice(changes)).toMatchObject({ kind: "charge" });
  });

  test("asked_again for a missing choice among the options that are left, of which one may still surprise the buyer", () => {
    const again = { kind: "asked_again", why: "choose_installment" };
    expect(choice({ ...max(41_800n) })).toEqual(again);
    expect(choice({ ...max(41_799n) })).toEqual(again);
  });

  test("card_refused for a card that the terminal does not charge at all, whatever the limits", () => {
    expect(choice({ ...max(1n), card: foreign, installmentCount: 1 })).toMatchObject({ kind: "card_refused" });
  });
});

describe("card_refused, at a count that the link allows", () => {
  test.each<[string, number, Parameters<typeof choice>[0]]>([
    ["card_not_eligible", 3, { card: debit, installmentCount: 3 }],
    ["card_not_eligible", 3, { card: debit, restriction: [3, 6] }],
    ["card_not_eligible", 3, { card: null, installmentCount: 3 }],
    ["count_not_offered", 6, { installmentCount: 6 }],
    ["card_type", 1, { card: foreign, installmentCount: 1 }],
    ["card_type", 1, { card: foreign }],
    ["card_type", 6, { card: foreign, restriction: [6] }],
  ])("%s at %i (%#)", (why, installmentCount, changes) => {
    expect(choice(changes)).toEqual({ kind: "card_refused", why, installmentCount });
  });
});

test("for any input: charges only what was chosen and shown, within the limits, at a count that the link allows", () => {
  const counts = fc.constantFrom<number[]>(1, 2, 3, 6, 12);
  const sent = fc.record({
    card: fc.constantFrom(credit, debit, foreign, null),
    restriction: fc.option(fc.uniqueArray(counts, { minLength: 1 })),
    installmentCount: fc.option(counts),
    seenTotalKurus: fc.option(fc.oneof(fc.bigInt(1n, 50_000n), fc.constantFrom(40_000n, 40_600n, 41_000n, 41_800n))),
    shareBps: fc.constantFrom(0, 5_000, 10_000),
    amountKurus: fc.constantFrom(1n, 40_000n, maxAmountKurus),
    limits: fc.record({
      minAmountKurus: fc.constantFrom(null, 40_001n, 41_000n, 41_800n),
      maxAmountKurus: fc.constantFrom(null, 40_000n, 41_000n, 41_799n),
    }),
  });
  fc.assert(
    fc.property(sent, (input) => {
      const made = choice(input);
      if (made.kind !== "charge") return;
      const { installmentCount, totalKurus, shareKurus } = made.option;
      expect(input.restriction?.includes(installmentCount) ?? true).toBe(true);
      if (input.installmentCount === null) expect(totalKurus).toBe(input.amountKurus);
      else expect(installmentCount).toBe(input.installmentCount);
      if (input.seenTotalKurus !== null) expect(totalKurus).toBe(input.seenTotalKurus);
      expect(totalKurus).toBe(input.amountKurus + shareKurus);
      expect(totalKurus <= maxAmountKurus).toBe(true);
      expect(isWithinAmountLimits(totalKurus, input.limits)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
