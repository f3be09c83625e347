import type { CardBrand, CardFacts, CardFamily } from "./installments";

/** One row of the BIN table: the facts about the cards that begin with these six to eight digits. */
export interface BinRow {
  readonly bin: string;
  /** The issuing bank; empty when it is not known. */
  readonly bank: string;
  readonly brand: CardBrand | null;
  readonly family: CardFamily;
  readonly scheme: string;
  readonly commercial: boolean;
  readonly confidence: "low" | "medium" | "high";
}

/** The BIN table in memory, for look-ups. */
export interface BinTable {
  readonly size: number;
  /**
   * Returns the facts about a card by its first eight digits. The longest prefix wins; null when none matches (D-32).
   */
  find(bin8: string): CardFacts | null;
}

const longest = 8;
const shortest = 6;

type FactRow = Omit<BinRow, "commercial">;

/**
 * Creates the table. Of two rows with one prefix the later counts. Rows with equal facts share one object, because
 * thousands of prefixes have only some dozens of different facts. It is fastest when rows with equal facts follow each
 * other.
 */
export function createBinTable(rows: Iterable<FactRow>): BinTable {
  const factsByKey = new Map<string, CardFacts>();
  const byPrefix = new Map<string, CardFacts>();
  let last: { readonly row: FactRow; readonly facts: CardFacts } | null = null;
  for (const row of rows) {
    const facts: CardFacts = last && hasSameFacts(last.row, row) ? last.facts : shareFacts(factsByKey, row);
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

const hasSameFacts = (a: FactRow, b: FactRow): boolean =>
  a.bank === b.bank &&
  a.brand === b.brand &&
  a.family === b.family &&
  a.scheme === b.scheme &&
  a.confidence === b.confidence;

function shareFacts(
  factsByKey: Map<string, CardFacts>,
  { bank, brand, family, scheme, confidence }: FactRow,
): CardFacts {
  const facts = { bank: bank || null, brand, family, scheme, trusted: confidence !== "low" };
  const key = JSON.stringify(facts);
  const known = factsByKey.get(key) ?? facts;
  factsByKey.set(key, known);
  return known;
}
