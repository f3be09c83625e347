import { type CardBrand, type CardFamily, cardBrands, cardFamilies, type TariffPrice } from "./installments";

/** What is wrong with one price of a list. */
export interface PriceFault {
  /** Its place, from 0. */
  readonly index: number;
  readonly what: string;
}

/** One line of a file with its values by the names of its columns. */
export interface TariffRecord {
  /** From 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

export interface TariffReading {
  readonly prices: readonly TariffPrice[];
  /** Sentences without a full stop, in the order of the lines; with any, the prices are not all. */
  readonly faults: readonly string[];
}

/** The columns of a tariff's file. Empty: brand or on-us whatever it is, no fixed fee. */
export const tariffColumns = [
  "family",
  "onUs",
  "brand",
  "installmentCount",
  "rateBps",
  "fixedFee",
] as const satisfies (keyof TariffPrice)[];

const countMax = 36;
const rateMaxBps = 10_000;
const feeMaxKurus = 1_000_000_000n;

const isBetween = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** What every price has to be; the database holds it to the same. */
const rules: readonly [what: string, holds: (price: TariffPrice) => boolean][] = [
  [`family has to be one of ${cardFamilies.join(", ")}`, ({ family }) => cardFamilies.includes(family)],
  [
    `brand has to be one of ${cardBrands.join(", ")}, or empty`,
    ({ brand }) => brand === null || cardBrands.includes(brand),
  ],
  [
    `installmentCount has to be from 1 to ${countMax}`,
    ({ installmentCount }) => isBetween(installmentCount, 1, countMax),
  ],
  // What no door would charge is not promised (§7.3 reason 1, D-32).
  [
    "only credit cards are charged in installments",
    ({ family, installmentCount }) => family === "credit" || !(installmentCount > 1),
  ],
  [
    `rateBps has to be from 0 to ${rateMaxBps} basis points`,
    ({ rateBps }) => isBetween(rateBps, 0, rateMaxBps),
  ],
  [
    `fixedFee has to be from 0 to ${feeMaxKurus} kuruş, or empty`,
    ({ fixedFee }) => fixedFee === null || (fixedFee >= 0n && fixedFee <= feeMaxKurus),
  ],
];

/** What keeps prices from being a tariff: each within its range, and one for each kind of card and count (D-31). */
export function checkTariff(prices: readonly TariffPrice[]): PriceFault[] {
  const seen = new Set<string>();
  return prices.flatMap((price, index) => {
    const { family, onUs, brand, installmentCount } = price;
    const faults = rules.filter(([, holds]) => !holds(price)).map(([what]) => ({ index, what }));
    const key = JSON.stringify([family, onUs, brand, installmentCount]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated
      ? [...faults, { index, what: "the same kind of card and count has a price above" }]
      : faults;
  });
}

/** Reads the records of a file as prices, with all that is wrong, each with its line. */
export function readTariff(records: readonly TariffRecord[]): TariffReading {
  const [first] = records;
  const missing = first ? tariffColumns.filter((name) => !Object.hasOwn(first.values, name)) : [];
  if (missing.length > 0) {
    return {
      prices: [],
      faults: [`the columns have to be ${tariffColumns.join(",")}: ${missing.join(", ")} missing`],
    };
  }
  const found: { line: number; what: string }[] = [];
  const lines: number[] = [];
  const prices: TariffPrice[] = [];
  for (const { line, values } of records) {
    const misread = misreadIn(values);
    found.push(...misread.map((what) => ({ line, what })));
    if (misread.length > 0) continue;
    lines.push(line);
    prices.push(toPrice(values));
  }
  found.push(...checkTariff(prices).map(({ index, what }) => ({ line: lines[index] ?? 0, what })));
  found.sort((a, b) => a.line - b.line);
  return { prices, faults: found.map(({ line, what }) => `line ${line}: ${what}`) };
}

type Values = Readonly<Partial<Record<string, string>>>;

/** What of a line cannot be read at all; ranges are judged with those of all prices. */
function misreadIn(values: Values): string[] {
  const numbers = (["installmentCount", "rateBps", "fixedFee"] as const).filter((name) => {
    const text = values[name] ?? "";
    return !/^\d{1,15}$/.test(text) && !(name === "fixedFee" && text === "");
  });
  return [
    ...(["true", "false", ""].includes(values.onUs ?? "") ? [] : ["onUs has to be true, false or empty"]),
    ...numbers.map((name) => `${name} has to be a whole number, not ${JSON.stringify(values[name] ?? "")}`),
  ];
}

/** A family or brand that does not exist is left to the rules, which name those that do. */
const toPrice = ({ family, onUs, brand, installmentCount, rateBps, fixedFee }: Values): TariffPrice => ({
  family: family as CardFamily,
  onUs: onUs ? onUs === "true" : null,
  brand: (brand || null) as CardBrand | null,
  installmentCount: Number(installmentCount),
  rateBps: Number(rateBps),
  fixedFee: fixedFee ? BigInt(fixedFee) : null,
});
