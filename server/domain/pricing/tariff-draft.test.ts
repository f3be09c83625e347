import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyTerms } from "@/server/testing/domain/tariffs";
import type { TariffPrice } from "./installments";
import { readTariff, tariffColumns, writeTariff } from "./tariff";
import {
  createDraft,
  placeBlock,
  readDraft,
  type TariffDraft,
  withCount,
  withLine,
  withoutLine,
  withPasted,
  withTexts,
} from "./tariff-draft";
import { comparePrices, toPriceKey } from "./tariff-order";

const credit = { family: "credit", onUs: null, brand: null } as const;
const bonus = { family: "credit", onUs: true, brand: "bonus" } as const;
const debit = { family: "debit", onUs: null, brand: null } as const;
const at = (line: typeof credit | typeof bonus | typeof debit, installmentCount: number) => ({
  ...line,
  installmentCount,
});
const price = (line: Parameters<typeof at>[0], count: number, rateBps: number, fixedFee: bigint | null = null) => ({
  ...at(line, count),
  rateBps,
  fixedFee,
});

/** Tariffs that the rules accept: only credit cards have installments. */
const validTariffs = anyTerms.map(({ tariff }) =>
  tariff.filter(({ family, installmentCount }) => family === "credit" || installmentCount === 1),
);

describe("a draft", () => {
  test("gives back every tariff as it was, in either language", () => {
    fc.assert(
      fc.property(validTariffs, fc.constantFrom("tr" as const, "en" as const), (tariff, language) => {
        const { prices, faults } = readDraft(createDraft(tariff, [], language), language);
        expect(faults).toEqual([]);
        expect(prices).toEqual([...tariff].sort(comparePrices));
      }),
    );
  });

  test("of nothing has a line for every family and a column for every count of the terminal", () => {
    const draft = createDraft([], [6, 3, 3], "tr");
    expect(draft.lines.map(({ family }) => family)).toEqual(["credit", "debit", "prepaid", "foreign"]);
    expect(draft.counts).toEqual([1, 3, 6]);
    expect(readDraft(draft, "tr")).toEqual({ prices: [], faults: [] });
  });

  test("names the cells whose text is no price, and leaves them out of the prices", () => {
    const typed = withTexts(createDraft([], [2], "tr"), {
      [toPriceKey(at(credit, 1))]: "2,50",
      [toPriceKey(at(credit, 2))]: "çok",
      [toPriceKey(at(debit, 2))]: "1,00",
    });
    const { prices, faults } = readDraft(typed, "tr");
    expect(prices).toEqual([price(credit, 1, 250)]);
    expect(faults).toEqual([
      { ...at(credit, 2), text: "çok" },
      { ...at(debit, 2), text: "1,00" },
    ]);
  });

  test("adds a line and a count in their order, each once, and removes a line with its prices", () => {
    const draft = withCount(withLine(withLine(createDraft([], [], "tr"), bonus), bonus), 9);
    expect(draft.lines.slice(0, 2)).toEqual([credit, bonus]);
    expect(draft.counts).toEqual([1, 9]);
    const typed = withTexts(draft, { [toPriceKey(at(bonus, 9))]: "3", [toPriceKey(at(credit, 9))]: "4" });
    const { prices } = readDraft(withoutLine(typed, bonus), "tr");
    expect(prices).toEqual([price(credit, 9, 400)]);
    expect(readDraft(withLine(withoutLine(typed, bonus), bonus), "tr").prices).toEqual(prices);
  });
});

describe("a pasted block", () => {
  const draft: TariffDraft = { lines: [credit, bonus, debit], counts: [1, 2, 3], texts: {} };
  const place = (block: string[][], from = at(credit, 1)) => placeBlock(draft, from, block, "tr");

  test("goes to the right and down from the cell, and each cell is judged on its own", () => {
    const cells = place([["2,50", "%3,00 + 1", ""], ["x", "-", "4.5", "5"], ["1,04", "2"], ["9"]], at(credit, 1));
    expect(cells.map(({ row, column, text, problem }) => [row, column, text, problem])).toEqual([
      [1, 1, "2,50", null],
      [1, 2, "%3,00 + 1", null],
      [2, 1, "x", "price"],
      [2, 2, "", null],
      [2, 3, "4.5", null],
      [2, 4, "5", "outside"],
      [3, 1, "1,04", null],
      [3, 2, "2", "single"],
      [4, 1, "9", "outside"],
    ]);
    expect(readDraft(withPasted(draft, cells), "tr")).toEqual({
      prices: [price(credit, 1, 250), price(credit, 2, 300, 100n), price(bonus, 3, 450), price(debit, 1, 104)],
      faults: [],
    });
  });

  test("begins at any cell, and an empty text changes nothing there", () => {
    const typed = withTexts(draft, { [toPriceKey(at(bonus, 2))]: "7" });
    const cells = placeBlock(typed, at(bonus, 2), [["", "8"]], "tr");
    expect(readDraft(withPasted(typed, cells), "tr").prices).toEqual([price(bonus, 2, 700), price(bonus, 3, 800)]);
  });

  test("of any texts never brings a draft to prices that the rules refuse", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("1", "2,50", "=1+1", "-", "100", "101", "1,5+2"));
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 5 }), { maxLength: 5 }), (block) => {
        const { faults } = readDraft(withPasted(draft, place(block)), "tr");
        expect(faults).toEqual([]);
      }),
    );
  });
});

describe("a file", () => {
  const read = (text: string) => {
    const [head = "", ...lines] = text.split("\r\n").filter((line) => line !== "");
    const columns = head.split(",");
    return readTariff(
      lines.map((line, n) => ({
        line: n + 2,
        values: Object.fromEntries(line.split(",").map((value, column) => [columns[column], value])),
      })),
    );
  };

  test("that is written is read as the same prices, and no cell is a formula", () => {
    fc.assert(
      fc.property(validTariffs, (tariff: readonly TariffPrice[]) => {
        const text = writeTariff(tariff);
        expect(read(text)).toEqual({ prices: tariff, faults: [] });
        for (const cell of text.split(/[,\r\n]/)) expect(cell).toMatch(/^[a-zA-Z0-9]*$/);
      }),
    );
    expect(writeTariff([])).toBe(`${tariffColumns.join(",")}\r\n`);
  });
});
