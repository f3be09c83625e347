import type { CardBrand, CardFacts, CardFamily } from "./installments";

/** One line of the BIN table: who issued the cards that begin with these six to eight digits. */
export interface BinRow {
  readonly bin: string;
  /** Empty where only the prefix is known. */
  readonly bank: string;
  readonly brand: CardBrand | null;
  readonly family: CardFamily;
  readonly scheme: string;
  readonly commercial: boolean;
  readonly confidence: "low" | "medium" | "high";
}

/** The BIN table as look-ups need it. */
export interface BinTable {
  readonly size: number;
  /** What is known of a card by its first eight digits: the longest prefix wins; null when there is none (D-32). */
  find(bin8: string): CardFacts | null;
}

const longest = 8;
const shortest = 6;

type FactRow = Omit<BinRow, "commercial">;

/**
 * Rows that say the same share one object: some dozens of facts stand for thousands of prefixes. Quickest for rows that
 * come sorted by what they say.
 */
export function createBinTable(rows: Iterable<FactRow>): BinTable {
  const factsOf = new Map<string, CardFacts>();
  const byPrefix = new Map<string, CardFacts>();
  let last: { readonly row: FactRow; readonly facts: CardFacts } | null = null;
  for (const row of rows) {
    const facts: CardFacts = last && saysTheSame(last.row, row) ? last.facts : shared(factsOf, row);
    last = { row, facts };
    byPrefix.set(row.bin, facts);
  }
  return {
    size: byPrefix.size,
    find(bin8) {
      for (let length = longest; length >= shortest; length -= 1) {
        const facts = byPrefix.get(bin8.slice(0, length));
        if (facts) return facts;
      }
      return null;
    },
  };
}

const saysTheSame = (a: FactRow, b: FactRow): boolean =>
  a.bank === b.bank &&
  a.brand === b.brand &&
  a.family === b.family &&
  a.scheme === b.scheme &&
  a.confidence === b.confidence;

function shared(
  factsOf: Map<string, CardFacts>,
  { bank, brand, family, scheme, confidence }: FactRow,
): CardFacts {
  const facts = { bank: bank || null, brand, family, scheme, trusted: confidence !== "low" };
  const key = JSON.stringify(facts);
  const known = factsOf.get(key) ?? facts;
  factsOf.set(key, known);
  return known;
}
