import { readDay, type Span, type SpanWord, spanWords } from "./list-spans";
import { parseAmountParameter } from "./money";

// The kinds of filters that a list can declare (`declareList`). A declaration is all that the list's address, its
// filter form and the input of its procedure need. Null filters nothing.

/** Returns the values of a parameter of an address, in their order; an empty list for a parameter that is absent. */
export type ReadParameter = (name: string) => readonly string[];

/** A filter in the address of a list. */
export interface Filter<Value> {
  /** The names of its parameters. */
  readonly names: readonly string[];
  /** Reads the value. An invalid one is ignored, so that an old address still opens. */
  read(parameter: ReadParameter): Value | null;
  write(value: Value): readonly (readonly [name: string, text: string])[];
}

/** One of a few values. */
export interface ChoiceFilter<V extends string> extends Filter<V> {
  readonly kind: "choice";
  readonly values: readonly V[];
}

/** Any of several values; the parameter is repeated. The value is never an empty list. */
export interface ChoicesFilter<V extends string> extends Filter<readonly V[]> {
  readonly kind: "choices";
  readonly values: readonly V[];
}

/** The identifier of one of the account's records, which are known only at run time. */
export interface IdFilter extends Filter<string> {
  readonly kind: "id";
}

/** A text of the search box. */
export interface SearchFilter extends Filter<string> {
  readonly kind: "search";
  /** The maximum length in code points. */
  readonly max: number;
  /** Returns whether the text holds card data, which is neither searched for nor kept in an address (S1). */
  refuses(text: string): boolean;
  /** Returns what is searched for and kept in the address in place of the entered text. */
  clean(text: string): string;
}

/** Kuruş, both ends included. A null end is open; at least one end is set. */
export interface AmountRange {
  readonly fromKurus: bigint | null;
  readonly toKurus: bigint | null;
}

export interface AmountFilter extends Filter<AmountRange> {
  readonly kind: "amount";
}

/** Days in Istanbul, as a word or from one day to another. */
export interface SpanFilter extends Filter<Span> {
  readonly kind: "span";
}

export type AnyFilter =
  | ChoiceFilter<string>
  | ChoicesFilter<string>
  | IdFilter
  | SearchFilter
  | AmountFilter
  | SpanFilter;

const findValue = <V extends string>(values: readonly V[], text: string | undefined): V | null =>
  values.find((value) => value === text) ?? null;

export const choiceFilter = <const V extends string>(name: string, values: readonly V[]): ChoiceFilter<V> => ({
  kind: "choice",
  names: [name],
  values,
  read: (parameter) => findValue(values, parameter(name)[0]),
  write: (value) => [[name, value]],
});

export const choicesFilter = <const V extends string>(name: string, values: readonly V[]): ChoicesFilter<V> => ({
  kind: "choices",
  names: [name],
  values,
  read(parameter) {
    const given = new Set(parameter(name));
    const chosen = values.filter((value) => given.has(value));
    return chosen.length === 0 ? null : chosen;
  },
  write: (chosen) => chosen.map((value) => [name, value]),
});

export const idFilter = (name: string): IdFilter => ({
  kind: "id",
  names: [name],
  read(parameter) {
    const [text = ""] = parameter(name);
    return /^[\w-]{1,64}$/.test(text) ? text : null;
  },
  write: (value) => [[name, value]],
});

export const searchFilter = (
  name: string,
  { max, refuses = () => false, clean = (text) => text }: Pick<SearchFilter, "max"> & Partial<SearchFilter>,
): SearchFilter => {
  const normalise = (text: string): string => Array.from(clean(text.trim())).slice(0, max).join("").trim();
  return {
    kind: "search",
    names: [name],
    max,
    refuses,
    clean: normalise,
    read(parameter) {
      const [entered = ""] = parameter(name);
      return refuses(entered) ? null : normalise(entered) || null;
    },
    write: (text) => [[name, text]],
  };
};

export const amountFilter = (fromName = "min", toName = "max"): AmountFilter => ({
  kind: "amount",
  names: [fromName, toName],
  read(parameter) {
    const [fromKurus, toKurus] = [fromName, toName].map((name) => parseAmountParameter(parameter(name)[0] ?? null));
    return fromKurus || toKurus ? { fromKurus: fromKurus ?? null, toKurus: toKurus ?? null } : null;
  },
  write: ({ fromKurus, toKurus }) => [
    ...(fromKurus === null ? [] : [[fromName, fromKurus.toString()] as const]),
    ...(toKurus === null ? [] : [[toName, toKurus.toString()] as const]),
  ],
});

/** The word is preferred when an address has a word and days. */
export const spanFilter = (): SpanFilter => ({
  kind: "span",
  names: ["span", "from", "to"],
  read(parameter) {
    const word: SpanWord | null = findValue(spanWords, parameter("span")[0]);
    if (word !== null) return word;
    const [fromDay, toDay] = [readDay(parameter("from")[0]), readDay(parameter("to")[0])];
    return fromDay === null && toDay === null ? null : { fromDay, toDay };
  },
  write(span) {
    if (typeof span === "string") return [["span", span]];
    return [
      ...(span.fromDay === null ? [] : [["from", span.fromDay] as const]),
      ...(span.toDay === null ? [] : [["to", span.toDay] as const]),
    ];
  },
});
