import { type CardBrand, type CardFamily, cardBrands, cardFamilies, type TariffPrice } from "./installments";

/** A fault of one price in a list. */
export interface PriceFault {
  /** The index of the price in the list, from 0. */
  readonly index: number;
  readonly what: string;
}

/** One line of a file, with its values by the names of the columns. */
export interface TariffRecord {
  /** The line number, from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

export interface TariffReading {
  readonly prices: readonly TariffPrice[];
  /**
   * The faults as sentences without a full stop, in the order of the lines. With any fault the list of prices is
   * incomplete.
   */
  readonly faults: readonly string[];
}

/** The columns of a tariff's file. An empty brand or on-us means any, and an empty fixed fee means none. */
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

/** The rules for every price. The database enforces the same rules. */
const rules: readonly [what: string, holds: (price: TariffPrice) => boolean][] = [
  [`family must be one of ${cardFamilies.join(", ")}`, ({ family }) => cardFamilies.includes(family)],
  [
    `brand must be one of ${cardBrands.join(", ")}, or empty`,
    ({ brand }) => brand === null || cardBrands.includes(brand),
  ],
  [
    `installmentCount must be from 1 to ${countMax}`,
    ({ installmentCount }) => isBetween(installmentCount, 1, countMax),
  ],
  // No payment could use such a price, so it must not be listed (§7.3 reason 1, D-32).
  [
    "only credit cards can be charged in installments",
    ({ family, installmentCount }) => family === "credit" || !(installmentCount > 1),
  ],
  [`rateBps must be from 0 to ${rateMaxBps} basis points`, ({ rateBps }) => isBetween(rateBps, 0, rateMaxBps)],
  [
    `fixedFee must be from 0 to ${feeMaxKurus} kuruş, or empty`,
    ({ fixedFee }) => fixedFee === null || (fixedFee >= 0n && fixedFee <= feeMaxKurus),
  ],
];

/**
 * Returns the faults of a tariff: prices out of range, and a second price for the same kind of card and count (D-31).
 */
export function checkTariff(prices: readonly TariffPrice[]): PriceFault[] {
  const seen = new Set<string>();
  return prices.flatMap((price, index) => {
    const { family, onUs, brand, installmentCount } = price;
    const faults = rules.filter(([, holds]) => !holds(price)).map(([what]) => ({ index, what }));
    const key = JSON.stringify([family, onUs, brand, installmentCount]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated
      ? [...faults, { index, what: "the same kind of card and count already has a price above" }]
      : faults;
  });
}

/** Reads the records of a file as prices, and reports every fault with its line. */
export function readTariff(records: readonly TariffRecord[]): TariffReading {
  const [first] = records;
  const missing = first ? tariffColumns.filter((name) => !Object.hasOwn(first.values, name)) : [];
  if (missing.length > 0) {
    return {
      prices: [],
      faults: [`the columns must be ${tariffColumns.join(",")}: ${missing.join(", ")} missing`],
    };
  }
  const found: { line: number; what: string }[] = [];
  const lines: number[] = [];
  const prices: TariffPrice[] = [];
  for (const { line, values } of records) {
    const misread = findMisread(values);
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

/** Returns the values of a line that cannot be read at all. Ranges are checked later, together with all prices. */
function findMisread(values: Values): string[] {
  const numbers = (["installmentCount", "rateBps", "fixedFee"] as const).filter((name) => {
    const text = values[name] ?? "";
    return !/^\d{1,15}$/.test(text) && !(name === "fixedFee" && text === "");
  });
  return [
    ...(["true", "false", ""].includes(values.onUs ?? "") ? [] : ["onUs must be true, false or empty"]),
    ...numbers.map((name) => `${name} must be a whole number, not ${JSON.stringify(values[name] ?? "")}`),
  ];
}

/** Converts the values of a line to a price. An unknown family or brand is kept, and the rules report it. */
const toPrice = ({ family, onUs, brand, installmentCount, rateBps, fixedFee }: Values): TariffPrice => ({
  family: family as CardFamily,
  onUs: onUs ? onUs === "true" : null,
  brand: (brand || null) as CardBrand | null,
  installmentCount: Number(installmentCount),
  rateBps: Number(rateBps),
  fixedFee: fixedFee ? BigInt(fixedFee) : null,
});
