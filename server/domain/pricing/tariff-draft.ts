import type { Language } from "../errors";
import { cardFamilies, type TariffPrice } from "./installments";
import { parsePrice, priceInput } from "./price-text";
import {
  type CardLine,
  compareLines,
  comparePrices,
  isCountOfFamily,
  type PriceKey,
  toLineKey,
  toPriceKey,
} from "./tariff-order";

/** A tariff while it is edited: what is typed for each kind of card and count, in the notation of a language. */
export interface TariffDraft {
  readonly lines: readonly CardLine[];
  /** The installment counts of the columns, ascending. */
  readonly counts: readonly number[];
  /** The typed texts by `toPriceKey`; an empty or missing one is no price. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The lines with which an empty tariff begins: every family, for any card of it. */
const emptyLines: readonly CardLine[] = cardFamilies.map((family) => ({ family, onUs: null, brand: null }));

/**
 * Creates a draft of some prices.
 * @param counts the counts that have a column even without a price
 */
export function createDraft(
  prices: readonly TariffPrice[],
  counts: readonly number[],
  language: Language,
): TariffDraft {
  const lines = new Map((prices.length > 0 ? prices : emptyLines).map((line) => [toLineKey(line), toLine(line)]));
  return {
    lines: [...lines.values()].sort(compareLines),
    counts: sortCounts([1, ...counts, ...prices.map(({ installmentCount }) => installmentCount)]),
    texts: Object.fromEntries(prices.map((price) => [toPriceKey(price), priceInput(price, language)])),
  };
}

export const withLine = (draft: TariffDraft, line: CardLine): TariffDraft =>
  draft.lines.some((other) => toLineKey(other) === toLineKey(line))
    ? draft
    : { ...draft, lines: [...draft.lines, toLine(line)].sort(compareLines) };

/** Removes a line with all its prices. */
export function withoutLine(draft: TariffDraft, line: CardLine): TariffDraft {
  const gone = new Set(draft.counts.map((installmentCount) => toPriceKey({ ...line, installmentCount })));
  return {
    ...draft,
    lines: draft.lines.filter((other) => toLineKey(other) !== toLineKey(line)),
    texts: Object.fromEntries(Object.entries(draft.texts).filter(([key]) => !gone.has(key))),
  };
}

export const withCount = (draft: TariffDraft, count: number): TariffDraft => ({
  ...draft,
  counts: sortCounts([...draft.counts, count]),
});

export const withTexts = (draft: TariffDraft, texts: Readonly<Record<string, string>>): TariffDraft => ({
  ...draft,
  texts: { ...draft.texts, ...texts },
});

/** A cell whose text is no price. */
export interface DraftFault extends PriceKey {
  readonly text: string;
}

/** Reads the typed texts as prices, and returns the cells whose text is no price. */
export function readDraft(
  { lines, counts, texts }: TariffDraft,
  language: Language,
): { readonly prices: readonly TariffPrice[]; readonly faults: readonly DraftFault[] } {
  const prices: TariffPrice[] = [];
  const faults: DraftFault[] = [];
  for (const key of lines.flatMap((line) => counts.map((installmentCount) => ({ ...line, installmentCount })))) {
    const text = texts[toPriceKey(key)]?.trim() ?? "";
    if (text === "") continue;
    const rate = isCountOfFamily(key.family, key.installmentCount) ? parsePrice(text, language) : null;
    if (rate) prices.push({ ...key, ...rate });
    else faults.push({ ...key, text });
  }
  return { prices: prices.sort(comparePrices), faults };
}

/**
 * A cell of a pasted block. `price`: the text is no price. `single`: only credit cards have installments. `outside`:
 * the grid has no cell there, so `key` is null.
 */
export interface PastedCell {
  /** The position in the block, from 1. */
  readonly row: number;
  readonly column: number;
  readonly key: PriceKey | null;
  readonly text: string;
  readonly problem: "price" | "single" | "outside" | null;
}

/**
 * Places a block of texts, as a spreadsheet copies it, into the grid from a cell on to the right and down. Empty texts
 * are left out, so they change nothing. Signs for no price (`-`, `–`) empty their cell.
 */
export function placeBlock(
  draft: TariffDraft,
  from: PriceKey,
  block: readonly (readonly string[])[],
  language: Language,
): PastedCell[] {
  const line = draft.lines.findIndex((other) => toLineKey(other) === toLineKey(from));
  const column = draft.counts.indexOf(from.installmentCount);
  return block.flatMap((texts, y) =>
    texts.flatMap((given, x): PastedCell[] => {
      const text = given.trim();
      const [kind, installmentCount] = [draft.lines[line + y], draft.counts[column + x]];
      const key = kind && installmentCount !== undefined ? { ...kind, installmentCount } : null;
      return text === "" ? [] : [{ row: y + 1, column: x + 1, ...judgePasted(key, text, language) }];
    }),
  );
}

function judgePasted(
  key: PriceKey | null,
  text: string,
  language: Language,
): Pick<PastedCell, "key" | "text" | "problem"> {
  if (!key) return { key, text, problem: "outside" };
  if (/^[-–—]$/.test(text)) return { key, text: "", problem: null };
  if (!isCountOfFamily(key.family, key.installmentCount)) return { key, text, problem: "single" };
  return { key, text, problem: parsePrice(text, language) ? null : "price" };
}

/** Writes the cells of a pasted block that have no problem into a draft. */
export const withPasted = (draft: TariffDraft, cells: readonly PastedCell[]): TariffDraft =>
  withTexts(
    draft,
    Object.fromEntries(
      cells.flatMap(({ key, text, problem }) => (key && problem === null ? [[toPriceKey(key), text]] : [])),
    ),
  );

const toLine = ({ family, onUs, brand }: CardLine): CardLine => ({ family, onUs, brand });

const sortCounts = (counts: readonly number[]): number[] => [...new Set(counts)].sort((a, b) => a - b);
