import { type CardBrand, type CardFamily, cardBrands, cardFamilies, type TariffPrice } from "./installments";

/** What is wrong with a price, for pages that say it in their own language. */
type PriceFaultCode = "family" | "brand" | "count" | "installments" | "rate" | "fee" | "repeated";

/** A fault of one price in a list. */
export interface PriceFault {
  /** The index of the price in the list, from 0. */
  readonly index: number;
  readonly code: PriceFaultCode;
  /** The fault as a sentence without a full stop. */
  readonly what: string;
}

/** A fault of a file: of one line, or of the columns, whose line is null. */
export interface FileFault {
  readonly line: number | null;
  readonly code: PriceFaultCode | "on_us" | "not_a_number" | "columns";
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
  /** The faults in the order of the lines. With any fault the list of prices is incomplete. */
  readonly faults: readonly FileFault[];
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

export const countMax = 36;
export const rateMaxBps = 10_000;
export const feeMaxKurus = 1_000_000_000n;

const isBetween = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** The rules for every price. The database enforces the same rules. */
const rules: readonly [code: PriceFaultCode, what: string, holds: (price: TariffPrice) => boolean][] = [
  ["family", `family must be one of ${cardFamilies.join(", ")}`, ({ family }) => cardFamilies.includes(family)],
  [
    "brand",
    `brand must be one of ${cardBrands.join(", ")}, or empty`,
    ({ brand }) => brand === null || cardBrands.includes(brand),
  ],
  [
    "count",
    `installmentCount must be from 1 to ${countMax}`,
    ({ installmentCount }) => isBetween(installmentCount, 1, countMax),
  ],
  // No payment could use such a price, so it must not be listed (§7.3 reason 1, D-32).
  [
    "installments",
    "only credit cards can be charged in installments",
    ({ family, installmentCount }) => family === "credit" || !(installmentCount > 1),
  ],
  ["rate", `rateBps must be from 0 to ${rateMaxBps} basis points`, ({ rateBps }) => isBetween(rateBps, 0, rateMaxBps)],
  [
    "fee",
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
    const faults = rules.filter(([, , holds]) => !holds(price)).map(([code, what]) => ({ index, code, what }));
    const key = JSON.stringify([family, onUs, brand, installmentCount]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated
      ? [...faults, { index, code: "repeated", what: "the same kind of card and count already has a price above" }]
      : faults;
  });
}

/** Reads the records of a file as prices, and reports every fault with its line. */
export function readTariff(records: readonly TariffRecord[]): TariffReading {
  const [first] = records;
  const missing = first ? tariffColumns.filter((name) => !Object.hasOwn(first.values, name)) : [];
  if (missing.length > 0) {
    const what = `the columns must be ${tariffColumns.join(",")}: ${missing.join(", ")} missing`;
    return { prices: [], faults: [{ line: null, code: "columns", what }] };
  }
  const found: (FileFault & { readonly line: number })[] = [];
  const lines: number[] = [];
  const prices: TariffPrice[] = [];
  for (const { line, values } of records) {
    const misread = findMisread(values);
    found.push(...misread.map((fault) => ({ ...fault, line })));
    if (misread.length > 0) continue;
    lines.push(line);
    prices.push(toPrice(values));
  }
  found.push(...checkTariff(prices).map(({ index, code, what }) => ({ line: lines[index] ?? 0, code, what })));
  return { prices, faults: found.sort((a, b) => a.line - b.line) };
}

/** Describes a fault of a file as a sentence without a full stop, with its line. */
export const describeFileFault = ({ line, what }: FileFault): string =>
  line === null ? what : `line ${line}: ${what}`;

type Values = Readonly<Partial<Record<string, string>>>;

/** Returns the values of a line that cannot be read at all. Ranges are checked later, together with all prices. */
function findMisread(values: Values): Omit<FileFault, "line">[] {
  const numbers = (["installmentCount", "rateBps", "fixedFee"] as const).filter((name) => {
    const text = values[name] ?? "";
    return !/^\d{1,15}$/.test(text) && !(name === "fixedFee" && text === "");
  });
  return [
    ...(["true", "false", ""].includes(values.onUs ?? "")
      ? []
      : [{ code: "on_us" as const, what: "onUs must be true, false or empty" }]),
    ...numbers.map((name) => ({
      code: "not_a_number" as const,
      what: `${name} must be a whole number, not ${JSON.stringify(values[name] ?? "")}`,
    })),
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

/**
 * Writes a tariff as the text of a CSV file that `readTariff` reads. Every cell is a name of a fixed list or a number
 * without a sign, so that no spreadsheet runs one as a formula.
 */
export const writeTariff = (prices: readonly TariffPrice[]): string =>
  [
    tariffColumns.join(","),
    ...prices.map((price) => tariffColumns.map((column) => price[column] ?? "").join(",")),
    "",
  ].join("\r\n");
