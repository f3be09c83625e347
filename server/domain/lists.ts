import type { AnyFilter, Filter, ReadParameter } from "./list-filters";
import { type Span, type TimeRange, toTimeRange } from "./list-spans";

// A list of records in the panel or the back-office is declared once: its filters and what it can be sorted by. The
// address of its page, its filter form, its chips and the input of its procedure derive from the declaration.

/** What a list can be sorted by; the kind decides the words for the two directions. */
export type SortKind = "time" | "amount";

export interface ListDeclaration<
  F extends Readonly<Record<string, AnyFilter>> = Readonly<Record<string, AnyFilter>>,
  S extends string = string,
> {
  readonly filters: F;
  /** The first one, descending, is the order of a list whose address names none. */
  readonly sorts: Readonly<Record<S, SortKind>>;
  /** The list has its first order only: its procedure reads no other, so its address has none to choose. */
  readonly hasOneOrder?: true;
}

/** The value of a filter that is set. */
export type FilterValue<F> = F extends Filter<infer V> ? V : never;

/** The filters of a list with their values; null filters nothing. */
export type ListFilters<L extends ListDeclaration> = {
  readonly [K in keyof L["filters"]]: FilterValue<L["filters"][K]> | null;
};

type SortName<L extends ListDeclaration> = keyof L["sorts"] & string;

/** The order of a list: `amount` is ascending, `-amount` is descending. */
export type ListSort<L extends ListDeclaration> = SortName<L> | `-${SortName<L>}`;

/** What the address of a list says: the filters and the order. */
export type ListQuery<L extends ListDeclaration> = ListFilters<L> & { readonly sort: ListSort<L> };

/** The filters with instants in place of spans. */
export type AppliedFilters<L extends ListDeclaration> = {
  readonly [K in keyof L["filters"]]:
    | (Span extends FilterValue<L["filters"][K]> ? TimeRange : FilterValue<L["filters"][K]>)
    | null;
};

/** Declares a list. No filter may be called `sort` or `cursor`, which the inputs of lists have as well. */
export const declareList = <const F extends Readonly<Record<string, AnyFilter>>, const S extends string>(
  list: ListDeclaration<F, S>,
): ListDeclaration<F, S> => list;

/** Lists every order, the default one first. */
export function listSorts<L extends ListDeclaration>(list: L): readonly ListSort<L>[] {
  const orders = Object.keys(list.sorts).flatMap((name) => [`-${name}`, name] as ListSort<L>[]);
  return list.hasOneOrder ? orders.slice(0, 1) : orders;
}

export const defaultSort = <L extends ListDeclaration>(list: L): ListSort<L> => listSorts(list)[0] as ListSort<L>;

/** Reads the query of an address. Unknown and invalid parameters are ignored, so that an old address still works. */
export function readListQuery<L extends ListDeclaration>(list: L, parameter: ReadParameter): ListQuery<L> {
  const values = Object.entries(list.filters).map(([key, filter]) => [key, filter.read(parameter)]);
  const [sort] = parameter("sort");
  const order = listSorts(list).find((one) => one === sort) ?? defaultSort(list);
  return { ...Object.fromEntries(values), sort: order };
}

/** Wraps the `searchParams` of a page for `readListQuery`. */
export const pageParameters =
  (parameters: Readonly<Record<string, string | string[] | undefined>>): ReadParameter =>
  (name) =>
    [parameters[name] ?? []].flat();

/** Writes the parameters of the address of a query: without filters and in the default order there are none. */
export function writeListQuery<L extends ListDeclaration>(list: L, query: ListQuery<L>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [key, filter] of Object.entries(list.filters)) {
    const value = query[key as keyof ListFilters<L>];
    if (value === null) continue;
    for (const [name, text] of (filter as Filter<unknown>).write(value)) parameters.append(name, text);
  }
  if (query.sort !== defaultSort(list)) parameters.set("sort", query.sort);
  return parameters;
}

/** Returns whether any filter is set. The order alone narrows nothing. */
export const isNarrowed = <L extends ListDeclaration>(list: L, query: ListQuery<L>): boolean =>
  Object.keys(list.filters).some((key) => query[key as keyof ListFilters<L>] !== null);

/**
 * Lists the names of parameters that have a value which the query does not contain: an invalid value, or a part of a
 * repeated parameter.
 */
export function listUnread<L extends ListDeclaration>(list: L, parameters: URLSearchParams): string[] {
  const read = writeListQuery(
    list,
    readListQuery(list, (name) => parameters.getAll(name)),
  );
  const names = [...Object.values(list.filters).flatMap((filter) => filter.names), "sort"];
  return names.filter((name) => {
    const given = new Set(parameters.getAll(name).filter((text) => text !== ""));
    if (name === "sort" && listSorts(list)[0] === [...given][0]) return false;
    return given.size !== new Set(read.getAll(name)).size;
  });
}

/**
 * Returns the filters of a query, with instants in place of spans.
 * @param now the present time of the product's clock
 */
export function applyFilters<L extends ListDeclaration>(list: L, query: ListFilters<L>, now: Date): AppliedFilters<L> {
  const applied = Object.entries(list.filters).map(([key, { kind }]) => {
    const value = query[key as keyof ListFilters<L>];
    return [key, kind === "span" && value !== null ? toTimeRange(value as Span, now) : value];
  });
  return Object.fromEntries(applied);
}
