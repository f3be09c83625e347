import { describe, expect, test } from "vitest";
import type { TariffPrice } from "./installments";
import { checkTariff, describeFileFault, readTariff, type TariffRecord, tariffColumns } from "./tariff";

const price = (changes: Partial<TariffPrice> = {}): TariffPrice => ({
  family: "credit",
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps: 250,
  fixedFee: null,
  ...changes,
});
const findFaults = (...prices: TariffPrice[]) => checkTariff(prices).map(({ index, what }) => `${index}: ${what}`);

describe("checkTariff", () => {
  test("accepts the limits of every range", () => {
    expect(
      findFaults(
        price({ rateBps: 0, fixedFee: 0n }),
        price({ onUs: true, installmentCount: 36, rateBps: 10_000, fixedFee: 1_000_000_000n }),
        price({ family: "debit", brand: "bankkart" }),
        price({ family: "foreign" }),
      ),
    ).toEqual([]);
  });

  test.each<[string, Partial<TariffPrice>]>([
    ["installmentCount must be from 1 to 36", { installmentCount: 0 }],
    ["installmentCount must be from 1 to 36", { installmentCount: 37 }],
    ["installmentCount must be from 1 to 36", { installmentCount: 1.5 }],
    ["rateBps must be from 0 to 10000 basis points", { rateBps: -1 }],
    ["rateBps must be from 0 to 10000 basis points", { rateBps: 10_001 }],
    ["rateBps must be from 0 to 10000 basis points", { rateBps: 2.5 }],
    ["rateBps must be from 0 to 10000 basis points", { rateBps: Number.NaN }],
    ["fixedFee must be from 0 to 1000000000 kuruş, or empty", { fixedFee: -1n }],
    ["fixedFee must be from 0 to 1000000000 kuruş, or empty", { fixedFee: 1_000_000_001n }],
    ["only credit cards can be charged in installments", { family: "debit", installmentCount: 2 }],
    ["only credit cards can be charged in installments", { family: "prepaid", installmentCount: 3 }],
    ["only credit cards can be charged in installments", { family: "foreign", installmentCount: 12 }],
    ["family must be one of credit, debit, prepaid, foreign", { family: "charge" as "credit" }],
    [
      "brand must be one of world, paraf, bonus, maximum, axess, advantage, cardfinans, saglam, vkart, bankkart, or empty",
      { brand: "miles" as "world" },
    ],
  ])("refuses: %s (%o)", (what, changes) => {
    expect(findFaults(price(), price({ onUs: true, ...changes }))).toEqual([`1: ${what}`]);
  });

  test("refuses a second price for the same kind of card and count, with any rate", () => {
    const repeated = "the same kind of card and count already has a price above";
    const full = price({ brand: "bonus", onUs: false, installmentCount: 3 });
    expect(findFaults(price(), full, price({ rateBps: 1 }), full, full)).toEqual(
      [2, 3, 4].map((index) => `${index}: ${repeated}`),
    );
    expect(
      findFaults(
        full,
        ...[{ onUs: true }, { onUs: null }, { brand: null }, { installmentCount: 2 }].map((changes) => ({
          ...full,
          ...changes,
        })),
      ),
    ).toEqual([]);
  });
});

describe("readTariff", () => {
  const readRecords = (records: readonly TariffRecord[]) => {
    const { prices, faults } = readTariff(records);
    return { prices, faults: faults.map(describeFileFault) };
  };
  const read = (...lines: string[]) =>
    readRecords(
      lines.map((line, n) => ({
        line: n + 2,
        values: Object.fromEntries(line.split(",").map((value, column) => [tariffColumns[column], value])),
      })),
    );

  test("reads empty values as null", () => {
    expect(read("credit,,,1,250,", "credit,true,bonus,12,1350,100", "debit,false,,1,0,0")).toEqual({
      faults: [],
      prices: [
        price(),
        price({ onUs: true, brand: "bonus", installmentCount: 12, rateBps: 1350, fixedFee: 100n }),
        price({ family: "debit", onUs: false, rateBps: 0, fixedFee: 0n }),
      ],
    });
  });

  test("reports every fault with its line, both unreadable values and values out of range", () => {
    const { faults } = read(
      "credit,,,1,250,",
      "credit,yes,,one,2.5,-1",
      "debit,,,3,150,",
      "credit,,,1,300,",
      "gold,,,1,,",
    );
    expect(faults).toEqual([
      "line 3: onUs must be true, false or empty",
      'line 3: installmentCount must be a whole number, not "one"',
      'line 3: rateBps must be a whole number, not "2.5"',
      'line 3: fixedFee must be a whole number, not "-1"',
      "line 4: only credit cards can be charged in installments",
      "line 5: the same kind of card and count already has a price above",
      'line 6: rateBps must be a whole number, not ""',
    ]);
  });

  test.each(["1e2", " 1", "+1", "0x10", "１", "9".repeat(16)])("refuses %j as a number", (count) => {
    expect(read(`credit,,,${count},250,`).faults).toEqual([
      `line 2: installmentCount must be a whole number, not ${JSON.stringify(count)}`,
    ]);
  });

  test("names missing columns, ignores additional ones, and accepts a file without lines", () => {
    const values = { family: "credit", brand: "", installmentCount: "1", rateBps: "250", note: "x" };
    expect(readRecords([{ line: 2, values }])).toEqual({
      prices: [],
      faults: ["the columns must be family,onUs,brand,installmentCount,rateBps,fixedFee: onUs, fixedFee missing"],
    });
    const whole = { ...values, onUs: "", fixedFee: "" };
    expect(readRecords([{ line: 2, values: whole }])).toEqual({ prices: [price()], faults: [] });
    expect(readRecords([])).toEqual({ prices: [], faults: [] });
  });
});
