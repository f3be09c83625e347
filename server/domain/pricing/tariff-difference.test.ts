import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyTerms } from "@/server/testing/domain/tariffs";
import type { TariffPrice } from "./installments";
import { compareTariffs, exampleEffect } from "./tariff-difference";
import { toPriceKey } from "./tariff-order";

const price = (changes: Partial<TariffPrice> = {}): TariffPrice => ({
  family: "credit",
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps: 250,
  fixedFee: null,
  ...changes,
});

describe("compareTariffs", () => {
  test.each<[string | null, Partial<TariffPrice>, Partial<TariffPrice>]>([
    ["dearer", {}, { rateBps: 251 }],
    ["dearer", {}, { fixedFee: 1n }],
    ["dearer", { fixedFee: 100n }, { rateBps: 300, fixedFee: 200n }],
    ["cheaper", {}, { rateBps: 249 }],
    ["cheaper", { fixedFee: 1n }, {}],
    ["mixed", { fixedFee: 100n }, { rateBps: 300 }],
    ["mixed", {}, { rateBps: 200, fixedFee: 1n }],
    [null, {}, {}],
    [null, { fixedFee: 0n }, { fixedFee: null }],
  ])("says %s for %o and then %o", (kind, before, after) => {
    const { changes, unchanged } = compareTariffs([price(before)], [price(after)]);
    expect(changes.map((change) => change.kind)).toEqual(kind === null ? [] : [kind]);
    expect(unchanged).toBe(kind === null ? 1 : 0);
  });

  test("names added and removed prices, each kind of card and count on its own, in the order of a tariff", () => {
    const debit = price({ family: "debit" });
    const bonus = price({ brand: "bonus", onUs: true, installmentCount: 3 });
    const { changes } = compareTariffs([debit, price()], [bonus, price({ installmentCount: 2 }), price()]);
    expect(changes.map(({ kind, family, brand, installmentCount }) => [kind, family, brand, installmentCount])).toEqual(
      [
        ["added", "credit", null, 2],
        ["added", "credit", "bonus", 3],
        ["removed", "debit", null, 1],
      ],
    );
  });

  test("the changes lead from any tariff to any other, and back with the opposite kinds", () => {
    const opposite = { added: "removed", removed: "added", dearer: "cheaper", cheaper: "dearer", mixed: "mixed" };
    const tariffs = anyTerms.map(({ tariff }) => tariff);
    const text = (of: readonly TariffPrice[]) =>
      of.map((one) => `${toPriceKey(one)} ${one.rateBps} ${one.fixedFee ?? 0n}`).sort();
    fc.assert(
      fc.property(tariffs, tariffs, (before, after) => {
        const { changes, unchanged } = compareTariffs(before, after);
        const changed = new Map(changes.map((change) => [toPriceKey(change), change]));
        const led = [
          ...before.filter((one) => !changed.has(toPriceKey(one))),
          ...changes.flatMap((change) => (change.after ? [{ ...change, ...change.after }] : [])),
        ];
        expect(text(led)).toEqual(text(after));
        expect(unchanged + changes.filter((change) => change.after !== null).length).toBe(after.length);
        const back = compareTariffs(after, before).changes.map(({ kind }) => kind);
        expect(back).toEqual(changes.map(({ kind }) => opposite[kind]));
      }),
    );
  });
});

test("exampleEffect is the commission on 1,000.00 TL, before and after", () => {
  const effect = exampleEffect({
    before: { rateBps: 250, fixedFee: null },
    after: { rateBps: 275, fixedFee: 100n },
  });
  expect(effect).toEqual({ beforeKurus: 2_500n, afterKurus: 2_850n });
  expect(exampleEffect({ before: null, after: null })).toEqual({ beforeKurus: null, afterKurus: null });
});
