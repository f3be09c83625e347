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

/** Rows that say the same share one object: some dozens of facts stand for thousands of prefixes. */
export function createBinTable(rows: Iterable<Omit<BinRow, "commercial">>): BinTable {
  const factsOf = new Map<string, CardFacts>();
  const byPrefix = new Map<string, CardFacts>();
  for (const { bin, bank, brand, family, scheme, confidence } of rows) {
    const facts = { bank: bank || null, brand, family, scheme, trusted: confidence !== "low" };
    const key = JSON.stringify(facts);
    const shared = factsOf.get(key) ?? facts;
    factsOf.set(key, shared);
    byPrefix.set(bin, shared);
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
